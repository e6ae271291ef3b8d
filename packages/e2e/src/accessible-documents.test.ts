import { type Answer, type ServiceClient, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const PIXEL = 'src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"';
const PAGE = '<html lang="en"><title>Order</title>\n';

describe('Faults that keep a document from conforming', () => {
  let service: ServiceClient;
  before(async () => {
    service = await sharedService();
  });

  const print = (html: string, more: object = {}): Promise<Answer> =>
    service.call('/api/utilities/html-to-pdf', { body: { html, conformance: ['pdf/a-3a', 'pdf/ua-1'], ...more } });
  const codeOf = ({ headers }: Answer): string | null => headers.get('x-error-code');

  it('are one error that names all of them, with positions in the template and alternatives', async () => {
    const html = `<h1>x</h1>\n[[#rows]]<img ${PIXEL}>[[/rows]]\n<h3>y</h3>`;
    const answer = await print(html, { data: { rows: [1, 2] } });
    expect(answer.status).to.equal(422);
    expect(codeOf(answer)).to.equal('not_conforming');
    expect(answer.body.error).to.equal(
      '4 places of the document: (1) The document has no language: write `<html lang="en">`, or send `locale`. ' +
        '(2) The document has no title: write a `title` element, or send `metadata.title` or `filename`. ' +
        '(3) `img` at html 2:10 (2 times) has no `alt`: describe the image, or write `alt=""` if it is decorative. ' +
        '(4) `h3` at html 3:1 is a heading of level 3 after one of level 1: make it an `h2`.',
    );
  });

  it('are absent in a correct document, or when the request has the missing part', async () => {
    const plain = await print(`${PAGE}<h2>x</h2><img ${PIXEL} alt="y">`);
    expect(plain.status, plain.body.error).to.equal(200);
    expect(plain.body.data).not.to.have.property('warnings');
    for (const more of [{ filename: 'order' }, { metadata: { title: 'Order' } }]) {
      const { status, body } = await print('<p>x', { locale: 'de', ...more });
      expect(status, body.error).to.equal(200);
    }
  });

  it('count only if they are visible, by any means of hiding', async () => {
    const hidden = `<img class="a" ${PIXEL}><h1>x</h1><h3 class="b">z</h3><details><summary>s</summary><img ${PIXEL}></details>`;
    for (const css of ['.a, .b { display: none }', '@media print { .a, .b { visibility: hidden } }']) {
      const { status, body } = await print(`${PAGE}${hidden}`, { css });
      expect(status, body.error).to.equal(200);
    }
    const screen = await print(`${PAGE}${hidden}`, { css: '@media screen { .a, .b { display: none } }' });
    expect(screen.body.error).to.match(/^2 places of the document: \(1\) `img` at html 2:1 .*\(2\) `h3` at html 2:/);
    const skipped = await print(`${PAGE}<h1>x</h1><h2>y</h2><h3>z</h3>`, { css: 'h2 { display: none }' });
    expect(skipped.body.error).to.match(/^`h3` at html 2:\d+ is a heading of level 3 after one of level 1/);
  });

  it('are texts that the browser draws as pictures', async () => {
    const html = `${PAGE}<p class="a">x</p>\n<img class="a" ${PIXEL} alt="y"><p class="b">z</p>`;
    const shadow = await print(html, { css: '.a { filter: drop-shadow(0 0 1px red) }' });
    expect(codeOf(shadow)).to.equal('not_conforming');
    expect(shadow.body.error).to.match(/^`p` at html 2:1 has text with `filter`/);
    const screen = await print(html, {
      css: '@media screen { .a { filter: blur(1px) } } .b { text-shadow: 0 0 1px red }',
    });
    expect(screen.status, screen.body.error).to.equal(200);
    const whole = await print(html, { css: 'body { filter: grayscale(1) }' });
    expect(whole.body.error).to.match(/^The document has text with `filter`/);
  });

  it('are warnings where they are a doubt only, or a recommendation of the level', async () => {
    const table = '<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>';
    const doubt = await print(`${PAGE}${table}`);
    expect(doubt.status, doubt.body.error).to.equal(200);
    expect(doubt.body.data.warnings).to.deep.equal([
      {
        code: 'not_accessible',
        message:
          '`table` at html 2:1 has no header cells, so it is read as text, cell by cell: use `th` for the cells that name columns or rows, or write `role="presentation"` if the table is only for layout.',
        line: 2,
        column: 1,
      },
    ]);
    const levelA = await print(`<img ${PIXEL}>`, { conformance: 'pdf/a-3a' });
    expect(levelA.status, levelA.body.error).to.equal(200);
    expect(levelA.body.data.warnings).to.have.length(1);
  });

  it('are warnings about texts that CSS adds, where these show, say something and are moved elsewhere', async () => {
    const css = `h1 { counter-increment: c } h1::before { content: counter(c) ". " } .price::after { content: " €" }
      li::before { content: "→ " } .gone { display: none } .gone::before { content: "x" } .empty::after { content: "" }`;
    const html = `${PAGE}<h1>a</h1>\n<p class="price">5</p><ul><li>b</ul><p class="gone">c</p><p class="empty">d</p><p class="price" aria-hidden="true">6</p>`;
    const read = await print(html, { css });
    expect(read.status, read.body.error).to.equal(200);
    expect(read.body.data).not.to.have.property('warnings');
    const { status, body } = await print(html, { css: `${css} h1::before, p::after { position: absolute }` });
    expect(status, body.error).to.equal(200);
    const what = 'has text that CSS adds (`content`), which is not read aloud: write it in the document.';
    expect(body.data.warnings.map(({ message }: { message: string }) => message)).to.deep.equal([
      `\`h1\` at html 2:1 ${what}`,
      `\`p\` at html 3:1 ${what}`,
    ]);
  });

  it('are characters that are in no font, at every level, from any source', async () => {
    const html = `${PAGE}<style>i::before { content: "\\13A02" }</style><p>[[text]]</p>\n<p>&#x13a01; \u{13a01}</p><i></i>`;
    for (const conformance of ['pdf/a-2b', 'pdf/ua-1']) {
      const more = { conformance, data: { text: 'a \u{13a00}' }, footer_html: '<p>b\n\u{13a03}' };
      const answer = await print(html, more);
      expect(codeOf(answer)).to.equal('not_conforming');
      for (const place of [
        'U+13A00 \u{13a00} at html 2:50 from `[[text]]` may be in no font (page 1)',
        'U+13A01 \u{13a01} at html 3:4 (and 1 more place) is in no font (page 1)',
        'U+13A02 \u{13a02} at html 2:30 may be in no font (page 1)',
        'U+13A03 \u{13a03} at footer_html 2:1 may be in no font (page 1)',
      ])
        expect(answer.body.error).to.include(place).and.include('`PUT /api/fonts/{name}`');
    }
    const only = await print(`${PAGE}<p>a\u{e123}`);
    expect(only.body.error).to.include('U+E123 at html 2:5 is in no font (page 1)');
  });

  it('do not matter for level B, or without any level', async () => {
    for (const conformance of ['pdf/a-2b', 'pdf/a-3b', undefined]) {
      const { status, body } = await print(`<h4>x</h4><img ${PIXEL}>`, { conformance });
      expect(status, body.error).to.equal(200);
      expect(body.data).not.to.have.property('warnings');
    }
  });
});
