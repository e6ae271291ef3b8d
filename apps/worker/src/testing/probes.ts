/**
 * Documents that show what another one may have left in the page: each leaves open, or asks for, as much as it can of what a
 * document before it could have decided. They use the names that `hostile-states.ts` defines.
 */
import { PIXEL } from './chromium.js';

const LANGUAGES = ['', 'en', 'de', 'fr', 'tr'];
const FONTS = ['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui', 'math', 'hostile', 'Arial'];
const COLOURS = (
  'Canvas CanvasText LinkText VisitedText ActiveText ButtonFace ButtonText ButtonBorder Field FieldText Highlight HighlightText ' +
  'SelectedItem Mark MarkText GrayText AccentColor AccentColorText -webkit-link -webkit-activelink -webkit-text'
).split(' ');
const MEDIA = [
  ...[
    'prefers-color-scheme: dark',
    'prefers-reduced-motion: reduce',
    'prefers-contrast: more',
    'forced-colors: active',
  ],
  ...['min-width: 500px', 'min-width: 900px', 'orientation: landscape', 'scripting: enabled', 'hover: hover'],
];

const svg = (inside: string): string => `<svg width="60" height="40" viewBox="0 0 60 40">${inside}</svg>`;

/** Probes by their subject. */
const CONTENTS = {
  links: `<style>b a:visited { background: yellow } b a:link { outline: 1px solid } a:active { color: pink }</style>
    <a href="https://example.com/one">one</a> <b><a href="https://example.com/">two</a></b> <a href="#t">down</a> <a href="page.html">near</a> <a href="">here</a>
    <p id="t">target</p><a href="mailto:a@example.com">post</a><style>p:target { color: orange } p:focus { color: lime }</style>`,
  'colours of the system': `<p>text</p>${COLOURS.map((colour) => `<i style="display:inline-block;width:9mm;height:5mm;background:${colour}">x</i>`).join('')}
    <p style="color: light-dark(green, red)">light</p><p style="color-scheme: dark; color: CanvasText">own</p><p style="accent-color: auto"><input type="checkbox" checked>`,
  'titled sheets': `<style title="mine">p { color: teal; letter-spacing: 2px }</style><style title="yours">p { color: brown }</style>
    <style>p { border: 1px solid }</style><p>mine</p>`,
  'form controls': `<form><input name="a"><input name="b" value="kept"><input type="checkbox" name="c"><input type="checkbox" name="d" checked>
    <input type="radio" name="r" checked><input type="radio" name="r"><select name="s"><option>1<option>2</select><select multiple name="m"><option selected>1<option>2</select>
    <textarea name="t">text</textarea><button>press</button><input type="range" name="g"><meter value="0.5"></meter><progress value="0.3"></progress>
    <input type="date" name="e"><input type="color" name="f"><input type="number" name="n" value="3"><input placeholder="hint" required name="q"></form>
    <fieldset><legend>set</legend><label for="a">label</label></fieldset><details name="x" open><summary>open</summary>in</details><details name="x"><summary>shut</summary>out</details>
    <input form="away" type="radio" name="r" checked>`,
  fonts: `${FONTS.map((font) => `<p style="font-family: ${font}">Ag 123</p>`).join('')}${LANGUAGES.map((lang) => `<span lang="${lang}">✓ „q“ <q>q</q> İi</span> `).join('')}
    <p lang="ja">骨直海、か①</p><p lang="ko">한</p><p>ك ก ∑ ★ № 🙂</p><p style="font: 12px hostile, serif; font-palette: --hostile; font-variant-alternates: styleset(hostile); font-feature-settings: normal">hostile</p><tt>tt</tt> <kbd>kbd</kbd>`,
  'counters, lists and quotes': `<style>li::before { content: counter(item) counter(hostile) counter(list-item) " "; counter-increment: item } p::before { content: open-quote } p::after { content: close-quote counters(item, ".") }</style>
    <ol><li>a<ol><li>b</ol></ol><ul style="list-style: hostile"><li>c</ul><ol style="list-style: lower-greek"><li>d<li>e</ol><ol style="list-style: upper-roman"><li>f</ol>
    <ul style="list-style: circle"><li>g</ul><p>q</p><q>a <q>b</q></q> <q lang="fr">c</q><p style="quotes: auto">d</p><ol start="7" reversed><li value="3">h<li>i</ol>`,
  'lines and words': `<div style="width: 30mm; hyphens: auto; text-align: justify" lang="en">extraordinarily incomprehensible characteristics notwithstanding misunderstandings</div>
    <div style="width: 30mm; hyphens: auto" lang="de">Donaudampfschifffahrtsgesellschaft</div><div style="width: 3cm; hyphens: auto">internationalisation</div><p style="text-transform: uppercase">straße iı</p>
    <p lang="tr" style="text-transform: uppercase">iı</p><p dir="auto">عربي abc</p><pre>a\tb</pre><p>שלום (1) abc</p><p style="width: 20mm">very­long­soft­hyphen<wbr>s a/b</p><h1>H</h1><section><h1>in</h1></section><small>s</small><big>b</big>`,
  tables: `<table border><caption>c</caption><colgroup><col width="90"><col></colgroup><thead><tr><th>h<th>i</thead><tbody><tr><td rowspan="2">a<td>b<tr><td>c</tbody><tfoot><tr><td colspan="2">f</tfoot></table>
    <table style="border-collapse: collapse; font-size: inherit" border="2" cellpadding="4"><tr><td align="right">1<td valign="top" nowrap>2</table><div style="font-size: 20pt"><table><tr><td>inherits</table></div>
    <table style="table-layout: fixed; width: 100%"><tr><td style="width: 3">x<td>y</table><div style="display: grid; grid-template: 'a b' / 1fr 2fr"><i>1</i><i>2</i></div><div style="columns: 2">one<br>two</div>`,
  'drawings by their ids': `${svg('<defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><g id="u"><circle r="9" cx="9" cy="9"/></g><clipPath id="c"><rect width="30" height="30"/></clipPath></defs><rect width="60" height="40" fill="url(#g)" clip-path="url(#c)"/><use href="#u" x="20"/>')}
    ${svg('<rect width="60" height="40" fill="url(#hostile) green"/><use href="#hostile"/><circle r="9" cx="20" cy="20" filter="url(#hostile)"/><text y="30" class="hostile">t</text>')}
    ${svg('<path d="M0 0L30 30" stroke="black" marker-end="url(#hostile)" mask="url(#hostile)"/><text y="20" fill="currentColor">x</text>')}<math><mfrac><mi>a</mi><msqrt><mn>2</mn></msqrt></mfrac></math><img width="9" height="9" alt="a" src="${PIXEL}"><img alt="none">`,
  'pages of their own': `<style>@page { size: A6; @bottom-center { content: counter(page) "/" counter(pages) " " counter(hostile) } } @page wide { size: A6 landscape; margin: 5mm } .w { page: wide } .h { page: hostile }</style>
    <p>one</p><p class="w">two</p><p class="h">three</p><p style="break-before: right">four</p><p style="position: fixed; bottom: 0">fixed</p>`,
  'names of CSS': `<style>@layer a { p { color: red } } @layer b { p { color: green } } .x { width: var(--x, 3cm); height: 5mm; background: var(--colour, silver); font-size: 8pt; border-left: var(--hostile, 2mm) solid }
    .x i { display: block; width: var(--x); font-size: 20pt; border-top: 1px solid; --own: var(--hostile) } .own { --x: 2em; --hostile: 1em; --colour: notacolour; font-size: 9pt } @container style(--hostile: 1px) { p { letter-spacing: 9px } } @container hostile (width > 1px) { p { outline: 1px solid } }
    .anim { animation: hostile 1s -0.5s paused both; transition: all 1s } .f { width: --hostile(); width: calc(1cm * 2); position: absolute; top: anchor(--hostile top, 15cm); position-try: --hostile } @media (--hostile) { p { opacity: 0.5 } }</style>
    <p>layers</p><div class="x">x<i>i</i></div><div class="own"><div class="x">y<i>j</i></div></div><div class="anim">still</div><div class="f">f</div><p class="hostile" id="hostile">named</p>`,
  'nothing said': `<style>.v { width: 50vw; height: 10vh; border: 1px solid } .d { height: 10dvh; width: 10lvw; border: 1px solid } .r { width: 5rem; border: 1px dotted } .e { padding: env(safe-area-inset-top, 5px); border: 1px solid }
    ${MEDIA.map((query, index) => `@media (${query}) { i.q${index} { background: red } }`).join(' ')} .s { position: sticky; top: 0 } .c { width: 4cm; height: 1cm; overflow: auto }</style>
    <h1>One</h1><div class="v">v</div><div class="d">d</div><div class="r">r</div><div class="e">e</div>${MEDIA.map((_, index) => `<i class="q${index}">${index}</i>`).join('')}<div class="s">s</div>
    <div class="c">${'scroll '.repeat(20)}</div><dialog open>d</dialog><div popover>p</div><h2>Two</h2><p contenteditable spellcheck="true">edti</p><p hidden>h</p><p style="margin-top: 30cm">below</p>`,
};

/** Probes by their subject; most are in standards mode. */
export const PROBES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(CONTENTS).map(([what, html]) => [what, `<!DOCTYPE html>${html}`])),
  'tables in quirks mode': CONTENTS.tables,
  'lines and words in quirks mode': CONTENTS['lines and words'],
  'lines and words in limited quirks mode': `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "">${CONTENTS['lines and words']}`,
};
