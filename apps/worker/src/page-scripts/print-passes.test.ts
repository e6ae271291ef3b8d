/** The modules of `page-scripts/print-passes`, in pages. */
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PageScript } from '../browser/page-script.js';
import { NO_IMAGES } from '../resources/image-source.js';
import { testPage } from '../testing/page.js';

const SCRIPT = new PageScript('testing/print-passes');

describe('The page script of print passes', () => {
  const page = testPage();

  async function run<Result>(html: string, name: string, ...args: unknown[]): Promise<Result> {
    const { result } = await page.work({
      images: NO_IMAGES,
      run: async (printer) => (await printer.open(`<!doctype html>${html}`)).run<Result>(SCRIPT, name, ...args),
    });
    return result;
  }

  it('gives elements ids that lead to them', async () => {
    const html = '<p>a</p><p id="b">b</p><p id="b">c</p><form><input name="id"><input name="getAttribute"></form>';
    const ids = await run(html, 'ids', 'p, form');
    expect(ids).to.deep.equal(['toolpress-pass-1', 'b', null, 'toolpress-pass-2']);
  });

  it('finds what begins on one side, outermost and in its order', async () => {
    const html = `<div id="a"><p id="b" style="break-after: left">x</p></div><div id="c"><p>y</p></div>
      <div id="d"><section id="e"><p id="f" style="break-before: recto">z</p></section><p id="g" style="break-before: right">z</p></div>
      <p style="float: left; break-before: right">no</p>`;
    expect(await run(html, 'sides')).to.deep.equal(['c left', 'd recto', 'g right']);
  });

  it('follows counters', async () => {
    const html = `<style>body { counter-reset: k } li { counter-increment: k } ol { counter-reset: k }
      #s { counter-set: k 9 } #n { display: none } #q::before { counter-increment: k 3; content: "" }</style>
      <ol id="o"><li id="a"><ol id="p"><li id="b"><li id="n"><li id="c"></ol><li id="d"></ol><p id="s"></p><p id="q"></p>`;
    const counts = await run<string[]>(html, 'counts', 'k');
    const known = Object.fromEntries(counts.map((line) => line.split(' ')));
    expect(known).to.deep.include({ a: '0.1', b: '0.1.1', c: '0.1.2', d: '0.2', s: '9', q: '12' });
  });

  it('finds strings, without notes and hidden text', async () => {
    const html = `<style>@property --toolpress-string-set { syntax: "*"; inherits: false } h1 { --toolpress-string-set: t content(text), k counter(k); counter-increment: k; margin: 0 }
      h1::before { content: "x" }</style><body style="margin: 8px; padding-top: 16px"><h1 id="a">One <b>two</b><br>three<span data-footnote>no</span>
      <span style="display: none">no</span></h1><h1 id="b" style="margin-top: 32px">A long title</h1>`;
    const strings = await run<{ id: string; text: string; counters: unknown; before: string; above: number }[]>(
      html,
      'strings',
      13,
    );
    expect(strings.map(({ id, text }) => `${id}: ${text}`)).to.deep.equal(['a: One two three', 'b: A long title']);
    expect(strings.map(({ counters }) => counters)).to.deep.equal([{ k: [1] }, { k: [2] }]);
    expect(strings.map(({ above }) => above)).to.deep.equal([18, 24]);
    expect(await run<{ text: string }[]>(html, 'strings', 6)).to.deep.include({ ...strings[0], text: 'One tw' });
  });

  it('finds what prints and sets page numbers', async () => {
    const html = `<style>.n::before { content: "p. " counter(page) }</style><p class="n" id="a">x</p>
      <table><thead><tr><td><p class="n" id="b">x</p></table><p id="c" style="counter-reset: k 1 page 7">x</p>
      <p class="n" id="d"><style>#d::before { position: absolute; top: 400px }</style></p>
      <div style="position: relative"><p class="n" id="e"><style>#e::before { position: absolute; top: 400px }</style></p></div>`;
    expect(await run(html, 'counters')).to.deep.equal({ ids: ['a', 'd', 'e'], first: ['d'], isRepeated: true });
    expect(await run(html, 'numbered')).to.deep.equal([{ id: 'c', number: 7 }]);
  });

  it('changes rules for page numbers and sides', async () => {
    const html = `<style>@page { @top-left { content: "counter(page)" counter(page) } } @page toolpress-odd { margin: 1cm }
      @media print { @page { @top-left { content: counter(page, own) } } }</style>`;
    const { isUncounted, texts } = await run<{ isUncounted: boolean[]; texts: string[] }>(html, 'rules', true);
    expect(isUncounted).to.deep.equal([true]);
    expect(texts[0]).to.include('content: "counter(page)" counter(own-decimal)');
    expect(texts[1]).to.match(/^@page :right/);
    expect(texts[2]).to.include('counter(page, own)');
    expect((await run<{ texts: string[] }>(html, 'rules', false)).texts[1]).to.match(/^@page :left/);
  });

  it('finds rows of dots', async () => {
    // As leaderMark writes it: the pattern in UTF-16LE.
    const mark = 'counter(toolpress-leader-2e002000, none)';
    const html = `<style>a::after { content: ${mark} " " counter(k) } a { font: 16px serif }</style>
      <p style="font: 16px serif"><a id="a">x</a></p><p><a id="b">x</a> and <b>more</b><br>not</p><p><a id="c">x</a> <a id="d">y</a></p>
      <p style="writing-mode: vertical-rl"><a id="e">z</a></p>`;
    const { found, isUnled } = await run<{ found: object[]; isUnled: boolean }>(html, 'leaders');
    const leader = { pattern: '. ', hasGap: false };
    expect(found).to.deep.equal([
      { ...leader, id: 'a', isFloat: true, following: '' },
      { ...leader, id: 'b', isFloat: false, following: ' and |more' },
      { ...leader, id: 'd', isFloat: false, following: '' },
    ]);
    expect(isUnled).to.equal(true);
  });

  it('hyphenates words where the style says so, but no addresses', async () => {
    const html = `<html lang="en"><body style="hyphens: auto"><p>Several words, sev</p><p style="hyphens: manual">Nothing</p>
      <p lang="de">Wörter www.example.com a@example.com</p><p lang="fr">Plusieurs</p><svg><text>Drawing</text></svg>`;
    const { words, text } = await run<{ words: object; text: string }>(html, 'hyphenated');
    expect(words).to.deep.equal({ en: ['Several', 'words'], de: ['Wörter'] });
    expect(text.replace(/\s+/g, '')).to.equal(
      'Sev~eralwor~ds,sevNothingWör~terwww.example.coma@example.comPlusieursDrawing',
    );
  });
});
