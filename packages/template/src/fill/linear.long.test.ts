import type { JsonObject } from '@toolpress/contract';
import { itIsLinear } from '@toolpress/testkit';
import { describe } from 'mocha';
import { asFilled, fillDocument, missingValues, tagWarnings } from '../index.js';

/** Checks a text as check-template does: it is filled, and all findings are described. */
function checked(html: string, data: JsonObject): () => unknown {
  return () => {
    const filled = fillDocument({ html, data });
    const texts = { html: asFilled(filled.html ?? '', 'html') };
    return [tagWarnings(texts), missingValues(texts)];
  };
}

const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

const LONG = 250_000;
/** The length for templates of many tags, more than the cache keeps. */
const MANY = 100_000;

describe('A template is checked in time proportional to its length when it repeats', () => {
  for (const [what, part, length] of [
    ['foreign tags', '{{ y }}\n', LONG],
    ['paths without an end', `{{${'a/'.repeat(20)}${' '.repeat(200)}`, LONG],
    ['operators without an end', `{{${'a/'.repeat(20)}${' '.repeat(20)}|${' '.repeat(200)}`, LONG],
    ['statements without an end', `{% a${' '.repeat(300)}`, LONG],
    ['code without an end', '<%a', LONG],
    ['attributes of other languages', '{{<a t-if=', LONG],
    ['attributes outside of tags', '{{ t-if=', LONG],
    ['comments without an end', '{{ y }}<!--', LONG],
    ['literal elements', '{{ y }}<pre>', LONG],
    ['opening brackets', '[[', LONG],
    ['texts without an end', '[["\\"', LONG],
    ['blanks around comments', '   [[! x ]]   ', LONG],
    ['tags without a value', '[[abc]]', MANY],
    ['sections without a value', '[[#abc]][[/abc]]', MANY],
    ['style elements', '<style>[[a]]</style>', MANY],
  ] as const)
    itIsLinear(what, length, (size) => checked(repeated(part, size), {}));

  itIsLinear('names that are not in the data', MANY, (size) => {
    const letters = (index: number): string =>
      index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
    const names = Array.from({ length: size / 16 }, (_, index) => `nameofavalu${letters(index)}`);
    const data = Object.fromEntries(names.map((name) => [`${name}e`, 1]));
    return checked(names.map((name) => `[[${name}x]]`).join(''), data);
  });
});
