import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { skiaPdf } from '../testing/skia-pdf.js';
import { finishPdf } from './finish.js';

const PAGE = '<</Type /Page\n/MediaBox [0 0 100 100]\n/Parent 2 0 R>>';

describe('The labels of pages', () => {
  /** As a library that is not ours reads them. */
  async function labelsOf(pages: number, firstPageNumber: number): Promise<string> {
    const kids = Array.from({ length: pages }, (_, page) => `${page + 4} 0 R`);
    const tree = `<</Type /Pages\n/Count ${pages}\n/Kids [${kids.join(' ')}]>>`;
    const objects = ['<<>>', tree, '<</Type /Catalog\n/Pages 2 0 R>>', ...kids.map(() => PAGE)];
    const pdf = finishPdf(skiaPdf(objects, 3), { firstPageNumber });
    const { catalog, context } = await PDFDocument.load(pdf);
    const labels = context.lookup(catalog.get(PDFName.of('PageLabels')));
    return String(labels ?? 'none').replace(/\s+/g, ' ');
  }

  it('are the numbers that the document counts by', async () => {
    expect(await labelsOf(3, 5)).to.equal('<< /Nums [ 0 << /S /D /St 5 >> ] >>');
    expect(await labelsOf(3, -1)).to.match(
      /^<< \/Nums \[ 0 << \/P \S+ >> 1 << \/P \S+ >> 2 << \/S \/D \/St 1 >> \] >>$/,
    );
    expect(await labelsOf(2, -7)).to.match(/^<< \/Nums \[ 0 << \/P \S+ >> 1 << \/P \S+ >> \] >>$/);
  });

  it('are not written where readers count so by themselves', async () => expect(await labelsOf(3, 1)).to.equal('none'));
});
