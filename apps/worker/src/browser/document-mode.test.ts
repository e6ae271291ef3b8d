/** Quirks, limited quirks and standards mode: a document is laid out in its own, whatever the page showed before. */
import { checkDocument, HeaderFooterDocument } from '@toolpress/document';
import { pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PIXEL, sheet } from '../testing/chromium.js';
import { testPage } from '../testing/page.js';

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
