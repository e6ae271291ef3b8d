import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { DocumentFiles } from '../files.js';
import { type FontFallback, findsSameFonts, fontsOfDrawing, mergeFontFallback } from './font-fallback.js';

const fontsOf = (html: string, css = ''): FontFallback => checkDocument({ html, css }).fonts ?? new Map();
const inLanguage = (lang: string, text: string): string => `<html lang="${lang}"><p>${text}</p>`;

/** Whether a document finds the same fonts after others as alone. */
const agrees = (after: string[], html: string, css?: string): boolean =>
  findsSameFonts(
    after.map((other) => fontsOf(other)).reduce(mergeFontFallback, new Map<number, string>()) as FontFallback,
    fontsOf(html, css),
  );

describe('Documents that share a process of the browser', () => {
  it('are all those of letters that are in every text font', () => {
    for (const html of ['Grüße, naïve façade – “x” €', inLanguage('ru', 'Привет'), inLanguage('ja', 'plain')]) {
      expect(checkDocument({ html, css: 'p::before { content: "\\201c" }' }), html).not.to.have.property('fonts');
    }
  });

  it('are those that look for other characters, or for the same in one language', () => {
    expect(agrees([inLanguage('ja', '骨か、')], inLanguage('ja', '直海①'))).to.equal(true);
    expect(agrees([inLanguage('ja', '骨か、'), inLanguage('ko', '한국')], '✓ ★')).to.equal(true);
    expect(agrees([inLanguage('de', '✓')], inLanguage('en-GB', '✗'))).to.equal(true);
    expect(agrees(['<p lang="ja">骨</p><p lang="ar">ك</p>'], '<p lang="ar">م</p><p lang="ja">直</p>')).to.equal(true);
  });

  it('are not those that want the same characters in different languages', () => {
    expect(agrees([inLanguage('ko', '骨')], inLanguage('ja', '骨'))).to.equal(false);
    expect(agrees([inLanguage('ja', '✓')], '✓')).to.equal(false);
    expect(agrees(['<p title="骨" lang="zh-TW">x'], '<p>骨')).to.equal(false);
    const both = '<p lang="ja">骨</p><p lang="ko">骨</p>';
    expect(agrees([], both)).to.equal(true);
    expect(agrees([both], both)).to.equal(false);
    expect(agrees([inLanguage('ja', '骨')], inLanguage('ko', 'x'), 'p::before { content: "\\9aa8" }')).to.equal(false);
  });

  it('are not those whose CSS generates characters, nor kept apart by names that only look so', () => {
    for (const css of [
      'p { text-emphasis: dot }',
      'p{color:red;-webkit-text-emphasis-style:"x"}',
      'p { te\\78t-emphasis/**/: dot }',
      'p { text-transform: full-width }',
      ':root { --t: full-size-kana }',
      'p { -webkit-locale: "ja" }',
    ])
      expect(fontsOf('x', css).size, css).to.equal(1);
    const names =
      ':root{--bs-primary-text-emphasis:#052c65}.full-width,.uk-text-emphasis{color:var(--bs-primary-text-emphasis)}';
    expect(checkDocument({ html: 'x', css: names })).not.to.have.property('fonts');
  });

  it('are not those that name characters or sheets by references and escapes', () => {
    for (const html of ['&rarr;', '&#x9aa8;', '<summary>x</summary>', '<math><msqrt><mi>x</mi></msqrt></math>'])
      expect(fontsOf(html).size, html).to.equal(1);
    const quoting = { files: new DocumentFiles({ 'a.css': 'q::before { content: open-quote }' }) };
    for (const rel of ['stylesheet', 'STYLE&#115;heet'])
      expect(
        checkDocument({ html: `<link rel="${rel}" href="a.css"><p lang="ja">x` }, quoting).fonts,
        rel,
      ).to.have.property('size', 1);
    expect(checkDocument({ html: 'Salt &amp; pepper&nbsp;&lt; €' })).not.to.have.property('fonts');
  });

  it('are not those whose letters and null characters the check replaces', () => {
    for (const html of [
      '<math><mi mathvariant="script">x</mi></math>',
      '<svg><text>\0</text></svg>',
      '<p title="\0">x',
      '<style>p::before { content: "\0" }</style>',
    ])
      expect(fontsOf(html).size, html).to.equal(1);
    for (const css of [
      'p::before { content: "\0" }',
      'p::before { content: "\\0" }',
      'p::before { content: "\\d800" }',
    ])
      expect(fontsOf('x', css).size, css).to.equal(1);
  });

  it('are all those without such characters, after any others', () => {
    const untracked = fontsOf('x', 'p { text-transform: full-width }');
    expect(findsSameFonts(untracked, new Map())).to.equal(true);
    expect(findsSameFonts(untracked, fontsOf('✓'))).to.equal(false);
  });

  it('are distinguished by what their drawings print', () => {
    const drawn = (svg: string): FontFallback =>
      fontsOfDrawing(`<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`) ?? new Map();
    const after = (svg: string, html: string): boolean => findsSameFonts(drawn(svg), fontsOf(html));
    expect([...drawn('<text>plain – “x”</text>')]).to.deep.equal([]);
    for (const svg of ['<text>骨</text>', '<text>&#x9aa8;</text>', '<text>&#39592;</text>']) {
      expect(after(svg, '<p>骨'), svg).to.equal(true);
      expect(after(svg, inLanguage('ja', '骨')), svg).to.equal(false);
      expect(after(svg, inLanguage('ja', '✓')), svg).to.equal(true);
    }
    expect(after('<text xml:lang="ja">骨</text>', inLanguage('ja', '骨'))).to.equal(false);
    for (const svg of [
      '<!ENTITY e "x">',
      '<foreignObject/>',
      '<style>text { --x: "\\9aa8" }</style>',
      '<image href="data:image/svg+xml;base64,AAAA"/>',
      '<image href="&#100;ata:image/svg+xml,x"/>',
      '<style>svg { fill: u\\72l(d\\61ta:x) }</style>',
      '<text style="text-emphasis: dot">x</text>',
    ])
      expect(after(svg, '✓'), svg).to.equal(false);
  });

  itWithinCpuMs(2_500, 'are distinguished quickly, with any CSS', () => {
    for (const css of ['fallback ', '/*', 'counter(', '\\', '&#', 'data:', 'list-style:', '/**/', '\\:']) {
      const text = `locale ${css.repeat(500_000 / css.length)}`;
      fontsOf('', `p { a: "${text}"`);
      fontsOfDrawing(text);
    }
  });

  it('are not those whose look-ups are unknown', () => {
    for (const css of ['p { -webkit-locale: "ja" }', 'ol { list-style: hir\\61 gana }', 'p { text-emphasis: dot }']) {
      expect(agrees(['✓'], 'x', css), css).to.equal(false);
      expect(agrees([], 'x', css), css).to.equal(true);
    }
    expect(agrees(['✓'], 'x', 'p { font-family: "Noto Sans Thai"; list-style: disc }')).to.equal(true);
  });
});
