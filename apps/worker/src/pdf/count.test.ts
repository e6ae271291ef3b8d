import { expect } from 'chai';
import { describe, it } from 'mocha';
import { countPages } from './count.js';

/** A PDF of the objects given, numbered from 1, as Skia lays it out. */
function pdfOf(objects: string[], root: number): Buffer {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}\n/Root ${root} 0 R\n/Info 1 0 R>>\n`;
  return Buffer.from(`${body}${table}${trailer}startxref\n${body.length}\n%%EOF\n`, 'latin1');
}

const tree = '<</Type /Pages\n/Count 3\n/Kids [4 0 R <</Count 9>>]>>';

describe('The count of pages', () => {
  it('follows the trailer to the catalog and its page tree', () => {
    expect(countPages(pdfOf(['<</Title (x)>>', tree, '<</Type /Catalog\n/Pages 2 0 R>>'], 3))).to.equal(3);
  });

  it('is not fooled by what a document writes into its title or language', () => {
    const catalog =
      '<</Type /Catalog\n/Lang (en \\) /Pages 1 0 R (nested) >> )\n/ViewerPreferences <</Pages 1 0 R>>\n/Pages 2 0 R>>';
    const info = '<</Title (/Type /Pages /Count 99 startxref 0 %%EOF)\n/Count 99>>';
    expect(countPages(pdfOf([info, tree, catalog], 3))).to.equal(3);
  });

  it('skips hexadecimal strings', () => {
    const catalog = '<</Lang <FEFF002F>\n/Pages 2 0 R>>';
    expect(countPages(pdfOf(['<<>>', tree, catalog], 3))).to.equal(3);
  });

  for (const [what, bytes] of [
    ['nothing', ''],
    ['no PDF', 'hello'],
    ['a PDF cut short', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'],
    ['a PDF that points nowhere', '%PDF-1.4\nstartxref\n99999\n%%EOF'],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(() => countPages(Buffer.from(bytes))).to.throw(Error);
    });
  }
});
