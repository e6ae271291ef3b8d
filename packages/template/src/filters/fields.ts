/** Filters that read a field of each item of a list. */
import type { Json } from '@toolpress/contract';
import { Big } from 'big.js';
import { type FilterValue, isTrue, jsonOf, Markup, type Value, valueOfDecimal } from '../values/values.js';
import { ofList, pathIn, valuesOf } from './arguments.js';
import { equal } from './compare.js';
import type { FilterArguments, FilterScope, FilterTable } from './filter.js';
import { isNothing, numberOf } from './inputs.js';
import { sorted } from './sort.js';

const people = [
  { name: 'Ann', team: 'A', pay: '10.10' },
  { name: 'Bob', team: 'B', pay: 20 },
  { name: 'Cid', team: 'A', pay: 5 },
];

export const fieldFilters: FilterTable = {
  sort: {
    does: 'Sorts by a field, or by the items themselves: numbers and amounts by value, then texts in the order of the language (`A9` before `A10`), then missing values.',
    takes: ['field?'],
    named: ['desc'],
    examples: [
      {
        template: '[[people | sort: "name", desc: true | map: "name" | join]]',
        prints: 'Cid Bob Ann',
        data: { people },
      },
      { template: '[[people | sort: "pay" | map: "pay" | join]]', prints: '5 10.10 20', data: { people } },
    ],
    apply: ofList((items, args, scope) => sorted(items, args, scope)),
  },
  map: {
    does: 'Takes one field of each item.',
    takes: ['field'],
    examples: [{ template: '[[people | map: "name" | join]]', prints: 'Ann Bob Cid', data: { people } }],
    apply: ofList((items, { list: [field] }, scope) => valuesOf(items, pathIn(field), scope).map(plain)),
  },
  where: {
    does: 'Keeps the items whose field has a value; without a value, those whose field is true.',
    takes: ['field', 'value?'],
    examples: [
      { template: '[[people | where: "team", "A" | map: "name" | join]]', prints: 'Ann Cid', data: { people } },
    ],
    apply: ofList((items, args, scope) => items.filter(matching(args, scope))),
  },
  reject: {
    does: 'Removes the items whose field has a value; without a value, those whose field is true.',
    takes: ['field', 'value?'],
    examples: [{ template: '[[people | reject: "team", "A" | map: "name" | join]]', prints: 'Bob', data: { people } }],
    apply: ofList((items, args, scope) => {
      const matches = matching(args, scope);
      return items.filter((item) => !matches(item));
    }),
  },
  find: {
    does: 'Takes the first item whose field has a value.',
    takes: ['field', 'value?'],
    examples: [{ template: '[[let b = people | find: "team", "B"]][[b.name]]', prints: 'Bob', data: { people } }],
    apply: ofList((items, args, scope) => items.find(matching(args, scope))),
  },
  sum: {
    does: 'Adds up the items, or one field of each, exactly. Missing values are left out.',
    takes: ['field?'],
    examples: [
      { template: '[[people | sum: "pay"]]', prints: '35.1', data: { people } },
      { template: '[[amounts | sum]]', prints: '0.3', data: { amounts: ['0.1', '0.2'] } },
    ],
    apply: ofList((items, { list: [field] }, scope) => {
      scope.spend(items.length);
      let sum = new Big(0);
      for (const value of field === undefined ? items : valuesOf(items, pathIn(field), scope))
        if (!isNothing(value)) sum = sum.plus(numberOf(value, 'sum'));
      return valueOfDecimal(sum);
    }),
  },
  group_by: {
    does: 'Groups items by the value of a field: a list of groups, each with `name` (the value) and `items`.',
    takes: ['field'],
    examples: [
      {
        template: '[[#each people | group_by: "team"]][[name]]: [[items | map: "name" | join]]; [[/each]]',
        prints: 'A: Ann Cid; B: Bob; ',
        data: { people },
      },
    ],
    apply: ofList((items, { list: [field] }, scope) => {
      const groups = new Map<string, { name: Json; items: Json[] }>();
      const names = valuesOf(items, pathIn(field), scope).map(plain);
      items.forEach((item, index) => {
        const name = names[index] ?? null;
        const key = keyOf(name, scope);
        const group = groups.get(key);
        if (group) group.items.push(item);
        else groups.set(key, { name, items: [item] });
      });
      return [...groups.values()];
    }),
  },
  uniq: {
    does: 'Removes duplicate items, or items with a duplicate value in a field.',
    takes: ['field?'],
    examples: [{ template: '[[people | map: "team" | uniq | join]]', prints: 'A B', data: { people } }],
    apply: ofList((items, { list: [field] }, scope) => {
      const path = field === undefined ? undefined : pathIn(field);
      const known = new Set<string>();
      return items.filter((item) => {
        const key = keyOf(path === undefined ? item : scope.read(item, path), scope);
        return !known.has(key) && known.add(key);
      });
    }),
  },
};

/** Converts a value for a list: HTML becomes a text, a missing value null. */
const plain = (value: FilterValue): Json => (value instanceof Markup ? value.html : (value ?? null));

/** Returns a key that is equal for equal values, including objects and lists. */
function keyOf(value: Value, { spend }: FilterScope): string {
  const key = typeof value === 'string' ? `'${value}` : jsonOf(value);
  spend(key.length / (typeof value === 'object' ? 4 : 16));
  return key;
}

function matching({ list }: FilterArguments, scope: FilterScope): (item: Json) => boolean {
  const [field, wanted] = list;
  const path = pathIn(field);
  if (list.length === 1) return (item) => isTrue(scope.read(item, path));
  return (item) => equal(scope.read(item, path), wanted, scope);
}
