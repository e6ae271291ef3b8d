import { type Answer, pdfText, redisContents, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

/** A report as people have them: a chart, paged.js, running headers, another printer's page numbers. */
const REPORT = `<!DOCTYPE html>
<script src="https://cdn.jsdelivr.net/npm/chart.js"></script>
<style>
@page { @top-left { content: element(title) } }
h1 { position: running(title) }
</style>
<h1>Dear [[name]]</h1>
<canvas id="chart"></canvas>
<script>new Chart(document.getElementById('chart'), {}); window.print()</script>`;

describe('What prints as nothing', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const print = (body: object): Promise<Answer> => service.call(PDF, { body });

  it('is warned of, each once, with its place', async () => {
    const { status, body } = await print({
      html: REPORT,
      footer_html: '<b>Page</b> <span class="pageNumber"></span>',
      on_blocked: 'error',
    });
    expect(status, body.error).to.equal(200);
    expect(body.data.warnings.map(({ code, line, column }: Warning) => [code, line, column])).to.deep.equal([
      ['script_not_run', 2, 1],
      ['css_ignored', 4, 30],
      ['script_not_run', 8, 1],
      ['markup_ignored', 1, 13],
      ['tag_without_value', 7, 10],
    ]);
    expect(pdfText(Buffer.from(body.data.pdf_base64, 'base64'))).to.include('Dear');
  });

  it('is warned of where the request and the sheets say different things of pages', async () => {
    const html =
      '<style>@page { size: A4 landscape; @top-left { content: "x" } }\n.f { position: fixed } .f::after { content: counter(page) }</style><p class="f"></p>';
    const places = async (body: object): Promise<[string, number?, number?][]> =>
      ((await print({ html, ...body })).body.data.warnings ?? []).map((one: Warning) => [
        one.code,
        one.line,
        one.column,
      ]);
    const isFixed = ['css_ignored', 2, 53];
    expect(await places({})).to.deep.equal([isFixed]);
    expect(await places({ orientation: 'portrait', header_html: 'x' })).to.deep.equal([
      ['css_ignored', 1, 25],
      ['css_ignored', 1, 36],
      isFixed,
    ]);
    expect(await places({ orientation: 'portrait', page_size: 'A5' })).to.deep.equal([isFixed]);
  });

  it('is not reported in a document without it', async () => {
    const { body } = await print({
      html: '<style>@page { @top-left { content: counter(page) } }</style><h1>Dear [[name]]</h1><script>window.print()</script>',
      footer_html: '[[page]] of [[pages]]',
      data: { name: 'Ann' },
    });
    expect(body.data).not.to.include.keys('warnings');
  });

  it('is warned of where a document has text, and its pages show none', async () => {
    const hidden = await print({
      html: '<!DOCTYPE html><title>t</title><style>p { display: none }</style><p>Dear Ann</p>',
    });
    expect(hidden.body.data.warnings.map(({ code }: Warning) => code)).to.deep.equal(['nothing_printed']);
    for (const html of ['<p hidden>x</p>', '<p></p>', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">']) {
      expect((await print({ html })).body.data).not.to.include.keys('warnings');
    }
  });

  it('is warned of where its content is so wide that the browser cuts it', async () => {
    const wide = (css: string) => `<!DOCTYPE html><style>${css}</style><p>Dear Ann</p><div class="wide">x</div>`;
    const cut = [
      'div { width: 1200px }',
      'body { background: teal; min-width: 400mm }',
      'p { break-after: page } .wide { width: 100cm }',
    ];
    for (const css of cut) {
      const { body } = await print({ html: wide(css) });
      expect(
        body.data.warnings.map(({ code }: Warning) => code),
        css,
      ).to.deep.equal(['content_cut']);
    }
    const footer = await print({ html: wide('div { width: 1200px }'), footer_html: '[[page]]', tagged: true });
    expect(footer.body.data.warnings.map(({ code }: Warning) => code)).to.deep.equal(['content_cut']);
    const whole = [
      'div { width: 1000px }',
      'html, body { overflow-x: hidden } div { width: 1200px }',
      'div { width: 900px; transform: scale(0.6666667) }',
      'p { position: absolute; left: -9999px }',
    ];
    for (const css of whole) expect((await print({ html: wide(css) })).body.data).not.to.include.keys('warnings');
  });

  it('is warned of where content from right to left reaches over the left edge', async () => {
    const codesOf = async (html: string, more: object = {}) =>
      ((await print({ html: `<!DOCTYPE html>${html}`, ...more })).body.data.warnings ?? []).map(
        ({ code }: Warning) => code,
      );
    const cells = (count: number) => `<table><tr>${'<td style="min-width: 150px">خلية'.repeat(count)}</table>`;
    const box = (css: string) => `<p>مرحبا</p><div style="${css}">س</div>`;
    const wide = box('width: 2000px');
    for (const html of [
      `<html dir="rtl">${wide}`,
      `<html dir="rtl">${cells(8)}`,
      `<body dir="RTL">${cells(8)}`,
      `<style>body { direction: rtl }</style>${wide}`,
      `<html dir="rtl"><p>first<div style="break-before: page"></div>${wide}`,
      `<div dir="rtl">${wide}</div>`,
    ])
      expect(await codesOf(html), html).to.deep.equal(['content_cut']);
    const headed = await codesOf(`<html dir="rtl">${wide}`, { header_html: '[[page]]', tagged: true });
    expect(headed).to.deep.equal(['content_cut']);
    const offScreen = box('position: absolute; left: -9999px');
    for (const html of [
      `<html dir="rtl">${box('width: 600px')}${cells(4)}`,
      `<html dir="rtl">${offScreen}${box('width: 100%')}`,
      `<html dir="rtl">${box('position: absolute; top: 0; left: -50px; width: 200px')}`,
      `<html dir="rtl"><div style="position: absolute; left: -300px">${box('width: 400px')}</div>`,
      `<html dir="rtl">${box('margin: 0 -15px; padding: 0 15px')}`,
      `<html dir="rtl"><div style="overflow: hidden">${wide}</div>`,
      `<html dir="rtl"><style>@page :first { margin: 5cm } @page { margin: 1cm }</style><p style="break-after: page">${box('width: 640px')}`,
      `<html dir="rtl"><style>@page w { size: A4 landscape; margin: 1cm } div { page: w }</style>${box('width: 900px')}`,
      `<html dir="rtl"><style>@page { margin: 1cm; @top-left { content: "x"; overflow: hidden } }</style>${box('width: 640px')}`,
      `<p dir="ltr">a</p>${box('width: 900px')}`,
    ])
      expect(await codesOf(html), html).to.deep.equal([]);
    expect(await codesOf(`<html dir="rtl">${cells(5)}`, { page_size: 'A3' })).to.deep.equal([]);
  });

  it('is reported once where it occurs 127 times, with the count and the first positions', async () => {
    const html = Array.from({ length: 127 }, (_, at) => `<p>\n<img src="${at}.svg">`).join('');
    const { body } = await print({ html, on_blocked: 'warn' });
    const [warning, ...others] = body.data.warnings;
    expect(others).to.deep.equal([]);
    expect([warning.code, warning.line, warning.column]).to.deep.equal(['content_blocked', 2, 6]);
    expect(warning.message).to.match(/^`img` `src` \(127 times, first at html 2:6, 3:6, 4:6\) /);
  });

  it('is an error where a tag has no value and the request is strict', async () => {
    const { status, headers } = await print({ html: REPORT, strict: true });
    expect([status, headers.get('x-error-code')]).to.deep.equal([422, 'tag_without_value']);
  });

  it('is in no logs', async () => {
    const { body } = await print({ html: '<p>[[secret_name]]</p>' });
    expect(body.data.warnings[0].message).to.include('secret_name');
    expect(await redisContents(service.redis.url)).not.to.include('secret_name');
  });
});

interface Warning {
  code: string;
  line?: number;
  column?: number;
}
