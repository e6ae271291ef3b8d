/** Filters that write whole numbers like counters of pages, chapters and lists. */
import { countered } from '../values/counter-styles.js';
import { TagFault, type Value } from '../values/values.js';
import type { FilterDefinition, FilterTable } from './filter.js';
import { choiceOption, isNothing, numberOf } from './inputs.js';

const MAX_NUMBER = 3_999;

const CASES = new Map<Value, 'upper' | 'lower'>([
  ['upper', 'upper'],
  ['lower', 'lower'],
]);

/** Returns a filter for whole numbers from 1. Missing values stay missing. */
const counter =
  (name: 'roman' | 'alpha', usual: 'upper' | 'lower'): FilterDefinition['apply'] =>
  (value, { list: [letters] }) => {
    if (isNothing(value)) return value;
    const number = numberOf(value, name);
    if (!number.eq(number.round()) || number.lt(1) || number.gt(MAX_NUMBER))
      throw new TagFault(
        `gives \`${name}\` a number that it can’t write: it writes whole numbers from 1 to ${MAX_NUMBER}`,
      );
    return countered(number.toNumber(), `${choiceOption(letters, 'letters', CASES) ?? usual}-${name}`);
  };

const writesPage =
  (name: 'roman' | 'alpha', usual: 'upper' | 'lower'): NonNullable<FilterDefinition['applyToPage']> =>
  (page, { list: [letters] }) =>
    page.styled(`${choiceOption(letters, 'letters', CASES) ?? usual}-${name}`);

export const counterFilters: FilterTable = {
  roman: {
    does: 'Writes a whole number from 1 to 3999 in Roman numerals; with `"lower"` in lower case.',
    takes: ['letters?'],
    examples: [
      { template: '[[1994 | roman]]', prints: 'MCMXCIV' },
      { template: '[[4 | roman: "lower"]]', prints: 'iv' },
    ],
    apply: counter('roman', 'upper'),
    applyToPage: writesPage('roman', 'upper'),
  },
  alpha: {
    does: 'Writes a whole number from 1 to 3999 in letters, as lists count: `a` to `z`, then `aa`; with `"upper"` in upper case.',
    takes: ['letters?'],
    examples: [
      { template: '[[3 | alpha]]', prints: 'c' },
      { template: '[[28 | alpha: "upper"]]', prints: 'AB' },
    ],
    apply: counter('alpha', 'lower'),
    applyToPage: writesPage('alpha', 'lower'),
  },
};
