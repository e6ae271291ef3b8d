/** Calls the modules of print passes in a document, for `src/page-scripts/print-passes.test.ts`. */
import { Counters } from '../print-passes/counters.js';
import { idOf } from '../print-passes/elements.js';
import { findWords, hyphenate } from '../print-passes/hyphenation.js';
import { findLeaders } from '../print-passes/leaders.js';
import { findStrings } from '../print-passes/named-strings.js';
import { findSides, setParity } from '../print-passes/page-breaks.js';
import { findCounters, findNumbered, isOnFirst, setNumbers } from '../print-passes/page-numbers.js';
import * as dom from '../shared/dom.js';

const all = (): Element[] => [dom.body, ...dom.getElementsByTagName(dom.body, '*')];

export const ids = (selector: string) => Array.from(dom.select(selector), (element) => idOf(element) ?? null);

export const sides = () => findSides(all(), 100).map(([element, side]) => `${dom.id(element)} ${side}`);

/** Returns the values of a counter at each element, outermost first. */
export function counts(name: string): string[] {
  const counters = new Counters();
  return all().map((element) => {
    counters.enter(element);
    return `${dom.id(element)} ${(counters.values(name)[name] ?? []).join('.')}`;
  });
}

export const strings = (length: number) =>
  findStrings(all(), { sheet: '', length, hasStarts: true }, { strings: 10, nodes: 1_000, contents: 10_000 });

export const numbered = () => findNumbered(all(), 10);

export function counters() {
  const { found, isRepeated } = findCounters(all(), { counters: 10, contents: 10_000 });
  return { ids: found.map(dom.id), first: found.filter(isOnFirst).map(dom.id), isRepeated };
}

export function rules(isOddRight: boolean) {
  const numbering = { sheet: '', styles: ['decimal'], prefix: 'own-' };
  const isUncounted = dom.sheets().map((sheet) => setNumbers(sheet.cssRules, numbering));
  for (const sheet of dom.sheets()) setParity(sheet.cssRules, isOddRight);
  return { isUncounted, texts: dom.sheets().flatMap((sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText)) };
}

export function leaders() {
  const { found, isUnled } = findLeaders(all(), { leaders: 10, contents: 10_000 });
  const told = found.map(({ element, pattern, hasGap, isFloat, following }) => ({
    ...{ id: dom.id(element), pattern, hasGap, isFloat },
    following: following.map(({ textContent }) => textContent).join('|'),
  }));
  return { found: told, isUnled };
}

/** Finds words, and parts each after its third character. */
export function hyphenated() {
  const words = findWords(1_000, 100);
  const parted = (word: string): [string, string] => [word, `${word.slice(0, 3)}\u00AD${word.slice(3)}`];
  hyphenate(Object.fromEntries(Object.entries(words).map(([language, own]) => [language, own.map(parted)])));
  return { words, text: dom.textContent(dom.body).replaceAll('\u00AD', '~').trim() };
}
