import type { RenderJob } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { NO_IMAGES } from './images/image-source.js';
import { prepareDocument } from './prepare-document.js';
import { printDocument } from './print-document.js';
import { MAX_PDF_BYTES } from './testing/chromium.js';
import { testPage } from './testing/page.js';

describe('References to pages', () => {
  const page = testPage();

  async function printed(html: string, job: Partial<RenderJob> = {}) {
    const whole: RenderJob = { requestId: 'test', html, orientation: 'portrait', ...job };
    const document = prepareDocument(whole, () => undefined);
    const { result } = await page.work({
      images: NO_IMAGES,
      run: (printer) => printDocument(printer, document, whole, MAX_PDF_BYTES),
    });
    return result;
  }

  const NEXT = '<div style="break-before: page"></div>';
  const RUNNING = `<h1 data-running="chapter">One</h1>${NEXT}<h1 data-running="chapter" id="two">Two</h1>`;
  const pagesOf = ({ places }: Awaited<ReturnType<typeof printed>>) =>
    [...(places ?? [])].map(([id, { page }]) => [id, page]);

  for (const [what, job] of [
    ['without headers', {}],
    ['with one', { headerHtml: 'h' }],
    ['with one in margins of its own', { headerHtml: 'h', css: '@page :first { margin: 3cm }' }],
    ['on pages of a size that only the document knows', { headerHtml: 'h', css: '@page { size: A6 }' }],
  ] as const)
    it(`have places on the pages of a document ${what}`, async () => {
      expect(pagesOf(await printed(RUNNING, job))).to.have.deep.members([
        ['toolpress-1', 1],
        ['two', 2],
      ]);
    });

  it('have a place on the one page that is as high as its content', async () => {
    const result = await printed(RUNNING, { paper: { width: 4 } });
    expect(pagesOf(result)).to.have.deep.members([
      ['toolpress-1', 1],
      ['two', 1],
    ]);
  });
});
