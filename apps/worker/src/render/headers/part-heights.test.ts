import { HeaderFooterDocument, type MeasuredPart } from '@toolpress/document';
import { pdfColours, pdfText } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Printer } from '../../browser/printer.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { testPage } from '../../testing/page.js';
import { plainSettings, printSettings } from '../paper/paper.js';
import { rememberHeight } from './expected-heights.js';
import { PartHeights } from './part-heights.js';

const MARGINS = { top: 1, right: 0.4, bottom: 1, left: 0.4 };
const settings = plainSettings(printSettings({ orientation: 'portrait' }));
const bare = { ...settings, marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0 };
const part = (html: string): Omit<MeasuredPart, 'height'> => ({ html, width: 8.27, margins: MARGINS });

describe('Heights of headers', () => {
  const page = testPage();
  let templates = 0;
  /** Returns a template whose heights are not remembered. */
  const template = (css = '') =>
    `<!DOCTYPE html><html><head><style>p { margin: 0; font: 11.3px/1.37 serif } ${css} .t${++templates} { color: red }</style></head><body></body></html>`;

  const withPrinter = async <Result>(run: (printer: Printer) => Promise<Result>): Promise<Result> =>
    (await page.work({ images: NO_IMAGES, run })).result;

  /** Handles one document. @returns whether its heights were expected, whether they were right, and the final ones. */
  const document = (html: string, headers: readonly string[]) =>
    withPrinter(async (printer) => {
      const whole = new HeaderFooterDocument(html);
      const heights = new PartHeights(whole);
      const parts = headers.map(part);
      const wasExpected = heights.expect(parts);
      if (!wasExpected) await heights.measure(printer, heights.unknown(parts));
      const stamps = [{ ...{ width: 8.27, height: 11.69, margins: MARGINS }, header: headers[0] }];
      const print = async () =>
        heights.areProved(heights.all, await printer.print(whole.withPages(stamps, heights.all), bare));
      const areRight = await print();
      if (!areRight) await heights.measure(printer, heights.unknown(parts));
      if (!areRight) await print();
      return { wasExpected, areRight, heights: parts.map((one) => heights.of(one)) };
    });
  /** Returns the heights as they are measured. */
  const measured = async (html: string, headers: readonly string[]) => {
    const fresh = await document(html.replace('</style>', `.fresh${++templates} {}</style>`), headers);
    expect(fresh.wasExpected).to.equal(false);
    return fresh.heights;
  };

  it('are expected in the next document of a template, and proved by its headers', async () => {
    const html = template();
    const first = await document(html, ['<p>Invoice 4711</p>', '<p>Ann Lee<br>page 9</p>']);
    expect(first).to.include({ wasExpected: false, areRight: true });
    const next = await document(html, ['<p>Invoice 10022</p>', '<p>Robert Underwood<br>page 10</p>']);
    expect(next).to.deep.equal({ ...first, wasExpected: true });
  });

  it('are expected where only the address of an image differs, as those of files do', async () => {
    const html = template();
    const header = (address: string) =>
      `<p><img src="https://${address}.invalid/logo.png" width="9" height="9">one</p>`;
    await document(html, [header('file-0-1')]);
    expect(await document(html, [header('file-0-2')])).to.include({ wasExpected: true, areRight: true });
  });

  it('are measured where the markup, the style sheets or the width differ', async () => {
    const html = template();
    await document(html, ['<p>one</p>']);
    expect(await document(html, ['<p class="t">one</p>'])).to.include({ wasExpected: false });
    expect(await document(template(), ['<p>one</p>'])).to.include({ wasExpected: false });
    const heights = new PartHeights(new HeaderFooterDocument(html));
    expect(heights.expect([part('<p>one</p>')])).to.equal(true);
    expect(heights.expect([{ ...part('<p>one</p>'), width: 5 }])).to.equal(false);
  });

  for (const [what, one, other] of [
    ['a line breaks', '<p>short</p>', `<p>${'a long text '.repeat(12)}</p>`],
    ['a font is missing', '<p style="line-height: normal">abc</p>', '<p style="line-height: normal">ก็ 中文 हिन्दी</p>'],
    ['a list grows', '<ul><li>a</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
  ] as const)
    it(`are never wrong where ${what}`, async () => {
      const html = template();
      await document(html, [one]);
      const right = await measured(html, [other]);
      const found = await document(html, [other]);
      expect(found.heights).to.deep.equal(right);
    });

  it('are proved without a trace in the PDF', async () => {
    const html = template(`b, area { visibility: visible !important; opacity: 1 !important; background: #123456 }
      a, area, [href] { display: block !important } [href]::before { content: 'link' !important }`);
    const pdf = await withPrinter((printer) => {
      const document = new HeaderFooterDocument(html);
      const proved = [{ ...part('<p>one <b>shown</b></p>'), height: 0.2 }];
      const stamps = [{ ...{ width: 8.27, height: 11.69, margins: MARGINS }, header: '<p>stamp</p>' }];
      return printer.print(document.withPages(stamps, proved), bare);
    });
    expect(pdfText(pdf).trim()).to.equal('stamp');
    expect([...pdfColours(pdf)]).to.not.include('18,52,86');
    expect(pdf.includes('/Group')).to.equal(false);
  });

  it('are not proved if they differ by the smallest step of a layout', async () => {
    for (const steps of [-1, 1]) {
      const html = template();
      const [height = 0] = await measured(html, ['<p>one</p>']);
      rememberHeight(new HeaderFooterDocument(html), part('<p>one</p>'), height + steps / 64 / 96);
      const found = await document(html, ['<p>two</p>']);
      expect(found).to.deep.equal({ wasExpected: true, areRight: false, heights: [height] });
    }
  });

  it('are not expected again from the markup alone once they differed', async () => {
    const html = template();
    const long = (word: string) => `<p>${`${word} `.repeat(40)}</p>`;
    await document(html, ['<p>short</p>']);
    expect(await document(html, [long('first')])).to.include({ wasExpected: true, areRight: false });
    expect(await document(html, ['<p>brief</p>'])).to.include({ wasExpected: false, areRight: true });
    expect(await document(html, ['<p>small</p>'])).to.include({ wasExpected: true, areRight: true });
    expect(await document(html, [long('other')])).to.include({ wasExpected: true, areRight: true });
    expect((await document(html, [long('third')])).heights).to.deep.equal(await measured(html, [long('third')]));
  });
});
