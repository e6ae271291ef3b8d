/** Where characters stand for which no font has a glyph: PDF/A and PDF/UA allow none (ISO 19005-3, 6.2.11.8; ISO 14289-1, 7.21.8). */
import type { ContentWarning } from '@toolpress/contract';
import { isElement, isText, type ParentNode, parseHtml } from '../html.js';
import { toldOnce } from '../policy/explain.js';
import type { Finding } from '../policy/findings.js';
import { eachOf, type FieldTexts, type FilledText } from '../template/filled-text.js';
import { SILENT } from './names.js';

export interface MissingCharacters {
  /** Code points, with the pages on which each stands, from 1. U+FFFD stands for those that the browser does not tell. */
  readonly characters: ReadonlyMap<number, readonly number[]>;
  /** What the document has glyphs for. */
  readonly shown: ReadonlySet<number>;
}

const UNKNOWN = 0xfffd;
/** Of the texts that hold one: nobody reads more. */
const MAX_PLACES = 1_000;
/** If more characters may be meant, none is named. */
const MAX_GUESSES = 5;

/** Of private use: each icon font has them for itself. */
const PRIVATE = /\p{Co}/u;
const ICON = '; it is a private one, as icon fonts have them, and means nothing in any other font';

const INSTEAD = 'use another one, or send a font that has it to `PUT /api/fonts/{name}` and name that in `font-family`';

/** @returns what is to be told of each character: its code, its places in the templates, its pages. */
export function tellMissing(texts: FieldTexts, { characters, shown }: MissingCharacters): ContentWarning[] {
  const told = [...characters].flatMap(([character, pages]) =>
    character === UNKNOWN ? [] : [tellOf(texts, character, `is in no font (${onPages(pages)}): ${INSTEAD}`)],
  );
  const pages = characters.get(UNKNOWN);
  if (pages === undefined) return told;
  const isMissing = (one: string): boolean => !shown.has(pointOf(one)) && !characters.has(pointOf(one));
  const written = charactersIn(texts).filter(isMissing);
  const printed = charactersOfCss(texts).filter((one) => isMissing(one) && !written.includes(one));
  const guesses = (written.length + printed.length > MAX_GUESSES ? written : [...written, ...printed]).map(pointOf);
  if (guesses.length === 0 || guesses.length > MAX_GUESSES)
    return [...told, { code: 'not_accessible', message: `A character is in no font (${onPages(pages)}): ${ANY}.` }];
  const may = guesses.length === 1 ? 'is' : 'may be';
  return [
    ...told,
    ...guesses.map((guess) => tellOf(texts, guess, `${may} in no font (${onPages(pages)}): ${INSTEAD}`)),
  ];
}

const ANY =
  'one of an icon font that is not there, for example, or one that CSS prints by `content`; use another one, or send a font that has it to `PUT /api/fonts/{name}`';

const MAX_PAGES_NAMED = 5;
const onPages = (pages: readonly number[]): string =>
  pages.length > MAX_PAGES_NAMED
    ? `pages ${pages.slice(0, MAX_PAGES_NAMED).join(', ')} and ${pages.length - MAX_PAGES_NAMED} more`
    : `page${pages.length > 1 ? 's' : ''} ${pages.join(', ')}`;

/** The first place of a character, and how many there are. */
function tellOf(texts: FieldTexts, character: number, said: string): ContentWarning {
  const fault = PRIVATE.test(String.fromCodePoint(character)) ? `${said}${ICON}` : said;
  const code = 'not_accessible';
  const name = `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;
  const told = eachOf(texts).flatMap(({ field, text }) => {
    const found = placesOf(text, character).map(
      ({ start, end }): Omit<Finding, 'kind'> => ({ code, fault, subject: { name, span: { field, start, end } } }),
    );
    return toldOnce(found, { [field]: text });
  });
  const [first, ...more] = told;
  if (first === undefined) return { code, message: `${name} ${fault}.` };
  if (more.length === 0) return first;
  const others = ` (and ${more.length} more place${more.length > 1 ? 's' : ''}) ${fault}.`;
  return { ...first, message: first.message.replace(` ${fault}.`, () => others) };
}

/** As it stands, or as a reference of HTML (`&#x2603;`, `&#9731;`) or an escape of CSS (`\2603`) says it. */
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

/** White space, and what has no glyph of its own. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}]/u;

/** Those of the texts that show, each once. Controls and marks may be drawn in another way than by a glyph of theirs. */
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

/** Every font of texts has these: if they are not shown, they are hidden. */
const LATIN = 0xff;

const CONTENT = /content\s*:([^;}]{1,200})/gi;
const ESCAPE = /\\([\da-f]{1,6})/gi;

/** Those that sheets print, each once. */
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

/** Sheets of icon fonts have thousands. */
const MAX_PRINTED = 10_000;

const pointOf = (character: string): number => character.codePointAt(0) ?? UNKNOWN;
const characterOf = (point: number): string => (point <= 0x10ffff ? String.fromCodePoint(point) : '');
