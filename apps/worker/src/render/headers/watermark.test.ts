import { type RenderJob, ServiceError } from '@toolpress/contract';
import { pdfColours, pdfInfo, pdfSource, pdfText, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { PageCommands } from '../../browser/page-work.js';
import type { Renderer } from '../../browser/renderer.js';
import { startPages } from '../../testing/chromium.js';
import { type RenderWorker, startRenderWorker } from '../../testing/render-worker.js';

const MARK = '<b style="font: 20pt sans-serif">mark</b>';
const MM = 72 / 25.4;

describe('A watermark', () => {
  let pages: Renderer;
  let worker: RenderWorker;
  let prints = 0;
  before(async () => {
    pages = await startPages();
    const counted = (page: PageCommands): PageCommands =>
      new Proxy(page, {
        get: (target, name) => {
          if (name === 'print' || name === 'printAhead') prints += 1;
          const value = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    const renderer: Renderer = {
      print: (work, ...rest) => pages.print({ ...work, run: (page) => work.run(counted(page)) }, ...rest),
      close: () => pages.close(),
    };
    worker = await startRenderWorker({ renderer });
  });
  after(async () => {
    await worker.close();
    await pages.close();
  });

  async function printed(watermark: string | Partial<RenderJob>, job: Partial<RenderJob> = {}) {
    prints = 0;
    const given =
      typeof watermark === 'string' ? { watermarkHtml: { html: watermark, layer: 'over' } as const } : watermark;
    const reply = await worker.render({ html: '<p>body', ...given, ...job });
    return {
      pdf: reply.ok ? worker.last() : undefined,
      error: reply.ok ? undefined : ServiceError.fromData(reply.error),
      prints,
    };
  }
  async function pdfOf(...args: Parameters<typeof printed>): Promise<Buffer> {
    const { pdf, error } = await printed(...args);
    if (pdf === undefined) throw error;
    return pdf;
  }
  const under = (html: string): Partial<RenderJob> => ({ watermarkHtml: { html, layer: 'under' } });

  const PAGES = '<p>body</p><p style="break-before: page">body</p>';
  const DARK = `<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; height: 100vh; background: #0a141e }</style>`;
  const SQUARE = '<div style="width: 5cm; height: 5cm; background: #fe0203"></div>';

  it('is in the middle of every page of any size and margins', async () => {
    for (const job of [
      {},
      { pageSize: 'A5', orientation: 'landscape', margin: { left: 3 } },
      { headerHtml: 'head', footerHtml: '<p style="height: 5cm">foot' },
      { css: '@page { size: A6; margin: 30mm 5mm 5mm 30mm }' },
    ] as const) {
      const pdf = await pdfOf(MARK, { html: PAGES, ...job });
      const { width = 0, height = 0, pages } = pdfInfo(pdf);
      const words = pdfWords(pdf).filter(({ text }) => text === 'mark');
      expect(pages).to.equal(2);
      expect(words).to.have.lengthOf(2);
      for (const { xMin, xMax, yMin, yMax } of words) {
        expect((xMin + xMax) / 2).to.be.closeTo(width / 2, 2);
        expect((yMin + yMax) / 2).to.be.closeTo(height / 2, 4);
      }
    }
  });

  it('reaches out equally at both sides when it is wider than the page', async () => {
    const html = '<div style="white-space: nowrap; font: 60pt monospace">aaaaaaaaaa mid aaaaaaaaaa</div>';
    const [word] = pdfWords(await pdfOf(html)).filter(({ text }) => text === 'mid');
    expect(((word?.xMin ?? 0) + (word?.xMax ?? 0)) / 2).to.be.closeTo(595 / 2, 12);
    expect(((word?.yMin ?? 0) + (word?.yMax ?? 0)) / 2).to.be.closeTo(842 / 2, 12);
  });

  it('is over what the document prints, or under it', async () => {
    expect(pdfColours(await pdfOf(SQUARE, { html: DARK }))).to.include.keys('254,2,3', '10,20,30');
    expect(pdfColours(await pdfOf(under(SQUARE), { html: DARK })))
      .to.include('10,20,30')
      .and.not.include('254,2,3');
    expect(pdfColours(await pdfOf(under(SQUARE)))).to.include('254,2,3');
    const both = await pdfOf(
      { ...under(SQUARE), headerHtml: '<p style="background: #010203">head [[page]]' },
      { html: PAGES },
    );
    for (const page of [1, 2]) expect(pdfColours(both, page)).to.include.keys('254,2,3', '1,2,3');
    expect(pdfText(both)).to.match(/head 1[\s\S]*\f[\s\S]*head 2/);
  });

  it('is filled as headers are, with page numbers and data', async () => {
    const html = '<p>[[#if page == 1]]first[[else]]no. [[page | roman]][[/if]] [[who]] [[running.a]]';
    const document = '<p>x<p style="break-before: page" data-running="a">body';
    const pages = pdfText(
      await pdfOf(under(html), { html: document, data: { who: '<Ann>' }, firstPageNumber: 1 }),
    ).split('\f');
    expect(pages.map((page) => page.replace(/\s+/g, ' ').trim()).slice(0, 2)).to.deep.equal([
      'x first <Ann>',
      'body no. II <Ann> body',
    ]);
  });

  it('leaves the document its margins and its margin boxes', async () => {
    const css = '@page { size: 8cm 6cm; margin: 2cm 3cm; @top-left { content: "box" } }';
    const pdf = await pdfOf(MARK, { html: '<!DOCTYPE html><body style="margin: 0">body', css });
    const body = pdfWords(pdf).find(({ text }) => text === 'body');
    expect(body?.xMin).to.be.closeTo(30 * MM, 1);
    expect(pdfText(pdf)).to.include('box');
    expect(pdfInfo(await pdfOf(MARK, { css: '@page { size: 12mm 12mm; margin: 0 }' })).pages).to.be.above(0);
  });

  it('is an artifact to readers of a tagged PDF', async () => {
    const pdf = pdfSource(await pdfOf(MARK, { tagged: true }));
    expect(pdf).to.include('/Artifact BMC');
  });

  it('takes one print more, and none where it is empty', async () => {
    expect((await printed(MARK)).prints).to.equal(2);
    expect((await printed(MARK, { headerHtml: 'head' })).prints).to.equal(2);
    expect((await printed(under(MARK), { headerHtml: 'head', html: PAGES })).prints).to.equal(2);
    expect((await printed('')).prints).to.equal(1);
  });

  it('is under the content policy and the strict rule, which name the field', async () => {
    const { error } = await printed('<iframe src="https://example.com/">');
    expect(error).to.include({ code: 'content_forbidden' });
    expect(error?.message).to.include('watermark_html 1:1');
    const missing = await printed('[[nothing]]', { strict: true });
    expect(missing.error).to.include({ code: 'tag_without_value' });
  });

  it('is on the one page that is as high as its content', async () => {
    const pdf = await pdfOf(MARK, { paper: { width: 4 }, margin: { top: 0.5 } });
    const { height = 0 } = pdfInfo(pdf);
    const [word] = pdfWords(pdf).filter(({ text }) => text === 'mark');
    expect(((word?.yMin ?? 0) + (word?.yMax ?? 0)) / 2).to.be.closeTo(height / 2, 4);
  });
});
