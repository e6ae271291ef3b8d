import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RenderJob } from '@toolpress/contract';
import { type PdfWord, pdfText, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { countedPrints } from '../../../testing/counted-prints.js';

describe('Rows of dots', () => {
  const { print, prints } = countedPrints();
  const PAGE =
    '@page { size: 100mm 150mm; margin: 10mm } body { margin: 0; font: 16px/20px serif } ul { list-style: none; padding: 0; margin: 0 } a { color: inherit }';
  /** Points. */
  const [LEFT, RIGHT] = [(10 * 72) / 25.4, (90 * 72) / 25.4];
  const LONG = 'A rather long title such as there are in books of many words';
  const entries = (titles: readonly string[]): string =>
    `<ul>${titles.map((title, index) => `<li><a href=#x${index}>${title}</a>`).join('')}</ul>`;
  const targets = `<p style="break-before: page">t`.repeat(12).concat('<h2 id=x0>x</h2><h2 id=x1>x</h2>');

  /** The lines of the first page, as words; the dots are one of them. */
  async function linesOf(job: Partial<RenderJob>): Promise<PdfWord[][]> {
    const { pdf } = await print(job);
    const lines = new Map<number, PdfWord[]>();
    for (const word of pdfWords(pdf).filter(({ page }) => page === 1)) {
      const middle = Math.round((word.yMin + word.yMax) / 2 / 4);
      const at = [middle - 1, middle, middle + 1].find((near) => lines.has(near)) ?? middle;
      lines.set(at, [...(lines.get(at) ?? []), word]);
    }
    return [...lines]
      .sort(([one], [other]) => one - other)
      .map(([, words]) => words.sort((one, other) => one.xMin - other.xMin));
  }
  const textOf = (words: readonly PdfWord[]): string =>
    words
      .map(({ text }) => text)
      .join(' ')
      .replace(/(?:\. ?){6,}/g, ' … ')
      .replace(/_{6,}/g, ' ___ ')
      .replace(/\s+/g, ' ')
      .trim();
  const document = (after: string, more = ''): string =>
    `<html lang=en><style>${PAGE} a::after { content: ${after} } ${more}</style>${entries(['Short', LONG])}${targets}`;

  for (const [after, more, lines] of [
    [
      'leader(".") target-counter(attr(href), page)',
      '',
      ['Short … 13', 'A rather long title such as there are in books of', 'many words … 13'],
    ],
    [
      'leader(dotted) " " target-counter(attr(href), page)',
      'a::after { font-size: 10px }',
      ['Short … 13', 'A rather long title such as there are in books of', 'many words … 13'],
    ],
    [
      '" " leader(solid) " (p. " target-counter(attr(href), page, lower-roman) ")"',
      '',
      ['Short ___ (p. xiii)', 'A rather long title such as there are in books of', 'many words ___ (p. xiii)'],
    ],
    ['leader(space) "end"', '', ['Short end', 'A rather long title such as there are in books of', 'many words end']],
    [
      'leader(".") target-counter(attr(href), page)',
      'a { display: block } a::after { float: right; padding: 0 3px; font-weight: bold }',
      ['Short … 13', 'A rather long title such as there are in books of', 'many words … 13'],
    ],
    [
      'leader(".") target-counter(attr(href), page)',
      'ul { columns: 2; column-gap: 0 } li:last-child { break-before: column }',
      undefined,
    ],
  ] as const)
    it(`fill lines up to what follows: ${after} ${more}`, async () => {
      const found = await linesOf({ html: document(after, more) });
      if (lines) expect(found.map(textOf)).to.deep.equal(lines);
      const end = lines ? RIGHT : (LEFT + RIGHT) / 2;
      const words = lines ? found[0] : found[0]?.filter(({ xMax }) => xMax <= end + 1);
      const last = words?.at(-1);
      const padding = more.includes('padding') ? 2.25 : 0;
      expect(last?.xMax).to.be.within(end - padding - 3, end - padding + 0.8);
    });

  it('fill a separate line where there is no room beside the text', async () => {
    const html = document(
      'leader(".") " (on page " target-counter(attr(href), page) ")"',
      'li { width: 50mm }',
    ).replace(LONG, 'A title as wide as all');
    const found = await linesOf({ html });
    expect(found.map(textOf)).to.deep.equal(['Short … (on page 13)', 'A title as wide as all', '… (on page 13)']);
    expect(found.at(-1)?.[0]?.xMin).to.be.closeTo(LEFT, 1);
  });

  it('fill lines from the right', async () => {
    const [first = []] = await linesOf({
      html: document('leader(".") target-counter(attr(href), page)', 'ul { direction: rtl }'),
    });
    expect(textOf(first)).to.equal('13 … Short');
    expect(first[0]?.xMin).to.be.closeTo(LEFT, 0.8);
    expect(first.at(-1)?.xMax).to.be.closeTo(RIGHT, 0.8);
  });

  for (const [what, entry, ends] of [
    ['a number in the text', (title: string) => `<li><a>${title}</a> 13</li>`, '13'],
    ['an element', (title: string) => `<li><a>${title}</a><span>page <b>13</b></span></li>`, 'page 13'],
    ['text after an element around', (title: string) => `<li><b><a>${title}</a></b> 13</li>`, '13'],
    ['text before a break', (title: string) => `<li><a>${title}</a> 13<br>more</li>`, '13'],
    ['text before a block', (title: string) => `<li><a>${title}</a> 13<div>more</div></li>`, '13'],
    ['a box in the line', (title: string) => `<li><a>${title}</a> <i style="display: inline-block">13</i></li>`, '13'],
    ['larger text', (title: string) => `<li><a>${title}</a> <big>13</big></li>`, '13'],
  ] as const)
    it(`leave room for the text after them: ${what}`, async () => {
      const more = 'ul ul { display: none }';
      const html = document('leader(".")', more)
        .replace('</ul>', `</ul><ul id="own">${entry('Short')}</ul>`)
        .replace(/<ul><li>/, '<ul hidden><li>');
      const found = await linesOf({ html });
      expect(found[0] && textOf(found[0])).to.equal(`Short … ${ends}`);
      expect(found[0]?.at(-1)?.xMax).to.be.within(RIGHT - 9, RIGHT + 0.8);
    });

  it('are reported in vertical text, which has the numbers without them', async () => {
    for (const css of ['html { writing-mode: vertical-rl }', 'ul { writing-mode: vertical-lr }']) {
      const { pdf, printed } = await print({
        html: `<style>a::after { content: leader(".") target-counter(attr(href), page) } h2 { break-before: page } ${css}</style><ul><li><a href=#a>One</a></ul><h2 id=a>A</h2>`,
      });
      expect([...(printed.conditions ?? [])], css).to.deep.equal(['print:leader']);
      expect(pdfText(pdf)).to.match(/One\s*2/);
    }
  });

  it('are reported where several are in a line', async () => {
    const { printed } = await print({
      html: `<style>${PAGE} a::after { content: leader(".") }</style><p><a>One</a> 1 <a>Two</a> 2`,
    });
    expect([...(printed.conditions ?? [])]).to.deep.equal(['print:leader']);
  });

  it('are reported where they have no effect', async () => {
    for (const more of [
      'a { display: flex }',
      'a::after { position: absolute }',
      'a::before { content: leader(".") }',
    ]) {
      const { printed } = await print({ html: document('leader(".") "x"', more) });
      expect([...(printed.conditions ?? [])], more).to.deep.equal(['print:leader']);
    }
    const { printed, pdf } = await print({ html: document('"x" leader(".") "x"') });
    expect([...(printed.conditions ?? [])]).to.deep.equal(['print:leader']);
    expect(pdfText(pdf)).to.include('Shortx x');
  });

  it('are not read out', async () => {
    const { pdf } = await print({ html: document('leader(".") target-counter(attr(href), page)'), tagged: true });
    const file = join(mkdtempSync(join(tmpdir(), 'toolpress-leaders-')), 'a.pdf');
    writeFileSync(file, pdf);
    const read = execFileSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8' });
    rmSync(dirname(file), { recursive: true });
    expect(read).to.include('"Short"').and.not.include('..');
  });

  it('are absent in elements without any, in empty ones, and in those of the service', async () => {
    for (const after of [
      'leader("\\200b") "x"',
      'counter(toolpress-leader-2, none) "x"',
      `counter(toolpress-leader-${'2e00'.repeat(5_000)}, none) "x"`,
    ])
      expect((await linesOf({ html: document(after) }))[0]?.at(-1)?.text, after).to.match(/x$/);
    const [line = []] = await linesOf({ html: document('leader(".") "x"', 'li a::after { content: "y" }') });
    expect(textOf(line)).to.equal('Shorty');
  });

  it('cost no more prints than the numbers of pages do, and one without these', async () => {
    await print({ html: document('leader(".") target-counter(attr(href), page)') });
    expect(prints()).to.equal(2);
    await print({ html: document('leader(".") "x"') });
    expect(prints()).to.equal(2);
    await print({ html: '<style>a::after { content: leader(".") "x" }</style>x' });
    expect(prints()).to.equal(1);
  });
});
