import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type RenderWorker, startRenderWorker } from '../../testing/render-worker.js';

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
  'boxes in boxes that are pulled to the left': (count) =>
    `<style>div { margin: 0 0 0 -2em; padding-left: 3em; line-height: 1px }</style>${(`${'<div>a '.repeat(400)}x${'</div>'.repeat(400)}`).repeat(count / 2000)}`,
  'texts that are pulled to the left': (count) =>
    `<style>p { margin: 0 0 0 -50px; line-height: 1px }</style>${'<p>word word'.repeat(count)}`,
  'texts that begin a little over an edge': (count) =>
    `<style>p { margin: -9px 0 0 -9px; padding: 9px 0 0 6px; line-height: 1px }</style>${`<p>${'word '.repeat(80)}`.repeat(count / 5)}`,
  'first lines that are pulled to the left': (count) =>
    `<style>body { text-indent: -3em } p { margin: 0 0 0 3em; line-height: 1px }</style>${'<p>word word'.repeat(count)}`,
  'hidden texts': (count) => `<style>p { display: none }</style>x${'<p class="c">word word</p>'.repeat(count)}`,
};

/** In a header. */
const HOSTILE_HEADERS: Record<string, (count: number) => string> = {
  'boxes that clip': (count) =>
    `<div style="height: 9px">${'<div style="overflow: hidden; height: 1px; width: 90px"></div>'.repeat(count)}</div>`,
  'texts over an edge': (count) =>
    `<p style="height: 9px; margin-left: -2cm; line-height: 0">${'<b>&nbsp;</b><br>'.repeat(count)}`,
  'boxes in boxes that clip': (count) =>
    `<div style="height: 9px; overflow: hidden">${'<div style="overflow: hidden">'.repeat(count / 50)}</div>`,
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

  for (const [what, make] of Object.entries(HOSTILE_HEADERS))
    it(`ends in time for 3,000 ${what} in a header of each page`, async () => {
      const html = '<!DOCTYPE html><p style="break-before: page">[[page]]'.repeat(20);
      const job = { html, headerHtml: { default: `[[page]]${make(3_000)}` }, margin: { top: 1 } };
      const reply = await worker.render(job);
      expect(reply.ok ? 'printed' : reply.error.code, what).to.equal('printed');
    });
});
