import { expect } from 'chai';
import { describe, it } from 'mocha';
import { skiaPdf } from '../testing/skia-pdf.js';
import { countPages } from './printed.js';

const tree = '<</Type /Pages\n/Count 3\n/Kids [4 0 R <</Count 9>>]>>';

describe('countPages', () => {
  it('follows the trailer to the catalog and its page tree', () => {
    expect(countPages(skiaPdf(['<</Title (x)>>', tree, '<</Type /Catalog\n/Pages 2 0 R>>'], 3))).to.equal(3);
  });

  it('ignores what looks like structure in the title or language', () => {
    const catalog =
      '<</Type /Catalog\n/Lang (en \\) /Pages 1 0 R (nested) >> )\n/ViewerPreferences <</Pages 1 0 R>>\n/Pages 2 0 R>>';
    const info = '<</Title (/Type /Pages /Count 99 startxref 0 %%EOF)\n/Count 99>>';
    expect(countPages(skiaPdf([info, tree, catalog], 3))).to.equal(3);
  });

  it('skips hexadecimal strings', () => {
    const catalog = '<</Lang <FEFF002F>\n/Pages 2 0 R>>';
    expect(countPages(skiaPdf(['<<>>', tree, catalog], 3))).to.equal(3);
  });

  for (const [what, bytes] of [
    ['nothing', ''],
    ['no PDF', 'hello'],
    ['a PDF cut short', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'],
    ['a PDF that points nowhere', '%PDF-1.4\nstartxref\n99999\n%%EOF'],
  ] as const) {
    it(`rejects ${what}`, () => {
      expect(() => countPages(Buffer.from(bytes))).to.throw(Error);
    });
  }
});
