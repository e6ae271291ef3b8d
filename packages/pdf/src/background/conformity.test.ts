import { cmyk, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { CONFORMANCE, type Conformance, ServiceError } from '@toolpress/contract';
import { pdfOfObjects, streamObject } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Backgrounds } from './backgrounds.js';

const backgrounds = new Backgrounds();

/** @returns the error message, or an empty string when the background is accepted. */
async function faultOf(pdf: Buffer, ...levels: Conformance[]): Promise<string> {
  try {
    await backgrounds.read(pdf.toString('base64'), 'account', levels);
    return '';
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'pdf_invalid');
    return (error as ServiceError).message;
  }
}

async function letterhead(draw: (page: PDFPage, font: PDFFont) => unknown): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  await draw(pdf.addPage(), await pdf.embedFont(StandardFonts.Helvetica));
  return Buffer.from(await pdf.save());
}

/** A page with the given content. `/F` is an embedded font without content, which is not checked. */
const page = (content: string, resources = '', font = '/Encoding/WinAnsiEncoding'): Buffer =>
  pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>>>`,
    streamObject(content),
    `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Some/FirstChar 32/LastChar 33/Widths[500 500]${font}/FontDescriptor 6 0 R>>`,
    '<</Type/FontDescriptor/FontName/ABCDEF+Some/Flags 32/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 0/CapHeight 1/StemV 1/FontFile2 7 0 R>>',
    streamObject('no font'),
    streamObject('1 0 0 rg 0 0 9 9 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
    streamObject('0 0 0 1 k 0 0 9 9 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
    streamObject('x', '/Type/XObject/Subtype/Image/Width 1/Height 1/Filter/JPXDecode'),
  ]);

describe('A background of a conforming PDF', () => {
  it('is accepted with embedded fonts and colours in RGB and grey', async () => {
    const drawn = page(
      '0.5 g 1 0 0 RG 0 0 50 50 re B BT /F 9 Tf (!) Tj ET q 1 0 0 1 9 9 cm /X Do Q',
      '/XObject<</X 8 0 R>>',
    );
    expect(await faultOf(drawn, 'pdf/a-2b')).to.equal('');
    expect(await faultOf(drawn, 'pdf/a-3a', 'pdf/ua-1')).to.equal('');
    const pictured = await letterhead((sheet) => sheet.drawRectangle({ color: rgb(1, 0.5, 0), opacity: 0.5 }));
    expect(await faultOf(pictured, 'pdf/a-3b')).to.equal('');
  });

  it('is rejected with fonts that are not embedded, and names them', async () => {
    const drawn = await letterhead((sheet, font) => sheet.drawText('Example Ltd', { font }));
    for (const level of CONFORMANCE) {
      expect(await faultOf(drawn, level)).to.equal(
        `\`background_pdf\` can’t be used in a PDF that conforms to ${level}: it has fonts that are not embedded (Helvetica); save it as PDF/A in RGB, with all fonts embedded.`,
      );
    }
    expect(await faultOf(drawn)).to.equal('');
  });

  for (const [what, drawn] of [
    ['in a page', () => letterhead((sheet) => sheet.drawRectangle({ color: cmyk(1, 0, 0, 0) }))],
    ['in a form', () => page('/X Do', '/XObject<</X 9 0 R>>')],
    ['by a name', () => page('/DeviceCMYK cs 0 0 0 1 sc 0 0 9 9 re f')],
    ['by a resource', () => page('/C cs 1 sc', '/ColorSpace<</C[/Separation/Gold/DeviceCMYK 5 0 R]>>')],
    ['in an inline picture', () => page('BI /W 1 /H 1 /CS /CMYK /BPC 8 ID abcd EI Q')],
  ] as const) {
    it(`is rejected in PDF/A with CMYK colours ${what}`, async () => {
      const pdf = await drawn();
      expect(await faultOf(pdf, 'pdf/a-2b')).to.include('it has CMYK colours;');
      expect(await faultOf(pdf, 'pdf/ua-1')).to.equal('');
    });
  }

  it('is rejected without texts for its glyphs where the level requires them', async () => {
    const drawn = page('BT /F 9 Tf (!) Tj ET', '', '');
    expect(await faultOf(drawn, 'pdf/a-3b')).to.equal('');
    for (const level of ['pdf/a-3a', 'pdf/ua-1'] as const)
      expect(await faultOf(drawn, level)).to.include('do not say which characters their glyphs are (ABCDEF+Some)');
  });

  it('is rejected with unknown operators, and with image formats that PDF/A forbids', async () => {
    expect(await faultOf(page('1 2 3 magic'), 'pdf/a-3b')).to.include('operators that PDF does not know');
    expect(await faultOf(page('/X Do', '/XObject<</X 10 0 R>>'), 'pdf/a-3b')).to.include('has pictures in JPEG 2000');
  });
});
