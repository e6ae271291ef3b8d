/**
 * Which characters of a document need font fallback, and for which language. Chromium caches the fallback font of a character
 * for the life of its process, whatever the language: after a Korean document a Japanese one gets Korean glyphs, and after
 * either a tick in an English one has another font. So documents that disagree must not share a process.
 */

/** Languages by blocks of 128 characters; `MIXED` for several or unknown ones. */
export type FontFallback = ReadonlyMap<number, string>;

const MIXED = '*';

/** Returns whether the fallback font of a character depends on the order in which a document is printed. */
export const isMixed = (fonts: FontFallback): boolean => [...fonts.values()].includes(MIXED);

const BLOCK_BITS = 7;

/** Beyond Latin, Greek, Cyrillic and common punctuation. */
const SEARCHED = /[^\0-\u017f\u0384-\u03ce\u0400-\u045f\u2010-\u2027\u2030-\u2033\u2039\u203a\u20ac\u2122]/u;

/** Languages with the same fallback fonts as no language. */
const PLAIN = new Set(
  'af be bg bs ca cs cy da de el en eo es et eu fi fo fr fy ga gl hr hu id is it la lb lt lv mk ms mt nb nl nn no pl pt rm ro ru sk sl sq sr sv sw tl tr uk'.split(
    ' ',
  ),
);

/** CSS that generates characters or sets the language: its effect is not tracked. */
const UNTRACKED = /-webkit-locale|text-emphasis|full-width|full-size-kana/i;
/** Custom properties and classes are named so, too: Bootstrap has `--bs-primary-text-emphasis`. */
const UNTRACKED_PROPERTY = /(?:^|[^\w-])(?:-webkit-locale|(?:-webkit-|-epub-)?text-emphasis(?:-[a-z]+)?)\s*:/i;
const UNTRACKED_VALUE = /full-width|full-size-kana/i;
const COUNTERS = /list-style|counters?\(|extends|fallback/i;
const COUNTED_OTHERWISE =
  /disclosure|cjk|hiragana|katakana|hangul|korean|japanese|chinese|ethiopic|indic|armenian|georgian|hebrew|persian|bengali|cambodian|khmer|devanagari|gujarati|gurmukhi|kannada|lao|malayalam|mongolian|myanmar|oriya|tamil|telugu|thai|tibetan|urdu/i;
/** A quick check for CSS that may matter here. */
const CONCERNED = /[\0\\\u0180-\uffff]|locale|emphasis|full-|counter|list-style|-quote/i;
const QUOTES = /open-quote|close-quote/i;
/** One that does not end goes to the end of the sheet. */
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(?=[^\n]))/gi;

/**
 * What documents have whose notes are not empty: such characters, character references, escapes, separate style sheets, elements,
 * attributes and CSS that generate characters, and null characters, which become U+FFFD. Notes of any other document would be in vain.
 */
export const FALLBACK_SIGNS: readonly RegExp[] = [
  SEARCHED,
  /[\0\\]|&(?!(?:amp|lt|gt|quot|apos|nbsp);|\s)|stylesheet|@import|locale|emphasis|full-|counter|list-style|-quote|mathvariant|<(?:q|summary|details|msqrt|mroot)\b/i,
];

/** Characters that elements generate: triangles and roots. */
const PRINTED_BY: Readonly<Record<string, string>> = {
  summary: '▸',
  details: '▸',
  msqrt: '√',
  mroot: '√',
};
/** Languages whose quotation marks are in no text font. */
const QUOTED_OTHERWISE = /^(?:ja|zh|yue)\b/;
const QUOTE = '「';

export class FontFallbackNotes {
  private readonly found = new Map<number, string>();
  private readonly inCss = new Set<number>();
  private readonly languages = new Set<string>();
  private quotesInCss = false;
  private isUntracked = false;

  /** Records a language of the document. Call it for every language. Returns its normal form. */
  language(tag: string): string {
    const lower = tag.trim().toLowerCase();
    const language = PLAIN.has(lower.split('-', 1)[0] ?? '') ? '' : lower;
    this.languages.add(language);
    return language;
  }

  text(text: string, language: string): void {
    if (SEARCHED.test(text)) for (const block of blocksOf(text)) note(this.found, block, language);
  }

  element(tagName: string, language: string): void {
    const printed = PRINTED_BY[tagName];
    if (printed !== undefined) this.text(printed, language);
    if (tagName === 'q' && QUOTED_OTHERWISE.test(language)) this.text(QUOTE, language);
  }

  /** A sheet, or declarations; the language of what they print is not tracked. */
  css(css: string): void {
    if (!CONCERNED.test(css)) return;
    const bare = css.replace(COMMENT, '').replaceAll('\0', REPLACEMENT);
    const text = bare.includes('\\') ? bare.replace(ESCAPE, unescaped) : bare;
    const declarations = text.split(/[;{}]/);
    if (UNTRACKED.test(text) && declarations.some(isUntracked)) this.isUntracked = true;
    if (declarations.some(countsOtherwise)) this.isUntracked = true;
    if (QUOTES.test(text)) this.quotesInCss = true;
    if (SEARCHED.test(text)) for (const block of blocksOf(text)) this.inCss.add(block);
  }

  /** Adds the notes of another CSS text. */
  addCss({ inCss, quotesInCss, isUntracked }: FontFallbackNotes): void {
    for (const block of inCss) this.inCss.add(block);
    this.quotesInCss ||= quotesInCss;
    this.isUntracked ||= isUntracked;
  }

  /** Returns the fallback languages; undefined for a document that can share its process with all others. */
  result(): FontFallback | undefined {
    if (this.quotesInCss) for (const language of this.languages) this.element('q', language);
    const [only = '', ...others] = this.languages;
    for (const block of this.inCss) note(this.found, block, others.length === 0 ? only : MIXED);
    if (this.isUntracked) note(this.found, ANY_BLOCK, MIXED);
    return this.found.size === 0 ? undefined : this.found;
  }
}

/** Whether a declaration counts in other characters than digits and letters. */
function isUntracked(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  return colon >= 0 && (UNTRACKED_PROPERTY.test(declaration) || UNTRACKED_VALUE.test(declaration.slice(colon)));
}

function countsOtherwise(declaration: string): boolean {
  const at = declaration.search(COUNTERS);
  return at >= 0 && COUNTED_OTHERWISE.test(declaration.slice(at));
}

/** The block for untracked characters. */
const ANY_BLOCK = -1;

/** Drawings whose text does not show their characters: with entities, HTML, drawings or CSS escapes in it. */
const HIDDEN = /<!ENTITY|XHTML|foreignObject|data:[^"',]{0,200}svg|\\/i;
const REFERENCE = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;

/** Returns the font fallback of an SVG image, whose texts Chromium prints, too. */
export function fontsOfDrawing(svg: string): FontFallback | undefined {
  const text = svg.replace(REFERENCE, (_, hex?: string, decimal?: string) =>
    characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
  if (HIDDEN.test(text)) return new Map([[ANY_BLOCK, MIXED]]);
  const notes = new FontFallbackNotes();
  notes.css(text);
  notes.text(text, /\blang\b/i.test(text) ? MIXED : notes.language(''));
  return notes.result();
}

/** Returns whether a document may have characters of a range, given by its first and last one. */
export const mayHaveCharacters = (fallback: FontFallback, first: number, last: number): boolean =>
  fallback.has(ANY_BLOCK) || hasCharacters(fallback, first, last);

/** Returns whether a document has characters of a range (or near it), not counting untracked ones. */
export const hasCharacters = (fallback: FontFallback, first: number, last: number): boolean =>
  [...fallback.keys()].some((block) => block >= first >> BLOCK_BITS && block <= last >> BLOCK_BITS);

/** Merges the fallback of another document into the first, and returns it. */
export function mergeFontFallback(into: Map<number, string>, other?: FontFallback): Map<number, string> {
  for (const [block, language] of other ?? []) note(into, block, language);
  return into;
}

/** Returns whether a process with these cached fonts finds the same fonts for a document as a new process. */
export function findsSameFonts(known: FontFallback, wanted: FontFallback): boolean {
  if (wanted.size === 0) return true;
  if (known.has(ANY_BLOCK) || (wanted.has(ANY_BLOCK) && known.size > 0)) return false;
  for (const [block, language] of wanted) {
    const before = known.get(block);
    if (before !== undefined && (before !== language || language === MIXED)) return false;
  }
  return true;
}

function note(found: Map<number, string>, block: number, language: string): void {
  const before = found.get(block);
  if (before === undefined) found.set(block, language);
  else if (before !== language) found.set(block, MIXED);
}

const unescaped = (_: string, digits: string | undefined): string =>
  digits === undefined ? '' : characterOf(Number.parseInt(digits, 16));

/** Browsers print it in place of characters that do not exist. */
const REPLACEMENT = '\ufffd';

const characterOf = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? REPLACEMENT : String.fromCodePoint(code);

/** The blocks of the characters that need fallback. */
function blocksOf(text: string): Set<number> {
  const blocks = new Set<number>();
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const block = code >> BLOCK_BITS;
    if (code >= 0x180 && !blocks.has(block) && SEARCHED.test(character)) blocks.add(block);
  }
  return blocks;
}
