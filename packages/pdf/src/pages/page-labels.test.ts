import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { finishPdf } from '../finish.js';
import { skiaPdf } from '../testing/skia-pdf.js';

const PAGE = '<</Type /Page\n/MediaBox [0 0 100 100]\n/Parent 2 0 R>>';

describe('Page labels', () => {
  /** Reads the labels with an independent library. */
  async function labelsOf(pages: number, firstPageNumber: number): Promise<string> {
    const kids = Array.from({ length: pages }, (_, page) => `${page + 4} 0 R`);
    const tree = `<</Type /Pages\n/Count ${pages}\n/Kids [${kids.join(' ')}]>>`;
    const objects = ['<<>>', tree, '<</Type /Catalog\n/Pages 2 0 R>>', ...kids.map(() => PAGE)];
    const pdf = finishPdf(skiaPdf(objects, 3), { job: { firstPageNumber } });
    const { catalog, context } = await PDFDocument.load(pdf);
    const labels = context.lookup(catalog.get(PDFName.of('PageLabels')));
    return String(labels ?? 'none').replace(/\s+/g, ' ');
  }

  it('are the page numbers of the document', async () => {
    expect(await labelsOf(3, 5)).to.equal('<< /Nums [ 0 << /S /D /St 5 >> ] >>');
    expect(await labelsOf(3, -1)).to.match(
      /^<< \/Nums \[ 0 << \/P \S+ >> 1 << \/P \S+ >> 2 << \/S \/D \/St 1 >> \] >>$/,
    );
    expect(await labelsOf(2, -7)).to.match(/^<< \/Nums \[ 0 << \/P \S+ >> 1 << \/P \S+ >> \] >>$/);
  });

  it('are not written when the first page has number 1', async () => expect(await labelsOf(3, 1)).to.equal('none'));
});
