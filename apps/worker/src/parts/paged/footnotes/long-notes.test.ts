/** Footnotes that are longer than the room on their page continue at the foot of the next one. */
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bottomsOf, NumberedText, printNoted } from '../../../testing/noted.js';
import { testPage } from '../../../testing/page.js';

const FOOT = (200 / 25.4) * 72;
const document = (body: string, css = ''): string =>
  `<!DOCTYPE html><html lang="en"><style>@page { size: A5; margin: 10mm } body { font: 10pt/1.4 serif } ${css}</style>${body}</html>`;

describe('Long footnotes', () => {
  const page = testPage();

  const DOCUMENTS: Record<string, (text: NumberedText) => string> = {
    'of some pages, with text beside': (text) =>
      `${text.paragraph(80)}${text.paragraph(80, 1_600)}${text.paragraph(600, 5)}`,
    'of some pages, after which there is no text': (text) => text.paragraph(80, 2_500),
    'on the first line of the document': (text) => `<p>${text.note(1_500)} ${text.text(400)}`,
    'one after another': (text) => Array.from({ length: 6 }, () => text.paragraph(60, 300)).join(''),
    'that short ones follow': (text) =>
      `${text.paragraph(250)}${text.paragraph(60, 600)}${Array.from({ length: 8 }, () => text.paragraph(60, 8)).join('')}`,
    'of one line of text': (text) =>
      `<p>${text.text(300)} ${text.note(200)} ${text.note(250)} ${text.note(300)} ${text.text(300)}`,
    'in a heading': (text) => `${text.paragraph(350)}<h2>${text.text(2)} ${text.note(500)}</h2>${text.paragraph(300)}`,
    'in a table': (text) =>
      `<table>${Array.from({ length: 30 }, (_, row) => `<tr><td>${text.text(20)} ${row % 8 === 5 ? text.note(400) : ''}`).join('')}</table>`,
    'in columns': (text) =>
      `<div style="columns: 2">${Array.from({ length: 14 }, (_, index) => text.paragraph(60, index === 3 ? 600 : 0)).join('')}</div>${text.paragraph(100)}`,
    'with paragraphs and a list': (text) => {
      const content = (words: string): string => {
        const parts = words.split(' ');
        const third = Math.ceil(parts.length / 3);
        const [one, two, three] = [0, 1, 2].map((at) => parts.slice(at * third, (at + 1) * third));
        const items = two?.map((word) => `<li>${word}`).join('');
        return `<div style="text-align: justify; padding: 2mm; border: 1px solid">${one?.join(' ')}<ul>${items}</ul><p>${three?.join(' ')}</div>`;
      };
      return `${text.paragraph(200)}<div>${text.text(20)} ${text.note(300, content).replaceAll('span', 'x-note')}</div>${text.paragraph(200)}`;
    },
    'on pages of another width': (text) =>
      `${text.paragraph(200, 300)}<div class="wide">${text.paragraph(100, 500)}${text.paragraph(200)}</div>${text.paragraph(100, 400)}`,
  };
  for (const [what, make] of Object.entries(DOCUMENTS))
    it(`continue on the next page: ${what}`, async () => {
      const text = new NumberedText();
      const html = document(make(text), '@page wide { size: A5 landscape } .wide { page: wide }');
      const { words, prints, pages } = await printNoted(page, html);
      text.expectIn(words);
      text.expectBelow(words);
      for (const bottom of bottomsOf(words)) expect(bottom).to.be.below(FOOT + 1);
      expect(bottomsOf(words), 'pages with something on them').to.have.length(pages);
      expect(prints).to.be.at.most(8);
    });

  it('leave a quarter of each page to the text, and take the rest', async () => {
    const text = new NumberedText();
    const { words, pages } = await printNoted(page, document(`${text.paragraph(40, 2_600)}${text.paragraph(900)}`));
    const textBottoms = bottomsOf(words.filter(({ text: word }) => word.startsWith('w')));
    expect(pages).to.be.within(4, 6);
    expect(textBottoms[1]).to.be.within(FOOT / 8, FOOT / 3);
    for (const bottom of bottomsOf(words).slice(0, 3)) expect(bottom).to.be.within(FOOT - 25, FOOT + 1);
    const parts = [1, 2, 3].map(
      (on) => words.filter(({ text: word, page: at }) => at === on && word.startsWith('n1.')).length,
    );
    for (const part of parts) expect(part).to.be.above(300);
  });

  it('stay whole where they are not higher than a quarter of the page', async () => {
    const text = new NumberedText();
    const html = document(
      Array.from({ length: 20 }, (_, index) => text.paragraph(50, index % 3 === 0 ? 100 : 0)).join(''),
    );
    const { words } = await printNoted(page, html);
    text.expectIn(words);
    for (let note = 1; note <= text.notes; note++)
      expect(
        new Set(words.filter(({ text: word }) => word.startsWith(`n${note}.`)).map((one) => one.page)).size,
      ).to.equal(1);
  });

  it('are placed as in the draft before', async () => {
    const text = new NumberedText();
    const html = document(
      `${text.paragraph(80)}${text.paragraph(80, 900)}${text.paragraph(300)}<p>${'x '.repeat(600)}<p>page 20 ${text.note(4)}`,
    );
    const { words } = await printNoted(page, html.replace('page 20', 'page 31'), html);
    text.expectIn(words);
    text.expectBelow(words);
  });

  it('of more pages than a document may have are printed no more often for it', async () => {
    const html = document(
      `<p>a<span data-footnote>${'word '.repeat(9_000)}</span>`,
      '@page { size: 70mm; margin: 5mm }',
    );
    const { pages, prints } = await printNoted(page, html);
    expect(pages).to.equal(51);
    expect(prints).to.be.at.most(4);
  });

  it('of many short ones continue on the next page in their order', async () => {
    const text = new NumberedText();
    const html = document(
      `<p>${text.text(20)} ${Array.from({ length: 90 }, () => text.note(3)).join(' ')} ${text.text(100)}`,
    );
    const { words } = await printNoted(page, html);
    text.expectBelow(words);
    const numbers = words
      .filter(({ text: word }) => /^n\d+\.1$/.test(word))
      .map(({ text: word }) => Number.parseInt(word.slice(1), 10));
    expect(numbers)
      .to.deep.equal(numbers.map((_, index) => index + 1))
      .and.have.length(90);
  });
});
