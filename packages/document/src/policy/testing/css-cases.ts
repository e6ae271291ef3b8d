/** CSS: what it would load, however it is spelled, and what only looks like it. */
import { accepted, acceptedCss, acceptedHead, type PolicyCase, refused, refusedCss } from './case.js';

const NOT_ALLOWED = 'is not loaded: CSS may not load anything';
const urlAt = (place: string): string => `\`url()\` at css ${place} ${NOT_ALLOWED}`;
const url = (where: string, place: string): string => `\`url()\` in ${where} at html ${place} ${NOT_ALLOWED}`;

const IN_SHEETS = refusedCss(
  ['url() with a background', 'p { background: url(https://a.example/x.png) }', urlAt('1:17')],
  ['url() with quotes', 'p { background: url("https://a.example/x.png") }', urlAt('1:17')],
  ['url() of a data URL', 'p { background: url(data:image/png;base64,AA) }', urlAt('1:17')],
  ['url() in any case', 'p { background: UrL(x) }', urlAt('1:17')],
  ['url() with an escaped letter', 'p { background: u\\72l(x) }', urlAt('1:17')],
  ['url() with an escape of six digits', 'p { background: \\000075rl(x) }', urlAt('1:17')],
  ['url() with an escape and a blank', 'p { background: \\75 rl(x) }', urlAt('1:17')],
  ['url() with a letter that is escaped as itself', 'p { background: \\u\\rl(x) }', urlAt('1:17')],
  ['url() behind a comment', 'p { background:/**/url(x) }', urlAt('1:20')],
  ['url() that never ends', 'p { background: url(x', urlAt('1:17')],
  ['url() with quotes that never end', 'p { background: url("x', urlAt('1:17')],
  ['url() over several lines', 'p {\n  background:\n    url(\n      x\n    )\n}', urlAt('3:5')],
  ['url() in lines that end in CR LF', 'p {\r\n  color: red;\r\n  background: url(x);\r\n}', urlAt('3:15')],
  ['url() in a custom property', ':root { --logo: url(x) }', urlAt('1:17')],
  ['url() in the fallback of a variable', 'p { background: var(--x, url(x)) }', urlAt('1:26')],
  ['url() as content', 'p::before { content: url(x) }', urlAt('1:22')],
  ['url() as a filter', 'p { filter: url(x.svg#f) }', urlAt('1:13')],
  ['url() as a mask', 'p { -webkit-mask-image: url(x) }', urlAt('1:25')],
  ['url() as a list’s mark', 'li { list-style-image: url(x) }', urlAt('1:24')],
  ['url() as a border', 'p { border-image: url(x) 1 }', urlAt('1:19')],
  ['url() as a shape', 'p { shape-outside: url(x) }', urlAt('1:20')],
  [
    'url() in a font',
    'p {} @font-face { font-family: "My Font"; src: url(x.woff2) }',
    '`@font-face My Font` at css 1:6 is not loaded: upload the font with `PUT /api/fonts',
  ],
  ['url() in a condition', '@supports (background: url(x)) { p { color: red } }', urlAt('1:24')],
  ['url() in a margin box', '@page { @top-left { content: url(x) } }', urlAt('1:30')],
  [
    'url() in a registered property',
    '@property --x { syntax: "<image>"; initial-value: url(x); inherits: false }',
    urlAt('1:51'),
  ],
  ['url() in a nested rule', 'p { & b { &:hover { background: url(x) } } }', urlAt('1:33')],
  ['url() in a rule of no use', '@media (min-width: 1e9px) { p { background: url(x) } }', urlAt('1:45')],
  ['url() in a custom function', '@function --x() { result: url(x) }', urlAt('1:27')],
  ['url() behind an unclosed string', 'p { content: "x\n; background: url(x) }', urlAt('2:15')],
  ['url() behind a comment that looks open', '/* /* */ p { background: url(x) }', urlAt('1:26')],
  ['url() behind HTML’s comment marks', '<!-- p { background: url(x) } -->', urlAt('1:22')],
  ['src()', 'p { background: src("x") }', '`src()` at css 1:17'],
  ['src() of a variable', 'p { background: src(var(--x)) }', '`src()` at css 1:17'],
  ['image-set()', 'p { background: image-set("x.png" 1x) }', '`image-set()` at css 1:17'],
  ['image-set() with an escape', 'p { background: image\\-set("x.png" 1x) }', '`image-set()` at css 1:17'],
  ['-webkit-image-set()', 'p { background: -webkit-image-set("x" 1x) }', '`-webkit-image-set()` at css 1:17'],
  [
    'image-set() of a text that only a variable knows',
    ':root { --a: "https://a.example/x.png" } p { background: image-set(var(--a) 1x) }',
    '`image-set()` at css 1:58 is not loaded: CSS may not load anything',
  ],
  ['image-set() of a custom function', 'p { mask: image-set(--a() 1x) }', '`image-set()` at css 1:11'],
  [
    'a font with another one in it',
    '@font-face { src: url(x); @font-face {} font-family: My Font } p { font-family: My Font }',
    '`@font-face My Font` at css 1:1 is not loaded',
  ],
  [
    'a font that is never begun, before an address',
    'p { @font-face } b { font-family: Inter; background: url(x) }',
    urlAt('1:54'),
  ],
  ['image()', 'p { background: image("x.png") }', '`image()` at css 1:17'],
  ['cross-fade()', 'p { background: cross-fade("a.png", "b.png", 50%) }', '`cross-fade()` at css 1:17'],
  ['-webkit-cross-fade()', 'p { background: -webkit-cross-fade("a", "b", 50%) }', '`-webkit-cross-fade()` at css 1:17'],
  ['element()', 'p { background: element(#x) }', '`element()` at css 1:17'],
  ['paint()', 'p { background: paint(worklet) }', '`paint()` at css 1:17'],
  ['@import of a text', '@import "https://a.example/x.css";', '`@import` at css 1:1'],
  ['@import of a url()', '@import url(https://a.example/x.css);', '`@import` at css 1:1'],
  ['@import with an escape', '@\\69mport "x.css";', '`@import` at css 1:1'],
  ['@import in any case', '@IMPORT "x.css";', '`@import` at css 1:1'],
  ['attr() as a URL', 'p { background: attr(data-x type(<url>)) }', '`attr()` at css 1:35 is not loaded: as this type'],
  ['attr() as an image', 'p { background: attr(data-x type(<color> | <image>)) }', '`attr()` at css 1:45'],
  ['attr() as anything', 'p { background: attr(data-x type(*)) }', '`attr()` at css 1:34'],
  ['brackets nested too deep', `${'a{'.repeat(101)}`, 'CSS at css 1:202 nests brackets more than 100 levels deep'],
  [
    'functions nested too deep',
    `p{width:${'calc('.repeat(100)}`,
    'CSS at css 1:504 nests brackets more than 100 levels',
  ],
  ['brackets nested behind brackets that close others', `${'(}'.repeat(101)}`, 'CSS at css 1:201 nests brackets'],
  [
    'a thousand broken strings and one',
    '"\n'.repeat(1_001),
    'CSS at css 1001:1 contains more than 1000 broken strings',
  ],
);

const IN_HTML = refused(
  ['url() in a style element', '<style>\n  p { background: url(x) }\n</style>', url('`style`', '2:19')],
  ['url() in a style element of the body', '<p>x</p>\n<style>p{background:url(x)}</style>', url('`style`', '2:21')],
  ['url() in a style element for other media', '<style media="tty">p{mask:url(x)}</style>', url('`style`', '1:27')],
  [
    'url() in a style element of another type',
    '<style type="text/less">p{mask:url(x)}</style>',
    url('`style`', '1:32'),
  ],
  [
    'url() in a style element in noscript',
    '<noscript><style>p{mask:url(x)}</style></noscript>',
    url('`style`', '1:25'),
  ],
  [
    'url() in a style element in lines that end in CR LF',
    '<style>\r\np{}\r\np{mask:url(x)}</style>',
    url('`style`', '3:8'),
  ],
  [
    'url() behind a style element’s comment that holds an end tag',
    '<style>/*</style><style>*/p{mask:url(x)}</style>',
    url('`style`', '1:34'),
  ],
  ['url() in a style attribute', '<p style="background: url(x)">', url('`p` `style`', '1:4')],
  [
    'url() in a style attribute, written with character references',
    '<p style="mask: &#117;rl(x)">',
    url('`p` `style`', '1:4'),
  ],
  ['url() in a style attribute, escaped twice', '<p style="mask: &#92;75 rl(x)">', url('`p` `style`', '1:4')],
  ['url() in a style attribute without quotes', '<p style=mask:url(x)>', url('`p` `style`', '1:4')],
  ['url() in a style attribute in capitals', '<P STYLE="MASK: URL(x)">', url('`p` `style`', '1:4')],
  [
    'url() in a style attribute of an element with a foreign name',
    '<x-y style="mask: url(x)">',
    url('`x-y` `style`', '1:6'),
  ],
  ['url() in a style attribute of MathML', '<math><mi style="mask: url(x)">', url('`mi` `style`', '1:11')],
  ['url() in a style attribute of html', '<html style="background: url(x)">', url('`html` `style`', '1:7')],
  [
    'url() in a style attribute of a second body',
    '<body><p>x<body style="background: url(x)">',
    url('`body` `style`', '1:1'),
  ],
  ['url() in a style attribute of a drawing', '<svg style="fill: url(x.svg#a)">', url('`svg` `style`', '1:6')],
  ['url() in an attribute that is a property', '<svg><rect fill="url(x.svg#a)"/></svg>', url('`rect` `fill`', '1:12')],
  [
    'url() in such an attribute with an escape',
    '<svg><rect filter="u\\72l(x.svg#a)"/></svg>',
    url('`rect` `filter`', '1:12'),
  ],
  ['url() with quotes in such an attribute', '<svg><g mask=\'url("x.svg#a")\'/></svg>', url('`g` `mask`', '1:9')],
  [
    'url() in one of many markers',
    '<svg><path marker-end="url(http://a.example/#x)"/></svg>',
    url('`path` `marker-end`', '1:12'),
  ],
  ['url() as a drawing’s cursor', '<svg cursor="url(x), auto"></svg>', url('`svg` `cursor`', '1:6')],
  ['url() in a style element of a drawing', '<svg><style>.a{fill:url(x.svg#a)}</style></svg>', url('`style`', '1:21')],
  [
    'url() in a style element of a drawing that elements cut in two',
    '<svg><style>.a{fill:ur<g/>l(x.svg#a)}</style></svg>',
    url('`style`', '1:21'),
  ],
  [
    'url() in a drawing’s sheet, written with character references',
    '<svg><style>.a{fill:&#117;rl(x)}</style></svg>',
    url('`style`', '1:21'),
  ],
  [
    'url() in a drawing’s sheet, as CDATA',
    '<svg><style><![CDATA[.a{fill:url(x)}]]></style></svg>',
    url('`style`', '1:21'),
  ],
  ['@import in a style element', '<style>@import "x.css";</style>', '`@import` in `style` at html 1:8'],
  ['image-set() in a style attribute', '<p style="background: image-set(\'x\' 1x)">', '`image-set()` in `p` `style`'],
  [
    'brackets nested too deep in a style attribute',
    `<p style="${'('.repeat(101)}">`,
    '`p` `style` at html 1:4 nests brackets',
  ],
);

const HARMLESS = acceptedCss(
  ['url() that points into the document', 'p { fill: url(#gradient); clip-path: url("#c") }'],
  ['url() that points into the document, as an image', 'p { background: url(#a) } li { list-style-image: url("#b") }'],
  ['an empty url()', 'p { background: url(); mask: url( "" ) }'],
  ['url() in a namespace', '@namespace svg url(http://www.w3.org/2000/svg);'],
  ['the text url( in a comment', '/* url(x) */ p { color: red }'],
  ['the text url( in a string', 'p::before { content: "url(x)" }'],
  ['the text url( in a string with the other quotes', "p::before { content: 'see url(x)' }"],
  ['the name url without a bracket', '.url { color: red } #url { --url: 1 }'],
  ['names that contain url', '.curl { animation: url-in 1s } .x { --my-url: a }'],
  ['a function whose name ends in url', 'p { --x: curl(1) }'],
  ['a function whose name is written with an escaped blank', 'p { --x: url\\ (1) }'],
  ['@import in a comment', '/* @import "x"; */'],
  ['a class named import', '.import { color: red }'],
  ['gradients', 'p { background: linear-gradient(red, blue), radial-gradient(red, blue) }'],
  ['a font of the machine', '@font-face { font-family: X; src: local("Arial") }'],
  ['a namespace by its name', '@namespace svg "http://www.w3.org/2000/svg"; svg|a { color: red }'],
  ['a charset', '@charset "utf-8"; p { color: red }'],
  ['attr() as a text or a length', 'p { content: attr(title); width: attr(data-w type(<length>), 1px) }'],
  ['a type selector and an attribute that name URLs', 'a[href^="https://"]::after { content: " (" attr(href) ")" }'],
  ['comparisons and nesting', '@media (width < 600px) { p { & > b { color: red } } }'],
  ['counters and page numbers', '@page { @bottom-right { content: counter(page) " / " counter(pages) } }'],
  ['brackets a hundred deep', `${'a{'.repeat(100)}`],
  ['only closing brackets', '}}})))]]]'],
);

const HARMLESS_IN_HTML = accepted(
  ['the text url( in prose', '<p>background: url(x)</p>'],
  ['the text url( in other attributes', '<p title="url(x)" class="url(x)">y</p>'],
  ['a style attribute without brackets', '<p style="color: red; background: none">x</p>'],
  ['a style attribute with harmless functions', '<p style="color: rgb(1 2 3); width: calc(1px + 2px)">x</p>'],
  ['url() that points into the drawing', '<svg><rect fill="url(#a)" style="mask: url(\'#b\')"></rect></svg>'],
  [
    'url() that points into the drawing, with blanks',
    '<svg><rect fill="url( #a )" filter="url( \'#b\' )"></rect></svg>',
  ],
  ['url() that points into the drawing, in its own sheet', '<svg><style>.a{fill:url(#g)}</style></svg>'],
  ['the text url( in a drawing’s words', '<svg><text aria-label="url(x)" data-x="url(x)">url(x)</text></svg>'],
  ['transformations and paths', '<svg><g transform="rotate(45 1 1)"><path d="M0 0L1 1"></path></g></svg>'],
);

const OWN_SHEETS = acceptedHead(
  ['a style element', '<style>p { color: red }</style>', '<style>p { color: red }</style>'],
  [
    'a sheet that selects by child and by media',
    '<style>@media (400px<width){a>b{}}</style>',
    '<style>@media (400px<width){a>b{}}</style>',
  ],
);

export const CSS_CASES: readonly PolicyCase[] = [IN_SHEETS, IN_HTML, HARMLESS, HARMLESS_IN_HTML, OWN_SHEETS].flat();
