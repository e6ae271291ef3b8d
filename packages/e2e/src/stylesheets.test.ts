import { type Answer, pdfText, type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
/** A sheet that can be seen in the text of a PDF. */
const saying = (text: string): string => `p::after { content: " ${text}" }`;

describe('Style sheets that come with a document', () => {
  let service: ServiceClient;
  before(async () => {
    service = await sharedService();
  });

  const print = (body: object): Promise<Answer> => service.call(PDF, { body });
  const textOf = ({ status, body }: Answer): string => {
    expect(status, body.error).to.equal(200);
    return pdfText(Buffer.from(body.data.pdf_base64, 'base64'));
  };

  it('apply where they are linked or imported, headers and footers among them', async () => {
    const files = {
      'css/main.css': `@import "../theme.css"; ${saying('main')}`,
      'theme.css': 'p::before { content: "theme " }',
      'foot.css': { base64: Buffer.from('b::after { content: " foot" }').toString('base64') },
    };
    const html = '<link rel="stylesheet" href="css/main.css"><p>x</p>';
    const answer = await print({ html, files, footer_html: '<link rel="stylesheet" href="/foot.css"><b>[[page]]</b>' });
    expect(textOf(answer)).to.include('theme x main').and.include('1 foot');
    expect(answer.body.data).not.to.include.keys('warnings');
    const imported = await print({ html: '<p>x</p>', css: '@import "css/main.css";', files });
    expect(textOf(imported)).to.include('theme x main');
  });

  it('keep the cascade of the author', async () => {
    const files = { 'a.css': saying('a'), 'b.css': saying('second') };
    const html = `<link rel=stylesheet href=a.css><style>${saying('own')}</style><link rel=stylesheet href=b.css media=screen><p>x</p>`;
    expect(textOf(await print({ html, files }))).to.include('x own');
    expect(textOf(await print({ html: html.replace(' media=screen', ''), files }))).to.include('x second');
    expect(textOf(await print({ html, files, css: saying('request') }))).to.include('x request');
  });

  it('that move something print it as it is in the end', async () => {
    const css = `p { visibility: hidden; animation: show 10s 1s infinite alternate forwards !important }
      @keyframes show { to { visibility: visible } }
      b { display: block; visibility: visible; transition: visibility 10s } @media print { b { visibility: hidden } }`;
    const text = textOf(await print({ html: '<p>Shown<b>hidden</b>', css }));
    expect(text).to.include('Shown').and.not.include('hidden');
  });

  it('of one document never show in another, though the same page prints them', async () => {
    const html = '<link rel=stylesheet href=a.css><p>x</p>';
    for (const name of ['one', 'two', 'three']) {
      expect(textOf(await print({ html, files: { 'a.css': saying(name) } }))).to.match(new RegExp(`x ${name}\\s*$`));
    }
    const answer = await print({ html });
    expect(textOf(answer)).to.match(/x\s*$/);
    expect(answer.body.data.warnings[0].message).to.include('send the style sheet in `files`, as `a.css`');
  });

  it('from a private address are not loaded, with a warning that says why; the rest is printed', async () => {
    const html = '<link rel=stylesheet href="https://127.0.0.1:8443/a.css"><p>x</p>';
    const answer = await print({ html });
    expect(textOf(answer)).to.include('x');
    expect(answer.body.data.warnings[0]).to.include({ code: 'style_blocked', line: 1, column: 22 });
    expect(answer.body.data.warnings[0].message).to.match(
      /^`link` `href` at html 1:22 can’t be loaded: .*public internet addresses/,
    );
    const error = await print({ html, on_blocked: 'error' });
    expect(error.headers.get('x-error-code')).to.equal('content_forbidden');
  });
});
