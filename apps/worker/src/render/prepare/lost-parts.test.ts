import type { RenderJob } from '@toolpress/contract';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type RenderWorker, startRenderWorker } from '../../testing/render-worker.js';

describe('Text of headers, footers and watermarks', () => {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  const said = async (job: Partial<RenderJob>): Promise<string[]> => {
    const { warnings } = await worker.printed({
      html: '<!DOCTYPE html><p>text',
      margin: { top: 1, bottom: 1 },
      ...job,
    });
    return warnings.map(({ code, message }) => `${code}: ${message}`);
  };
  const part = (html: string) => ({ default: html });
  const CUT = '<div style="height: 1.2em; line-height: 1.2; overflow: hidden">one<br>two three<br>four</div>';

  const lost: Record<string, readonly [job: Partial<RenderJob>, words: string]> = {
    'in a header that clips': [{ headerHtml: part(CUT) }, '`header_html` is cut, from "two three" on'],
    'in a footer that clips': [{ footerHtml: part(CUT) }, '`footer_html` is cut, from "two three" on'],
    'in a watermark that clips': [
      { watermarkHtml: { html: CUT, layer: 'over' } },
      '`watermark_html` is cut, from "two three" on',
    ],
    'in a watermark under the page': [
      { watermarkHtml: { html: CUT, layer: 'under' } },
      '`watermark_html` is cut, from "two three" on',
    ],
    'by a class': [
      { css: '.h { height: 1em; overflow: clip }', headerHtml: part('<div class="h">one<br>two</div>') },
      '`header_html` is cut, from "two" on',
    ],
    'beside a watermark': [
      { footerHtml: part(CUT), watermarkHtml: { html: '<b>DRAFT</b>', layer: 'under' } },
      '`footer_html` is cut, from "two three" on',
    ],
    'over the left edge': [
      { headerHtml: part('<p style="margin-left: -2cm">Invoice 4711 of today') },
      '`header_html` is cut, from "Invoice 4711',
    ],
    'over the right edge': [
      { footerHtml: part(`<p style="white-space: nowrap">${'Invoice of today '.repeat(30)}`) },
      '`footer_html` is cut, from "',
    ],
    'on one page': [
      {
        html: '<!DOCTYPE html><p>a<p style="break-before: page">b',
        headerHtml: { first: 'whole', default: CUT },
      },
      '`header_html` is cut, from "two three" on',
    ],
    'on a page as high as its content': [
      { headerHtml: part(CUT), css: '@page { size: 150mm auto }' },
      '`header_html` is cut, from "two three" on',
    ],
  };
  for (const [where, [job, words]] of Object.entries(lost))
    it(`is warned of where it is lost: ${where}`, async () => {
      const [first, ...others] = await said(job);
      expect(first).to.include(`content_cut: ${words}`);
      expect(others).to.deep.equal([]);
    });

  const whole: Record<string, Partial<RenderJob>> = {
    'a box with room': { headerHtml: part('<div style="overflow: hidden">one<br>two</div>') },
    'an ellipsis': {
      headerHtml: part(
        '<p style="overflow: hidden; white-space: nowrap; text-overflow: ellipsis; width: 3cm">A long title of a report',
      ),
    },
    'page breaks, which headers have none of': {
      headerHtml: part('a<br style="page-break-before: always">b <span style="break-before: page">c</span>'),
    },
    'a short line': { headerHtml: part('<p style="white-space: nowrap">Invoice') },
    'a text that a picture replaces': { headerHtml: part('<p style="text-indent: -9999px">Logo') },
    'a text beside the page': {
      headerHtml: part('<p style="position: absolute; left: -9999px">Skip</p>x<pre>a</pre>'),
    },
    'a watermark that is turned': {
      watermarkHtml: {
        html: '<div style="transform: rotate(-50deg); font: bold 90pt sans-serif; white-space: nowrap">CONFIDENTIAL</div>',
        layer: 'over',
      },
    },
    'a document with such boxes of its own': {
      html: '<!DOCTYPE html><style>.x { overflow: hidden; margin-left: -1px }</style><p class="x">text',
      headerHtml: part('Invoice'),
    },
  };
  for (const [what, job] of Object.entries(whole))
    it(`is no loss: ${what}`, async () => expect(await said(job)).to.deep.equal([]));
});
