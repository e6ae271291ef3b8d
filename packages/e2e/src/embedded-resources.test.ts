import { pdfColours, pdfFonts, type SharedService, sharedService, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><rect width="99" height="99" fill="red"/></svg>';
const BLUE = RED.replace('red', 'blue');
const FONT = testFont('Mine').toString('base64');
const inUrl = (type: string, text: string): string => `data:${type};base64,${Buffer.from(text).toString('base64')}`;

/** A page as programs write it that put everything into one file. */
const HTML = `<!DOCTYPE html><html lang="en"><head><title>T</title>
<link rel="stylesheet" href="${inUrl('text/css', 'h1 { color: #00f000 }')}">
<link rel="stylesheet" href="css/a.css">
<style>@font-face { font-family: Mine; src: url(fonts/mine.ttf) format("truetype") } h1 { font: 30px Mine }</style>
</head><body><h1>AAAA</h1><p class="file">x</p><p style="background: url(${inUrl('image/svg+xml', BLUE)}); height: 30mm">x</p></body></html>`;
const FILES = {
  'css/a.css': '@media print { .file { background: url("../img/red.svg"); height: 30mm } }',
  'img/red.svg': RED,
  'fonts/mine.ttf': { base64: FONT },
};
const [RED_PIXEL, BLUE_PIXEL] = ['255,0,0', '0,0,255'];

describe('What a document carries itself', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });
  const print = (more: object) =>
    service.call('/api/utilities/html-to-pdf', { body: { html: HTML, files: FILES, ...more } });

  it('prints with `embedded_resources`', async () => {
    const { status, body } = await print({ embedded_resources: true });
    expect(status, body.error).to.equal(200);
    expect(body.data).not.to.have.property('warnings');
    const pdf = Buffer.from(body.data.pdf_base64, 'base64');
    expect(pdfFonts(pdf)).to.include('Mine');
    const colours = pdfColours(pdf);
    expect([RED_PIXEL, BLUE_PIXEL].every((colour) => colours.has(colour))).to.equal(true);
  });

  it('is left out without it, with warnings that name the option', async () => {
    const { status, body } = await print({});
    expect(status, body.error).to.equal(200);
    const pdf = Buffer.from(body.data.pdf_base64, 'base64');
    expect(pdfFonts(pdf)).not.to.include('Mine');
    expect([...pdfColours(pdf)]).not.to.include.members([RED_PIXEL]);
    const said = body.data.warnings.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`);
    expect(said.filter((one: string) => one.includes('embedded_resources: true'))).to.have.lengthOf(said.length);
    expect(said.join()).to.include('style_blocked').and.to.include('font_unavailable');
  });

  it('prints in headers, too', async () => {
    const header_html = '<div style="background: url(img/red.svg); height: 5mm">x</div>';
    const { body } = await print({ embedded_resources: true, header_html, html: '<p>x', margin: '20mm' });
    expect(pdfColours(Buffer.from(body.data.pdf_base64, 'base64')).has(RED_PIXEL)).to.equal(true);
  });
});
