import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type RenderWorker, startRenderWorker } from '../testing/render-worker.js';

/** Each printed within its time limit, as the same document without such CSS is. */
const HOSTILE: Record<string, (count: number) => string> = {
  'boxes beside each other that scroll': (count) =>
    `<style>div { overflow: auto; height: 2px; width: 50px }</style>${'<div>word word word word</div>'.repeat(count)}`,
  'boxes beside each other that clip': (count) =>
    `<style>div { overflow: hidden; height: 2px; width: 50px }</style>${'<div>word word word word</div>'.repeat(count)}`,
  'boxes in boxes that scroll': (count) =>
    `<style>div { overflow: auto; max-height: 50px; width: 99% }</style>${(`${'<div>a '.repeat(400)}x${'</div>'.repeat(400)}`).repeat(count / 2000)}`,
  'boxes in boxes that clip': (count) =>
    `<style>div { overflow: hidden; max-height: 50px; width: 99% }</style>${(`${'<div>a '.repeat(400)}x${'</div>'.repeat(400)}`).repeat(count / 2000)}`,
  'boxes that cover': (count) =>
    `<style>div { position: absolute; inset: 0; background: #fff }</style>${'text '.repeat(count)}${'<div></div>'.repeat(count / 10)}`,
  'section breaks in one line': (count) =>
    `<span>${'<br style="mso-break-type:section-break;line-height:1px">'.repeat(count / 10)}</span>`,
  'page breaks in a line': (count) => `<style>span { break-before: page }</style>${'<span>a</span> '.repeat(count)}`,
  'a long text that is cut': (count) =>
    `<style>div { overflow: hidden; height: 100px; width: 300px }</style><div>${'word '.repeat(count * 10)}</div>`,
  'hidden texts': (count) => `<style>p { display: none }</style>x${'<p class="c">word word</p>'.repeat(count)}`,
};

describe('Looking for what pages lose', () => {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  for (const [what, make] of Object.entries(HOSTILE))
    it(`ends in time for 10,000 ${what}`, async () => {
      const reply = await worker.render({ html: `<!DOCTYPE html>${make(10_000)}` });
      expect(reply.ok ? 'printed' : reply.error.code, what).to.equal('printed');
      expect(reply.ok && (reply.file?.warnings ?? []).length).to.be.at.most(3);
    });
});
