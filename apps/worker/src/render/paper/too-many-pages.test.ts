import { MAX_PAGES, type RenderJob, ServiceError } from '@toolpress/contract';
import { checkedPageCount } from '@toolpress/pdf';
import { pdfPictures } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type Printer, printerWith } from '../../browser/printer.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { LIMIT_MS, MAX_PDF_BYTES, startTestRenderer, type TestRenderer } from '../../testing/chromium.js';
import { jobContext } from '../../testing/job-context.js';
import { prepareDocument } from '../prepare/prepare-document.js';
import { printDocument } from '../print/print-document.js';
import { plainMargins, printSettings, requestedLayout } from './paper.js';
import { refuseTooManyPages } from './too-many-pages.js';

const job: RenderJob = { requestId: 'r', html: '', orientation: 'portrait' };
const table = (rows: string, style = ''): string =>
  `<!DOCTYPE html><html><head><style>table { border-spacing: 0 } td { padding: 0 } ${style}</style></head><body><table>${rows}</table></body></html>`;
const row = '<tr><td>x</td></tr>';

describe('A document of very many elements', () => {
  let renderer: TestRenderer;
  before(async () => {
    renderer = await startTestRenderer();
  });
  after(() => renderer.close());

  /** @returns what was measured of it, and the code of its error. */
  async function answerTo(html: string, more: Partial<RenderJob> = {}): Promise<{ measured: string; code: string }> {
    let measured = 'nothing';
    const run = renderer.print(
      {
        images: NO_IMAGES,
        run: (printer) => {
          const contentHeight = (text: string, width: number): Promise<number> => {
            measured = text === html ? 'all' : 'its beginning';
            return printer.contentHeight(text, width);
          };
          return refuseTooManyPages({ contentHeight }, html, requestedLayout({ ...job, ...more }));
        },
      },
      LIMIT_MS,
      jobContext(),
    );
    const code = await run.then(
      () => 'none',
      (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
    );
    return { measured, code };
  }

  it('is refused before it is printed when it would have far more pages than it may', async () => {
    const refused = { measured: 'all', code: 'page_limit' };
    expect(await answerTo(table(row.repeat(25_000)), { pageSize: 'A4' })).to.deep.equal(refused);
    expect(await answerTo('<p>x</p>'.repeat(45_000))).to.deep.equal(refused);
    const cover = '<div style="break-after: page; font-size: 1px"><h1>Cover</h1></div>';
    expect(await answerTo(`${cover}${'<p>x</p>'.repeat(45_000)}`)).to.deep.equal(refused);
  });

  it('is measured at its beginning only when most of it does not show, or is very small', async () => {
    for (const html of [
      table(`${'<tr hidden><td>x</td></tr>'.repeat(25_000)}${row}`),
      table(row.repeat(25_000), 'tbody { display: block; height: 1in; overflow: hidden }'),
      table(row.repeat(25_000), 'td { font-size: 1px; line-height: 1px }'),
    ])
      expect(await answerTo(html)).to.deep.equal({ measured: 'its beginning', code: 'none' });
  });

  it('is measured completely when its beginning is unlike the rest, such as a chart', async () => {
    expect(await answerTo('<i>x</i> '.repeat(45_000))).to.deep.equal({ measured: 'all', code: 'none' });
    for (const beginning of ['<i></i>', '<svg width="9" height="9"><path d="M0 0h9"/></svg>'])
      expect(await answerTo(`${beginning.repeat(2_100)}${'<p>x</p>'.repeat(45_000)}`), beginning).to.deep.equal({
        ...{ measured: 'all', code: 'page_limit' },
      });
  });

  it('is measured completely when it has more elements than 50 pages can hold and its beginning is hidden', async () => {
    const html = `${'<i hidden>x</i>'.repeat(10_000)}${'<p>x</p>'.repeat(95_000)}`;
    expect(await answerTo(html)).to.deep.equal({ measured: 'all', code: 'page_limit' });
  });

  it('is not refused when only its beginning is high', async () => {
    const html = `<div style="height: 20000px">x</div>${'<i>x</i> '.repeat(45_000)}`;
    expect(await answerTo(html)).to.deep.equal({ measured: 'all', code: 'none' });
  });

  it('is not refused for a size that its own pages may have', async () => {
    const html = table(row.repeat(25_000), '@page { size: 20in 200in }');
    expect(await answerTo(html)).to.deep.equal({ measured: 'its beginning', code: 'none' });
  });

  it('is measured only when it has more than fit on the pages', async () => {
    const cells = '<td>x</td>'.repeat(10);
    const rows = `<tr>${cells}</tr>`.repeat(70 * MAX_PAGES);
    expect(await answerTo(table(rows))).to.deep.equal({ measured: 'nothing', code: 'none' });
  });

  it('is printed on 50 pages as if it had been laid out in its window before', async () => {
    const cells = Array.from({ length: 4 }, (_, cell) => `<td>cell ${cell} ${'<i>x</i>'.repeat(9)}</td>`).join('');
    const pages = `<table>${`<tr>${cells}</tr>`.repeat(20)}</table>`.repeat(MAX_PAGES);
    const style = 'table + table { break-before: page }';
    const document = prepareDocument(
      { ...job, html: table('', style).replace('<table></table>', pages) },
      () => undefined,
    );
    const { usualMargin } = requestedLayout(job);
    const html = document.html(plainMargins({}, usualMargin));
    const measured: string[] = [];
    const work = (run: (printer: Printer) => Promise<Buffer>): Promise<Buffer> =>
      renderer.print({ images: NO_IMAGES, run }, LIMIT_MS, jobContext());
    const printed = await work(async (printer) => {
      const contentHeight = (text: string, width: number): Promise<number> => {
        measured.push(text);
        return printer.contentHeight(text, width);
      };
      return (await printDocument(printerWith(printer, { contentHeight }), document, job, MAX_PDF_BYTES)).pdf;
    });
    const laidOut = await work(async (printer) => {
      await printer.contentHeight(html, 8);
      return printer.print(html, printSettings(job));
    });
    expect(checkedPageCount(printed)).to.equal(MAX_PAGES);
    expect(pdfPictures(printed, 40).equals(pdfPictures(laidOut, 40))).to.equal(true);
    expect(measured).to.have.lengthOf(1);
    expect(measured[0]?.length).to.be.below(html.length / 10);
  });
});
