/** Style sheets that are expensive to scan or to apply. */
import { type Entry, each, filled, large, MOST, markup, numbered, PAGE_BREAK, TINY, times } from './entry.js';

export const SHEETS: readonly Entry[] = [
  ...['/*', '"', "'", 'url(', 'a{', '@media print{', '@import ', '@page{@top-left{', 'a:not(', '\\'].map((begin) =>
    markup(`sheets of ${begin} without an end`, 'document/css/scan.ts, strings.ts, tokens.ts', MOST.css, (size) => ({
      html: 'x',
      css: filled(size, begin),
    })),
  ),
  markup('broken strings', 'document/css/scan.ts: errors of the tokenizer', MOST.css, (size) => ({
    html: 'x',
    css: filled(size, 'a{b:"\n'),
  })),
  markup('escapes', 'document/css/strings.ts, tokens.ts', MOST.css, (size) => ({
    html: 'x',
    css: filled(size, '\\75\\72\\6c("\\61"){--\\66 ont:\\61 }'),
  })),
  markup('selectors for many elements', 'worker/browser: style', MOST.css, (size) => ({
    html: `${TINY}${filled(300_000, '<p><i><b>x</b></i></p>')}`,
    css: numbered(size, (index) => `p:not(:has(i)) ~ p i > b:nth-child(${index}n) b{color:red}`),
  })),
  markup('custom properties that expand', 'worker/browser: style', 40, (levels) => ({
    html: '<p>x',
    css: `:root{--a0:x;${each(levels, (index) => `--a${index + 1}:${`var(--a${index})`.repeat(10)};`)}}p::before{content:var(--a${levels})}`,
  })),
  markup('custom properties', 'document/css/font-stacks.ts, scan.ts: custom properties', MOST.css, (size) => ({
    html: 'x',
    css: `:root{${numbered(size, (index) => `--font${index}:"a${index}",serif;`)}}`,
  })),
  markup('lists of fonts', 'document/css/font-stacks.ts: lists, policy/missing-fonts', MOST.css, (size) => ({
    html: 'x',
    css: numbered(size, (index) => `p.a${index % 1_900}{font-family:"Family ${index % 1_900}",'Other'}`),
  })),
  markup('long lists of fonts', 'document/css/font-stacks.ts: missingFamilies', MOST.css, (size) => ({
    html: 'x',
    css: numbered(size, (index) => `p{font:1px ${'a/**/ b,'.repeat(240)}c${index % 1_900}}`),
  })),
  markup('faces of fonts', 'document/css/faces.ts, worker/resources/replaced-fonts.ts', MOST.css, (size) => ({
    html: each(1_900, (index) => `<i style="font-family:f${index}">x</i>`),
    css: numbered(
      Math.min(size, 1_900 * 500),
      (index) =>
        `@font-face{font-family:f${index};src:local("a"),url(${index}) format("woff2");unicode-range:U+0-10FFFF}`,
    ),
  })),
  markup('rules of pages', 'document/css/page-rules.ts: names and boxes', MOST.css, (size) => ({
    html: `${PAGE_BREAK.repeat(49)}x`,
    css: numbered(
      size,
      (index) => `@page a${index}:first{margin:1cm;@top-left{content:"a" counter(page) attr(x);font:x}}`,
    ),
  })),
  markup('boxes in margins', 'document/css/margin-content.ts, print-css.ts', MOST.css, (size) => ({
    html: `${PAGE_BREAK.repeat(49)}x`,
    css: filled(size, '@page{@top-left{content:"a" string(b) counter(page) unknown(x) word}}'),
  })),
  markup('named strings', 'document/css/strings.ts, worker/render/print-passes/named-strings.ts', 5_000, (count) => ({
    html: each(count, (index) => `<h1>Heading ${index}${'x'.repeat(400)}</h1>`),
    css: `${each(45, (index) => `h1{string-set:a${index} content()}`)}@page{${each(15, (index) => `@top-${['left', 'center', 'right'][index % 3]}{content:string(a${index})}`)}}`,
  })),
  markup('counters of targets', 'document/css/count-targets.ts, targets.ts: references and links', 95, (count) => ({
    html: `${TINY}${each(100, (index) => `<a id=i${index} href=#i${index}>x</a>`)}`,
    css: each(
      count,
      (index) => `a::after{content:target-counter(attr(href),c${index}) target-text(attr(href),before)}`,
    ),
  })),
  markup('addresses', 'document/css/scan.ts, policy/css-inspection.ts: addresses', MOST.css, (size) => ({
    html: 'x',
    css: numbered(size, (index) => `a{background:url(${index % 4_900}),image-set("b${index % 4_900}" 1x)}`),
  })),
  markup('fixed boxes', 'document/css/fixed-boxes.ts: rules and elements', MOST.css, (size) => ({
    html: `${PAGE_BREAK.repeat(49)}${filled(50_000, '<p class=a style="position:fixed">x</p>')}`,
    css: numbered(size, (index) => `.a${index}{position:fixed;top:50%;position:running(a${index})}`),
  })),
  markup('styles of counters', 'worker/browser, document/css/print-css.ts', MOST.css, (size) => ({
    html: '<ol><li>x</ol>',
    css: numbered(size, (index) => `@counter-style s${index}{system:cyclic;symbols:a b;fallback:s${index + 1}}`),
  })),
  markup('style attributes', 'document/policy/css-inspection.ts: each attribute', 49_000, (count) => ({
    html: `${TINY}${each(count, (index) => `<i style="width:calc(1px + ${index}px);--a:url(x${index % 4_000});font:1px f${index % 1_900}"></i>`)}`,
  })),
  markup('style elements', 'document/policy/stylesheets.ts, sheet-text.ts: each element', MOST.html, (size) => ({
    html: filled(size, '<style>a{color:red;background:url(x)}</style>'),
  })),
  large('sheets that import each other', 'document/policy/stylesheets.ts, css/imports.ts', MOST.body / 8, (size) => ({
    html: filled(2_000, '<link rel=stylesheet href=0.css>'),
    files: Object.fromEntries(
      times(190, (index) => [
        `${index}.css`,
        `${each(50, (other) => `@import "${(index + other + 1) % 190}.css" layer(a) supports(b:c);`)}${filled(size / 190, 'a{color:red}')}`,
      ]),
    ),
  })),
  large(
    'sheets of addresses',
    'document/policy/sheet-text.ts, worker/resources/sheet-source.ts',
    MOST.body / 2,
    (size) => ({
      html: each(49, (index) => `<link rel=stylesheet href=${index}.css>`),
      files: Object.fromEntries(
        times(49, (index) => [`${index}.css`, filled(Math.min(size / 49, 160_000), 'a{background:url("x")}')]),
      ),
    }),
  ),
];
