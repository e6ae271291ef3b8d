/**
 * What documents are made of, one construct each, without an author's fault: every element that holds text, tables of all
 * shapes, all that CSS and SVG draw. A construct stands alone or in another one.
 */
import { SAMPLE_IMAGES } from '@toolpress/testkit';
import { colouredPng } from '../comparison/pictures.js';

/** @param inner its content, if it has any. @param id a unique id in the document. */
type Construct = (inner: string, id: string) => string;

const png = (red: number): string => `data:image/png;base64,${colouredPng(40, 20, [red, 90, 60]).toString('base64')}`;

/** A grey JPEG of one pixel, and a GIF of two colours, one of them transparent. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The files of the request, for documents that name them. */
export const FILES = {
  'photo.webp': { base64: SAMPLE_IMAGES.WEBP.toString('base64') },
  'glass.webp': { base64: SAMPLE_IMAGES.TRANSPARENT_WEBP.toString('base64') },
  'photo.avif': { base64: SAMPLE_IMAGES.AVIF.toString('base64') },
  'photo.jpg': { base64: JPEG },
  'drawing.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".3"/></linearGradient><rect width="40" height="20" fill="url(#g)"/><text x="4" y="14" font-size="9">drawn</text></svg>',
};

const svg = (inside: string, attributes = 'role="img" aria-label="A drawing"'): string =>
  `<svg ${attributes} width="160" height="60" viewBox="0 0 160 60">${inside}</svg>`;

const box = (style: string, inner = 'a box'): string =>
  `<div style="width: 150px; min-height: 30px; padding: 4px; ${style}">${inner}</div>`;

const cells = (tag: string, ...texts: string[]): string => texts.map((text) => `<${tag}>${text}</${tag}>`).join('');
const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `<tr>${row(index)}</tr>`).join('');
const HEADS = '<th scope="col">Item</th><th scope="col">Count</th><th scope="col">Price</th>';

const STRUCTURE: Readonly<Record<string, Construct>> = {
  paragraphs: (inner) => `<p>One line of text.</p><p>Another one, which is long enough to be broken into two lines or
    even three of them on a narrow page, and so is one paragraph of several lines.</p>${inner}`,
  'text in no paragraph': (inner) => `bare text <b>with bold</b> text<br>and a break${inner}`,
  phrases:
    () => `<p><strong>strong</strong> <em>em</em> <b>b</b> <i>i</i> <u>u</u> <s>s</s> <del>del</del> <ins>ins</ins>
    <mark>mark</mark> <small>small</small> <sub>sub</sub> <sup>sup</sup> <abbr title="abbreviation">abbr</abbr> <cite>cite</cite>
    <code>code</code> <kbd>kbd</kbd> <samp>samp</samp> <var>var</var> <q>quote</q> <dfn>dfn</dfn>
    <time datetime="2026-01-01">time</time> <data value="1">data</data> <bdi>bdi</bdi> <bdo dir="rtl">bdo</bdo> <span>span</span> <font color="red">font</font> <tt>tt</tt> <big>big</big></p>`,
  'quotations in each other': () => '<p><q>outer <q>inner</q> again</q></p>',
  'nested phrases': () =>
    `<p><strong><em><u>three</u> deep <a href="#top">and a link <code>of code</code></a></em></strong></p>`,
  'links over lines': (
    _,
    id,
  ) => `<p id="${id}">Text before <a href="https://example.com/a?b=c&amp;d">a link with so many words that it has to be broken into more
    than one line of this paragraph, as it would be in any text</a>, <a href="#${id}">back</a>, <a href="mailto:a@example.com">mail</a>, <a href="tel:+43123">call</a>.</p>`,
  'link around blocks': (inner) => `<a href="https://example.com/"><div>a block</div>${inner}<p>in a link</p></a>`,
  'links around images': () =>
    `<p><a href="https://example.com/"><img src="${png(200)}" alt="Our home page"></a> <a href="https://example.com/2">${svg('<circle cx="9" cy="9" r="8"/>')}</a></p>`,
  'link with a separate name': () =>
    '<p><a href="https://example.com/" aria-label="Read on about oaks" title="Oaks">more</a> <a href="https://example.com/t" title="A title">text</a></p>',
  'anchor without address': (_, id) => `<p><a id="${id}" name="${id}">only a target</a> and text</p>`,
  'list of points': (inner) =>
    `<ul><li>one</li><li>two${inner}</li><li><p>three</p><p>with two paragraphs</p></li></ul>`,
  'list of numbers': (inner) =>
    `<ol start="5" reversed><li>five<ol type="a"><li>a</li><li>b${inner}<ol type="I"><li>deep</li></ol></li></ol></li><li value="9">nine</li></ol>`,
  'list of other marks':
    () => `<ul style="list-style: none"><li>no mark</li></ul><ul style="list-style: '✓ '"><li>check</li></ul><ul style="list-style: inside square"><li>inside</li></ul>
    <ol style="list-style-type: lower-greek"><li>alpha</li></ol><ol style="list-style-type: cjk-decimal"><li>一</li></ol><menu><li>menu</li></menu><ul style="display: flex; gap: 1em"><li>flex one</li><li>flex two</li></ul>`,
  'list with empty points': () =>
    '<ul><li></li><li>text</li><li><ul><li>only a list in it</li></ul></li></ul><ul></ul>',
  'points in no list': () => '<div><li>a point in no list</li></div>',
  definitions: (inner) =>
    `<dl><dt>Term</dt><dd>Meaning${inner}</dd><dt>Two</dt><dt>terms</dt><dd>one</dd><dd>and two</dd></dl><dl><div><dt>Grouped</dt><dd>meaning</dd></div></dl>`,
  'table with heads': () =>
    `<table><caption>What was sold</caption><thead><tr>${HEADS}</tr></thead><tbody>${rows(3, (at) => cells('td', `thing ${at}`, String(at), '9.50'))}</tbody><tfoot><tr><th scope="row">Sum</th><td>3</td><td>28.50</td></tr></tfoot></table>`,
  'table with empty cells': () =>
    `<table border="1"><tr><th></th><th scope="col">A</th><th scope="col">B</th></tr><tr><th scope="row">1</th><td></td><td>b</td></tr><tr><th scope="row">2</th><td>a</td><td></td></tr><tr><th scope="row">3</th><td></td><td>&nbsp;</td></tr><tr><td></td><td></td><td></td></tr></table>`,
  'table with spans': () =>
    `<table border="1"><tr><th scope="col" colspan="2">Name</th><th scope="col" rowspan="2">Sum</th></tr><tr><th scope="col">First</th><th scope="col">Last</th></tr><tr><td rowspan="2">Ann</td><td>Ash</td><td>1</td></tr><tr><td>Birch</td><td>2</td></tr><tr><td colspan="3">all of them</td></tr></table>`,
  'table with spans and empty cells': () =>
    `<table border="1"><tr><td></td><th scope="col" colspan="2">2025</th><th scope="col" colspan="2">2026</th></tr><tr><th scope="row" rowspan="2">North</th><td></td><td>1</td><td colspan="2"></td></tr><tr><td>2</td><td></td><td></td><td>3</td></tr></table>`,
  'table with blocks in cells': (inner) =>
    `<table border="1"><thead><tr><th scope="col"><p>Head</p></th><th scope="col"><div>Other</div></th></tr></thead><tr><td><ul><li>point</li></ul></td><td>${inner}<p>paragraph</p></td></tr></table>`,
  'table in a table': () =>
    `<table border="1"><tr><th scope="col">Outer</th></tr><tr><td><table><tr><th scope="col">Inner</th><th scope="col">one</th></tr><tr><td>x</td><td></td></tr></table></td></tr></table>`,
  'table for looks': (inner) =>
    `<table role="presentation"><tr><td>left</td><td>${inner}right</td></tr><tr><td></td><td>below</td></tr></table>`,
  'table over pages': () =>
    `<table><thead><tr>${HEADS}</tr></thead><tfoot><tr><td colspan="3">carried over</td></tr></tfoot><tbody>${rows(60, (at) => cells('td', `row ${at} of a long table`, at % 7 === 0 ? '' : String(at), '1.00'))}</tbody></table>`,
  'table with groups of rows': () =>
    `<table><colgroup><col style="background: #eee"><col span="2"></colgroup><tbody><tr><th scope="col">A</th><th scope="col">B</th><th scope="col">C</th></tr></tbody><tbody>${rows(2, () => cells('td', '1', '2', '3'))}</tbody><tbody>${rows(2, () => cells('td', '4', '', '6'))}</tbody></table>`,
  'table with scopes and headers': (_, id) =>
    `<table><tr><th id="${id}a">A</th><th id="${id}b" scope="col">B</th></tr><tr><th id="${id}r" scope="row">row</th><td headers="${id}b ${id}r">value</td></tr></table>`,
  'table by CSS': () =>
    '<div style="display: table"><div style="display: table-row"><div style="display: table-cell">one</div><div style="display: table-cell">two</div></div></div>',
  'table with hidden cells': () =>
    '<table><tr><th scope="col">A</th><th scope="col" style="visibility: hidden">B</th></tr><tr><td style="visibility: hidden">gone</td><td>b</td></tr><tr style="display: none"><td>no</td><td>no</td></tr><tr><td><img src="" alt="" hidden></td><td><span hidden>x</span></td></tr></table>',
  'rotated heads': () =>
    '<table><tr><th scope="col" style="writing-mode: vertical-rl">Tall</th><th scope="col"><span style="display: inline-block; transform: rotate(-40deg)">Turned</span></th></tr><tr><td>1</td><td>2</td></tr></table>',
  quotation: (inner) =>
    `<blockquote cite="https://example.com"><p>Quoted.</p>${inner}<footer>— <cite>Somebody</cite></footer></blockquote>`,
  code: () => '<pre><code>if (a &lt; b) {\n  return\tc;\n}\n</code></pre><p>and <code>inline</code></p>',
  figure: (inner) =>
    `<figure><img src="${png(120)}" alt="A bar of brown" width="90"><figcaption>A caption ${inner}</figcaption></figure>`,
  'figure of a table': () =>
    `<figure><figcaption>Before it</figcaption><table><tr><th scope="col">A</th></tr><tr><td>1</td></tr></table></figure>`,
  'images of all kinds': () =>
    `<p><img src="${png(30)}" alt="PNG"> <img src="photo.jpg" alt="JPEG" width="30"> <img src="data:image/gif;base64,${GIF}" alt="GIF" width="20"> <img src="photo.webp" alt="WebP"> <img src="glass.webp" alt="Glass"> <img src="photo.avif" alt="AVIF"> <img src="drawing.svg" alt="SVG" width="60"> text</p>`,
  'images for looks': () =>
    `<p>text <img src="${png(80)}" alt=""> text <img src="${png(81)}" role="presentation" alt=""> ${svg('<rect width="20" height="9"/>', 'aria-hidden="true"')}</p>`,
  'image cut by its box': () =>
    `<img src="${png(60)}" alt="Cut" style="width: 60px; height: 60px; object-fit: cover; border-radius: 50%">`,
  rule: () => '<p>above</p><hr><p>below</p>',
  details: (inner) =>
    `<details open><summary>Open</summary><p>shown</p>${inner}</details><details><summary>Closed</summary><p>not shown</p></details>`,
  landmarks: (inner) =>
    `<main><article><header>head of it</header><section aria-label="Part"><p>section</p>${inner}</section><aside>aside</aside><footer>foot of it</footer></article></main><nav><a href="#top">nav</a></nav><address>Street 1</address><search>search</search><hgroup><p>group</p></hgroup>`,
  form: (
    _,
    id,
  ) => `<form><fieldset><legend>Legend</legend><label for="${id}t">Name</label> <input id="${id}t" value="Ann"> <label><input type="checkbox" checked> agreed</label> <label><input type="radio"> or not</label>
    <label>Pick <select><option>one</option><option selected>two</option></select></label> <label>Text <textarea>more\nlines</textarea></label> <button type="button">Send</button> <label>Level <meter value=".6">60 %</meter></label> <label>Done <progress value=".4">40 %</progress></label> <label>When <input type="date" value="2026-01-02"></label> <label>Range <input type="range"></label> <label>Empty <input placeholder="type here"></label> <output>42</output></fieldset></form>`,
  ruby: () =>
    '<p lang="ja"><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>の<ruby>東京<rt>とうきょう</rt></ruby></p>',
  'right to left': (inner) =>
    `<div dir="rtl" lang="ar"><p>مرحبا بالعالم <b>مهم</b> 123 <bdi>English</bdi> و<a href="https://example.com">رابط</a></p><ul><li>واحد</li></ul><table><tr><th scope="col">رأس</th><th scope="col">آخر</th></tr><tr><td>خلية</td><td></td></tr></table>${inner}</div><p dir="rtl" lang="he">שלום עולם</p>`,
  'other languages': () =>
    '<p><span lang="fr">Bonjour à tous</span> <span lang="de">Grüße</span> <span lang="el">Καλημέρα</span> <span lang="ru">Привет</span> <span lang="hi">नमस्ते दुनिया</span> <span lang="th">สวัสดี</span> <span lang="ta">வணக்கம்</span> <span lang="ka">გამარჯობა</span> <span lang="am">ሰላም</span> <span lang="vi">Tiếng Việt</span></p>',
  'chinese, japanese, korean': () =>
    '<p lang="zh">你好，世界。</p><p lang="ja">こんにちは、世界。</p><p lang="ko">안녕하세요 세계</p>',
  'vertical text': () =>
    '<div lang="ja" style="writing-mode: vertical-rl; height: 120px"><p>縦書きの文章です。abc 123「括弧」</p><p>二行目——ダッシュ</p></div>',
  emoji: () => '<p>☕ 😀 👩🏽‍🌾 🇮🇹 ❤️ 1️⃣ ✓ ★ → ∑ ½</p>',
  'hyphens and breaks': () =>
    '<p style="width: 90px; hyphens: auto">Internationalisation super&shy;cali&shy;fragilistic unbreakable&nbsp;space long<wbr>word office ﬁ ffl waffle AVATAR</p>',
  'signs of no width': () =>
    '<p>a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg \u202aleft\u202c \u2066iso\u2069 e\u0301 n\u0303</p>',
  columns: (inner) =>
    `<div style="columns: 3; column-rule: 1px solid teal">${'<p>A paragraph in columns that goes over a few lines.</p>'.repeat(6)}${inner}<p style="column-span: all">over all</p></div>`,
  'flex and grid': (inner) =>
    `<div style="display: flex; flex-direction: row-reverse; gap: 1em"><p>first</p><p style="order: -1">second</p>${inner}</div><div style="display: grid; grid-template-columns: 1fr 2fr"><div>a</div><div>b</div><div style="grid-column: 1 / 3">c</div></div>`,
  'floats and positions': (inner) =>
    `<div style="position: relative; min-height: 60px"><div style="float: right; width: 30%">floating ${inner}</div><p>around it</p><div style="position: absolute; right: 0; bottom: 0">absolute</div></div>`,
  'breaks of pages': (inner) =>
    `<p>before</p><div style="break-before: page">on the next page ${inner}</div><p style="break-after: page">its end</p><p>last</p>`,
  'paragraph over pages': () =>
    `<p><b>${'A very long paragraph, with bold text, that is parted by the end of a page. '.repeat(70)}</b></p>`,
  'list over pages': () =>
    `<ul>${'<li>a point of a long list<ul><li>with another in it</li></ul></li>'.repeat(40)}</ul>`,
  'fixed on every page': () =>
    `<div style="position: fixed; bottom: 0; right: 0">on every page</div><p style="break-after: page">one</p><p>two</p>`,
  footnotes: () =>
    '<p>Text<span data-footnote>A note with <a href="https://example.com/n">a link</a>.</span> and more<span data-footnote="*">Another <b>note</b>.</span></p>',
  'footnotes of pages': () =>
    `<p style="break-after: page">One<span data-footnote>The first.</span></p><p>Two<span data-footnote>The second.</span></p><ul><li>in a list<span data-footnote>The third.</span></li></ul>`,
  'text by CSS': (_, id) =>
    `<style>#${id}::before { content: "before " } #${id}::after { content: " after" counter(c) } #${id} { counter-increment: c } #${id}q { quotes: "«" "»" }</style><p id="${id}">text</p><q id="${id}q">quoted</q>`,
  'hidden text': () =>
    '<p>shown <span style="visibility: hidden">hidden</span> <span style="display: none">none</span> <span hidden>hid</span> <span style="opacity: 0">clear</span> <span style="color: transparent">no colour</span> <span style="font-size: 0">small</span> <span style="position: absolute; left: -9999px">far away</span><span aria-hidden="true">★</span></p>',
  'empty elements': () =>
    '<p></p><div></div><span></span><p> </p><div><span></span></div><section></section><p><b></b></p><blockquote></blockquote>',
  'case and letters': () =>
    '<p style="text-transform: uppercase">upper ß</p><p style="font-variant: small-caps; letter-spacing: 2px; word-spacing: 9px">Small Caps</p><p style="text-transform: full-width">wide</p><p><span style="font-size: 3em; float: left">D</span>rop cap</p><style>p.i::first-letter { font-size: 2em } p.i::first-line { color: navy }</style><p class="i">Initial letter and first line</p>',
  'private use and symbols': () =>
    '<p style="font-family: serif">§ ¶ † ‡ • … ‰ € ™ © ® ° ± × ÷ ≤ ≥ ≠ ∞ √ ∫ ← ↑ → ↓ ■ □ ▲ ● ☐ ☑ ☒ ♠ ♥ ♪ ⌘ ⚠ ✂</p>',
  'mathml tables': () =>
    '<p><math><mtable frame="solid" rowlines="solid" columnlines="dashed" columnalign="right left"><mtr><mtd><mi>a</mi></mtd><mtd><mpadded width="+1em"><mi>b</mi></mpadded></mtd></mtr><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mfrac linethickness="thick"><mi>c</mi><mi>d</mi></mfrac></mtd><mtd><mn>2</mn></mtd></mlabeledtr></mtable></math></p>',
  mathml: () =>
    '<p><math><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup><munderover><mo>∑</mo><mn>0</mn><mi>n</mi></munderover></math></p>',
  'roles by ARIA': (_, id) =>
    `<div role="list"><div role="listitem">item</div></div><div role="note">note</div><div role="group" aria-labelledby="${id}"><span id="${id}">label</span></div><span role="img" aria-label="Five stars">★★★★★</span><div role="table"><div role="row"><span role="columnheader">A</span></div><div role="row"><span role="cell">1</span></div></div><p aria-label="instead">spoken</p><div role="separator">—</div>`,
  barcodes: () => '<p>[["https://example.com/" | qr]] [["4006381333931" | barcode: "ean13", text: true]]</p>',
  'old elements': () =>
    '<center>centred</center><dir><li>dir</li></dir><nobr>no break</nobr><marquee>marquee</marquee><acronym title="x">ac</acronym><strike>struck</strike><basefont><spacer>',
  'video poster and others': () =>
    `<video poster="${png(10)}" aria-label="A film" width="60"></video><map name="m"><area alt="a" href="#top" shape="rect" coords="0,0,9,9"></map><img src="${png(11)}" alt="Map" usemap="#m">`,
  'running head': () => '<p data-running="chapter">Chapter of oaks</p><p>text</p>',
};

const LOOKS: Readonly<Record<string, Construct>> = {
  grounds: (inner) => box('background: #def; color: #123', inner),
  'gradients on a line': () => box('background: linear-gradient(45deg, red, rgba(0, 0, 255, .4) 60%, lime)'),
  'gradients around a point': () =>
    box('background: radial-gradient(circle at 20% 20%, white, teal), conic-gradient(red, blue, red)'),
  'gradients repeated': () => box('background: repeating-linear-gradient(45deg, #ccc 0 4px, #fff 4px 8px)'),
  borders: (inner) => box('border: 3px dashed teal; border-left: 8px double red; border-radius: 9px 0', inner),
  'borders of all kinds': () =>
    ['dotted', 'solid', 'double', 'groove', 'ridge', 'inset', 'outset']
      .map((style) => box(`border: 4px ${style} #468`))
      .join(''),
  'shadows of boxes': (inner) => box('box-shadow: 3px 3px 5px rgba(0, 0, 0, .5), inset 0 0 8px red', inner),
  'shadows of text': () => '<p style="text-shadow: 1px 1px 2px gray, 0 0 5px red">shadowed</p>',
  opacity: (inner) => box('opacity: .5; background: gold', `half ${inner}`),
  'opacity in opacity': () => box('opacity: .7; background: red', box('opacity: .5; background: blue', 'inner')),
  blending: () =>
    box(
      'background: yellow',
      '<span style="mix-blend-mode: multiply; color: cyan">multiplied</span><div style="mix-blend-mode: difference; background: red">difference</div>',
    ) + box('isolation: isolate; background: lime; background-blend-mode: screen'),
  // Without text: what is under a filter is drawn as a picture, and refused.
  filters: () =>
    box('filter: blur(1px); background: teal', '') +
    box('filter: drop-shadow(2px 2px 2px red) hue-rotate(90deg); background: lime', '') +
    box('filter: grayscale(1); background: orange', ''),
  'backdrop filter': () =>
    box('background: red', box('backdrop-filter: blur(2px); background: rgba(255, 255, 255, .3)', 'glass')),
  'clip path': (inner) =>
    box('clip-path: circle(40%); background: pink', inner) +
    box('clip-path: polygon(0 0, 100% 0, 50% 100%); background: plum'),
  mask: () => box('background: navy; color: white; mask-image: linear-gradient(black, transparent)', 'fading'),
  transforms: (inner) =>
    box('transform: rotate(10deg) scale(.8) skewX(5deg); border: 1px solid', inner) +
    box('transform: perspective(200px) rotateY(40deg); background: tan', '3D'),
  'text filled by its ground': () =>
    '<p style="background: linear-gradient(90deg, red, blue); -webkit-background-clip: text; background-clip: text; color: transparent; font-size: 30px">Gradient text</p>',
  'outlined text': () => '<p style="-webkit-text-stroke: 1px red; color: white; font-size: 30px">Outline</p>',
  'text drawn again': (_, id) =>
    `<p id="${id}" style="-webkit-text-stroke: 1px red; text-shadow: 1px 1px, 2px 2px teal; text-emphasis: dot; width: 90px; text-decoration: underline">lines of <b>words 漢字</b> and <a href="https://example.com/${id}">a link</a> again and again</p><svg width="90" height="30" role="img" aria-label="Drawn"><text y="20" stroke="red">drawn</text></svg>`,
  'labels and quotes by CSS': (inner, id) =>
    `<style>#${id} li::marker { content: "Step " counter(list-item) ": " }</style><ol id="${id}"><li>one <q>quoted <q>again</q></q>${inner}</li><li><p>two</p></li></ol>`,
  decorations: () =>
    '<p style="text-decoration: underline wavy red; outline: 2px dotted blue; text-underline-offset: 4px">decorated <span style="text-decoration: line-through double">through</span> <span style="text-emphasis: dot">emphasis</span></p>',
  'clipped text': (inner) =>
    box('height: 20px; overflow: hidden', `text that is cut off ${inner}`.repeat(3)) +
    box(
      'white-space: nowrap; overflow: hidden; text-overflow: ellipsis',
      'a line that is too long for its box and ends in dots',
    ),
  'svg shapes': () =>
    svg(
      '<rect x="2" y="2" width="40" height="30" rx="5" fill="none" stroke="red" stroke-dasharray="4 2"/><circle cx="70" cy="20" r="15" fill="teal" fill-opacity=".4"/><ellipse cx="110" cy="20" rx="15" ry="8"/><path d="M5 50 C20 30 40 60 60 45 Z" fill="gold"/><polyline points="90,50 100,40 120,55" fill="none" stroke="navy" stroke-linecap="round"/><line x1="0" y1="0" x2="9" y2="9" stroke="black"/>',
    ),
  'svg text': () =>
    svg(
      '<text x="5" y="20" font-size="14">SVG text</text><text x="5" y="45"><tspan font-weight="bold">bold</tspan> <tspan fill="red">red</tspan></text><defs><path id="arc" d="M80 50 Q110 10 150 50"/></defs><text font-size="9"><textPath href="#arc">text on a path</textPath></text>',
    ),
  'svg paints': (_, id) =>
    svg(
      `<defs><linearGradient id="${id}l"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".2"/></linearGradient><radialGradient id="${id}r"><stop stop-color="white"/><stop offset="1" stop-color="green"/></radialGradient><pattern id="${id}p" width="8" height="8" patternUnits="userSpaceOnUse"><circle cx="4" cy="4" r="2"/></pattern></defs><rect width="50" height="50" fill="url(#${id}l)"/><rect x="55" width="50" height="50" fill="url(#${id}r)"/><rect x="110" width="50" height="50" fill="url(#${id}p)"/>`,
    ),
  'svg masks and filters': (_, id) =>
    svg(
      `<defs><mask id="${id}m"><rect width="80" height="60" fill="gray"/></mask><clipPath id="${id}c"><circle cx="120" cy="30" r="20"/></clipPath><filter id="${id}f"><feGaussianBlur stdDeviation="2"/></filter></defs><rect width="60" height="50" fill="red" mask="url(#${id}m)"/><rect x="90" width="60" height="60" clip-path="url(#${id}c)"/><g opacity=".5"><rect x="40" y="20" width="40" height="30" filter="url(#${id}f)"/></g>`,
    ),
  'svg with images': () =>
    svg(
      `<image href="${png(222)}" width="60" height="30"/><foreignObject x="70" width="90" height="60"><p>HTML in SVG</p></foreignObject><switch><text x="5" y="55">switch</text></switch>`,
    ),
  'svg with a title': () =>
    svg('<title>A title of the drawing</title><desc>and more</desc><rect width="30" height="30"/>', ''),
  'svg chart': () =>
    svg(
      Array.from(
        { length: 12 },
        (_, at) =>
          `<g><rect x="${at * 13}" y="${50 - at * 3}" width="10" height="${at * 3 + 1}" fill="hsl(${at * 30} 60% 50%)"/><text x="${at * 13}" y="58" font-size="6">${at}</text></g>`,
      ).join(''),
    ),
  'svg links': () => svg('<a href="https://example.com/svg"><text x="5" y="20">a link in a drawing</text></a>'),
  'images with glass': () =>
    `<p style="background: gold"><img src="glass.webp" alt="Glass" width="60"> <img src="drawing.svg" alt="Drawing" width="80" style="opacity: .5"></p>`,
  'images turned': () =>
    `<img src="${png(140)}" alt="Turned" style="transform: rotate(30deg); filter: sepia(1)" width="60"><img src="${png(141)}" alt="Pixels" style="image-rendering: pixelated" width="90">`,
  fonts: () =>
    '<p style="font-family: Lato; font-weight: 900">Lato black</p><p style="font-family: Inter; font-variation-settings: \'wght\' 350">Inter 350</p><p style="font-family: monospace; font-style: oblique 14deg">mono slanted</p><p style="font: italic bold 12pt serif">serif</p><p style="font-family: cursive">cursive</p><p style="font-feature-settings: \'tnum\', \'ss01\'; font-variant-numeric: oldstyle-nums">1234567890</p><p style="font-family: Roboto; font-stretch: condensed">Roboto</p>',
  'colours of all kinds': () =>
    '<p style="color: color(display-p3 1 0 0)">P3</p><p style="color: oklch(60% .2 200)">oklch</p><p style="color: color-mix(in srgb, red, blue)">mixed</p><p style="color: lab(50% 40 20 / .5)">lab</p>',
  'huge and tiny': () => '<p style="font-size: 200px; line-height: 1">Big</p><p style="font-size: 1px">tiny text</p>',
  'grounds of a page': (_, id) =>
    `<style>body { background: linear-gradient(#fff, #eef) } #${id} { background: #fed }</style><p id="${id}">on a ground</p>`,
  'scrolled boxes': () =>
    box('height: 30px; overflow: auto', '<p>one</p><p>two</p><p>three</p>') +
    box('resize: both; overflow: scroll', 'resizable'),
  'margin boxes': () =>
    '<style>@page { @top-center { content: "in the margin " counter(page) } @bottom-left { content: "foot"; border-top: 1px solid red } margin: 30mm }</style><p style="break-after: page">one</p><p>two</p>',
  'collapsed borders': () =>
    `<table style="border-collapse: collapse"><tr>${HEADS}</tr>${rows(3, () => ['1', '', '3'].map((text) => `<td style="border: 2px solid #999; background: #f8f8f8; border-bottom: 1px dotted red">${text}</td>`).join(''))}</table>`,
  'marks as drawings': () =>
    '<ul style="list-style-type: disclosure-open"><li>one</li></ul><ul><li style="color: red"><span style="color: black">red mark</span></li></ul><style>li.m::marker { content: "» "; color: teal }</style><ul><li class="m">own mark</li></ul>',
};

export const ALL_CONSTRUCTS: Readonly<Record<string, Construct>> = { ...STRUCTURE, ...LOOKS };
