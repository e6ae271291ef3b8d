import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkFragment } from '../check-fragment.js';
import { checkDocument, DocumentFiles, OUR_FAMILIES } from '../index.js';

const NONE: ReadonlySet<string> = new Set();

/** Returns the families that are reported as missing, when the browser requests every font. */
const missing = (html: string, css = '', files: Record<string, string> = {}): string[] =>
  checkDocument({ html, css }, { files: new DocumentFiles(files) })
    .reports.read(NONE)
    .map(({ code, message }) =>
      `${code} ${message.replace(/ at .*/, '')}`.replace(/^font_unavailable `font-family: |`.*$/g, ''),
    );

describe('A font that is not installed', () => {
  it('is named where its list has no other available font, with position and alternatives', () => {
    const [report] = checkDocument({ html: '<p>x', css: 'p {\n  font-family: Gotham, sans-serif }' }).reports.read(
      NONE,
    );
    expect({ ...report, said: undefined }).to.deep.equal({
      kind: 'notice',
      code: 'font_unavailable',
      said: undefined,
      message:
        '`font-family: Gotham` at css 2:3 names a font that is not available: upload the font with `PUT /api/fonts/{name}`, or use one of the families at /docs/fonts.',
      line: 2,
      column: 3,
    });
  });

  it('is not named where a rule of a style element matches nothing, however large its sheet', () => {
    for (const html of [
      '<style>.icons { font-family: Gotham }</style><p>x',
      '<STYLE media=print>#a .icons { font-family: Gotham }</STYLE><p id=a>x',
      '<style>h1 { font-family: Gotham }</style><script>var a = "<h1 class=icons>"</script><p>x',
      '<p>x<style>.a, .icons > b { font: 1em Gotham }</style><style>.icons b { color: red }</style>',
      `<style>.icons { font-family: Gotham } ${'.b { color: red }'.repeat(40_000)}</style><p>x`,
      '<svg><style>.icons { font-family: Gotham }</style><text>x</text></svg>',
    ])
      expect(missing(html), html.slice(0, 80)).to.deep.equal([]);
    for (const html of [
      '<style>.icons { font-family: Gotham }</style><p class="icons">x',
      '<p>x<style>.icons { font-family: Gotham }</style><style></style><b class=Icons>y</b>',
      `<style>.icons { font-family: Gotham }</style>${'<p class="b">x</p>'.repeat(40_000)}`,
      '<p class=icons>x<style>.icons { font-family: Gotham }',
    ])
      expect(missing(html), html.slice(0, 80)).to.deep.equal(['Gotham']);
  });

  it('is named in any place of the document', () => {
    for (const html of [
      '<style>p { font: italic 700 12px/1.5 Gotham, serif }</style><p>x',
      '<style>p { font: bold small/120% "Gotham" !important }</style><p>x',
      '<style>@media print { .a { color: red; FONT-FAMILY: \'Gotham\' } }</style><p class="a">x',
      '<style>@page { @top-left { content: "x"; font-family: Gotham } }</style><p>x',
      '<style>p { font-family: Go\\74 ham, /* Arial */ serif }</style><p>x',
      '<style>:root { --text-font: "Gotham", serif; --font-size: 1px } p { font-family: var(--text-font) }</style><p>x',
      '<p style="color: red; font-family: \'Gotham\'">x',
      '<font face="Gotham, sans-serif">x</font>',
      '<svg><text font-family="Gotham">x</text></svg>',
      '<style>body { font-family: Gotham',
    ]) {
      expect(missing(html), html).to.deep.equal(['Gotham']);
    }
    expect(
      missing('<link rel="stylesheet" href="a.css"><p>x', '', { 'a.css': 'p { font-family: Gotham }' }),
    ).to.have.length(1);
    const header = checkFragment('<p style="font-family: Gotham">x', 'header_html').reports.read(NONE);
    expect(header.map(({ message }) => message.slice(0, 46))).to.deep.equal([
      '`font-family: Gotham` in `p` `style` at header',
    ]);
  });

  it('is named before the fonts of systems', () => {
    for (const css of [
      'p { font-family: Gotham, Menlo, Terminal, monospace }',
      'p { font-family: monospace, Gotham, Menlo }',
    ])
      expect(missing('<p>x', css), css).to.deep.equal(['Gotham']);
  });

  it('is named once, in any case, and in a list only the first', () => {
    const css = 'p { font-family: Gotham, "Proxima Nova", serif } b { font: 1em gotham } i { font-family: Akzidenz }';
    expect(missing('<p>x<b>y</b><i>z</i>', css)).to.deep.equal(['Gotham', 'Akzidenz']);
  });

  it('is not named where the list has one that is installed, substituted, or sent with the document', () => {
    for (const css of [
      'p { font-family: "Helvetica Neue", Helvetica, Arial, sans-serif }',
      'p { font-family: Gotham, Inter }',
      'p { font: 12px/1 Gotham, Georgia, serif }',
      'p { font-family: -apple-system, BlinkMacSystemFont, sans-serif }',
      'p { font-family: system-ui, Gotham }',
      'p { font-family: Menlo, Consolas, "Apple Color Emoji", monospace }',
      'p { font-family: "PingFang SC", "Microsoft YaHei", "ＭＳ Ｐゴシック", sans-serif }',
      "p { font-family: 'Consolas', 'Menlo', 'Deja Vu Sans Mono', 'Bitstream Vera Sans Mono', monospace }",
      'p { font: 12px Monaco, "Profont", monospace }',
      'p { font-family: -apple-system, "Andale Mono", Fixedsys, monospace }',
      'p { font-family: "Hiragino Mincho ProN", HG明朝E, "Gotham Mincho", serif }',
      'p { font-family: "SF Mono", "Fira Mono Medium", monospace }',
      'p { --font-mono: "Lucida Console", Terminal, monospace; font-family: var(--font-mono) }',
      'p { font-family: inherit } b { font: inherit } i { font: caption }',
      'p { font-family: var(--font), Gotham }',
      '@font-face { font-family: Gotham; src: local("Gotham") } p { font-family: "gotham" }',
      'p { font-family: "gotham" } @font-face { font-family: Gotham; src: url(g.woff) }',
    ]) {
      expect(missing('<p>x', css), css).to.deep.equal([]);
    }
    const families = { key: 'a', has: (name: string) => name === 'Gotham' || OUR_FAMILIES.has(name) };
    const { reports } = checkDocument({ html: '<p style="font-family: Gotham">x' }, { families });
    expect(reports.read(NONE)).to.deep.equal([]);
    const machine = { ...OUR_FAMILIES, isOnMachine: (name: string) => name === 'Gotham' };
    for (const html of ['<p style="font-family: Akzidenz, Gotham">x', '<style>p { font: 1em Gotham }</style><p>x'])
      expect(checkDocument({ html }, { families: machine }).reports.read(NONE)).to.deep.equal([]);
  });

  it('is not named for rules that can have no element, or are not for paper', () => {
    const css =
      '.note, #top .b { font-family: Gotham } blockquote { font-family: Gotham } @media screen { p { font-family: Gotham } }';
    expect(missing('<p class="b">x', css)).to.deep.equal([]);
    expect(missing('<P class="b" ID="top">x', css)).to.deep.equal(['Gotham']);
    expect(missing('x', 'body, tbody { font-family: Gotham }')).to.deep.equal(['Gotham']);
    expect(missing('<p>x', 'p:not(.y):first-child { font-family: Gotham }')).to.deep.equal(['Gotham']);
  });

  itWithinCpuMs(3_000, 'takes no time to be looked for in hostile CSS', () => {
    const blank = ' '.repeat(500_000);
    checkDocument({ html: '<p>x', css: `${blank}{${'font:a;'.repeat(100_000)}}` });
    const names = Array.from({ length: 300 }, (_, index) => `.${'a'.repeat(100)}${index}`).join('');
    const rules = Array.from({ length: 500 }, (_, index) => `${names}${index} { font-family: F${index} }`).join('');
    checkDocument({ html: `<p>${'a'.repeat(245_000)}`, css: rules });
    const many = Array.from({ length: 10_000 }, (_, index) => `.a${index} { font: 1px/ 1 F${index % 1_000} }`).join(
      '\n',
    );
    checkDocument({ html: `<p>${'x'.repeat(450_000)}`, css: many });
    checkDocument({ html: '<p>x', css: `p { font: 1px${' '.repeat(500_000)}/${'1px '.repeat(50_000)} }` });
    checkDocument({ html: '<p>x', css: `p { font-family: ${'a,'.repeat(250_000)} }` });
  });
});
