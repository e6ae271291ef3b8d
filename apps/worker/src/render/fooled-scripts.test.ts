import type { RenderJob } from '@toolpress/contract';
import { outlineOf } from '@toolpress/pdf';
import { pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { AccessibleContent, part as accessibility } from '../parts/accessibility/accessible-content.js';
import { printPagedFlow } from '../parts/paged/paged.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { MAX_PDF_BYTES } from '../testing/chromium.js';
import { testPage } from '../testing/page.js';
import { prepareDocument } from './prepare/prepare-document.js';
import { printDocument } from './print/print-document.js';

/** Whatever scripts may ask of a node, an element or the document. */
const NAMES =
  'append after before prepend remove replaceWith replaceChildren childNodes children firstChild lastChild firstElementChild nextSibling parentNode parentElement nodeType nodeName tagName localName namespaceURI id lang style className classList getAttribute setAttribute removeAttribute hasAttribute attributes closest matches querySelector querySelectorAll getElementsByTagName getElementsByClassName getElementById getBoundingClientRect getClientRects checkVisibility innerText textContent ownerDocument isConnected contains tHead body head documentElement scrollingElement fonts createElement createRange createTreeWalker constructor toString valueOf length'.split(
    ' ',
  );

describe('Scripts of ours in the page', () => {
  const page = testPage();

  async function printed(html: string, job: Partial<RenderJob> = {}) {
    const whole: RenderJob = { requestId: 'test', html, orientation: 'portrait', ...job };
    const document = prepareDocument(whole, () => undefined, undefined, { parts: [accessibility({ job: whole })] });
    const accessible = new AccessibleContent(document);
    accessible.checkMarkup();
    const { result } = await page.work({
      images: NO_IMAGES,
      run: async (printer) => {
        await accessible.checkRendered(printer);
        return printDocument(printer, document, whole, MAX_PDF_BYTES, { flow: printPagedFlow });
      },
    });
    return {
      warnings: result.reports?.map(({ code }) => code),
      words: pdfWords(result.pdf).map(({ text }) => text),
      outline: outlineOf(document.references, result),
    };
  }

  const fields = NAMES.map((name) => `<output name="${name}"></output>`).join('');
  const others = NAMES.map((name) => `<form name="${name}"></form><img name="${name}" alt="">`).join('');
  /** A form whose fields replace its DOM properties, in a document with the same names. */
  const form = (content: string): string => `<form>${fields}${content}</form>${others}`;

  it('see the notes of a form whose fields are called like what is asked of elements', async () => {
    const html = `<p>a<span data-footnote>first</span></p>${form('<p>b<span data-footnote>second</span> c</p><table><tr><td>d<b data-footnote>third</b></table>')}<p>e</p>`;
    const { words } = await printed(html);
    expect(words).to.include.members(['first', 'second', 'third', '1', '2', '3']);
  });

  it('put a note in the place of such a form', async () => {
    const { words } = await printed(`<p>a</p><form data-footnote>${fields}note</form><p>e</p>`);
    expect(words.indexOf('note')).to.be.above(words.indexOf('e'));
  });

  it('follow page numbers and headings in such a form', async () => {
    const html = form(`[[page-of:#h]]<h1 id="h">One</h1><nav data-toc></nav>`);
    const { words, outline } = await printed(html, { outline: true });
    expect(words[0]).to.equal('1');
    expect(outline?.map(({ title }) => title)).to.deep.equal(['One']);
  });

  it('look at such a form for what is read aloud', async () => {
    const html = `<html lang=en><title>t</title><style>.x { visibility: hidden } .y::before { content: "z" }</style><body>${form('<p class="x y">x</p>')}`;
    await printed(html, { conformance: ['pdf/a-3a'], tagged: true });
  });

  it('measure a receipt that is such a form', async () => {
    expect((await printed(form('x'), { paper: { width: 4 }, headerHtml: 'h' })).words).to.have.members(['x']);
  });

  it('find what is cut in such a form', async () => {
    const html = `<html dir="rtl">${form('<p style="width: 2000px">x')}`;
    expect((await printed(html)).warnings).to.deep.equal(['content_cut']);
  });

  for (const [what, id] of [
    ['halves of characters', 'a\ud800b'],
    ['control characters', '\u0001\u007f'],
    ['quotes and line separators', 'a\u2028"\'`</script>'],
    ['percent signs', '%zz%'],
  ] as const)
    it(`are given ids of ${what}`, async () => {
      const html =
        '<nav data-toc></nav>[[id | page_of]]<h1 id="[[id]]" data-running="r">One</h1><p>x<i data-footnote id="[[id]]n">y</i>';
      const { outline, words } = await printed(html, { data: { id }, outline: true, headerHtml: '[[running.r]]' });
      expect(outline).to.have.length(1);
      expect(words).to.include('1');
    });
});
