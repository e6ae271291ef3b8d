import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';

/** Returns the warnings of a sheet, without the alternative. */
const saidOf = (css: string): string[] => {
  const { reports } = checkDocument({ html: '<p>x</p>', css });
  return reports
    .read(new Set(['print:fixed']))
    .map(({ code, message }) => `${code} ${message.replace(/:? (?:is|draws|does|leaves) .*/, '')}`);
};

const IGNORED: readonly (readonly [css: string, said: string])[] = [
  ['h1 { string-set: title unknown() }', '`string-set` at css 1:6'],
  ['h1 { string-set: title }', '`string-set` at css 1:6'],
  ['h1::before { content: string(title) }', '`string()` at css 1:23'],
  ['@page { @top-left { content: string(title, middle) } }', '`string()` at css 1:30'],
  ['@page { @bottom-left { content: counter(page) of counter(pages) } }', '`content: of` at css 1:47'],
  ['@page { @top-left { content: Page } }', '`content: Page` at css 1:30'],
  ['@page { @top-left { content: "a" FLOW(head) } }', '`content: flow()` at css 1:34'],
  ['@page a { @top-left { content: date() } }', '`content: date()` at css 1:32'],
  ['h1 { position: running(head) }', '`running()` at css 1:16'],
  ['@page { @top-left { content: element(head) } }', '`element()` at css 1:30'],
  ['a::after { content: "p. " target-counter(attr(href), chapter, hiragana) }', '`target-counter()` at css 1:27'],
  ['a::after { content: target-counter(attr(href), page, hebrew) }', '`target-counter()` at css 1:21'],
  ['a::after { content: target-counter(var(--x), page) }', '`target-counter()` at css 1:21'],
  ['a::after { content: target-counters(attr(href), page, ".") }', '`target-counters()` at css 1:21'],
  ['a::after { content: target-counters(attr(href), a) }', '`target-counters()` at css 1:21'],
  ['a::after { content: target-counter("#a", chapter) }', '`target-counter()` at css 1:21'],
  ['a::after { content: target-counter(attr(href), list-item) }', '`target-counter()` at css 1:21'],
  ['a::after { content: target-text(attr(href), first-letter) }', '`target-text()` at css 1:21'],
  ['.note { color: red; float: footnote }', '`float: footnote` at css 1:28'],
  ['.note { /* x */ float:footnote }', '`float: footnote` at css 1:23'],
  ['@page { @footnote { border-top: 1px solid } }', '`@footnote` at css 1:9'],
  ['figure { float: top }', '`float: top` at css 1:17'],
  ['figure { FLOAT : Top }', '`float: top` at css 1:18'],
  ['@PAGE :NTH(2) { margin: 0 }', '`@page :NTH(2)` at css 1:1'],
  ['p {}\n@page :nth(2) { margin: 0 }', '`@page :nth(2)` at css 2:1'],
  ['@page chapter:blank { margin: 0 }', '`@page chapter:blank` at css 1:1'],
  ['@page :nth(3n+1) { margin: 0 }', '`@page :nth(3n+1)` at css 1:1'],
  ['@page :nth(1 of a) { margin: 0 }', '`@page :nth(1 of a)` at css 1:1'],
  ['@page a, b { margin: 0 }', '`@page a, b` at css 1:1'],
  ['@page { size: A4; marks: crop }', '`marks` at css 1:19'],
  ['h1 { bookmark-level: 1 }', '`bookmark-level` at css 1:6'],
  ['.a { prince-page-group: start }', '`prince-page-group` at css 1:6'],
  ['@-epubx-page-template { .a { -epubx-flow-from: body } }', '`@-epubx-page-template` at css 1:1'],
  ['.a { -vivliostyle-flow-into: side }', '`-vivliostyle-flow-into` at css 1:6'],
  ['@page { -pdf-frame-content: footer }', '`-pdf-frame-content` at css 1:9'],
  ['@page { size: a4; @frame content { left: 50pt; top: 90pt } }', '`@frame` at css 1:19'],
  ['@page { header: html_letterhead; footer: html_numbers }', '`header` at css 1:9'],
  ['h1 { counter-increment: section page 5 }', '`counter-increment: page` at css 1:33'],
  ['@page { @top { content: "x" } }', '`@top` at css 1:9'],
  ['@page :first { margin: 1cm; @BOTTOM { content: counter(page) } }', '`@bottom` at css 1:29'],
  ['@page { @top-left { content: "x" } @left { content: "y" } }', '`@left` at css 1:36'],
  ['@page a { @top-middle { content: "x" } }', '`@top-middle` at css 1:11'],
  ['@page { @bottom-centre { content: "x" } }', '`@bottom-centre` at css 1:9'],
  ['@page { @left-center { content: "x" } }', '`@left-center` at css 1:9'],
  ['@media print { @page { @header { content: "x" } } }', '`@header` at css 1:24'],
  ['@page cover { counter-reset: page -1 pages -1 }', '`counter-reset: pages` at css 1:38'],
  ['body { counter-reset: pages 3 }', '`counter-reset: pages` at css 1:23'],
  ['@page { counter-increment: pages }', '`counter-increment: pages` at css 1:28'],
  ['.a { counter-set: x 1 Pages 9 }', '`counter-set: pages` at css 1:23'],
  ['.f { position:fixed; top:-20mm }', '`position: fixed` at css 1:15'],
  ['.f { inset: auto 0 calc(-1cm) 0; position: fixed }', '`position: fixed` at css 1:44'],
  ['.f { position: fixed; bottom: 0; margin-bottom: -1cm } p { top: 50% }', '`position: fixed` at css 1:16'],
  ['.f { position: fixed; top: 10px; left: 0; margin-left: -20mm }', '`position: fixed` at css 1:16'],
  ['.f { position: fixed; bottom: 20px; margin: 0 -15mm }', '`position: fixed` at css 1:16'],
  ['h1 { break-before: always }', '`break-before: always` at css 1:20'],
  ['h1 { color: red; BREAK-AFTER :All !important }', '`break-after: all` at css 1:31'],
  ['h1 { page-break-before: page }', '`page-break-before: page` at css 1:25'],
  ['h1 { page-break-after: recto }', '`page-break-after: recto` at css 1:24'],
  ['h1 { page-break-inside: no }', '`page-break-inside: no` at css 1:25'],
  ['h1 { page-break-before: auto; break-before: always }', '`break-before: always` at css 1:45'],
  ['@media print { h1 { page-break-after: true } }', '`page-break-after: true` at css 1:39'],
  ['p { color: #f00; color: device-cmyk(0 1 1 0) }', '`device-cmyk()` at css 1:25'],
  ['p { background-color: cmyk(85%, 0%, 20%, 0%) }', '`cmyk()` at css 1:23'],
  ['@page { sheet-size: A5-L; odd-header-name: html_a }', '`sheet-size` at css 1:9'],
  ['@page { margin: 2cm; odd-footer-name: html_a }', '`odd-footer-name` at css 1:22'],
  ['p { background-gradient: linear #c7cdde #f0f2ff 0 1 0 0.5 }', '`background-gradient` at css 1:5'],
  ['@page { size: A6 landscape }', '`size: a6` at css 1:15'],
  ['p {\n hyphens: auto }', '`hyphens: auto` at css 2:11'],
];

const KNOWN: readonly (readonly [what: string, css: string])[] = [
  [
    'margin boxes',
    `@page a:first { ${['top-left-corner', 'top-center', 'bottom-right', 'bottom-right-corner', 'left-top', 'right-middle'].map((name) => `@${name} { content: "x" }`).join(' ')} } @media print { p { color: red } }`,
  ],
  ['other counters', 'body { counter-reset: page-count total } p::before { content: counter(total) }'],
  ['floats to the sides', '.a { float: left } .b { float: right } .top { float: none }'],
  [
    'the page rules that it knows',
    '@page { size: A4 } @page :First { margin: 0 } @page cover:left { margin: 0 } @page c {}',
  ],
  [
    'pages that are told apart',
    '@page:blank {} @page :nth(odd) {} @page :nth( 2n + 1 ) {} @page :nth(1) {} @page :nth(n) {}',
  ],
  ['margin boxes and counters', '@page { @bottom-right { content: counter(page) " of " counter(pages) } }'],
  [
    'other contents of margin boxes',
    '@page { @top-left { content: normal } @top-right { content: open-quote counters(a, ".", lower-roman) !important } @bottom-left { content: var(--a) linear-gradient(red, blue) / attr(title) } @bottom-right { content: env(--b, "c") --f() } }',
  ],
  ['contents of elements', 'p::before { content: attr(title) Page } @page { margin: 0 } q::after { content: foo() }'],
  ['selectors that are called so', '.marks, bleed:hover, .a > leader { color: red } #running { color: red }'],
  ['the same words in texts and comments', '/* string-set: x */ p::before { content: "leader(x) float: footnote" }'],
  ['variables of such names', ':root { --prince-a: 1; --b: string(x); --leader: running(y) }'],
  ['what other printers do that the browser does by itself', 'table { -fs-table-paginate: paginate }'],
  ['what they do for nobody to see', 'a { prince-tooltip: "x"; -ro-pdf-tag-type: h1; -pdf-keep-with-next: true }'],
  ['what asks for nothing', 'h1 { bookmark-level: none; string-set: none } @page { marks: none; bleed: 0mm; }'],
  [
    'counters of what links lead to',
    'a::after { content: target-counter(attr(href), a) target-counters(attr(href), a, ".", lower-latin) target-text(attr(href), before) }',
  ],
  [
    'counters of elements and of pages',
    'h1 { counter-reset: section } @page :first { counter-set: page 5; counter-reset: page }',
  ],
  ['sizes that the browser knows', '@page { size: A5 } @page a { size: letter landscape } @page b { size: jis-b5 }'],
  ['pages that are turned', '@page wide { page-orientation: rotate-left }'],
  ['what is fixed on every page', '.f { position: fixed; bottom: 0; margin-left: -1px } .g { top: -2cm }'],
  ['what is fixed in the middle', '.f { position: fixed; top: 50%; left: 50%; margin: -50px 0 0 -100px }'],
  ['what is fixed and moved by less than its distance', '.f { position: fixed; left: 100px; margin-left: -20px }'],
  [
    'what is fixed and larger than the page',
    '.f { position: fixed; inset: -50% } .g { position: fixed; left: 50vw; margin-left: -9px }',
  ],
  ['words that nothing parts', 'p { hyphens: manual; -webkit-hyphens: none }'],
  [
    'page breaks',
    'h1 { page-break-before: always; break-before: always } h2 { break-after: avoid-page; break-inside: avoid-column; -webkit-column-break-before: always } h3 { break-before: var(--b); page-break-after: inherit; page-break-inside: avoid }',
  ],
  ['sides that pages begin on', 'h1 { break-before: right; page-break-after: left } h2 { break-before: verso }'],
  ['numbers of pages in the flow', 'b::after { content: counter(page) }'],
  ['what the request leaves as it is', '@page { size: A4 landscape; @top-left { content: "x" } }'],
  ['lists of named strings in other properties', '.a { grid-template-areas: "a b"; transition: top 1s }'],
];

describe('A grid', () => {
  it('is marked once, so that the same text is printed however often it is checked', () => {
    const css = 'a { color: red; display: grid } @supports (display: grid) { b { display: block grid !important } }';
    const once = checkDocument({ html: `<style>${css}</style><p style="display:grid">x</p>` }).html;
    expect(once.match(/--toolpress-is-grid:1;display/g)).to.have.length(3);
    expect(checkDocument({ html: once }).html).to.equal(once);
  });
});

describe('Print CSS that the browser ignores', () => {
  for (const [css, said] of IGNORED) {
    it(`is warned of: ${css.replace('\n', ' ')}`, () => {
      expect(saidOf(css)).to.deep.equal([`css_ignored ${said}`]);
    });
  }

  for (const [what, css] of KNOWN) {
    it(`is not ${what}`, () => {
      expect(saidOf(css)).to.deep.equal([]);
    });
  }

  it('is warned of once, also with several related properties', () => {
    const css = 'h1 { string-set: a x() } h2 { string-set: b y() } @page { @top-left { content: string("a") } }';
    const html = `<style>${css}</style><style>${css}</style><p style="string-set: z z">`;
    expect(checkDocument({ html, css }).reports.read(new Set())).to.have.lengthOf(1);
  });

  for (const [what, page, css, said] of [
    [
      'a box beside a header',
      { edges: ['top'] },
      '@page { @bottom-left { content: "x" } @top-left { content: "y" } }',
      '@top-left` at css 1:39',
    ],
    [
      'a box beside a footer',
      { edges: ['bottom'] },
      '@page :first { @bottom-left-corner { content: "x" } }',
      '@bottom-left-corner` at css 1:16',
    ],
    [
      'a size on its side beside `portrait`',
      { portrait: true },
      '@page { size: A4 landscape }',
      'size: landscape` at css 1:18',
    ],
    [
      'a turned page beside a header',
      { edges: ['top'] },
      '@page wide { page-orientation: rotate-left }',
      'page-orientation` at css 1:32',
    ],
    ['lengths on their side', { portrait: true }, '@page wide { size: 297mm 210mm }', 'size: … 210mm` at css 1:26'],
  ] as const)
    it(`is ${what}`, () => {
      const { reports } = checkDocument({ html: '', css, page });
      expect(
        reports.read(new Set()).map(({ code, message }) => `${code} ${message.replace(/:? (?:is|leaves) .*/, '')}`),
      ).to.deep.equal([`css_ignored \`${said}`]);
      expect(
        checkDocument({
          html: '',
          css: css.replace('landscape', 'portrait').replace('297', '97'),
          page: {},
        }).reports.read(new Set()),
      ).to.deep.equal([]);
    });

  it('is ignored beside a size of the request', () => {
    const page = { size: '4in 6in' };
    expect(checkDocument({ html: '', css: '@page { size: A6 }', page }).reports.read(new Set())).to.deep.equal([]);
  });

  for (const [language, warns] of [
    ['en', false],
    ['de-AT', false],
    ['fr', true],
    ['den', true],
  ] as const)
    it(`is ${warns ? '' : 'not '}\`hyphens: auto\` in a document of ${language}`, () => {
      const { reports, features } = checkDocument({ html: `<html lang="${language}"><p style="hyphens:auto">x` });
      expect(reports.read(new Set())).to.have.lengthOf(warns ? 1 : 0);
      expect([...features]).to.deep.equal(['hyphens']);
    });

  it('is distinguished from what the service implements', () => {
    const featuresOf = (css: string) => [...checkDocument({ html: '', css }).features];
    expect(featuresOf('h1 { break-before: recto } h2 { page-break-after:left }')).to.deep.equal(['sides']);
    expect(featuresOf('b::after { content: "p. " counter(page, lower-roman) }')).to.deep.equal(['counters']);
    expect(
      featuresOf(
        '@page { @top-left { content: counter(page) } } h1 { break-before: page } b::after { content: counter(x) }',
      ),
    ).to.deep.equal([]);
    expect(featuresOf('.main { counter-reset: page 1 } i { counter-set:page 5 }')).to.deep.equal(['numbering']);
    expect(featuresOf('.main { counter-reset: page 1 } i { counter-increment: page }')).to.deep.equal([]);
    expect(featuresOf('.main { counter-reset: x page 1 } @page a { counter-increment: page 0 }')).to.deep.equal([
      'numbering',
      'counted',
    ]);
    expect(featuresOf('@page a { counter-increment: page 0 }')).to.deep.equal([]);
    expect(featuresOf('a::after { content: leader(".") }')).to.deep.equal(['leaders']);
    expect(featuresOf('@page :blank { margin: 0 }')).to.deep.equal([]);
    expect(featuresOf('@page :blank {} h1 { break-before: right } @page :nth(even) {}')).to.deep.equal([
      'blank',
      'sides',
      'parity',
    ]);
    expect([...checkDocument({ html: '<p style="page-break-before: right">' }).features]).to.deep.equal(['sides']);
  });

  it('does not warn of a leader that can be printed', () => {
    const { reports } = checkDocument({ html: '', css: "a::after { content: leader('.') }" });
    expect(reports.read(new Set())).to.deep.equal([]);
    expect(
      reports
        .read(new Set(['print:leader']))
        .map(({ message }) => message)
        .join(),
    ).to.match(/^`leader\(\)` at css 1:21 is ignored/);
  });

  it('is warned of beside and within page rules that need nothing else', () => {
    const plain = '@page { size: A4; margin: 15mm 10% }';
    expect(saidOf(`${plain} footer { margin-left: 1px }`)).to.deep.equal([]);
    expect(saidOf(`${plain} p { float: footnote }`)).to.have.length(1);
    expect(saidOf('@page { size: A4; marks: crop }')).to.have.length(1);
    expect(saidOf('@page { margin: 1cm; size: A7 }')).to.have.length(1);
    expect(saidOf('@page { size: letter; @footnote { margin: 0 } }')).to.have.length(1);
  });

  it('is warned of in attributes', () => {
    const { reports } = checkDocument({ html: '<p>x\n<b style="float: footnote">y</b>' });
    expect(reports.read(new Set())[0]).to.include({ code: 'css_ignored', line: 2, column: 4 });
    for (const css of ['position: fixed; bottom: -1cm', 'string-set: a b()']) {
      const { reports } = checkDocument({ html: `<p style="${css}">x</p>` });
      expect(reports.read(new Set(['print:fixed'])), css).to.have.lengthOf(1);
    }
  });

  it('is warned of with an alternative', () => {
    const { reports } = checkDocument({ html: '', css: 'h1 { position: running(head) }' });
    expect(reports.read(new Set())[0]?.message).to.equal(
      '`running()` at css 1:16 is ignored: for content on every page, use `string-set` with `string()` in a margin box of `@page`, or `header_html` and `footer_html`.',
    );
  });
});
