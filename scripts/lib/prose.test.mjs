/** Checks the wording of docs, comments and messages against the word list in prose.json. The rules are explained in docs/style.md. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { describe, it } from 'mocha';

const LIST = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--'];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/**
 * `paths`: git pathspecs of the files to check. `instead`: phrase → replacement. `comments`: the same, for the
 * beginning of doc comments; `titles`: for the titles in the files `tests`, beside `instead`. */
const { paths, tests, longestSentence, instead, titles, comments } = JSON.parse(
  readFileSync(new URL('prose.json', import.meta.url), 'utf8'),
);
/** The style page quotes the phrases from this heading on. */
const QUOTES = /^## Words\n.*/gms;

const rulesOf = (/** @type {Record<string, string>} */ list, /** @type {(phrase: string) => RegExp} */ pattern) =>
  Object.entries(list).map(([phrase, replacement]) => ({ pattern: pattern(phrase), replacement }));
const PHRASES = rulesOf(instead, (phrase) => new RegExp(`\\b(?:${phrase})(?!\\w)`, 'gi'));
const TITLE_PHRASES = [...PHRASES, ...rulesOf(titles, (phrase) => new RegExp(`\\b(?:${phrase})(?!\\w)`, 'gi'))];
const TITLES =
  /\b(?:describe|it|itIsLinear|itWithinCpuMs)(?:\.\w+)?\(\s*(?:[\d_]+,\s*)?(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const COMMENTS = /\/\*.*?\*\/|(?:^|\s)\/\/[^\n]*/gms;
const BEGINNINGS = rulesOf(comments, (phrase) => new RegExp(phrase, 'g'));

/** Replaces matches with blanks, so that the lines keep their numbers. */
const without = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
  text.replace(pattern, (match) => match.replace(/[^\n]/g, ' '));

/** A part that `npm run docs` writes from the code; it is checked there. */
const GENERATED = /^<!-- (?:Filters|Fields|Faults|Parameters):.*?^<!-- End of/gms;
/** Such a page takes its tables from the code. */
const GENERATED_PAGE = /^<!-- (?:Written|Generated|Made) /m;
const TABLE_ROWS = /^\|.*$/gm;

/** Removes code, quotes of the style page, generated parts and targets of links. @param {string} text */
const proseOfMarkdown = (text) =>
  [
    QUOTES,
    GENERATED,
    ...(GENERATED_PAGE.test(text) ? [TABLE_ROWS] : []),
    /^ *```.*?^ *```/gms,
    /`[^`\n]*`/g,
    /\]\([^)\n]*\)/g,
    /<!--.*?-->/gs,
  ].reduce(without, text);

/** @param {string} text @param {typeof PHRASES} rules */
const faultsOf = (text, rules) =>
  rules.flatMap(({ pattern, replacement }) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: text.slice(0, match.index).split('\n').length,
      fault: `“${match[0].trim()}”: ${replacement}`,
    })),
  );

/** @param {string} text of a Markdown file */
function longSentences(text) {
  const paragraphs = text.split(/\n(?:\s*\n|(?=\s*[-*|#\d]))|\|/);
  const sentences = paragraphs.flatMap((one) => one.replace(/\s+/g, ' ').split(/(?<=[.?!:;])\s/));
  return sentences
    .filter((one) => one.split(' ').length > longestSentence)
    .map((one) => ({ line: 0, fault: `more than ${longestSentence} words: ${one.trim().slice(0, 60)}…` }));
}

/** @param {string} path of a test: its titles and comments are checked, not what it sends. */
function checkTest(path) {
  const text = readFileSync(ROOT + path, 'utf8');
  const lineOf = (/** @type {number} */ index) => text.slice(0, index).split('\n').length;
  const inParts = (/** @type {RegExp} */ part, /** @type {typeof PHRASES} */ rules) =>
    [...text.matchAll(part)].flatMap((match) =>
      faultsOf(match[2] ?? match[0], rules).map(({ line, fault }) => ({ line: line - 1 + lineOf(match.index), fault })),
    );
  return [...inParts(TITLES, TITLE_PHRASES), ...inParts(COMMENTS, PHRASES)];
}

/** @param {string} path */
function check(path) {
  const text = readFileSync(ROOT + path, 'utf8');
  if (!path.endsWith('.md')) {
    const opened = [...text.matchAll(/\/\*\*\s+(?:\* )?(?!@)(.*)/g)];
    const beginnings = opened.flatMap((match) =>
      faultsOf(match[1] ?? '', BEGINNINGS).map((one) => ({
        ...one,
        line: text.slice(0, match.index).split('\n').length,
      })),
    );
    return [...faultsOf(text, PHRASES), ...beginnings];
  }
  const prose = proseOfMarkdown(text);
  return [...faultsOf(prose, PHRASES), ...longSentences(prose)];
}

describe('The wording', () => {
  const filesOf = (/** @type {string[]} */ pathspecs) =>
    execFileSync('git', [...LIST, ...pathspecs], { cwd: ROOT, encoding: 'utf8' })
      .trim()
      .split('\n');
  for (const path of filesOf(tests))
    it(`of the titles and comments of ${path} follows docs/style.md`, () => {
      expect(checkTest(path).map(({ line, fault }) => `${path}:${line} ${fault}`)).to.deep.equal([]);
    });
  for (const path of filesOf(paths))
    it(`of ${path} follows docs/style.md`, () => {
      expect(check(path).map(({ line, fault }) => `${path}:${line} ${fault}`)).to.deep.equal([]);
    });

  it('rejects listed phrases in prose, not in code', () => {
    const faults = faultsOf(proseOfMarkdown('Nobody waits.\n`nobody`\n\n```sh\nnobody\n```\n'), PHRASES);
    expect(faults.map(({ line }) => line)).to.deep.equal([1]);
  });
});
