/**
 * Finds characters without a glyph in any font, which print as boxes: PDF/A and PDF/UA allow none (ISO 19005-3, 6.2.11.8;
 * ISO 14289-1, 7.21.8).
 */

import type { ContentWarning } from '@toolpress/contract';
import { eachOf, type FieldTexts, type FilledText } from '@toolpress/template';
import { isElement, isText, type ParentNode, parseHtml, SILENT } from '../html.js';
import { groupRepeated } from './explain.js';
import type { Finding } from './findings.js';

export interface MissingCharacters {
  /** Code points with their pages, from 1. U+FFFD represents characters that the browser does not report. */
  readonly characters: ReadonlyMap<number, readonly number[]>;
  /** The code points for which the document has glyphs. */
  readonly shown: ReadonlySet<number>;
}

const UNKNOWN = 0xfffd;
/** The largest number of places of a character. */
const MAX_PLACES = 1_000;
/** If more characters are possible, none is named. */
const MAX_GUESSES = 5;

/** Private-use characters, which each icon font defines for itself. */
const PRIVATE = /\p{Co}/u;
const ICON = '; it is a private-use character, which only its own icon font can show';

/** Marks are in the fonts of their scripts, which may lack the characters of others. */
const MARK = /\p{M}/u;
/** What has no such mark: other scripts, digits and signs. */
const OF_OTHERS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\s]/u;
const AFTER =
  'write it after a letter of its script, or upload a font that has both with `PUT /api/fonts/{name}` and name it in `font-family`';

const INSTEAD =
  'use another character, or upload a font that has it with `PUT /api/fonts/{name}` and name it in `font-family`';

/** Returns a warning for each missing character, with its code, its places in the templates and its pages. */
export function tellMissing(texts: FieldTexts, { characters, shown }: MissingCharacters): ContentWarning[] {
  const told = [...characters].flatMap(([character, pages]) => {
    if (character === UNKNOWN) return [];
    const isElsewhere = shown.has(character) && MARK.test(String.fromCodePoint(character));
    const where = isElsewhere ? 'is in no font that has the character before it' : 'is in no font';
    const said = `${where} (${onPages(pages)}): ${isElsewhere ? AFTER : INSTEAD}`;
    return [tellOf(texts, character, said, isElsewhere)];
  });
  const pages = characters.get(UNKNOWN);
  if (pages === undefined) return told;
  const isMissing = (one: string): boolean => !shown.has(pointOf(one)) && !characters.has(pointOf(one));
  const written = charactersIn(texts).filter(isMissing);
  const known = new Set(written);
  const printed = charactersOfCss(texts).filter((one) => isMissing(one) && !known.has(one));
  const guesses = (written.length + printed.length > MAX_GUESSES ? written : [...written, ...printed]).map(pointOf);
  if (guesses.length === 0 || guesses.length > MAX_GUESSES)
    return [...told, { code: 'character_missing', message: `A character is in no font (${onPages(pages)}): ${ANY}.` }];
  const may = guesses.length === 1 ? 'is' : 'may be';
  return [
    ...told,
    ...guesses.map((guess) => tellOf(texts, guess, `${may} in no font (${onPages(pages)}): ${INSTEAD}`)),
  ];
}

const ANY =
  'for example one of a missing icon font, or one that CSS prints with `content`; use another one, or upload a font that has it with `PUT /api/fonts/{name}`';

const MAX_PAGES_NAMED = 5;
const onPages = (pages: readonly number[]): string =>
  pages.length > MAX_PAGES_NAMED
    ? `pages ${pages.slice(0, MAX_PAGES_NAMED).join(', ')} and ${pages.length - MAX_PAGES_NAMED} more`
    : `page${pages.length > 1 ? 's' : ''} ${pages.join(', ')}`;

/** Returns a warning with the first place of a character and the number of places. */
function tellOf(texts: FieldTexts, character: number, said: string, isElsewhere = false): ContentWarning {
  const fault = PRIVATE.test(String.fromCodePoint(character)) ? `${said}${ICON}` : said;
  const code = 'character_missing';
  const name = nameOf(character);
  const told = eachOf(texts).flatMap(({ field, text }) => {
    const all = placesOf(text, character);
    const odd = isElsewhere ? all.filter(({ start }) => OF_OTHERS.test(characterBefore(text.text, start))) : [];
    const found = (odd.length > 0 ? odd : all).map(
      ({ start, end }): Omit<Finding, 'kind'> => ({ code, fault, subject: { name, span: { field, start, end } } }),
    );
    return groupRepeated(found, { [field]: text });
  });
  const [first, ...more] = told;
  if (first === undefined) return { code, message: `${name} ${fault}.` };
  if (more.length === 0) return first;
  const others = ` (and ${more.length} more place${more.length > 1 ? 's' : ''}) ${fault}.`;
  return { ...first, message: first.message.replace(` ${fault}.`, () => others) };
}

/** Returns `U+2603 ☃`; combining marks on a circle. */
function nameOf(character: number): string {
  const code = `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;
  const written = String.fromCodePoint(character);
  if (/[\p{C}\p{Z}]/u.test(written) && !UNASSIGNED.test(written)) return code;
  return `${code} ${MARK.test(written) ? CIRCLE : ''}${written}`;
}

/** Characters of a later version of Unicode than this program's. */
const UNASSIGNED = /\p{Cn}/u;
const CIRCLE = '◌';

/** Finds a character: literal, as an HTML reference (`&#x2603;`, `&#9731;`) or a CSS escape (`\2603`). */
function placesOf({ text }: FilledText, character: number): { start: number; end: number }[] {
  const hex = character.toString(16);
  const written = new RegExp(
    `\\u{${hex}}|&#(?:x0{0,6}${hex}(?![\\da-f])|0{0,6}${character}(?!\\d));?|\\\\0{0,5}${hex}(?![\\da-f])`,
    'giu',
  );
  const places: { start: number; end: number }[] = [];
  for (const { index, 0: found } of text.matchAll(written)) {
    places.push({ start: index, end: index + found.length });
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

/** Returns the character that a mark at an offset belongs to. */
function characterBefore(text: string, at: number): string {
  const before = Array.from(text.slice(Math.max(0, at - MAX_MARKS), at)).reverse();
  return before.find((one) => !MARK.test(one)) ?? '';
}
const MAX_MARKS = 20;

/** White space and characters without a glyph. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the visible characters of the texts, each once. Controls and combining marks need no glyph of their own. */
function charactersIn(texts: FieldTexts): string[] {
  const characters = new Set<string>();
  const add = (parent: ParentNode): void => {
    for (const node of parent.childNodes) {
      if (isText(node)) for (const character of node.value) characters.add(character);
      else if (isElement(node) && !SILENT.has(node.tagName)) add(node);
    }
  };
  for (const { field, text } of eachOf(texts)) if (field !== 'css') add(parseHtml(text.text, 'part'));
  return [...characters].filter((one) => pointOf(one) > LATIN && !INVISIBLE.test(one));
}

/** Every text font has these characters: if they are not shown, they are hidden. */
const LATIN = 0xff;

const CONTENT = /content\s*:([^;}]{1,200})/gi;
const ESCAPE = /\\([\da-f]{1,6})/gi;

/** Returns the characters that style sheets print, each once. */
function charactersOfCss(texts: FieldTexts): string[] {
  const characters = new Set<string>();
  for (const { text } of eachOf(texts))
    for (const [, value = ''] of text.text.matchAll(CONTENT)) {
      if (characters.size > MAX_PRINTED) break;
      const unescaped = value.replace(ESCAPE, (_, hex: string) => characterOf(Number.parseInt(hex, 16)));
      for (const character of unescaped) characters.add(character);
    }
  return [...characters].filter((one) => pointOf(one) > LATIN && !INVISIBLE.test(one));
}

/** The largest number of characters: style sheets of icon fonts have thousands. */
const MAX_PRINTED = 10_000;

const pointOf = (character: string): number => character.codePointAt(0) ?? UNKNOWN;
const characterOf = (point: number): string => (point <= 0x10ffff ? String.fromCodePoint(point) : '');
