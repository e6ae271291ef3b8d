/** Documents with footnotes, as printed. */
import { pageSizes } from '@toolpress/pdf';
import { type PdfWord, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import type { OpenDocument, PrintSettings } from '../browser/printer.js';
import { FootnotePrinter } from '../parts/paged/footnotes/footnotes.js';
import { printSettings } from '../render/paper/paper.js';
import { NO_IMAGES } from '../resources/image-source.js';
import type { TestPage } from './page.js';

export interface Noted {
  pdf: Buffer;
  words: PdfWord[];
  pages: number;
  /** How often it was printed. */
  prints: number;
  /** As the browser prints it, with its notes in the text. */
  plain: Buffer;
}

/** Prints a document with its notes at the foot of the pages, of A5 unless it says otherwise. */
export async function printNoted(page: TestPage, html: string, draft?: string): Promise<Noted> {
  const settings: PrintSettings = printSettings({ pageSize: 'A5', orientation: 'portrait' });
  const { result } = await page.work({
    images: NO_IMAGES,
    run: async (printer) => {
      let prints = 0;
      const open = async (text: string): Promise<OpenDocument> => {
        const document = await printer.open(text);
        return {
          ...document,
          print: (...parameters) => {
            prints += 1;
            return document.print(...parameters);
          },
        };
      };
      const footnotes = new FootnotePrinter({ open, print: (...parameters) => printer.print(...parameters) });
      if (draft !== undefined) await footnotes.print(draft, settings, [], { isDraft: true });
      const pdf = await footnotes.print(html, settings);
      return { pdf, prints, plain: await printer.print(html, settings) };
    },
  });
  return { ...result, words: pdfWords(result.pdf), pages: pageSizes(result.pdf).length };
}

/** Words `w1`, `w2` and so on, that are the only ones of a document; notes of words `n1`, called by `call1:`. */
export class NumberedText {
  words = 0;
  notes = 0;

  text(count: number): string {
    return Array.from({ length: count }, () => `w${++this.words}`).join(' ');
  }

  /** @param count of its words; @param content of the note, for its words. */
  note(count: number, content = (words: string): string => words): string {
    this.notes += 1;
    const { notes } = this;
    const words = Array.from({ length: count }, (_, index) => `n${notes}.${index + 1}`).join(' ');
    return `call${notes}:<span data-footnote>${content(words)}</span>`;
  }

  /** Some words, of which the one in the middle calls a note of so many; 0: none does. */
  paragraph(count: number, noted = 0): string {
    const half = Math.ceil(count / 2);
    return `<p>${this.text(half)} ${noted > 0 ? this.note(noted) : ''} ${this.text(count - half)}</p>`;
  }

  /** Checks that everything is printed once, and that each note begins on the page that calls it and continues in order. */
  expectIn(words: readonly PdfWord[]): void {
    const texts = words.map(({ text }) => text).filter((text) => /^w\d+$/.test(text));
    expect(texts.length, 'words').to.equal(this.words);
    expect(new Set(texts).size, 'different words').to.equal(this.words);
    for (let note = 1; note <= this.notes; note++) {
      const call = words.find(({ text }) => text.startsWith(`call${note}:`));
      const own = words.filter(({ text }) => text.startsWith(`n${note}.`));
      const numbers = own.map(({ text }) => Number(text.split('.')[1]));
      expect(numbers, `note ${note}`)
        .to.deep.equal(numbers.map((_, index) => index + 1))
        .and.not.have.length(0);
      expect(own[0]?.page, `page of note ${note}`).to.equal(call?.page);
    }
  }

  /** On each page, notes stand below the text. */
  expectBelow(words: readonly PdfWord[]): void {
    for (const page of new Set(words.map((word) => word.page))) {
      const there = words.filter((word) => word.page === page);
      const notes = there.filter(({ text }) => /^n\d+\./.test(text)).map(({ yMin }) => yMin);
      const text = there.filter(({ text: word }) => /^(?:w|call)\d/.test(word)).map(({ yMax }) => yMax);
      if (notes.length > 0 && text.length > 0)
        expect(Math.min(...notes), `page ${page}`).to.be.above(Math.max(...text) - 1);
    }
  }
}

/** The position of something from the top of each page, in points. */
export const bottomsOf = (words: readonly PdfWord[]): number[] => {
  const bottoms: number[] = [];
  for (const { page, yMax } of words) bottoms[page - 1] = Math.max(bottoms[page - 1] ?? 0, yMax);
  return bottoms;
};
