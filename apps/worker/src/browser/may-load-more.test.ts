import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { NO_IMAGES } from '../images/fetched-image.js';
import { sheet, testChromium } from '../testing/chromium.js';
import type { Chromium } from './chromium.js';
import { mayLoadMore } from './may-load-more.js';
import { WarmPage } from './warm-page.js';

/** A document that is taken for one that may load more, and does not. */
const waitedFor = (html: string): string => `${html}<!-- \\ -->`;

const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, row) => `<tr><td>${row}</td><td>Grüße, 世界 ${'und so fort '.repeat(9)}</td></tr>`,
  ).join('');

const DOCUMENTS = {
  'a line': '<!DOCTYPE html><p>Hello',
  nothing: '',
  'a long table with repeated heads': `<table><thead><tr><th>No.</th><th>What</th></tr></thead>${rows(900)}</table>`,
  'styles that measure, count, turn and animate': `<!DOCTYPE html><style>
    @page { size: A5 landscape; margin: 1cm }
    @keyframes late { to { opacity: 0; margin-left: 9cm } }
    body { counter-reset: n; columns: 2 } p { animation: late 1s 2s; transition: all 1s }
    p::before { counter-increment: n; content: counter(n) ". " }
    h1 { display: flex; transform: rotate(3deg); font: italic 700 2em/1.1 serif }
    </style><h1><span>One</span><span>Two</span></h1>${'<p>Text <b>and</b> <code>more</code></p>'.repeat(80)}`,
  'a form, a drawing and links': `<!DOCTYPE html><form><select><option>a<option selected>b</select><textarea>t</textarea><input value=x></form>
    <svg width="90" height="90"><circle cx="45" cy="45" r="40"/><text y="50">x</text></svg><a href="https://example.com/">away</a>`,
};

describe('A document that is all there once it is parsed', () => {
  let chromium: Chromium;
  let page: WarmPage;
  before(async () => {
    chromium = testChromium();
    page = await WarmPage.open(await chromium.browser());
  });
  after(() => chromium.close());

  async function printed(html: string): Promise<string> {
    const { result } = await page.work(sheet(html, NO_IMAGES));
    return result.toString('latin1').replaceAll(/\(D:[^)]*\)/g, '(then)');
  }

  for (const [what, html] of Object.entries(DOCUMENTS)) {
    it(`prints the same at once as after its load event: ${what}`, async () => {
      expect([mayLoadMore(html), mayLoadMore(waitedFor(html))]).to.deep.equal([false, true]);
      const [early, late] = [await printed(html), await printed(waitedFor(html))];
      expect(early === late, 'byte for byte').to.equal(true);
      expect(early.length).to.be.greaterThan(500);
    });
  }
});

describe('What may still come to a document', () => {
  for (const html of [
    '<img src="data:image/png;base64,AA">',
    '<img srcset=https://example.com/a.png>',
    '<style>p { background: URL(x) }</style>',
    '<style>p { background: u\\72l(x) }</style>',
    '<style>p { background: image-set("x" 1x) }</style>',
    '<style>@font-face { font-family: x; src: local(y) }</style>',
    '<style>@import "x"</style>',
    '<svg><image href="x"/></svg>',
    '<svg><filter><feImage href="x"/></filter></svg>',
    '<svg><use href="data:x"/></svg>',
    '<table background="data:x">',
    '<OBJECT data=x>',
    '<embed>',
    '<link rel=stylesheet>',
    'x'.repeat(300_000),
  ]) {
    it(`is waited for: ${html.slice(0, 60)}`, () => expect(mayLoadMore(html)).to.equal(true));
  }
});
