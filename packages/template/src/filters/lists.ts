/** Filters for lists, and for the values of objects. */
import type { Json } from '@toolpress/contract';
import { charactersOf } from '../values/characters.js';
import { MAX_TEXT_LENGTH, Markup, structureIn, TagFault, textOf } from '../values/values.js';
import { isMissing, listIn, ofList, textIn, wholeNumber } from './arguments.js';
import type { FilterScope, FilterTable } from './filter.js';

export const listFilters: FilterTable = {
  size: {
    does: 'Counts items, or the characters of a text.',
    examples: [{ template: '[[rows | size]]', prints: '2', data: { rows: ['a', 'b'] } }],
    apply: (value, _args, scope) => {
      if (isMissing(value)) return value;
      return Array.isArray(value) || (typeof value === 'object' && !(value instanceof Markup))
        ? listIn(value, scope).length
        : charactersOf(textIn(value, scope), scope).length;
    },
  },
  first: {
    does: 'Takes the first item.',
    examples: [{ template: '[[rows | first]]', prints: 'a', data: { rows: ['a', 'b'] } }],
    apply: (value, _args, scope) => (value === undefined ? value : (listIn(value, scope)[0] ?? null)),
  },
  last: {
    does: 'Takes the last item.',
    examples: [{ template: '[[rows | last]]', prints: 'b', data: { rows: ['a', 'b'] } }],
    apply: (value, _args, scope) => (value === undefined ? value : (listIn(value, scope).at(-1) ?? null)),
  },
  join: {
    does: 'Joins the items into one text, with a space or another text between them.',
    takes: ['between?'],
    examples: [{ template: '[[rows | join: ", "]]', prints: 'a, b', data: { rows: ['a', 'b'] } }],
    apply: ofList((items, { list: [between = ' '] }, scope) => joined(items, textIn(between, scope), scope)),
  },
  reverse: {
    does: 'Reverses the order.',
    examples: [{ template: '[[rows | reverse | join]]', prints: 'b a', data: { rows: ['a', 'b'] } }],
    apply: ofList((items) => [...items].reverse()),
  },
  compact: {
    does: 'Removes null and empty texts.',
    examples: [{ template: '[[lines | compact | join: ", "]]', prints: 'a, b', data: { lines: ['a', '', null, 'b'] } }],
    apply: ofList((items) => items.filter((item) => item !== null && item !== '')),
  },
  concat: {
    does: 'Adds the items of another list.',
    takes: ['list'],
    examples: [{ template: '[[a | concat: b | join]]', prints: '1 2 3', data: { a: [1], b: [2, 3] } }],
    apply: (value, { list: [more] }, scope) => {
      const [items, added] = [listIn(value, scope), listIn(more, scope)];
      scope.spend(items.length + added.length);
      return [...items, ...added];
    },
  },
  with: {
    does: 'Makes a list of a value and others, such as the lines of an address.',
    takes: ['...values'],
    examples: [
      {
        template: '[[street | with: suite, city | compact | join: ", "]]',
        prints: 'Road 1, Ely',
        data: { street: 'Road 1', suite: '', city: 'Ely' },
      },
    ],
    apply: (value, { list }) => [value, ...list].map((item) => (item instanceof Markup ? item.html : (item ?? null))),
  },
  chunk: {
    does: 'Splits a list into lists of a number of items each, such as rows of labels or images.',
    takes: ['size'],
    examples: [
      {
        template: '[[#each rows | chunk: 2]][[. | join]];[[/each]]',
        prints: 'a b;c;',
        data: { rows: ['a', 'b', 'c'] },
      },
    ],
    apply: ofList((items, { list: [size] }) => {
      const length = Math.max(wholeNumber(size, 'size'), 1);
      return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
        items.slice(index * length, (index + 1) * length),
      );
    }),
  },
  keys: {
    does: 'Makes a list of the names in an object.',
    examples: [{ template: '[[prices | keys | join]]', prints: 'net gross', data: { prices: { net: 1, gross: 2 } } }],
    apply: (value, _args, { spend }) => {
      if (isMissing(value)) return value;
      if (typeof value !== 'object' || Array.isArray(value) || value instanceof Markup)
        throw new TagFault('needs an object, which has names');
      const keys = Object.keys(value);
      spend(keys.length);
      return keys;
    },
  },
  values: {
    does: 'Makes a list of the values in an object.',
    examples: [{ template: '[[prices | values | join]]', prints: '1 2', data: { prices: { net: 1, gross: 2 } } }],
    apply: ofList((items) => [...items]),
  },
  range: {
    does: 'Counts from one whole number to another: `(1..3)` is the same as `1 | range: 3`.',
    takes: ['to'],
    examples: [
      { template: '[[#each (1..count)]][[.]] [[/each]]', prints: '1 2 3 ', data: { count: 3 } },
      { template: '[[#each 0 | range: 2]][[.]] [[/each]]', prints: '0 1 2 ' },
    ],
    apply: (from, { list: [to] }, { spend }) => {
      if (isMissing(from) || isMissing(to)) return [];
      const [first, last] = [wholeNumber(from, 'begin'), wholeNumber(to, 'end')];
      const count = Math.max(last - first + 1, 0);
      if (count > MAX_RANGE) throw new TagFault(`makes a list of more than ${MAX_RANGE} numbers`);
      spend(count);
      return Array.from({ length: count }, (_, index) => first + index);
    },
  },
};

/** The largest number of items of a range. */
const MAX_RANGE = 100_000;

/** Joins items. @throws TagFault before joining if the text would be too long. */
function joined(items: readonly Json[], between: string, { spend, warn }: FilterScope): string {
  let length = 0;
  const texts: string[] = [];
  for (const item of items) {
    const text = textOf(item);
    if (typeof item === 'object' && structureIn(item))
      warn('joins objects or lists: take a field first, as in `| map: "name"`');
    length += text.length + between.length;
    if (length > MAX_TEXT_LENGTH) throw new TagFault(`makes a text of more than ${MAX_TEXT_LENGTH} characters`);
    spend(text.length / 16);
    texts.push(text);
  }
  return texts.join(between);
}
