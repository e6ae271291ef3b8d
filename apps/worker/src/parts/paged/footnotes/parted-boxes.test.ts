/** Columns, `flex` and `grid` break between pages as the browser breaks them, beside footnotes too. */
import { pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bottomsOf, NumberedText, printNoted } from '../../../testing/noted.js';
import { testPage } from '../../../testing/page.js';

/** Of A5 with margins of 10 mm, points. */
const [TOP, FOOT] = [(10 / 25.4) * 72, (200 / 25.4) * 72];
const document = (body: string, css = ''): string =>
  `<!DOCTYPE html><html lang="en"><style>@page { size: A5; margin: 10mm } body { font: 10pt/1.4 serif } ${css}</style>${body}</html>`;
/** Of the pages but the last. */
const fillOf = (bottoms: readonly number[]): number[] =>
  bottoms.slice(0, -1).map((bottom) => (bottom - TOP) / (FOOT - TOP));

type Boxes = (text: NumberedText, noted: number) => string;
const many = (text: NumberedText, count: number, noted: number, every = 4): string =>
  Array.from({ length: count }, (_, index) => text.paragraph(70, index % every === 1 ? noted : 0)).join('');
const KINDS: Record<string, Boxes> = {
  columns: (text, noted) => `<div style="columns: 2">${many(text, 16, noted)}</div>`,
  'columns of a width': (text, noted) => `<div style="column-width: 30mm">${many(text, 16, noted)}</div>`,
  flex: (text, noted) =>
    `<div style="display: flex; gap: 5mm"><div>${many(text, 9, noted)}</div><div>${many(text, 8, noted)}</div></div>`,
  'a column of flex': (text, noted) =>
    `<div style="display: flex; flex-flow: column wrap">${many(text, 14, noted)}</div>`,
  grid: (text, noted) =>
    `<div style="display: grid; grid-template-columns: 1fr 1fr; gap: 5mm">${many(text, 14, noted)}</div>`,
  'grid of one row': (text, noted) =>
    `<div style="display: grid; grid-template-columns: 1fr 1fr"><section>${many(text, 9, noted)}</section><section>${many(text, 9, noted)}</section></div>`,
};

describe('Boxes that the browser parts between pages', () => {
  const page = testPage();

  for (const [kind, boxes] of Object.entries(KINDS))
    for (const [where, before, noted] of [
      ['after a note', 6, 0],
      ['with notes', 0, 6],
      ['after a note and with notes', 6, 6],
    ] as const)
      it(`fill the page, and leave room for its notes: ${kind} ${where}`, async () => {
        const text = new NumberedText();
        const html = document(`${many(text, 4, before)}<h2>Boxes</h2>${boxes(text, noted)}${many(text, 3, 0)}`);
        const { words, plain, prints } = await printNoted(page, html);
        text.expectIn(words);
        text.expectBelow(words);
        const [own, alone] = [fillOf(bottomsOf(words)), fillOf(bottomsOf(pdfWords(plain)))];
        expect(own.length, 'pages').to.be.within(alone.length - 1, alone.length + 1);
        for (const [index, fill] of own.entries())
          expect(fill, `fill of page ${index + 1}, alone ${alone[index]}`).to.be.above((alone[index] ?? 0.9) - 0.12);
        expect(prints).to.be.at.most(8);
      });

  it('look the same, by any selectors of the document', async () => {
    const css = `main > .b { color: #010203 } .a + .b { background: #040506 } .b:nth-child(2) { border: 1px solid #070809 } .b + p { margin-left: 9mm }
      main > :last-child { font-size: 8pt }`;
    const text = new NumberedText();
    const html = document(
      `<main><p class="a">${text.text(200)} ${text.note(5)}</p><div class="b" style="columns: 2">${many(text, 10, 5)}</div><p>${text.text(9)}</main>`,
      css,
    );
    const { pdf, plain, words } = await printNoted(page, html);
    text.expectIn(words);
    const shown = (file: Buffer, word: string) => pdfWords(file).find((one) => one.text === word);
    const [own, alone] = [pdf, plain].map((file) => shown(file, `w${text.words}`));
    expect(own?.xMin).to.be.closeTo(alone?.xMin ?? 0, 0.5);
    const { pdfColours } = await import('@toolpress/testkit');
    expect([...pdfColours(pdf)]).to.include.members(['1,2,3', '4,5,6', '7,8,9']);
  });

  for (const [what, style] of [
    ['may not be parted', 'columns: 2; break-inside: avoid'],
    ['scroll', 'display: flex; overflow: auto'],
  ] as const)
    it(`stay together where they ${what}`, async () => {
      const text = new NumberedText();
      const html = document(
        `${many(text, 6, 6)}<div style="${style}"><div>${many(text, 5, 0)}</div></div>${many(text, 3, 0)}`,
      );
      const { words } = await printNoted(page, html);
      text.expectIn(words);
      text.expectBelow(words);
    });
});
