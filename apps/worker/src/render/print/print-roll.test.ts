import { type RenderJob, ServiceError } from '@toolpress/contract';
import { finishPdf, pageSizes } from '@toolpress/pdf';
import { pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { printPagedFlow } from '../../parts/paged/paged.js';
import { NO_IMAGES } from '../../resources/image-source.js';
import { MAX_PDF_BYTES } from '../../testing/chromium.js';
import { testPage } from '../../testing/page.js';
import { prepareDocument } from '../prepare/prepare-document.js';
import { printDocument } from './print-document.js';

const MM = 72 / 25.4;
/** 60 mm of content. */
const CONTENT = '<div style="height: 55mm">first</div><div style="height: 5mm; font: 3mm serif">last</div>';
const receipt = (css: string, content = CONTENT): string =>
  `<!DOCTYPE html><style>body { margin: 0 } ${css}</style>${content}`;

describe('A page with an automatic height', () => {
  const page = testPage();

  async function printed(
    job: Partial<RenderJob>,
  ): Promise<{ pages: number; width: number; height: number; pdf: Buffer }> {
    const whole: RenderJob = { requestId: 'test', html: receipt(''), orientation: 'portrait', ...job };
    const document = prepareDocument(whole, () => undefined);
    const run = (printer: Parameters<typeof printDocument>[0]) =>
      printDocument(printer, document, whole, MAX_PDF_BYTES, { flow: printPagedFlow });
    const { result } = await page.work({ images: NO_IMAGES, run });
    const sizes = pageSizes(result.pdf);
    const [{ width, height } = { width: 0, height: 0 }] = sizes;
    const pdf = finishPdf(result.pdf, { stamps: result.stamps });
    return { pages: sizes.length, width: width * 25.4, height: height * 25.4, pdf };
  }

  for (const [what, job, width, height] of [
    ['the document’s own', { html: receipt('@page { size: 80mm auto; margin: 3mm 2mm 7mm }') }, 80, 70],
    ['without margins', { html: receipt('@page { margin: 0; size: 3in auto !important }') }, 76.2, 60],
    ['with margins at its sides only', { html: receipt('@page { size: 80mm auto; margin: 0 4mm }') }, 80, 60],
    ['from `css`, in a query', { css: '@media print { @page { SIZE: 80MM AUTO; margin: 0 } }' }, 80, 60],
    ['the request’s', { paper: { width: 80 / 25.4 }, margin: { top: 0.5, bottom: 0.5 } }, 80, 85.4],
    ['the request’s, with a tenth of its width around', { paper: { width: 50 / 25.4 } }, 50, 70],
    [
      'of the request, with margins of the document',
      { paper: { width: 2 }, css: '@page { size: A4; margin: 5mm }' },
      50.8,
      70,
    ],
    [
      'on its side, which has none',
      { paper: { width: 2 }, margin: { top: 0, bottom: 0 }, orientation: 'landscape' as const },
      50.8,
      60,
    ],
    [
      'that breaks pages',
      { html: receipt('@page { size: 80mm auto; margin: 0 } div { break-after: page !important; page: x }') },
      80,
      60,
    ],
    [
      'as high as its window',
      {
        html: receipt(
          '@page { size: 80mm auto; margin: 0 } html, body, main { height: 100%; min-height: 100vh }',
          `<main>${CONTENT}</main>`,
        ),
      },
      80,
      60,
    ],
    [
      'in quirks mode',
      { html: `<style>@page { size: 80mm auto; margin: 0 } body { margin: 0 }</style>${CONTENT}` },
      80,
      60,
    ],
    [
      'with content that reaches out',
      {
        html: receipt(
          '@page { size: 80mm auto; margin: 0 }',
          `${CONTENT}<p style="position: absolute; top: 70mm; height: 10mm; margin: 0">x`,
        ),
      },
      80,
      80,
    ],
    ['of nothing', { html: '', paper: { width: 2 }, margin: { top: 0.5, bottom: 0.5 } }, 50.8, 27.5],
    [
      'of next to nothing',
      { html: receipt('@page { size: 80mm auto; margin: 0 }', '<p style="height: 3mm; margin: 0">') },
      80,
      3,
    ],
  ] as const) {
    it(`is as high as its content: ${what}`, async () => {
      const seen = await printed(job);
      expect(seen.pages).to.equal(1);
      expect(seen.width).to.be.closeTo(width, 0.5);
      expect(seen.height, 'height').to.be.within(height - 0.1, height + 1);
    });
  }

  it('is only as high as content that is scaled down because it is too wide', async () => {
    const html = receipt('@page { size: 50mm auto; margin: 0 }', `${CONTENT}<div style="width: 75mm">x</div>`);
    const { height, pdf } = await printed({ html });
    expect(height).to.be.within(42, 46);
    expect(pdfWords(pdf).find(({ text }) => text === 'last')?.yMax).to.be.within(38 * MM, 42 * MM);
  });

  it('has room for its header and footer', async () => {
    const job = {
      paper: { width: 80 / 25.4 },
      headerHtml: '<div style="height: 10mm">head',
      footerHtml: 'foot [[page]]/[[pages]]',
    };
    const { pages, height, pdf } = await printed(job);
    expect(pages).to.equal(1);
    expect(height).to.be.within(20 + 60 + 10, 20 + 60 + 20);
    const at = (word: string): number => pdfWords(pdf).find(({ text }) => text === word)?.yMin ?? Number.NaN;
    expect(at('head')).to.be.below(at('first'));
    expect(at('1/1'))
      .to.be.above(at('last'))
      .and.below(height * MM);
  });

  it('may be 200 inches high, and no higher', async () => {
    const css = '@page { size: 80mm auto; margin: 0 }';
    expect((await printed({ html: receipt(css, '<div style="height: 199in">') })).height).to.be.closeTo(199 * 25.4, 2);
    const error = await printed({ html: receipt(css, '<div style="height: 201in">') }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'document_too_complex' });
    expect((error as ServiceError).message).to.include('202 inches high');
  });

  it('is refused for content that grows with it', async () => {
    const html = receipt('@page { size: 80mm auto } div { min-height: 100vh; padding: 1cm }', '<div>x');
    const error = await printed({ html }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ServiceError).and.include({ code: 'document_too_complex' });
    expect((error as ServiceError).message).to.include('100vh');
  });

  it('also applies to a size in lengths, which landscape turns', async () => {
    const paper = { width: 2, height: 3 };
    const upright = await printed({ paper });
    expect([upright.width, upright.height].map(Math.round)).to.deep.equal([51, 76]);
    const turned = await printed({ paper, orientation: 'landscape', html: 'x' });
    expect([turned.width, turned.height].map(Math.round)).to.deep.equal([76, 51]);
  });
});
