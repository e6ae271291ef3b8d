/** The modules of `page-scripts/footnotes`, in pages. */
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PageScript } from '../browser/page-script.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { testPage } from '../testing/page.js';

const SCRIPT = new PageScript('testing/footnotes');

interface SeenUnit {
  name: string;
  canBreak: boolean;
  isForced: boolean;
  notes: number[];
  page: string;
  calls?: number[];
  target?: string;
}

const STYLE =
  '<!doctype html><style>body, p, div, h2, ol { margin: 0; font: 20px/30px monospace; width: 30ch; orphans: 1; widows: 1 }</style>';
const call = (number: number): string => `<a class="toolpress-footnote-call">${number}</a>`;
/** Words that each fill a line. */
const lines = (count: number, letter: string): string =>
  Array.from({ length: count }, (_, at) => `${letter}${at + 1}`.padEnd(25, letter)).join(' ');

describe('The page script of footnotes', () => {
  const page = testPage();

  async function run<Result>(html: string, name: string, ...args: unknown[]): Promise<Result> {
    const { result } = await page.work({
      images: NO_IMAGES,
      run: async (printer) => (await printer.open(STYLE + html)).run<Result>(SCRIPT, name, ...args),
    });
    return result;
  }
  const units = (html: string) => run<SeenUnit[]>(html, 'units');
  const breakable = async (html: string) =>
    (await units(html)).map(({ name, canBreak }) => `${name.slice(0, 2)}${canBreak ? '' : '!'}`).join(' ');

  it('styles only classes that no document has by itself', async () => {
    const sheet = await readFile(new URL('../../page-scripts/footnotes/footnotes.css', import.meta.url), 'utf8');
    const selectors = sheet.match(/(?<=[{}\n,] *)\.[a-z][^{},]*/g) ?? [];
    expect(selectors).to.have.lengthOf(5);
    for (const selector of selectors) expect(selector).to.match(/^\.toolpress-/);
  });

  describe('collects lines, rows and boxes', () => {
    it('in their order, with their outermost elements', async () => {
      const html = `<div><p>${lines(2, 'a')}</p></div><img><table><tr><td>x</table><div style="display: flex"><p>y</div>z`;
      const found = await units(html.replace('<img>', '<hr>'));
      expect(found.map(({ name, target }) => `${name.slice(0, 3)} ${target ?? '-'}`)).to.deep.equal([
        ...['a1a div', 'a2a -', 'hr hr', 'tr table', 'div div', 'z -'],
      ]);
    });

    it('and no page begins where the document forbids it', async () => {
      expect(await breakable(`<p style="orphans: 2; widows: 3">${lines(6, 'a')}</p>`)).to.equal('a1 a2! a3 a4 a5! a6!');
      expect(await breakable(`<h2 style="break-after: avoid">h</h2><p>${lines(2, 'a')}</p>`)).to.equal('h a1! a2');
      expect(await breakable(`<p>x</p><div style="break-inside: avoid"><p>y</p><p>z</p></div>`)).to.equal('x y z!');
      expect(await breakable('<table><thead><tr><th>h<tbody><tr><td>a<tr><td>b</table>')).to.equal('tr tr! tr');
    });

    it('and pages begin where the document says so', async () => {
      const named = '<p>a</p><div style="page: wide"><p>b</p><p>c</p></div><p>d</p>';
      const pages = (await units(named)).map(({ isForced, page: name }) => `${isForced} ${name}`);
      expect(pages).to.deep.equal(['true auto', 'true wide', 'false wide', 'true auto']);
      const broken =
        '<p>a</p><div><p style="break-before: right">b</p></div><p style="break-after: page">c</p><p>d</p>';
      expect((await units(broken)).map(({ isForced }) => isForced)).to.deep.equal([true, true, false, true]);
      expect(await run(`${named}<p style="page: none; display: none">`, 'pageNames')).to.deep.equal({
        ...{ names: ['auto', 'wide'], usual: 'auto' },
      });
    });

    it('with the notes that they call, where their numbers show', async () => {
      const shown = `<p>${lines(1, 'a')} ${call(1)} ${lines(1, 'b')} ${call(2)}</p><div style="display: flex">${call(3)}</div>`;
      expect((await units(shown)).map(({ notes }) => notes)).to.deep.equal([[0], [1], [2]]);
      const hidden = `<p>a</p><p style="display: none">${call(1)}</p><p style="visibility: hidden">b ${call(2)}</p>`;
      expect((await units(hidden)).flatMap(({ notes }) => notes)).to.deep.equal([]);
      // What is out of the flow belongs to what is before it, or to the first.
      const floating = (number: number) => `<div style="position: absolute">${call(number)}</div>`;
      const moved = `${floating(1)}<p>a</p>${floating(2)}<p>b</p>`;
      expect((await units(moved)).map(({ notes }) => notes)).to.deep.equal([[0, 1], []]);
    });

    it('and how far down the browser parts a box', async () => {
      const item = (number: number) => `<p style="height: 100px">x ${call(number)}</p>`;
      const columns = `<div style="columns: 2; column-fill: auto; height: 200px">${[1, 2, 3].map(item).join('')}</div>`;
      const [box] = await units(columns);
      const [first = 0] = box?.calls ?? [];
      expect(box?.calls?.map((at) => Math.round(at - first))).to.deep.equal([0, 50, 100]);
      const kept = (await units(`<div style="break-inside: avoid">${columns}</div>`))[0];
      expect(kept?.name).to.equal('div');
      expect(kept?.calls).to.equal(undefined);
    });

    it('with any names of fields', async () => {
      const names = ['parentNode', 'parentElement', 'childNodes', 'firstChild', 'children', 'tagName', 'style', 'id'];
      const fields = names.map((name) => `<input type="hidden" name="${name}">`).join('');
      const images = ['body', 'head', 'documentElement', 'createElement'].map((name) => `<img hidden name="${name}">`);
      const html = `<form>${fields}<p>a ${call(1)}</p></form>${images.join('')}<p>b</p>`;
      const found = await units(html);
      expect(found.map(({ name, notes }) => [name, notes])).to.deep.equal([
        ['a', [0]],
        ['b', []],
      ]);
    });
  });

  describe('parts texts', () => {
    it('where lines begin, marks a word of each, and restores them', async () => {
      const words = 'one two six ten '.repeat(10);
      const parted = await run<{ beginnings: string[]; marks: string[]; isParted: boolean; isRestored: boolean }>(
        `<p>${words}<b>${words}</b> end</p>`,
        'partLines',
        [1, 2, 3],
      );
      expect(parted.isParted && parted.isRestored).to.equal(true);
      expect(parted.beginnings).to.have.length(3);
      for (const word of [...parted.beginnings, ...parted.marks]) expect(word.trim()).to.match(/^(?:one|two|six|ten)$/);
    });

    it('finds the same lines in a document with other numbers', async () => {
      const html = (number: number) => `<p>${lines(2, 'a')} see ${number}</p><p>${lines(1, 'b')} one two</p>`;
      const kept = await run<unknown[]>(html(7), 'keep', [0, 3]);
      expect(await run(html(7), 'resume', kept)).to.deep.include({ changed: [] });
      const other = await run<{ changed: number[]; words: (string | null)[] }>(html(12), 'resume', kept);
      expect(other.changed).to.deep.equal([0]);
      const within = await run<unknown[]>(html(7), 'keep', [1]);
      expect(await run(html(12), 'resume', within)).to.equal(null);
    });
  });

  describe('parts notes', () => {
    interface Splits {
      height: number;
      points: number[];
      whole: string;
      parts: [string, string][];
      all: string[];
      rests: string[];
    }
    const splits = (content: string, more = '') =>
      run<Splits>(`<div id="note" ${more}>${content}</div>`, 'splits', 400);
    const plain = (text: string): string => text.replace(/\s+/g, '');
    const text = 'one two three fourteen sixty ninety-nine '.repeat(12);
    const CONTENTS: Record<string, string> = {
      'lines of a text': text,
      'paragraphs and lists': `<p>${text}</p><ol><li>${text}<li>two<li>${text}</ol><ul><li>x<ul><li>${text}</ul></ul>`,
      'rows and boxes': `${text}<table><tr><td>a<tr><td>b<tr><td>c</table><hr><div>${text}</div>`,
      'inline elements': `${text}<b>${text}<i>${text}</i></b>${text}`,
    };
    for (const [name, content] of Object.entries(CONTENTS))
      it(`and loses nothing: ${name}`, async () => {
        const { height, points, whole, parts, all } = await splits(content);
        expect(points.length).to.be.at.least(4);
        expect(points).to.deep.equal([...points].sort((one, other) => one - other));
        expect(points.every((at) => at > 0 && at < height)).to.equal(true);
        for (const [before, after] of parts) expect(plain(before + after)).to.equal(plain(whole));
        expect(plain(all.join(''))).to.equal(plain(whole));
        // A line across the page has no text.
        expect(all.filter((part) => plain(part) === '').length).to.be.at.most(/<hr>/.test(content) ? 1 : 0);
      });

    it('continues the numbers of lists, and has each id once', async () => {
      const { parts, rests } = await splits('<ol start="4"><li>four<li>five<li>six</ol>', 'lang="x-tp-note3"');
      const starts = rests.map((rest) => /<ol start="(\d+)"/.exec(rest)?.[1]);
      expect(starts).to.deep.equal(['5', '6']);
      expect(parts.map(([, after]) => after)).to.deep.equal(['fivesix', 'six']);
      for (const rest of rests) {
        expect(rest).to.not.include('id="note"');
        expect(rest).to.include('lang="x-tp-more3"');
      }
    });
  });

  describe('makes room', () => {
    it('below boxes on each page, and takes it back', async () => {
      const html = '<div><p id="a">a</p><p id="b">b</p><p id="c">c</p></div><p id="after">after</p>';
      expect(await run(html, 'room', '#b', 40)).to.deep.equal({ slots: ['b', 'c'], moved: 0, isRestored: true });
    });

    it('for wider pages, and takes it back', async () => {
      const html = '<style>body { width: auto }</style><div id="wide" style="page: wide; width: auto">x</div>';
      const [before = 0, then, after] = await run<number[]>(html, 'widths', { auto: 500, wide: 700 }, 500);
      expect(then).to.equal(before + 200);
      expect(after).to.equal(before);
    });
  });
});
