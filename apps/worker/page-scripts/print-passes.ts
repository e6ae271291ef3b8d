/** Print CSS that the browser lacks. `print-passes.ts` of the worker calls it before the document is printed, and decides what it does. */
import { idOf, inlineStyle } from './print-passes/elements.js';
import { findWords } from './print-passes/hyphenation.js';
import { findLeaders, lead } from './print-passes/leaders.js';
import { findStrings, STRING_SET, type Strings } from './print-passes/named-strings.js';
import { blankPage, findSides, setParity } from './print-passes/page-breaks.js';
import { findCounters, findNumbered, isOnFirst, type Numbering, setNumbers } from './print-passes/page-numbers.js';
import * as dom from './shared/dom.js';

export { hyphenate } from './print-passes/hyphenation.js';

interface Limits {
  elements: number;
  sides: number;
  counters: number;
  strings: number;
  leaders: number;
  nodes: number;
  contents: number;
  characters: number;
  words: number;
}

/** What is known before a print. */
interface Options {
  features: string[];
  /** The numbers of the elements with a blank page before them. */
  blanks: number[];
  /** Page numbers by the numbers of the elements that print them. */
  numbers: (number | null)[];
  /** The number of pages. */
  pages: number;
  firstNumber: number;
  strings?: Strings;
  /** The known widths of rows of dots. */
  widths: (number | null)[];
  numbering?: Numbering;
  limits: Limits;
}

/** Prepares a print. All elements are found before one is changed. */
export function begin(options: Options) {
  const { features, numbers, firstNumber, strings: named, numbering, limits } = options;
  if (named) dom.addSheet(`@property ${STRING_SET} { syntax: "*"; inherits: false } ${named.sheet}`);
  if (numbering) dom.addSheet(numbering.sheet);
  const isUncounted =
    numbering !== undefined &&
    dom
      .sheets()
      .map((sheet) => setNumbers(sheet.cssRules, numbering))
      .includes(true);
  const all = [dom.body, ...dom.getElementsByTagName(dom.body, '*')];
  const isLarge = all.length > limits.elements;
  const has = (feature: string) => !isLarge && features.includes(feature);
  const withRoot = [dom.root, ...all];
  const sides = has('sides') ? findSides(all, limits.sides) : [];
  const counters = has('counters') ? findCounters(all, limits) : { found: [], isRepeated: false };
  const numbered = has('numbering') && !has('counted') ? findNumbered(withRoot, limits.sides) : [];
  const strings = has('strings') && named ? findStrings(withRoot, named, limits) : [];
  const words = has('hyphens') ? findWords(limits.characters, limits.words) : {};
  const isElsewhere = counters.found.some(
    (element, index) => (numbers[index] ?? firstNumber) !== firstNumber && isOnFirst(element),
  );
  printNumbers(counters.found, options);
  const led = has('leaders') ? findLeaders(all, limits) : { found: [], isUnled: false };
  const { direction } = getComputedStyle(dom.root);
  if (features.includes('parity')) for (const sheet of dom.sheets()) setParity(sheet.cssRules, direction === 'ltr');
  const answer = {
    ...{ strings, numbered, isUncounted, words, isLarge, isElsewhere, direction },
    sides: sides.map(([element, side]) => ({ id: idOf(element), side })),
    counters: counters.found.map(idOf),
    isRepeated: counters.isRepeated,
    leaders: lead(led.found, options.widths),
    isUnled: led.isUnled,
  };
  for (const index of options.blanks) {
    const [element] = sides[index] ?? [];
    if (element) dom.before(element, blankPage(has('blank')));
  }
  return answer;
}

/** Sets the page numbers that elements print, as far as they are known. */
function printNumbers(elements: readonly Element[], { numbers, pages }: Options): void {
  for (const [index, element] of elements.entries()) {
    const number = numbers[index] ?? undefined;
    if (number === undefined) continue;
    const own = getComputedStyle(element).counterSet;
    const value = `${own === 'none' ? '' : own} page ${number} pages ${pages}`;
    inlineStyle(element)?.setProperty('counter-set', value, 'important');
  }
}
