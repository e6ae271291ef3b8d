import { type Answer, pdfText, SAMPLE_IMAGES, type ServiceClient, sharedService, svgOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const base64 = (bytes: Buffer | string): { base64: string } => ({ base64: Buffer.from(bytes).toString('base64') });
const PNG = base64(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqkL4KAcT9GO0U4BxoAAAAAElFTkSuQmCC',
    'base64',
  ),
);

describe('Images among the files of a request', () => {
  let service: ServiceClient;
  before(async () => {
    service = await sharedService();
  });

  const print = (body: object): Promise<Answer> => service.call(PDF, { body });
  const pdfOf = (answer: Answer): Buffer => {
    expect(answer.status, answer.body.error).to.equal(200);
    expect(answer.body.data).not.to.include.keys('warnings');
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  };
  /** Streams are not looked into: how often an image is held. */
  const picturesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;

  for (const [what, path, file] of [
    ['a PNG', 'logo.png', PNG],
    ['a WebP', 'logo.webp', base64(SAMPLE_IMAGES.WEBP)],
    ['a WebP without losses', 'logo.webp', base64(SAMPLE_IMAGES.LOSSLESS_WEBP)],
    ['an AVIF', 'logo.avif', base64(SAMPLE_IMAGES.AVIF)],
    ['a WebP by a wrong name', 'logo.png', base64(SAMPLE_IMAGES.WEBP)],
  ] as const) {
    it(`print: ${what}`, async () => {
      const body = { html: `<img width="50" src="./${path}">`, files: { [path]: file } };
      expect(picturesIn(pdfOf(await print(body)))).to.equal(1);
    });
  }

  it('print: a drawing, as text or as bytes, in its own sharpness', async () => {
    const drawing = svgOf('<text y="9" font-size="5">drawn</text>');
    for (const file of [drawing, base64(drawing)]) {
      const pdf = pdfOf(await print({ html: '<img width="200" src="a.svg">', files: { 'a.svg': file } }));
      expect(pdfText(pdf)).to.include('drawn');
      expect(picturesIn(pdf)).to.equal(0);
    }
  });

  it('print in headers and footers too, and as backgrounds of tables, each handed over once', async () => {
    const body = {
      html: '<table background="a.png"><tr><td><img src="a.png" width="9"></table>',
      header_html: '<img src="a.png" width="20">',
      footer_html: '<img src="b.svg" height="20">',
      files: { 'a.png': PNG, 'b.svg': svgOf('<text y="9" font-size="5">drawn</text>') },
    };
    expect(pdfText(pdfOf(await print(body)))).to.include('drawn');
  });

  it('may be saved variables', async () => {
    const content = svgOf('<text y="9" font-size="5">saved</text>');
    await service.call('/api/variables/logo', { method: 'PUT', body: { kind: 'html', content } });
    const body = { html: '<img width="200" src="a.svg">', files: { 'a.svg': '[[var:logo]]' } };
    expect(pdfText(pdfOf(await print(body)))).to.include('saved');
    const unknown = await print({ ...body, files: { 'a.svg': '[[var:gone]]' } });
    expect(unknown.headers.get('x-error-code')).to.equal('variable_unknown');
    expect(unknown.body.error).to.include('`files: a.svg`');
  });

  it('are not templates: tags in them are printed', async () => {
    const files = { 'a.svg': svgOf('<text y="9" font-size="5">[[who]]</text>') };
    const pdf = pdfOf(await print({ html: '<img width="200" src="a.svg">', files, data: { who: 'World' } }));
    expect(pdfText(pdf)).to.include('[[who]]');
  });

  it('that are broken or missing are named in one answer', async () => {
    const html = '<img src="a.png">\n<img src="b.svg">\n<img src="c.webp">\n<img src="d.png">';
    const files = { 'a.png': base64('no image'), 'b.svg': '<svg/>', 'c.webp': PNG };
    const missing = await print({ html, files });
    expect(missing.status).to.equal(422);
    expect(missing.headers.get('x-error-code')).to.equal('content_forbidden');
    expect(missing.body.error).to.match(
      /^3 faults of the document: \(1\) content_forbidden: `img` `src` at html 4:6 is a relative URL: send the image in `files`, as `d.png`\. \(2\) image_unavailable: The image `a.png` .* \(3\) image_unavailable: The image `b.svg` /,
    );
    const faulty = await print({ html: `${html}\n[[name | nofilter]]<iframe src="a.html"></iframe>`, files });
    expect(faulty.headers.get('x-error-code')).to.equal('template_invalid');
    expect(faulty.body.error).to.match(
      /^5 faults .*\(1\) template_invalid: .*line 5, column 1.*\(2\) content_forbidden: .* html 4:6 .*\(3\) content_forbidden: `iframe` at html 5:20 .*\(4\) image_unavailable: .*\(5\) image_unavailable: /,
    );
    const broken = await print({ html, files: { ...files, 'd.png': PNG } });
    expect(broken.status).to.equal(422);
    expect(broken.headers.get('x-error-code')).to.equal('image_unavailable');
    expect(broken.body.error).to.match(
      /^2 places of the document: \(1\) The image `a.png` \(`img` `src` at html 1:6\) can’t be printed: what was sent is no PNG.* \(2\) The image `b.svg` \(`img` `src` at html 2:6\)/,
    );
  });

  it('that are broken or missing are omitted with warnings where the request says so', async () => {
    const html = '<p>x</p>\n<img src="a.png">\n<img src="d.png">';
    const { status, body } = await print({ html, files: { 'a.png': base64('x') }, on_blocked: 'warn' });
    expect(status, body.error).to.equal(200);
    expect(body.data.warnings.map(({ code, line, column }: Warning) => [code, line, column])).to.deep.equal([
      ['content_blocked', 2, 6],
      ['content_blocked', 3, 6],
    ]);
  });

  it('that the browser can’t read are reported when they are printed, in any place', async () => {
    const files = {
      'a.svg': svgOf('<text>a&nbsp;b</text>'),
      'b.avif': base64(SAMPLE_IMAGES.AVIF.subarray(0, 260)),
      'c.svg': svgOf(),
    };
    const html =
      '<p>x</p>\n<table background="a.svg"><tr><td>x</table>\n<svg><image href="b.avif"></svg><img src="c.svg" width="9">';
    const refused = await print({ html, files, header_html: '<img src="a.svg" width="9">' });
    expect(refused.status).to.equal(422);
    expect(refused.headers.get('x-error-code')).to.equal('image_unavailable');
    expect(refused.body.error).to.match(
      /^2 places of the document: \(1\) The image `a.svg` \(`table` `background` at html 2:8\) can’t be printed: it is not well-formed XML.* \(2\) The image `b.avif` .* at html 3:13\) can’t be printed: it is broken\.$/,
    );
    const { status, body } = await print({ html, files, on_blocked: 'warn' });
    expect(status, body.error).to.equal(200);
    expect(body.data.warnings.map(({ line, column }: Warning) => [line, column])).to.deep.equal([
      [2, 8],
      [3, 13],
    ]);
  });

  it('can’t be loaded by CSS', async () => {
    const { status, body } = await print({ html: '<p style="background: url(a.png)">x', files: { 'a.png': PNG } });
    expect(status).to.equal(200);
    expect(body.data.warnings[0].code).to.equal('style_blocked');
  });

  it('of one request are unavailable in the next', async () => {
    const html = '<img width="200" src="a.svg">';
    for (const word of ['first', 'second', 'third']) {
      const files = { 'a.svg': svgOf(`<text y="9" font-size="5">${word}</text>`) };
      expect(pdfText(pdfOf(await print({ html, files }))).trim()).to.equal(word);
    }
    expect((await print({ html })).status).to.equal(422);
  });

  it('that are wrong are errors that name them', async () => {
    for (const [files, says] of [
      [{ 'a.png': { base64: '!' } }, '`files`: `a.png` is not valid base64'],
      [{ 'https://a.example/a.png': 'x' }, '`files`: `https://a.example/a.png` is a URL'],
      [{ '': 'x' }, 'is not a path'],
    ] as const) {
      const answer = await print({ html: 'x', files });
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([400, 'invalid_parameter']);
      expect(answer.body.error).to.include(says);
    }
  });

  it('may be large', async () => {
    const files = {
      'a.svg': svgOf(`<!--${'x'.repeat(4 * 1024 * 1024)}--><text y="9" font-size="5">large</text>`),
      'b.txt': 'x'.repeat(5_000_000),
    };
    expect(pdfText(pdfOf(await print({ html: '<img width="200" src="a.svg">', files })))).to.include('large');
  });
});

interface Warning {
  code: string;
  line?: number;
  column?: number;
}
