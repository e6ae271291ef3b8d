/**
 * Documents of any length that callers may send and whose check once took much longer than their length, or may: each repeats what a
 * loop reads, so that a loop within that loop shows.
 */

import type { DocumentParts } from '../checked-document.js';
import { AccessibilityCheck, markForTags } from '../tagging.js';

/** Returns a document of about a length in characters. */
type LargeText = (length: number) => DocumentParts;

const filled = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length));

/** Joins different texts up to a length. */
function listed(text: (index: number) => string, length: number): string {
  const texts: string[] = [];
  for (let index = 0, long = 0; long < length; index++) long += texts[texts.push(text(index)) - 1]?.length ?? 0;
  return texts.join('');
}

const within = (depth: number, open: string, inner: string): string => open.repeat(depth) + inner;

const TAGGED = {
  tagged: true,
  mark: markForTags,
  accessibility: new AccessibilityCheck({ isUniversal: true, hasTitle: true }),
} as const;

/** Elements in a tagged PDF, in groups, of which an element may have a limited number. */
const grouped = (text: string, length: number): string => `<div>${filled(text, 2_000)}</div>`.repeat(length / 2_000);

const PIXEL = '<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">';

/** Documents by what repeats in them. */
export const LARGE_TEXTS: Readonly<Record<string, LargeText>> = {
  'scripts of one kind': (length) => ({ html: filled('<script>createRoot(</script>', length) }),
  'scripts with targets': (length) => ({
    html: listed((index) => `<p id=a${index}><script>new Vue({el: '#b${index}'})</script>`, length),
  }),
  'endings in addresses of scripts': (length) => ({
    html: listed((index) => `<script src="${index}${'.min.1'.repeat(80)}"></script>`, length),
  }),
  'classes that scripts set': (length) => ({
    html: `<script>${listed((index) => `a.classList.add('long-name-${index}')\n`, 20_000)}</script>`,
    css: filled('.long-name .long-name-1-{}', length),
  }),
  'empty links': (length) => ({ html: `<script>a.append(b)</script><p>x${filled('<a href="#x"></a>', length)}` }),
  'links that copy a text': (length) => ({
    html: `<p id=a>${filled('word ', length / 2)}</p>${filled('<a href="#a"></a>', length / 2)}`,
    css: 'a::after { content: target-text(attr(href)) }',
  }),
  'running heads in each other': (length) => ({ html: within(450, '<div data-running=a>', filled('word ', length)) }),
  'running heads around elements': (length) => ({
    html: within(450, '<div data-running=a>', filled('<i></i>', length)),
  }),
  'contents without lines': (length) => ({
    html: `${filled('<h1>x</h1>', length / 8)}${filled('<nav data-toc=h6></nav>', length)}`,
    headings: true,
  }),
  'references to links by attributes': (length) => ({
    html: filled('<i a></i>', length / 2),
    css: listed((index) => `a::after { content: target-counter(attr(a${index}), page) }`, length / 2),
  }),
  'references to elements': (length) => ({
    html: '',
    css: listed((index) => `a::after { content: target-counter("#a${index}", page) }`, length),
  }),
  'page numbers of other printers': (length) => ({
    html: listed(() => `<i ${' '.repeat(100)}class ${' '.repeat(100)}pageNumber`, length),
  }),
  'spans of cells': (length) => ({
    html: `<table><tr>${filled('<td colspan=1000 rowspan=0>', length / 4)}${filled('<tr><td>', length / 16)}`,
    tagged: true,
    mark: markForTags,
  }),
  'marks of a long language': (length) => ({
    html: `<html lang="${filled('a', length / 2)}">${grouped('<sub>x</sub>', length / 2)}`,
    tagged: true,
    mark: markForTags,
  }),
  'links in links': (length) => ({
    html: grouped(`${within(20, '<a href="#x"><marquee>', PIXEL)}${'</marquee></a>'.repeat(20)}`, length),
    ...TAGGED,
  }),
  'elements that name each other': (length) => ({
    html: `<div>${listed((index) => `<svg id=a${index} aria-labelledby="a${index + 1} a${index + 1}"><g/></svg>${index % 100 === 0 ? '<div></div>' : ''}`, length / 4)}`,
    ...TAGGED,
  }),
  'elements that one names': (length) => ({
    html: `<div id=x>${grouped('<i></i>', length / 8)}</div>${grouped('<i role=img aria-labelledby=x></i>', length / 2)}`,
    ...TAGGED,
  }),
  'labels in labels': (length) => ({ html: within(450, '<label>', filled(' ', length)), ...TAGGED }),
  'tables in tables': (length) => ({
    html: filled(`${within(80, '<table><tr><td>', '')}${'</table>'.repeat(80)}`, length / 4),
    ...TAGGED,
  }),
  formulas: (length) => ({ html: grouped('<math><mi>x</mi><mo>=</mo><mn>1</mn></math>', length), ...TAGGED }),
  'a formula': (length) => ({ html: `<math>${grouped('<mi>x</mi>', length / 2)}`, ...TAGGED }),
  'spans of cells in formulas': (length) => ({
    html: `<math><mtable rowlines=solid><mtr>${filled('<mtd rowspan=100>', 2_000)}${filled('<mtr><mtd>', length)}`,
  }),
  'elements in each other': (length) => ({ html: filled('<div>', length) }),
  'phrases in each other': (length) => ({ html: listed((index) => `<b a=${index}>`, length) }),
  'paragraphs in phrases': (length) => ({ html: `<a>${filled('<p>', 900)}${filled('<i></i></a>', length)}` }),
  'texts in a table': (length) => ({ html: `<table>${filled('<tr>x', length)}` }),
  'attributes of an element': (length) => ({ html: `<p ${listed((index) => `a${index} `, length)}>` }),
  'attributes of repeated bodies': (length) => ({ html: listed((index) => `<body a${index}>`, length) }),
  'blanks in a tag of XHTML': (length) => ({ html: `${filled('<html ', 1_800)} xmlns${filled(' ', length)}` }),
  'faults of XHTML': (length) => ({ html: `<?xml version="1.0"?><a/>${filled('&&', length)}` }),
  'fonts of selectors': (length) => ({
    html: '<p>',
    css: listed((index) => `x"${'['.repeat(1_900)}" { font-family: f${index} }`, length),
  }),
  'fonts of many classes': (length) => ({
    html: filled('<b>long-name</b>', length),
    css: listed((index) => `.long-name${index} { font-family: f${index} }`, length),
  }),
  'fonts with signs of comments': (length) => ({
    html: '<p>',
    css: listed((index) => `p { font-family: "${'/*'.repeat(950)}", f${index}, Arial }`, length),
  }),
  'fonts of two lines': (length) => ({
    html: listed((index) => `<p style='font-family: "${'あ'.repeat(1_900)}\\a ${index}"'>`, length),
  }),
  'imports for media': (length) => ({
    html: `<style media="print,${filled('screen,', length / 2)}">${filled('@import "a";', length / 2)}</style>`,
  }),
  'links to style sheets': (length) => ({ html: filled('<link rel=stylesheet href=a>', length) }),
  'style elements': (length) => ({
    html: within(
      400,
      '<div>',
      listed((index) => `<style>a{b:${index}}</style>`, length),
    ),
  }),
  'lengths of a long property': (length) => ({
    html: '',
    css: `p { position: fixed; inset-${filled('a', length / 2)}: ${filled('9px ', length / 2)} }`,
  }),
  'named strings': (length) => ({ html: '', css: `p { string-set: a ${filled('content() "x" ', length)} }` }),
  addresses: (length) => ({ html: '', css: `p { background: ${listed((index) => `url(a${index})`, length)} }` }),
  'page rules': (length) => ({
    html: '',
    css: `@page { ${filled('margin: 1cm ;', length)} }`,
    page: { margin: '2cm', keepMarginsAs: '--kept-' },
  }),
  'candidates of an image': (length) => ({ html: `<img srcset="${filled('a.png 1x,', length)}">` }),
  'sources of a picture': (length) => ({
    html: `<picture>${filled('<source srcset="a.png 1x">', length)}<img src=a></picture>`,
  }),
  'empty images': (length) => ({ html: filled('<img src="">', length) }),
  'words of a tagged PDF': (length) => ({ html: grouped('a<b>b</b>c', length / 4), tagged: true, mark: markForTags }),
};
