import { type Answer, pdfText, redisContents, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const BACKGROUND =
  '<style>\np { background: url(paper.png) }\n.unused { background: url(other.png) }\n</style><p>x</p>';
const UNUSED = BACKGROUND.replace('<p>x</p>', '<b>x</b>');
const FRAMES = '<p>x</p>\n<iframe src="https://a.example/"></iframe>\n<img src="logo.png"><object></object>';

describe('What a document may not load', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const print = (body: object): Promise<Answer> => service.call(PDF, { body });
  const codeOf = ({ headers }: Answer): string | null => headers.get('x-error-code');

  it('is an error when it is content, and one answer names all positions', async () => {
    const answer = await print({ html: FRAMES });
    expect(answer.status).to.equal(422);
    expect(codeOf(answer)).to.equal('content_forbidden');
    expect(answer.body.error).to.match(
      /^3 places of the document: \(1\) `iframe` at html 2:1 is not allowed: .*\(2\) `img` `src` at html 3:6 is a relative URL.*\(3\) `object` at html 3:21/,
    );
  });

  it('names the first twenty of many places, and how many more there are', async () => {
    const { error } = (await print({ html: '<object></object>'.repeat(25) })).body;
    expect(error)
      .to.match(/^25 places of the document: \(1\)/)
      .and.match(/\(20\) `object` at html 1:324 .* And 5 more\.$/);
  });

  it('is omitted with warnings where the request says so', async () => {
    const { status, body } = await print({ html: FRAMES, on_blocked: 'warn' });
    expect(status, body.error).to.equal(200);
    expect(body.data.warnings.map(({ code, line, column }: Warning) => [code, line, column])).to.deep.equal([
      ['content_blocked', 2, 1],
      ['content_blocked', 3, 6],
      ['content_blocked', 3, 21],
    ]);
    expect(pdfText(Buffer.from(body.data.pdf_base64, 'base64'))).to.include('x');
  });

  it('is a warning when it is style that a page shows, and no word is lost on the rest', async () => {
    const { status, body } = await print({ html: BACKGROUND });
    expect(status, body.error).to.equal(200);
    expect(body.data.warnings).to.deep.equal([
      {
        code: 'style_blocked',
        message:
          '`url()` in `style` at html 2:17 is not loaded: CSS may not load anything; for an image, use an `img` element, or send `embedded_resources: true`, with which style sheets load paths in `files` and data URLs.',
        line: 2,
        column: 17,
      },
    ]);
    const unused = await print({ html: UNUSED });
    expect(unused.body.data).not.to.include.keys('warnings');
  });

  it('is reported again when the same page prints the same document', async () => {
    // More often than the service has pages.
    for (let time = 1; time <= 5; time++) {
      expect((await print({ html: BACKGROUND })).body.data.warnings, `${time}`).to.have.lengthOf(1);
    }
  });

  it('is an error for style too where the request says so', async () => {
    const answer = await print({ html: BACKGROUND, on_blocked: 'error' });
    expect(answer.status).to.equal(422);
    expect(codeOf(answer)).to.equal('content_forbidden');
    expect(answer.body.error).to.match(/^`url\(\)` in `style` at html 2:17 is not loaded/);
    expect((await print({ html: UNUSED, on_blocked: 'error' })).status).to.equal(200);
  });

  it('names a font whose text is printed, not one that no text uses', async () => {
    const css = '@font-face { font-family: Gotham; src: url(gotham.woff2) } .title { font-family: Gotham, serif }';
    const used = await print({ html: '<p class=title>x</p>', css });
    expect(used.body.data.warnings).to.have.lengthOf(1);
    expect(used.body.data.warnings[0].code).to.equal('font_unavailable');
    expect(used.body.data.warnings[0].message).to.match(/^`@font-face Gotham` at css 1:1 .*`PUT \/api\/fonts/);
    expect((await print({ html: '<p>x</p>', css })).body.data).not.to.include.keys('warnings');
  });

  it('counts in headers and footers', async () => {
    const { body } = await print({
      html: '<p>x</p>',
      footer_html: '<p style="background: url(paper.png)">[[page]]</p>',
    });
    expect(body.data.warnings.map(({ message }: Warning) => message)).to.match(
      /^`url\(\)` in `p` `style` at footer_html 1:4/,
    );
  });

  it('is answered the same under an idempotency key, and is in no logs', async () => {
    const headers = { 'Idempotency-Key': 'blocked-1' };
    // A line that no other document has a warning of.
    const html = `${'\n'.repeat(4_710)}${BACKGROUND}`;
    const first = await service.call(PDF, { body: { html }, headers });
    const again = await service.call(PDF, { body: { html }, headers });
    expect(first.body.data.warnings[0].message).to.include('html 4712:');
    expect(again.body.data.warnings).to.deep.equal(first.body.data.warnings);
    expect(await redisContents(service.redis.url)).not.to.include('html 4712:');
  });
});

interface Warning {
  code: string;
  message: string;
  line?: number;
  column?: number;
}
