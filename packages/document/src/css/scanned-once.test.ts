import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { FontFamilies } from '../fonts/families.js';
import { scanCss } from './scan.js';
import type { CssResource } from './scanned-css.js';
import { scannedOnce } from './scanned-once.js';

const familiesOf = (...names: string[]): FontFamilies => ({ key: names.join(), has: (name) => names.includes(name) });

describe('A style sheet that is scanned again', () => {
  let issued = 0;
  const issue = (): string => `https://${++issued}.invalid/`;
  const scanned = (css: string, families = familiesOf()) =>
    scannedOnce(css, families, { issue, isIssued: (address) => address.startsWith('https:') });

  for (const css of [
    'p { color: red }',
    '@page { size: A5 } @media print { p { break-inside: avoid } }',
    'p { font-family: Nobody, "Nothing" } h1 { string-set: a content() } @page { @top-left { content: string(a) } }',
    'a::after { content: target-counter(attr(href), page) } p { float: footnote; prince-x: 1; -prince-y: 2 }',
    'p { background: url(#a) } @import "x.css"',
    '@font-face { font-family: Mine; src: local(Mine) } p { color: red',
  ])
    it(`has the same findings: ${css}`, () => {
      const first = scanned(css);
      expect(scanned(css)).to.deep.equal(first);
      expect(first).to.deep.equal(scanCss(css, { issue, hasFont: () => false }));
    });

  it('is the same scan, unless it has addresses', () => {
    expect(scanned('b { color: blue }')).to.not.equal(scanned('b { color: blue }'));
    expect(scanned('b { color: blue }')).to.equal(scanned('b { color: blue }'));
    for (const css of ['b { background: url(a.png) }', 'b { background: url(https://1.invalid/) }']) {
      scanned(css);
      expect(scanned(css)).to.not.equal(scanned(css));
    }
  });

  it('has separate addresses for each document', () => {
    const css = 'i { background: url(a.png) } @font-face { font-family: Mine; src: url(b.woff2) }';
    const addressesOf = ({ resources }: { resources: readonly CssResource[] }) =>
      resources.map(({ address }) => address);
    const [first, second] = [addressesOf(scanned(css)), addressesOf(scanned(css))];
    expect([...first, ...second])
      .to.have.lengthOf(4)
      .and.to.deep.equal([...new Set([...first, ...second])]);
  });

  it('is scanned for each set of font families', () => {
    const css = 'p { font-family: Mine }';
    expect(scanned(css).stacks).to.have.lengthOf(1);
    expect(scanned(css, familiesOf('Mine')).stacks).to.have.lengthOf(0);
    expect(scanned(css).stacks).to.have.lengthOf(1);
  });

  it('is not remembered with much that it names, so that distinct ones take no memory', () => {
    const data = `data:font/woff2,${'a'.repeat(300_000)}`;
    for (const css of [
      `@font-face { font-family: Mine; src: url(${data}) }`,
      '@import "a";'.repeat(3_000),
      'a { b: element(#c) }'.repeat(3_000),
    ]) {
      const families = familiesOf('Mine');
      expect(scanned(css, families)).to.not.equal(scanned(css, families));
      expect(scanned(css, families)).to.not.equal(scanned(css, families));
    }
  });

  it('is refused again at a limit', () => {
    const css = '{'.repeat(1_000);
    expect(scanned(css).fault?.kind).to.equal('nesting');
    expect(scanned(css).fault?.kind).to.equal('nesting');
  });
});
