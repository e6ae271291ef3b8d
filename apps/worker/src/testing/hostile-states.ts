/** Everything known by which a document may decide something for the whole page that prints it. */

interface Parts {
  readonly html: string;
  readonly css?: string;
}

const meta = (name: string, content: string): Parts => ({
  html: `<head><meta name="${name}" content="${content}"></head><p>x`,
});
const equiv = (name: string, content: string): Parts => ({
  html: `<head><meta http-equiv="${name}" content="${content}"></head><p>x`,
});
const css = (sheet: string): Parts => ({ html: '<p class="x">x</p><a href="https://example.com/">a</a>', css: sheet });
const html = (text: string): Parts => ({ html: text });
const svg = (inside: string): Parts => html(`<svg width="50" height="50">${inside}</svg>`);

/** Documents by what they try; most are in quirks mode. */
export const HOSTILE_STATES: Readonly<Record<string, Parts>> = {
  'quirks mode': html('<table><tr><td><p>x<table><tr><td>y</table>'),
  'limited quirks mode': html('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ""><p>x'),
  'standards mode': html('<!DOCTYPE html><p>x'),
  'a dark scheme by meta': meta('color-scheme', 'dark'),
  'a dark scheme by meta, in capitals': html('<p>x<META NAME="Color-Scheme" CONTENT="only dark">'),
  'a dark scheme by meta in the body': html('<p>x<meta name="color-scheme" content="dark">'),
  'a dark scheme by meta in a drawing': svg('<foreignObject><meta name="color-scheme" content="dark"></foreignObject>'),
  'a dark scheme by meta with media': html('<meta name="color-scheme" media="print" content="dark"><p>x'),
  'a dark scheme by CSS': css(':root { color-scheme: dark }'),
  'a dark scheme of the page': css('@page { color-scheme: dark } html { color-scheme: only dark }'),
  'colours of links': html('<body link="lime" vlink="red" alink="yellow"><a href="https://example.com/">a</a>'),
  'the colour of links': html('<body link="#0f0">x'),
  'the colour of visited links': html('<body vlink="red"><a href="https://example.com/">a</a>'),
  'the colour of active links': html('<body alink="red"><a href="https://example.com/">a</a>'),
  'colours of links in capitals': html('<BODY LINK="LIME">x'),
  'links that lead nowhere': html(
    '<a href="">a</a><a href="page.html">b</a><a href="#">c</a><a href="javascript:x">d</a>',
  ),
  'text and background of the body': html(
    '<body text="red" bgcolor="black" leftmargin="90" topmargin="90" marginwidth="90">x',
  ),
  'a titled sheet': html('<style title="hostile">p { color: red }</style><p>x'),
  'a titled sheet in the body': html(
    '<p>x<style title="a">p { color: red }</style><style title="b">p { color: blue }</style>',
  ),
  'a titled sheet in a drawing': svg('<style title="hostile">p { color: red }</style>'),
  'a titled sheet of no use': html('<style title="hostile" media="speech" type="text/plain">p</style><p>x'),
  'a default style': equiv('default-style', 'hostile'),
  'a language of the content': equiv('content-language', 'ja'),
  'a content policy': equiv('content-security-policy', "style-src 'none'; img-src 'none'"),
  'a permissions policy': equiv('permissions-policy', 'geolocation=()'),
  'look-ups ahead': equiv('x-dns-prefetch-control', 'on'),
  'an origin trial': equiv('origin-trial', 'AAAA'),
  'client hints': equiv('accept-ch', 'dpr'),
  'a base': html('<base href="https://example.com/" target="_blank"><a href="#t">a</a>'),
  'a referrer policy': meta('referrer', 'unsafe-url'),
  'a viewport': meta('viewport', 'width=200, initial-scale=5, minimum-scale=5'),
  'a viewport of the device': meta(
    'viewport',
    'width=device-width, initial-scale=1, interactive-widget=resizes-content',
  ),
  'a viewport of old phones': html(
    '<meta name="HandheldFriendly" content="true"><meta name="MobileOptimized" content="100"><p>x',
  ),
  'a scale of text': meta('text-scale', 'scale'),
  'a theme colour': meta('theme-color', 'red'),
  motion: meta('supports-reduced-motion', 'reduce'),
  'a name of an application': html(
    '<meta name="application-name" content="hostile"><meta name="application-title" content="hostile"><p>x',
  ),
  'sizing by its content': meta('responsive-embedded-sizing', ''),
  'an author and keywords': html(
    '<meta name="author" content="hostile"><meta name="keywords" content="a"><meta name="generator" content="b"><meta name="description" content="c"><p>x',
  ),
  'an encoding': html('<meta charset="shift_jis"><p>x'),
  'a title': html('<title>hostile</title><p>x'),
  'a title of a drawing': svg('<title>hostile</title><desc>hostile</desc>'),
  'a registered property': css(
    '@property --x { syntax: "<length>"; inherits: true; initial-value: 90px } @property --hostile { syntax: "<length>"; inherits: false; initial-value: 1px } .x { width: var(--x) }',
  ),
  'a registered colour': css(
    '@property --colour { syntax: "<color>"; inherits: true; initial-value: red } @property --own { syntax: "*"; inherits: true }',
  ),
  'a local font': css(
    '@font-face { font-family: hostile; src: local("DejaVu Sans"); size-adjust: 200% } .x { font-family: hostile }',
  ),
  'a font of a common name': css(
    '@font-face { font-family: Arial; src: local("DejaVu Sans Mono"); ascent-override: 200%; unicode-range: U+0-7F } @font-face { font-family: serif; src: local("DejaVu Sans Mono") } * { font-family: Arial }',
  ),
  'a style of counters': css(
    '@counter-style hostile { system: cyclic; symbols: "X" } @counter-style lower-greek { system: cyclic; symbols: "Y" } @counter-style hiragana { system: extends decimal; suffix: "Z" } @counter-style circle { system: cyclic; symbols: "W" } .x { display: list-item; list-style: hostile }',
  ),
  'values of a palette': css(
    '@font-palette-values --hostile { font-family: serif; base-palette: 1 } @font-feature-values serif { @styleset { hostile: 1 } }',
  ),
  'an order of layers': css('@layer b, a; @layer a { p { color: red } } @layer b { p { color: blue } }'),
  'a transition between pages': css(
    '@view-transition { navigation: auto; types: hostile } .x { view-transition-name: hostile; view-transition-class: hostile } ::view-transition-group(*) { animation-duration: 9s }',
  ),
  movements: css(
    '@keyframes hostile { from { color: red; margin-left: 3cm } to { color: lime; margin-left: 9cm } } .x { animation: hostile 1s -0.5s both; transition: all 9s } p { animation: hostile 9s infinite }',
  ),
  'a timeline': css(
    ':root { timeline-scope: --hostile; scroll-timeline: --hostile block } .x { animation: hostile linear; animation-timeline: --hostile; view-timeline: --hostile } @keyframes hostile { to { opacity: 0 } }',
  ),
  'a function and other names': css(
    '@function --hostile() { result: 9cm } @custom-media --hostile (width > 1px); @position-try --hostile { top: 0; left: 9cm } @color-profile --hostile { } .x { anchor-name: --hostile; container-name: hostile; container-type: inline-size; container: hostile / size } @scope (.x) { a { color: red } }',
  ),
  'a beginning style': css('@starting-style { p { color: red; opacity: 0 } } p { transition: color 9s, opacity 9s }'),
  'pages of other sizes': css(
    '@page { size: A3 landscape; margin: 9cm; page-orientation: rotate-left; @bottom-center { content: "hostile" } } @page hostile { size: A7; margin: 0 } @page :first { size: 3in 3in } .x { page: hostile }',
  ),
  'counters of pages': css(
    '@page { counter-reset: page 40 hostile 7; counter-increment: page 3 } html { counter-reset: item 90 hostile 9 page 7 pages 7; counter-set: list-item 8 }',
  ),
  'unbalanced quotes': css(
    'html { quotes: "<" ">"; } p::before { content: open-quote open-quote open-quote } body { quotes: "(" ")" }',
  ),
  'a custom root': css(
    'html { font-size: 40px; writing-mode: vertical-rl; direction: rtl; zoom: 2; line-height: 3; background: red; overflow: hidden; text-size-adjust: 300%; -webkit-text-size-adjust: 300%; hyphens: auto; font-family: monospace }',
  ),
  'a body that fills the page': css(
    'body { writing-mode: sideways-lr; direction: rtl; overflow: scroll; background: lime fixed; zoom: 3; overscroll-behavior: none; scroll-behavior: smooth; scrollbar-color: red blue; scrollbar-gutter: stable; columns: 3 }',
  ),
  'a document from right to left': html('<html dir="rtl" lang="ar"><body dir="rtl">x'),
  'a document in Japanese': html('<html lang="ja" xml:lang="ja"><body><p>骨直海</p><p lang="zh-Hant">骨</p>'),
  'a document in Turkish': html('<html lang="tr"><p style="text-transform: uppercase; hyphens: auto">iı <q>q</q></p>'),
  'characters in many languages': html(
    '<p lang="zh-Hant">骨直海 „q“</p><p lang="ko">骨直海</p><p lang="und-Hani">骨</p><p>骨直海 한 あ ك ก ∑ 🙂</p>',
  ),
  'characters in Korean': html('<html lang="ko"><p>骨直海、か① ✓ ★ № ∑ ▸ √ ك ก 한'),
  'characters in Japanese that are symbols': html('<p lang="ja">✓ ★ № ∑ ▸ √ ك ก'),
  'characters in Urdu by CSS': css('html { -webkit-locale: "ur" } p::before { content: "\\2713 ك" }'),
  'a translation': html(
    '<html translate="no" class="hostile" id="hostile"><body id="hostile" class="hostile" contenteditable spellcheck="false" inert>x',
  ),
  'a drawing with the same ids': svg(
    '<defs><linearGradient id="g"><stop stop-color="black"/></linearGradient><g id="u"><rect width="50" height="50"/></g><clipPath id="c"><rect width="1" height="1"/></clipPath></defs><rect fill="url(#g)" width="9" height="9"/><use href="#u"/>',
  ),
  'a drawing with unknown ids': svg(
    '<defs><linearGradient id="hostile"><stop stop-color="red"/></linearGradient></defs><symbol id="hostile"><rect width="50" height="50" fill="red"/></symbol><filter id="hostile"><feFlood flood-color="red"/></filter><marker id="hostile"><rect width="9" height="9"/></marker><mask id="hostile"><rect width="1" height="1"/></mask><use href="#hostile"/>',
  ),
  'a drawing that waits for ids': svg(
    '<use href="#u"/><use href="#hostile2"/><rect width="9" height="9" fill="url(#g)" mask="url(#c)"/><view id="t" viewBox="0 0 1 1"/><style>text { fill: red } .hostile { fill: red }</style>',
  ),
  'a moving drawing': svg(
    '<animate attributeName="x"/><rect width="9" height="9"><set attributeName="fill" to="red"/><animateTransform attributeName="transform"/></rect>',
  ),
  'a filled form': html(
    '<form id="away"><input name="a" value="hostile"><input type="checkbox" name="c" checked><input type="radio" name="r"><input type="radio" name="r" checked><select name="s"><option>1<option selected>2</select><textarea name="t">hostile</textarea><input type="range" name="g" value="99"><input name="q" value="z" autofocus></form>',
  ),
  'things that open': html(
    '<dialog open>x</dialog><dialog>y</dialog><div popover="auto" id="p">p</div><button popovertarget="p" commandfor="p" command="show-popover">b</button><details name="x" open><summary>s</summary>x</details><details name="x" open>y</details>',
  ),
  'a place to begin at': html(
    '<p id="t" tabindex="1" autofocus accesskey="a">t</p><a href="#t">a</a><div style="height: 90cm"></div><p style="scroll-margin: 9cm; scroll-snap-align: end" id="end">e',
  ),
  'a wide document': html('<div style="width: 400cm; height: 300cm; background: red">x</div>'),
  'boxes that scroll': css(
    'html { scroll-snap-type: y mandatory; scroll-padding: 9cm; overflow: scroll } .x { height: 9cm; scroll-snap-align: end; overflow: scroll; content-visibility: auto; contain-intrinsic-size: 9cm } p { content-visibility: hidden }',
  ),
  'units of the window and queries': css(
    '.x { width: 100dvw; height: 100svh; padding: env(safe-area-inset-left, 9px) } @media (prefers-color-scheme: dark) { p { color: red } } @media print { a { color: red } } @media (min-width: 1px) { * { outline: 1px solid } } @supports (color: red) { * { color: red } }',
  ),
  'rules that ask around': css(
    'p:has(+ a) { color: red } :root:has(a) { background: red } p:first-line { color: red } p:first-letter { font-size: 3em } a:nth-child(2 of .x) { color: red } ::selection { color: red } ::target-text { color: red } ::highlight(hostile) { color: red } ::spelling-error { color: red } ::part(x) { color: red } :state(x) { color: red }',
  ),
  'important rules for everything': css(
    '* { all: unset !important; color: red !important; display: block !important } @layer x { * { color: blue !important } }',
  ),
  'slots and parts': html('<slot name="x">s</slot><div slot="x" part="x" exportparts="x" is="x-y">x</div><x-y>z</x-y>'),
  'an image': html(
    '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqkL4KAcT9GO0U4BxoAAAAAElFTkSuQmCC" usemap="#hostile" width="9"><map name="hostile"><area href="https://example.com/" shape="default"></map>',
  ),
  'formulas and ruby': html(
    '<math display="block" mathvariant="bold" dir="rtl"><mi>x</mi></math><ruby>a<rt>b</rt></ruby><bdo dir="rtl">x</bdo><marquee>m</marquee><font size="7" face="hostile" color="red">f</font><center>c</center><nobr>n',
  ),
  'an old document': html(
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN"><table><tr><td width="9">x</table><p style="width: 3">x',
  ),
  'no document': html(''),
  'a part of a name of a sheet': html(
    '<head><style id="hostile" class="hostile" nonce="x" blocking="render" media="(prefers-color-scheme: dark), print">* { color: red }</style></head><p>x',
  ),
  'microdata and metadata elsewhere': html(
    '<p itemscope><meta itemprop="x" content="y"><meta property="og:title" content="z"><data value="1">x</data>',
  ),
};
