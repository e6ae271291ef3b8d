/** The order of lists. */
import type { Json } from '@toolpress/contract';
import type { Big } from 'big.js';
import { decimalOf, textOf } from '../values.js';
import { isMissing, pathIn, valuesOf } from './arguments.js';
import type { FilterArguments, FilterScope } from './filter.js';
import { formatterFor } from './formatters.js';
import { switchOption } from './inputs.js';

interface Entry {
  readonly item: Json;
  readonly decimal: Big | undefined;
  readonly text: string | undefined;
}

/** Returns the items in a stable order. Missing values come last, in descending order too. */
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
  const make = (locale: string): Intl.Collator => new Intl.Collator(locale, { numeric: true });
  const { compare } = formatterFor(scope, { kind: 'sort', locale: undefined, make });
  const sign = switchOption(named['desc'], 'desc') ? -1 : 1;
  entries.sort((left, right) => rank(left) - rank(right) || sign * order(left, right, compare));
  return entries.map(({ item }) => item);
}

const rank = ({ decimal, text }: Entry): number => (decimal === undefined ? (text === undefined ? 2 : 1) : 0);

function order(left: Entry, right: Entry, compare: Intl.Collator['compare']): number {
  if (left.decimal !== undefined && right.decimal !== undefined) return left.decimal.cmp(right.decimal);
  return compare(left.text ?? '', right.text ?? '');
}
