/** The order of lists. */
import type { Json } from '@toolpress/contract';
import type { Big } from 'big.js';
import { decimalOf, textOf } from '../values/values.js';
import { isMissing, pathIn, valuesOf } from './arguments.js';
import { incomparable, isDateText, mayBeMeasured, unclearKind } from './comparable.js';
import { timeBetween } from './compare.js';
import { type DateValue, dateOf, documentSettings } from './date-values.js';
import type { FilterArguments, FilterScope } from './filter.js';
import { formatterFor } from './formatters.js';
import { switchOption } from './inputs.js';

interface Entry {
  readonly item: Json;
  readonly decimal: Big | undefined;
  readonly text: string | undefined;
  /** Set if all texts are dates. */
  date?: DateValue | undefined;
}

/**
 * Returns the items in a stable order. Missing values come last, in descending order too.
 *
 * @throws TagFault if several texts are numbers or dates to people only, such as `31.01.2026`: their order would be wrong.
 */
export function sorted(items: readonly Json[], { list: [field], named }: FilterArguments, scope: FilterScope): Json[] {
  const path = field === undefined ? undefined : pathIn(field);
  let length = 0;
  const values = path === undefined ? items : valuesOf(items, path, scope);
  const entries = items.map((item, index): Entry => {
    const value = values[index];
    const decimal = decimalOf(value);
    const text = decimal !== undefined || isMissing(value) || value === '' ? undefined : textOf(value);
    length += 16 + (text?.length ?? 0);
    return { item, decimal, text };
  });
  scope.spend((length / 32) * Math.log2(items.length + 1));
  readTexts(entries, scope);
  const make = (locale: string): Intl.Collator => new Intl.Collator(locale, { numeric: true });
  const { compare } = formatterFor(scope, { kind: 'sort', locale: undefined, make });
  const sign = switchOption(named['desc'], 'desc') ? -1 : 1;
  entries.sort((left, right) => rank(left) - rank(right) || sign * order(left, right, compare));
  return entries.map(({ item }) => item);
}

const rank = ({ decimal, text }: Entry): number => (decimal === undefined ? (text === undefined ? 2 : 1) : 0);

function order(left: Entry, right: Entry, compare: Intl.Collator['compare']): number {
  if (left.decimal !== undefined && right.decimal !== undefined) return left.decimal.cmp(right.decimal);
  if (left.date !== undefined && right.date !== undefined) return timeBetween(left.date, right.date);
  return compare(left.text ?? '', right.text ?? '');
}

/** The number of texts that look like numbers, or like dates, from which the list is taken for one of them. */
const MIN_UNCLEAR = 2;
const STEPS_OF_A_DATE = 15;

/** Reads dates, whose order by characters is wrong with time zones. Refuses texts that are numbers or dates to people only. */
function readTexts(entries: readonly Entry[], scope: FilterScope): void {
  const texts = entries.filter(({ text }) => text !== undefined);
  if (texts.length > 0 && texts.every(({ text = '' }) => isDateText(text))) {
    scope.spend(texts.length * STEPS_OF_A_DATE);
    const settings = documentSettings(scope);
    const dates = texts.map(({ text }) => dateOf(text, settings));
    // Times of day have no order beside dates.
    const clocks = dates.filter((date) => date?.kind === 'clock').length;
    if (clocks === 0 || clocks === dates.length)
      for (const [index, entry] of texts.entries()) entry.date = dates[index];
    return;
  }
  const counts = { number: 0, date: 0 };
  for (const { text = '' } of texts) {
    // A percentage sorts by its number.
    const kind = mayBeMeasured(text) && !text.endsWith('%') ? unclearKind(text.trim()) : undefined;
    if (kind === undefined) continue;
    counts[kind] += 1;
    if (counts[kind] >= MIN_UNCLEAR) throw incomparable(kind, 'sorts by');
  }
}
