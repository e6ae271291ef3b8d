/** Searches by measurement for what the analysis of regular-expressions.mjs misses: searches that start again at a repeated word. */
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { productExpressions } from './regular-expressions.mjs';

const LENGTH = 20_000;
/** Shorter searches are not measured again: a search that takes the square of this length takes longer on every machine. */
const QUICK_MS = 10;
/** A text that is longer by LONGER takes 4 times as long where the time grows with the length, and 16 times where it grows with its square. */
const LONGER = 4;
const MOST_GROWTH = 9;

/** What is repeated: single characters, and beginnings of what regular expressions look for. */
const REPEATED = [
  ...'<>{}()[]"\'/\\ \n\t;:,.=-_*+!@#%&|0aA\u00e9日',
  ...[
    'a ',
    '0 ',
    '<a',
    '<!--',
    '/*',
    '\\a',
    '\\"',
    '="',
    'a=',
    'a:',
    'a;',
    'a,',
    '((',
    '[[',
    ']]',
    '{{',
    '1.',
    '-a',
    '<<',
  ],
  ...['\r\n', '> ', '(\\', ' 0 R', 'url('],
];

/** @param {() => void} work @returns milliseconds of the processor */
function timeOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** @param {import('./regular-expressions.mjs').Expression} expression @returns {string | undefined} the text that it takes too long for */
function slowText({ pattern, flags }) {
  const expression = new RegExp(pattern, flags);
  const words = [...new Set(pattern.match(/[A-Za-z0-9 _<>="'-]{2,}/g))].slice(0, 3);
  for (const beginning of ['', ...words]) {
    for (const repeated of [...REPEATED, ...words]) {
      const search = (/** @type {number} */ length) => {
        const text = `${beginning}${repeated.repeat(Math.ceil(length / repeated.length))}\u0001`;
        expression.lastIndex = 0;
        if (expression.global) text.replace(expression, '');
        else expression.test(text);
      };
      // Twice: the first time it is compiled, and something else may have been.
      if (timeOf(() => search(LENGTH)) < QUICK_MS) continue;
      const short = timeOf(() => search(LENGTH));
      if (short < QUICK_MS) continue;
      if (timeOf(() => search(LENGTH * LONGER)) > short * MOST_GROWTH) return `${beginning} ${repeated} ${repeated} …`;
    }
  }
  return undefined;
}

describe('Regular expressions', () => {
  it('take time proportional to the length of a text', async () => {
    const { checked } = await productExpressions();
    expect(checked).to.have.length.above(400);
    const slow = checked.flatMap((one) => {
      const text = slowText(one);
      return text === undefined ? [] : `${one.file}: /${one.pattern}/${one.flags} for ${JSON.stringify(text)}`;
    });
    expect(slow).to.deep.equal([]);
  });
});
