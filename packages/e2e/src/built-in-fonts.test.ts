import { spawnSync } from 'node:child_process';
import { isBuiltInFamily } from '@toolpress/document';
import { type Answer, FONTS_ENV, pdfFonts, type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

describe('A document in fonts that everybody names', () => {
  let service: ServiceClient;
  before(async function () {
    if (process.platform === 'darwin') this.skip(); // it has its own fonts only
    service = await sharedService();
  });

  const print = (body: object): Promise<Answer> => service.call('/api/utilities/html-to-pdf', { body });
  const fontsIn = ({ body }: Answer): string[] => pdfFonts(Buffer.from(body.data.pdf_base64, 'base64'));

  it('is printed in them, for any original address', async () => {
    const answer = await print({
      html: `<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter:wght@400;700&display=swap">
        <style>
          @import url("https://fonts.googleapis.com/css?family=Source+Sans+Pro:600i");
          @font-face { font-family: "Font Awesome 6 Free"; font-weight: 900; src: url(webfonts/fa-solid-900.woff2) }
          body { font-family: Inter, sans-serif } em { font: italic 600 1em "source sans pro" }
          i::before { content: "\\f007"; font-family: "Font Awesome 6 Free"; font-weight: 900; font-style: normal }
        </style>
        <p>plain <b>bold</b> <em>italic</em> <i></i> <span style="font-family: Calibri">Calibri</span>`,
      header_html: '<p style="font-family: Georgia">head',
    });
    expect(answer.status, answer.body.error).to.equal(200);
    expect(answer.body.data).not.to.include.keys('warnings');
    expect(fontsIn(answer)).to.include.members([
      'Carlito-Regular',
      'FontAwesome6Free-Solid',
      'Gelasio-Regular',
      'Inter-Bold',
      'Inter-Regular',
      'SourceSans3-SemiBoldItalic',
    ]);
  });

  it('says nothing of one that the machine has besides', async function () {
    const { stdout } = spawnSync('fc-list', ['--format=%{family[0]}\n'], { env: FONTS_ENV, encoding: 'utf8' });
    const family = stdout.split('\n').find((name) => /^DejaVu/.test(name) && !isBuiltInFamily(name));
    if (family === undefined) this.skip();
    const answer = await print({ html: `<p style="font-family: '${family}'">x` });
    expect(fontsIn(answer).join()).to.match(/^DejaVu/);
    expect(answer.body.data).not.to.include.keys('warnings');
  });

  it('reports a family that is not installed, and prints the next one', async () => {
    const answer = await print({
      html: '<p style="font-family: Gotham, serif">x <b style="font-family: Gotham">y</b>',
    });
    expect(fontsIn(answer)).to.deep.equal(['LiberationSerif', 'LiberationSerif-Bold']);
    expect(answer.body.data.warnings).to.deep.equal([
      {
        code: 'font_unavailable',
        message:
          '`font-family: Gotham` in `p` `style` at html 1:4 names a font that is not available: upload the font with `PUT /api/fonts/{name}`, or use one of the families at /docs/fonts.',
        line: 1,
        column: 4,
      },
    ]);
  });
});
