import { ServiceError } from '@toolpress/contract';
import { PAPER_SIZES } from '@toolpress/document';
import { destinations, PdfFile, pageSizes } from '@toolpress/pdf';
import { caseCount, type PdfWord, pdfInfo, pdfWords } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Printer } from '../../../browser/printer.js';
import { printSettings } from '../../../render/paper/paper.js';
import { testPage } from '../../../testing/page.js';
import { FootnotePrinter } from './footnotes.js';

const A5 = printSettings({ pageSize: 'A5', orientation: 'portrait' });
/** Of A5 with margins of 10 mm: its end, points. */
const FOOT = ((210 - 10) / 25.4) * 72;

/** Numbers that look random, the same for the same seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** `w7` are words, `call3` calls the note of the words `note3`. */
function generated(seed: number): { html: string; notes: number; words: number } {
  const below = randomNumbers(seed);
  let notes = 0;
  let words = 0;
  const note = (): string => {
    notes += 1;
    return `call${notes}<span data-footnote>${`note${notes} `.repeat(1 + below(40))}</span>`;
  };
  const text = (length: number): string =>
    Array.from({ length }, () => {
      words += 1;
      const word = `w${words}`;
      if (below(40) === 0) return `${word} ${note()}`;
      return below(20) === 0 ? `<em>${word}</em>` : word;
    }).join(' ');
  const row = (): string => `<tr><td>${text(3)}<td>${text(1 + below(12))}`;
  const kinds = [
    () => `<p>${text(20 + below(150))}</p>`,
    () => `<blockquote><p>${text(60)}</p><p>${text(60)}</p></blockquote>`,
    () => `<ul>${Array.from({ length: 5 }, () => `<li>${text(1 + below(40))}`).join('')}</ul>`,
    () => `<table><thead><tr><th>${text(1)}<th>${text(1)}</thead>${Array.from({ length: 8 }, row).join('')}</table>`,
    () => `<div style="display: flex; gap: 1em"><div>${text(30)}</div><div>${text(40)}</div></div>`,
    () => `<h2 style="break-after: avoid">${text(4)}</h2><p>${text(50)}</p>`,
    () => `<div style="break-before: page; padding: 9px; border: 1px solid">${text(30)}</div>`,
    () => `<pre>${Array.from({ length: 6 }, () => `  ${text(4)}`).join('\n')}</pre>`,
    () => `<div style="break-inside: avoid">${text(90)}</div>`,
  ];
  const body = Array.from({ length: 14 }, () => kinds[below(kinds.length)]?.() ?? '').join('\n');
  const alignment = ['left', 'justify', 'right', 'center'][seed % 4];
  const css = `body { font: ${9 + below(4)}pt/${1.1 + below(6) / 10} serif; text-align: ${alignment} }`;
  return {
    html: `<!DOCTYPE html><html lang="en"><head><style>${css}</style></head><body>${body}</body></html>`,
    notes,
    words,
  };
}

describe('Footnotes', () => {
  const page = testPage();
  const work = async <Result>(run: (printer: Printer) => Promise<Result>): Promise<Result> =>
    (await page.work({ images: new Map(), run })).result;
  const print = (html: string, settings = A5, targets: string[] = []): Promise<Buffer> =>
    work((printer) => new FootnotePrinter(printer).print(html, settings, targets));
  /** Opens documents and records each print: measured pages, drafts and the final one. */
  const counting =
    (printer: Printer, onPrint: () => void): Printer['open'] =>
    async (text) => {
      const document = await printer.open(text);
      const print: typeof document.print = (...parameters) => {
        onPrint();
        return document.print(...parameters);
      };
      return { ...document, print };
    };
  const document = (body: string, css = ''): string =>
    `<!DOCTYPE html><html><head><style>${css}</style></head><body>${body}</body></html>`;

  const numbersOf = (words: readonly PdfWord[], name: string): number[] =>
    words.flatMap(({ text }) => new RegExp(`^${name}(\\d+)`).exec(text)?.[1] ?? []).map(Number);
  const first = (words: readonly PdfWord[], text: string): PdfWord => {
    const word = words.find((one) => one.text.startsWith(text));
    if (word === undefined) throw new Error(`${text} is not printed`);
    return word;
  };

  /** Checks that each note is at the foot of the page that calls it, below the text. */
  const expectNotes = (words: readonly PdfWord[], notes: number): void => {
    const isNote = ({ text }: PdfWord): boolean => text.startsWith('note');
    expect(new Set(numbersOf(words.filter(isNote), 'note')).size, 'notes').to.equal(notes);
    for (let note = 1; note <= notes; note++) {
      const call = words.find(
        ({ text }) => new RegExp(`^call${note}(?!\\d{3})`).test(text) && text.startsWith(`call${note}`),
      );
      const own = words.filter(({ text }) => text === `note${note}`);
      expect(new Set(own.map((word) => word.page)), `note ${note}`).to.deep.equal(new Set([call?.page]));
    }
    for (const noted of new Set(words.filter(isNote).map((word) => word.page))) {
      const onPage = words.filter((word) => word.page === noted);
      const text = Math.max(...onPage.filter(({ text }) => /^(?:w|call)\d/.test(text)).map(({ yMax }) => yMax));
      const area = onPage.filter(isNote);
      expect(Math.min(...area.map(({ yMin }) => yMin)), `page ${noted}`).to.be.above(text - 2);
      expect(Math.max(...area.map(({ yMax }) => yMax)), `page ${noted}`).to.be.closeTo(FOOT, 5);
    }
  };

  for (const [size, tagged] of (Object.keys(PAPER_SIZES) as (keyof typeof PAPER_SIZES)[]).flatMap((name) =>
    [false, true].map((isTagged) => [name, isTagged] as const),
  )) {
    const margins = ['0', '10mm', '0.37in', '17px'];
    // Each other one: the others with tags, or without.
    const tried = margins.filter((_, at) => at % 2 === Number(tagged) || caseCount(2, 4) === 4);
    it(`on the last page add none, on ${size}, ${tagged ? 'tagged' : 'untagged'}`, async () => {
      const html = '<p>Text with a note<span data-footnote>The note.</span>.';
      for (const margin of tried) {
        const pdf = await print(
          `<style>@page { margin: ${margin} }</style>${html}`,
          printSettings({ pageSize: size, orientation: 'portrait', tagged: tagged }),
        );
        expect(pageSizes(pdf), margin).to.have.length(1);
      }
    });
  }

  it('whose area the document gives a padding and a border add no page', async () => {
    const css = '.footnotes { padding: 9px; border: 3px solid; box-sizing: content-box !important }';
    const html = (count: number) =>
      Array.from({ length: count }, () => '<p style="break-before: page">a<span data-footnote>note</span>').join('');
    expect(pageSizes(await print(`<style>${css}</style>${html(3)}`))).to.have.length(3);
  });

  for (let seed = 1; seed <= caseCount(8, 24); seed++) {
    it(`are at the foot of the pages that call them: document ${seed}`, async () => {
      const { html, notes, words: count } = generated(seed);
      const words = pdfWords(await print(html));
      const heads = new Set(words.filter(({ text }) => /^w\d/.test(text)).map(({ text }) => text));
      expect(heads.size, 'words of the text').to.equal(count);
      expectNotes(words, notes);
    });
  }

  for (let seed = 31; seed < 31 + caseCount(4, 12); seed++) {
    it(`are at the foot after a draft with other numbers in the text, of the same length or another: document ${seed}`, async () => {
      const { html, notes } = generated(seed);
      const with20 = html.replace(/w\d*[37] /g, 'w20 ');
      const final = with20.replaceAll('w20 ', seed % 2 === 0 ? 'w31 ' : 'w12345678901 ');
      const pdf = await work(async (printer) => {
        const footnotes = new FootnotePrinter(printer);
        await footnotes.print(with20, A5, [], { isDraft: true });
        return footnotes.print(final, A5);
      });
      expectNotes(pdfWords(pdf), notes);
    });
  }

  for (const css of ['', '.footnotes { padding: 5mm; border: 1mm solid }', '* { box-sizing: border-box }'])
    it(`begin no page that nothing else is on: ${css || 'as they are'}`, async () => {
      const note = '<span data-footnote>note</span>';
      const html = document(`<p>one${note}<p style="break-before: page">two${note}`, css);
      expect(pdfInfo(await print(html)).pages).to.equal(2);
    });

  it('are below lines that increased because of longer numbers', async () => {
    const lines = (number: string): string =>
      `<p>call1<span data-footnote>note1</span></p>${`<p>w${number} ${'x'.repeat(72)}</p>`.repeat(60)}`;
    const css = 'body { margin: 0; font: 10px monospace } p { margin: 0 }';
    const words = await work(async (printer) => {
      const footnotes = new FootnotePrinter(printer);
      await footnotes.print(document(lines('20'), css), A5, [], { isDraft: true });
      return pdfWords(await footnotes.print(document(lines('12345678901'), css), A5));
    });
    expectNotes(words, 1);
    expect(words.filter(({ page, text }) => page === 1 && text === 'w12345678901')).to.have.lengthOf.within(20, 35);
  });

  it('are below text that keeps its spaces and line breaks', async () => {
    const text = Array.from({ length: 60 }, (_, line) => `w${line}  text\n\n  call${line}`).join('\n ');
    const html = document(
      `<p>${text.replace(/call(\d*[05])\b/g, 'call$1<span data-footnote>note$1</span>')}</p>`,
      'p { white-space: pre-wrap }',
    );
    const words = pdfWords(await print(html));
    for (let note = 0; note < 60; note += 5)
      expect(first(words, `note${note}`).page, `note ${note}`).to.equal(first(words, `w${note}`).page);
  });

  it('are numbered in their order, or marked as they say', async () => {
    const html = document(
      'one<span data-footnote>first</span> two<span data-footnote="*">second</span> three<span data-footnote>third</span>',
    );
    const words = pdfWords(await print(html)).sort((one, other) => one.yMax - other.yMax || one.xMin - other.xMin);
    expect(words.map(({ text }) => text).join(' ')).to.equal('1 * 2 one two three 1 first * second 2 third');
  });

  it('that are called in a note follow it at the same foot, at any depth and page end', async () => {
    const note = (text: string): string => `<span data-footnote>${text}</span>`;
    const words = pdfWords(
      await print(
        `${'<p>line</p>'.repeat(12)}<p>one${note(`outer${note(`inner${note('innermost')}`)} rest${note('second')}`)}<p>two${note('last')}`,
      ),
    );
    expect(
      words
        .slice(12)
        .map(({ text }) => text)
        .join(' '),
    ).to.equal('one 1 two 5 1 outer 2 rest 4 2 inner 3 3 innermost 4 second 5 last');
    expect(Math.max(...words.map(({ yMax }) => yMax))).to.be.closeTo(FOOT, 5);
    const fields = '<input name="isConnected"><input name="parentElement">';
    const fooled = pdfWords(await print(`<p>a</p><form data-footnote>${fields}b<i data-footnote>c</i></form>`));
    expect(fooled.map(({ text }) => text).slice(-2)).to.deep.equal(['2', 'c']);
  });

  it('keep their markup, and the styles that the document gives their classes', async () => {
    const html = document(
      '<p>one<span data-footnote><b>bold</b> <a href="https://example.com/">link</a></span>',
      '.footnotes { font-size: 30pt } .footnote-marker { display: none }',
    );
    const words = pdfWords(await print(html));
    expect(words.map(({ text }) => text)).to.deep.equal(['one', '1', 'bold', 'link']);
    expect(first(words, 'bold').yMax - first(words, 'bold').yMin).to.be.above(25);
  });

  it('link from the number to the note and back', async () => {
    const file = new PdfFile(await print(document('<p id="p">one<span id="own" data-footnote>note</span>'), A5, ['p']));
    expect([...destinations(file).keys()]).to.have.members(['p', 'own', 'toolpress-note-0']);
  });

  it('cost documents without any nothing', async () => {
    const html = document('<p>data-footnote="x" is text here</p>');
    const prints: string[] = [];
    const pdf = await work((printer) => {
      const open = () => Promise.reject(new Error('nothing has to be measured'));
      const print: Printer['print'] = (text, ...more) => {
        prints.push(text);
        return printer.print(text, ...more);
      };
      return new FootnotePrinter({ open, print }).print(html, A5);
    });
    expect(pdfInfo(pdf).pages).to.equal(1);
    expect(prints).to.deep.equal([html]);
  });

  it('are omitted in a document without any visible content', async () => {
    const html = document('<p style="display: none">x<span data-footnote>hidden</span></p>');
    expect(pdfWords(await print(html))).to.deep.equal([]);
  });

  it('that nothing shows the number of are not printed', async () => {
    const html = document(
      '<p>one<p style="display: none">x<span data-footnote>hidden</span><p>two<span data-footnote>note</span>',
    );
    expect(pdfWords(await print(html)).map(({ text }) => text)).to.not.include('hidden');
  });

  for (const [what, start, end] of [
    ['in a row that is collapsed', '<table><tr><td>a<tr style="visibility: collapse"><td>', '</table>'],
    ['in a cell that is not there', '<table><tr><td>a<td style="display: none">', '</table>'],
    ['in closed details', '<details><summary>a</summary>', '</details>'],
    ['in hidden text', '<p style="visibility: hidden">', '</p>'],
  ] as const)
    it(`whose number does not show are not printed: ${what}`, async () => {
      const html = document(`${start}x<span data-footnote>hidden</span>${end}<p>two<span data-footnote>note</span>`);
      const words = pdfWords(await print(html)).map(({ text }) => text);
      expect(words).to.include('note').and.not.include('hidden');
    });

  for (const [where, html] of [
    ['in a float before anything else', '<div style="float: left">a<span data-footnote>note</span></div>'],
    ['in a positioned box alone', '<div style="position: absolute">a<span data-footnote>note</span></div>'],
    ['in a box without height', '<p>a</p><div style="display: flex; height: 0">b<span data-footnote>note</span></div>'],
  ] as const)
    it(`are not lost when they are called ${where}`, async () => {
      expect(pdfWords(await print(document(html))).map(({ text }) => text)).to.include('note');
    });

  it('are on pages with separate sizes and margins', async () => {
    const css =
      '@page { size: A5; margin: 1cm } @page :first { margin: 5cm 1cm } @page wide { size: A5 landscape } .wide { page: wide }';
    const notes = (name: string): string => `<p>${`${name} `.repeat(150)}<span data-footnote>note-${name}</span></p>`;
    const words = pdfWords(
      await print(document(`${notes('a')}<div class="wide">${notes('b')}</div>${notes('c')}`, css)),
    );
    for (const name of ['a', 'b', 'c']) {
      const note = first(words, `note-${name}`);
      const last = words.filter(({ text }) => text.startsWith(name)).at(-1);
      expect(note.page).to.equal(last?.page);
      const pageFoot = { a: note.page === 1 ? 210 - 50 : 200, b: 148 - 10, c: 200 }[name] ?? 0;
      expect(note.yMax, name).to.be.closeTo((pageFoot / 25.4) * 72, 5);
    }
  });

  it('that fit on no page are refused', async () => {
    const html = document('<p>one<span data-footnote>note</span></p>', '.footnotes { padding-top: 300mm }');
    const error = await print(html).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'document_too_complex');
    expect(String(error)).to.include('data-footnote');
  });

  it('are printed once more with other numbers in the text', async () => {
    const { html } = generated(3);
    let prints = 0;
    const pdfs = await work(async (printer) => {
      const counted = counting(printer, () => {
        prints += 1;
      });
      const footnotes = new FootnotePrinter({ print: (...parameters) => printer.print(...parameters), open: counted });
      const first = await footnotes.print(html, A5);
      prints = 0;
      return [first, await footnotes.print(html.replace('w1 ', 'x1 '), A5)];
    });
    expect(prints).to.equal(1);
    const [first, second] = pdfs.map((pdf) => pdfWords(pdf).map(({ text, page: on }) => `${text} ${on}`));
    expect(second).to.include('x1 1');
    expect(second?.slice(9)).to.deep.equal(first?.slice(9));
  });

  it('have their space in an empty draft, so that the final print matches', async () => {
    const { html } = generated(9);
    const draft = html.replace('<style>', '<style>html { visibility: hidden !important }');
    const targets = Array.from({ length: 12 }, (_, index) => `toolpress-call-${index}`);
    let prints = 0;
    const [before, after] = await work(async (printer) => {
      const open = counting(printer, () => {
        prints += 1;
      });
      const footnotes = new FootnotePrinter({ print: (...parameters) => printer.print(...parameters), open });
      const first = await footnotes.print(draft, A5, targets, { isDraft: true });
      return [first, await footnotes.print(html, A5, targets)];
    });
    const places = (pdf: Buffer) => [...destinations(new PdfFile(pdf))].filter(([id]) => targets.includes(id));
    expect(pdfWords(before)).to.deep.equal([]);
    expect(prints).to.equal(3);
    expect(places(before)).to.have.lengthOf(targets.length).and.deep.equal(places(after));
  });

  it('are the same from print to print', async () => {
    const { html } = generated(7);
    const [first, second] = [await print(html), await print(html)].map((pdf) =>
      pdf.toString('latin1').replace(/\/(?:Creation|Mod)Date \([^)]*\)/g, ''),
    );
    expect(first === second).to.equal(true);
  });
});
