import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { invoice, onePage, SERIES } from '../../packages/bench/documents.mjs';
import { CHANGELOG, GROWTH, isTooMuch, lastOf, storedRatios } from '../../packages/bench/gate.mjs';
import { sectionOf, withSpeed } from '../../packages/bench/pdf-results.mjs';
import { Section } from '../../packages/bench/report.mjs';
import { inlined } from '../../packages/bench/targets/requests.mjs';

describe('The gate of processor time', () => {
  const last = { ratio: 0.6, commit: 'abc', date: '2026-01-01', node: 20, processor: 'A' };

  it('compares with the last ratio of the same Node.js and processor', () => {
    const stored = [last, { ...last, ratio: 0.5 }, { ...last, node: 24 }, { ...last, processor: 'B' }];
    expect(lastOf(stored, { node: 20, processor: 'A' })?.ratio).to.equal(0.5);
    expect(lastOf(stored, { node: 20, processor: 'C' })).to.equal(undefined);
  });

  it('refuses a growth beyond the limit and its tolerance', () => {
    expect(isTooMuch(0.6, last)).to.equal(false);
    expect(isTooMuch(0.6 * 1.12, last)).to.equal(false);
    expect(isTooMuch(0.6 * 1.15, last)).to.equal(true);
  });

  it('has a line in the changelog for every stored growth', async () => {
    const changelog = await readFile(CHANGELOG, 'utf8');
    const stored = await storedRatios();
    const unexplained = stored.filter(({ ratio, because, ...where }, index) => {
      const before = lastOf(stored.slice(0, index), where);
      const hasGrown = before !== undefined && ratio > before.ratio * (1 + GROWTH);
      return hasGrown && !(because && changelog.includes(because));
    });
    expect(unexplained).to.deep.equal([]);
  });
});

describe('The benchmark of PDFs', () => {
  it('puts the files of a document into its HTML', () => {
    const html = '<link rel="stylesheet" href="a.css"><img src="b.png" alt="">';
    const files = { 'a.css': 'p { color: red }', 'b.png': { base64: 'AAAA' } };
    expect(inlined({ name: '', pages: 1, html, files, footer: '[[page]]' })).to.deep.equal({
      html: '<style>p { color: red }</style><img src="data:image/png;base64,AAAA" alt="">',
      footer: '<span class="pageNumber"></span>',
    });
  });

  it('has other texts in each document of a series, and the same ones in each run', () => {
    for (const [name, make] of Object.entries(SERIES)) {
      const [first, other] = [make(1), make(2)];
      expect(first, name).to.deep.equal(make(1)).and.to.include({ name });
      const texts = ({ html = '', header = '', footer = '' }) => html + header + footer;
      expect(texts(first), name).not.to.equal(texts(other));
    }
    const [first, other] = [invoice(1), invoice(2)];
    expect(first.header).to.include('Invoice 4712').and.not.to.equal(other.header);
    expect(first.footer).not.to.equal(other.footer);
    const customer = ({ html = '' }) => /<p>(.*?)<br>/.exec(html)?.[1];
    expect(customer(first)).to.match(/ Ltd$/).and.not.to.equal(customer(other));
  });

  it('compares targets within a round', () => {
    const parts = { gateway: 0.6, worker: 0.7, Redis: 0.4, Chromium: 3 };
    const turn = (/** @type {number} */ perSecond) => ({ perSecond, p50: 10, p95: 20, cpuMs: 5, parts });
    const target = (/** @type {string} */ key, /** @type {number[]} */ speeds) => ({
      key,
      label: key,
      clients: 16,
      turns: speeds.map(turn),
    });
    const targets = [target('rawp', [100, 50, 80]), target('service', [70, 40, 60])];
    /** @type {string[]} */
    const lines = [];
    const results = {
      run: '',
      load: 0,
      absent: ['Typst (not installed)'],
      documents: [{ name: onePage().name, targets }],
    };
    sectionOf(results, new Section('', (line) => lines.push(line)));
    const readme = withSpeed('a\n<!-- speed -->\nold\n<!-- end of speed -->\nb', results);
    expect(readme)
      .to.match(/^a\n.*\| bare Chromium .*\| {2}\| 0\.75× \| {2}\|\n.*b$/s)
      .and.not.to.include('old');
    const text = lines.join('\n');
    expect(text).to.match(/compared with the floor, 1 page, 16 clients +≥ 0.75 +0.75 +0.70 to 0.80 +✓/);
    expect(text).to.match(/own processor time compared with all of the floor.* ≤ 0.36 +0.34 .*✓/);
    expect(text).to.include('Not measured: Typst (not installed).').and.not.to.include('NaN');
  });
});
