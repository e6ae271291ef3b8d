/** Filters for texts. */

import { charactersOf, endOfCharacters, joined } from '../values/characters.js';
import { jsonOf, MAX_TEXT_LENGTH, TagFault, type Value } from '../values/values.js';
import { isMissing, ofText, textIn, wholeNumber } from './arguments.js';
import { spendForSearch } from './compare.js';
import type { FilterArguments, FilterScope, FilterTable } from './filter.js';
import { switchOption } from './inputs.js';

export const textFilters: FilterTable = {
  default: {
    does: 'Replaces null, a missing value, `false`, an empty text and an empty list by another value. 0 stays.',
    takes: ['replacement'],
    named: ['allow_false'],
    examples: [
      { template: '[[note | default: "none"]]', prints: 'none', data: { note: '' } },
      { template: '[[paid | default: "?", allow_false: true]]', prints: 'false', data: { paid: false } },
    ],
    apply: (value, { list: [replacement], named }) => {
      if (value === false) return switchOption(named['allow_false'], 'allow_false') ? value : replacement;
      const isEmpty = (typeof value === 'string' || Array.isArray(value)) && value.length === 0;
      return isMissing(value) || isEmpty ? replacement : value;
    },
  },
  upcase: {
    does: 'Converts all letters to upper case.',
    examples: [{ template: '[["abc" | upcase]]', prints: 'ABC' }],
    apply: ofText((text, _args, { formats }) => text.toLocaleUpperCase(formats.locale)),
  },
  downcase: {
    does: 'Converts all letters to lower case.',
    examples: [{ template: '[["ABC" | downcase]]', prints: 'abc' }],
    apply: ofText((text, _args, { formats }) => text.toLocaleLowerCase(formats.locale)),
  },
  capitalize: {
    does: 'Converts the first letter to upper case and all others to lower case.',
    examples: [{ template: '[["not PAID" | capitalize]]', prints: 'Not paid' }],
    apply: ofText((text, _args, { formats }) => capitalized(text, formats.locale)),
  },
  title: {
    does: 'Converts the first letter of each word to upper case and all others to lower case.',
    examples: [{ template: '[["ann LEE-moore" | title]]', prints: 'Ann Lee-Moore' }],
    apply: ofText((text, _args, { formats, spend }) => {
      spend(text.length / 4);
      return text.replace(WORD, (word) => capitalized(word, formats.locale));
    }),
  },
  strip: {
    does: 'Removes spaces and line breaks at both ends; `lstrip` and `rstrip` at one.',
    examples: [{ template: '([["  a b  " | strip]])', prints: '(a b)' }],
    apply: ofText((text) => text.trim()),
  },
  lstrip: {
    does: 'Removes spaces and line breaks at the beginning.',
    examples: [{ template: '([["  a  " | lstrip]])', prints: '(a  )' }],
    apply: ofText((text) => text.trimStart()),
  },
  rstrip: {
    does: 'Removes spaces and line breaks at the end.',
    examples: [{ template: '([["  a  " | rstrip]])', prints: '(  a)' }],
    apply: ofText((text) => text.trimEnd()),
  },
  squish: {
    does: 'Like `strip`, and replaces several spaces and line breaks within the text by one space.',
    examples: [{ template: '([["  a \\n b " | squish]])', prints: '(a b)' }],
    apply: ofText((text, _args, { spend }) => {
      spend(text.length / 4);
      return text.replace(/\s+/g, ' ').trim();
    }),
  },
  strip_newlines: {
    does: 'Removes all line breaks.',
    examples: [{ template: '[["a\\nb" | strip_newlines]]', prints: 'ab' }],
    apply: ofText((text) => text.replace(/\r?\n/g, '')),
  },
  append: {
    does: 'Adds a text at the end.',
    takes: ['text'],
    examples: [{ template: '[["INV-" | append: number]]', prints: 'INV-7', data: { number: 7 } }],
    apply: (value, { list: [more] }, scope) => textIn(value, scope) + textIn(more, scope),
  },
  prepend: {
    does: 'Adds a text at the beginning.',
    takes: ['text'],
    examples: [{ template: '[[number | prepend: "INV-"]]', prints: 'INV-7', data: { number: 7 } }],
    apply: (value, { list: [more] }, scope) => textIn(more, scope) + textIn(value, scope),
  },
  pad: {
    does: 'Pads the beginning of a text to a length, with zeros unless another text is given.',
    takes: ['length', 'with?'],
    examples: [
      { template: '[[7 | pad: 5]]', prints: '00007' },
      { template: '[["7" | pad: 3, "*"]]', prints: '**7' },
    ],
    apply: ofText((text, { list: [length, filling] }, scope) => {
      const most = wholeNumber(length, 'length');
      if (most > MAX_PADDED) throw new TagFault(`pads to a length of more than ${MAX_PADDED}`);
      return text.padStart(most, filling === undefined ? '0' : textIn(filling, scope));
    }),
  },
  replace: {
    does: 'Replaces all occurrences of a text by another.',
    takes: ['text', 'by'],
    examples: [{ template: '[["1-2-3" | replace: "-", "/"]]', prints: '1/2/3' }],
    apply: ofText((text, { list: [searched, by] }, scope) =>
      replaced(text, textIn(searched, scope), textIn(by, scope), scope),
    ),
  },
  replace_first: {
    does: 'Replaces the first occurrence of a text by another.',
    takes: ['text', 'by'],
    examples: [{ template: '[["1-2-3" | replace_first: "-", "/"]]', prints: '1/2-3' }],
    apply: ofText((text, { list: [searched, by] }, scope) =>
      text.replace(searchedIn(text, searched, scope), () => textIn(by, scope)),
    ),
  },
  remove: {
    does: 'Removes all occurrences of a text.',
    takes: ['text'],
    examples: [{ template: '[["1-2-3" | remove: "-"]]', prints: '123' }],
    apply: ofText((text, { list: [searched] }, scope) => replaced(text, textIn(searched, scope), '', scope)),
  },
  remove_first: {
    does: 'Removes the first occurrence of a text.',
    takes: ['text'],
    examples: [{ template: '[["1-2-3" | remove_first: "-"]]', prints: '12-3' }],
    apply: ofText((text, { list: [searched] }, scope) => text.replace(searchedIn(text, searched, scope), '')),
  },
  truncate: {
    does: 'Shortens a text to a number of characters (default 50), including the end (default `...`).',
    takes: ['length?', 'end?'],
    examples: [
      { template: '[["A long description" | truncate: 9]]', prints: 'A long...' },
      { template: '[["A long description" | truncate: 7, "…"]]', prints: 'A long…' },
    ],
    apply: ofText((text, { list: [length = 50, end = '...'] }, scope) => {
      const most = Math.max(wholeNumber(length, 'length'), 0);
      if (endOfCharacters(text, most, scope) === text.length) return text;
      const mark = textIn(end, scope);
      return text.slice(0, endOfCharacters(text, most - charactersOf(mark, scope).length, scope)) + mark;
    }),
  },
  truncatewords: {
    does: 'Shortens a text to a number of words (default 15), and adds the end (default `...`).',
    takes: ['words?', 'end?'],
    examples: [{ template: '[["one two three" | truncatewords: 2]]', prints: 'one two...' }],
    apply: ofText((text, { list: [words = 15, end = '...'] }, scope) => {
      const most = Math.max(wholeNumber(words, 'number of words'), 1);
      const kept: string[] = [];
      for (const [word] of text.matchAll(/\S+/g)) {
        if (kept.length === most) return kept.join(' ') + textIn(end, scope);
        scope.spend(1);
        kept.push(word);
      }
      return text;
    }),
  },
  split: {
    does: 'Splits a text at a separator into a list, or into its characters. Empty parts at the end are left out.',
    takes: ['separator'],
    examples: [{ template: '[[#each tags | split: ", "]]([[.]])[[/each]]', prints: '(a)(b)', data: { tags: 'a, b' } }],
    apply: ofText((text, { list: [separator] }, scope) => {
      const between = textIn(separator, scope);
      spendForSearch(text, between, scope.spend);
      const parts = between === '' ? [...charactersOf(text, scope)] : text.split(between);
      scope.spend(parts.length);
      while (parts.at(-1) === '') parts.pop();
      return parts;
    }),
  },
  slice: {
    does: 'Takes characters of a text, or items of a list, from a place counted from 0 (or from the end, with -1). The default count is 1.',
    takes: ['from', 'count?'],
    examples: [
      { template: '[["2026-11-22" | slice: 0, 4]]', prints: '2026' },
      { template: '[["2026-11-22" | slice: -2, 2]]', prints: '22' },
      { template: '[[rows | slice: 1, 2 | join: " "]]', prints: 'b c', data: { rows: ['a', 'b', 'c', 'd'] } },
    ],
    apply: (value, args, scope) => {
      if (isMissing(value)) return value;
      if (Array.isArray(value)) {
        const part = cut(value, args);
        scope.spend(part.length);
        return part;
      }
      return joined(cut(charactersOf(textIn(value, scope), scope), args));
    },
  },
  json: {
    does: 'Prints a value as JSON, texts in quotation marks.',
    examples: [{ template: '[[&name | json]]', prints: '"Ann"', data: { name: 'Ann' } }],
    apply: (value) => (value === undefined ? value : jsonOf(value)),
  },
  url_encode: {
    does: 'Percent-encodes a text for use in a URL.',
    examples: [{ template: '[["a b&c" | url_encode]]', prints: 'a+b%26c' }],
    apply: ofText((text, _args, { spend }) => {
      spend(text.length / 4);
      return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');
    }),
  },
};

/** The largest length of padded text, in characters. */
const MAX_PADDED = 1_000;

const WORD = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu;

function capitalized(text: string, locale: string): string {
  const first = text.slice(0, endOfFirst(text));
  return first.toLocaleUpperCase(locale) + text.slice(first.length).toLocaleLowerCase(locale);
}

/** Returns the end of the first character, which may have two UTF-16 units. */
const endOfFirst = (text: string): number => ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);

/** Returns the text that is searched for, and counts the work of the search. */
function searchedIn(text: string, searched: Value, scope: FilterScope): string {
  const wanted = textIn(searched, scope);
  spendForSearch(text, wanted, scope.spend);
  return wanted;
}

/** Replaces all occurrences. @throws TagFault before replacing if the result would be too long. */
function replaced(text: string, searched: string, by: string, { spend }: FilterScope): string {
  if (searched === '') return text;
  spendForSearch(text, searched, spend);
  const parts = text.split(searched);
  if (text.length + (parts.length - 1) * (by.length - searched.length) > MAX_TEXT_LENGTH)
    throw new TagFault(`makes a text of more than ${MAX_TEXT_LENGTH} characters`);
  return parts.join(by);
}

/** Returns a part of a text or a list. */
function cut<Whole extends string | readonly Value[]>(
  whole: Whole,
  { list: [from, count = 1] }: FilterArguments,
): Whole {
  const begin = wholeNumber(from, 'place');
  const start = begin < 0 ? whole.length + begin : begin;
  const end = start + Math.max(wholeNumber(count, 'count'), 0);
  return (start < 0 ? whole.slice(0, 0) : whole.slice(start, end)) as Whole;
}
