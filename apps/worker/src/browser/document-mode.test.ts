/** Quirks, limited quirks and standards mode: a document is laid out in its own, whatever the page showed before. */
import type { RenderJob } from '@toolpress/contract';
import { checkDocument, HeaderFooterDocument } from '@toolpress/document';
import { pdfInfo, pdfText, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { PIXEL, sheet } from '../testing/chromium.js';
import { testPage } from '../testing/page.js';
import { type RenderWorker, startRenderWorker } from '../testing/render-worker.js';
import { beginningWith } from './page-printer.js';

const LIMITED =
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">';

/** In quirks mode tables do not inherit the size of the body's text; in standards mode an image stands on a line of text. */
const MODES = [
  ['standards', '<!doctype html>', { inherits: true, line: true }],
  ['limited quirks', LIMITED, { inherits: true, line: false }],
  ['quirks', '', { inherits: false, line: false }],
] as const;

const BODY = `<style>html, body { margin: 0; font: 40px/1.5 serif } td { padding: 0 }</style>
  <table><tr><td>word</table><table><tr><td style="font-size: 40px"><img width="9" height="9" src="${PIXEL}"></table>after`;

describe('The mode of a document', () => {
  const page = testPage();

  async function seen(html: string): Promise<{ inherits: boolean; line: boolean }> {
    const { result } = await page.work(sheet(html));
    const [word, next] = ['word', 'after'].map((text) => pdfWords(result).find((one) => one.text === text));
    const height = (word?.yMax ?? 0) - (word?.yMin ?? 0);
    return { inherits: height > 20, line: (next?.yMin ?? 0) - (word?.yMin ?? 0) > 75 };
  }

  it('is the one that its doctype asks for, on a page that printed others before', async () => {
    for (const [mode, doctype, look] of [...MODES, ...[...MODES].reverse()]) {
      const source = `${doctype}<html>${BODY}`;
      expect(await seen(source), `${mode}, in Chromium alone`).to.deep.equal(look);
      expect(await seen(checkDocument({ html: source }).html), mode).to.deep.equal(look);
    }
  });

  it('is the mode of its headers and footers', async () => {
    for (const [mode, doctype, look] of MODES) {
      const { html } = checkDocument({ html: `${doctype}<html><body>` });
      const around = new HeaderFooterDocument(html);
      const margins = { top: 5, right: 0, bottom: 0, left: 0 };
      expect(await seen(around.withPages([{ width: 8, height: 11, margins, header: BODY }])), mode).to.deep.equal(look);
    }
  });
});

/** What the service adds to the head of a document, whatever its doctype is. */
describe('The styles of the service', () => {
  let worker: RenderWorker;
  before(async () => {
    worker = await startRenderWorker();
  });
  after(() => worker.close());

  const DOCTYPES = {
    ...Object.fromEntries(MODES.map(([mode, doctype]) => [mode, doctype])),
    'XHTML Transitional': `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"\n  "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">`,
    'XHTML Frameset': `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Frameset//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-frameset.dtd">`,
    'HTML 3.2': '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">',
  };
  for (const [mode, doctype] of Object.entries(DOCTYPES)) {
    const print = async (css: string, body: string, job: Partial<RenderJob> = {}) => {
      const style = `<style>@page { size: A5; margin: 10mm } body { margin: 0; font: 16px/20px serif } ${css}</style>`;
      const { pdf, warnings } = await worker.printed({
        html: `${doctype}<html lang="en"><head>${style}</head><body>${body}`,
        ...job,
      });
      return { pdf, warnings, text: pdfText(pdf), pages: pdfInfo(pdf).pages };
    };

    it(`are in a document of: ${mode}`, async () => {
      const { html } = checkDocument({ html: `${doctype}<html lang="en"><title>a</title><p>b` });
      expect(beginningWith('<base>', html)).to.match(/^(?:<!DOCTYPE[^>]*>)?<html lang="en"><head><base>/);
    });

    it(`keep a heading with its text: ${mode}`, async () => {
      const { pdf } = await print(
        '',
        `<div style="height: 640px"></div><h2>Heading</h2><p>${'next words '.repeat(99)}`,
      );
      const pageOf = (word: string) => pdfWords(pdf).find(({ text }) => text === word)?.page;
      expect([pageOf('Heading'), pageOf('next')]).to.deep.equal([2, 2]);
    });

    it(`fit a page to its content: ${mode}`, async () => {
      const body = '<p style="break-after: page">one</p><p style="break-before: page">two</p>';
      const { pages, text } = await print('', body, { paper: { width: 3 } });
      expect(pages).to.equal(1);
      expect(text).to.match(/one\s+two/);
    });

    it(`print the end of animations: ${mode}`, async () => {
      const css =
        '@keyframes show { from { visibility: hidden } to { visibility: visible } } p { animation: show 9s 9s both }';
      expect((await print(css, '<p>shown')).text).to.include('shown');
    });

    it(`print page numbers of places: ${mode}`, async () => {
      const body = 'see page [[page-of:#a]]<p id="a" style="break-before: page">there';
      expect((await print('', body)).text).to.include('see page 2');
    });

    it(`name the document: ${mode}`, async () => {
      const { pdf } = await print('', 'a', { filename: 'offer.pdf' });
      expect(pdfInfo(pdf).title).to.equal('offer');
    });
  }
});
