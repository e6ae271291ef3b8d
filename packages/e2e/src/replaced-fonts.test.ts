import { readFile } from 'node:fs/promises';
import { type Answer, pdfFonts, type SharedService, sharedService, testFont } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const INSTALLED = new URL('../../../fonts/files/inter.Inter_400Regular.ttf', import.meta.url);
const OTHER = testFont('Inter', { format: 'woff2' }).toString('base64');
const HTML = '<p style="font-family: Inter">x';

describe('A font file in a document, for a family that the service has,', () => {
  let service: SharedService;
  let same: string;
  before(async () => {
    service = await sharedService();
    same = (await readFile(INSTALLED)).toString('base64');
  });

  const print = (body: object): Promise<Answer> => service.call('/api/utilities/html-to-pdf', { body });
  const face = (source: string, family = 'Inter'): string => `@font-face { font-family: ${family}; src: ${source} }`;

  const REPLACED: Record<string, object> = {
    'in `files`': { html: HTML, css: face('url(inter.woff2)'), files: { 'inter.woff2': { base64: OTHER } } },
    'in `files`, beside other formats': {
      html: `<style>${face('url(inter.eot?#iefix), url("./inter.woff2?v=3") format("woff2")')}</style>${HTML}`,
      files: { 'inter.woff2': { base64: OTHER }, 'inter.eot': { base64: 'AAAA' } },
    },
    'as a data URL': { html: HTML, css: face(`url(data:font/woff2;base64,${OTHER})`) },
    'from a sheet in another folder': {
      html: `<link rel=stylesheet href=css/a.css>${HTML}`,
      files: { 'css/a.css': face('url(../fonts/inter.woff2)'), 'fonts/inter.woff2': { base64: OTHER } },
    },
    'under another name of it': {
      html: HTML.replace('Inter', 'InterVariable'),
      css: face('url(inter.woff2)', 'InterVariable'),
      files: { 'inter.woff2': { base64: OTHER } },
    },
    'for which another one stands in': {
      html: HTML.replace('Inter', 'Arial'),
      css: face('url(a.woff2)', 'Arial'),
      files: { 'a.woff2': { base64: testFont('Arial').toString('base64') } },
    },
    'for one of several faces': {
      html: HTML,
      css: `${face('url(same.ttf)')} ${face('url(inter.woff2)')}`,
      get files() {
        return { 'same.ttf': { base64: same }, 'inter.woff2': { base64: OTHER } };
      },
    },
  };
  for (const [where, body] of Object.entries(REPLACED))
    it(`is reported, where it is another one, ${where}`, async () => {
      const { status, body: answer } = await print(body);
      expect(status, answer.error).to.equal(200);
      expect(answer.data.warnings.map(({ code }: { code: string }) => code)).to.deep.equal(['font_replaced']);
      expect(answer.data.warnings[0].message).to.match(
        /^`@font-face \w+`(?: in `style`)? at \S+ \d+:\d+ is not loaded: the service prints its own font of this name, .*`PUT \/api\/fonts\/{name}`\.$/,
      );
      expect(pdfFonts(Buffer.from(answer.data.pdf_base64, 'base64'))[0]).to.match(/^(?:Inter-Regular|LiberationSans)$/);
      expect((await print({ ...body, on_blocked: 'error' })).status, 'it is no error').to.equal(200);
    });

  const QUIET: Record<string, () => object> = {
    'where it is the same': () => ({
      html: HTML,
      css: face('url(inter.ttf)'),
      files: { 'inter.ttf': { base64: same } },
    }),
    'that is known by its address only': () => ({ html: HTML, css: face('url(https://cdn.example/inter.woff2)') }),
    'that was not sent': () => ({ html: HTML, css: face('url(inter.woff2)') }),
    'that is no font': () => ({ html: HTML, css: face('url(a.css)'), files: { 'a.css': 'p {}' } }),
    'that no text may name': () => ({
      html: '<p>x',
      css: face('url(inter.woff2)'),
      files: { 'inter.woff2': { base64: OTHER } },
    }),
    'that is broken': () => ({
      html: HTML,
      css: face('url(inter.woff2)'),
      files: { 'inter.woff2': { base64: Buffer.from(OTHER, 'base64').subarray(0, 200).toString('base64') } },
    }),
  };
  for (const [what, body] of Object.entries(QUIET))
    it(`is not spoken of ${what}`, async () => {
      const { status, body: answer } = await print(body());
      expect(status, answer.error).to.equal(200);
      expect(answer.data).to.not.include.keys('warnings');
    });
});
