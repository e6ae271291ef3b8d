/** Finds print CSS that the browser does not support: the service provides some of it, and warns of the rest. */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import { FixedBox } from './fixed-boxes.js';
import type { IgnoredCss } from './ignored-css.js';
import { unprintedContent } from './margin-content.js';
import { PAGE_COUNTER, readString, readStringSet, STRING_SET, type UsedString } from './strings.js';
import { readTarget, TARGET_FUNCTIONS, type TargetReference } from './targets.js';
import { type CssRange, pixelsOf } from './tokens.js';

/**
 * Print features that the service provides by printing again: chapters on one side, styles for blank, odd and even pages, page
 * numbers, hyphenation, named strings in margin boxes, leaders, restarted page numbers, references to counters. `counted`: page rules
 * count themselves.
 */
export type PrintFeature =
  | 'sides'
  | 'blank'
  | 'parity'
  | 'counters'
  | 'hyphens'
  | 'strings'
  | 'leaders'
  | 'numbering'
  | 'numbers'
  | 'counted';

/** The first place of a kind of ignored CSS, with its name as written. */
export interface IgnoredPlace {
  readonly kind: IgnoredCss;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Words without which a style sheet or a list of declarations has no such CSS, unless it is written with escapes: nearly all have none. */
export const PRINT_CSS =
  /string-set|running\(|string\(|target-(?:counter|text)|leader\(|footnote|float\s*:\s*(?:top|bottom)|@page|marks|bleed|bookmark-|prince-|-(?:weasy|pdf|fs|ro|ah|epubx|vivliostyle|adapt)-|(?:before|after)\s*:\s*(?:left|right|recto|verso)|hyphens|counter-|counters?\(|fixed|cmyka?\(|sheet-size|(?:odd|even)-(?:header|footer)-name|background-(?:gradient|image-resize)|text-rotate|display\s*:[\sa-z-]{0,40}\bgrid\b|(?<![-\w])break-(?:before|after|inside)\s*:\s*(?!auto|avoid|page|left|right|recto|verso|column|in|un|re|var)\w|page-break-(?:before|after|inside)\s*:\s*(?!auto|always|avoid|left|right|in|un|re|var)\w/i;

/** Page rules that the browser supports, and that need nothing else. */
export const PLAIN_PAGE_RULES =
  /@page\s*\{\s*(?:(?:size\s*:\s*(?:a[345]|letter|legal)\s*|margin(?:-(?:top|right|bottom|left))?\s*:[\s\w.%]*)(?:;\s*|(?=\})))*\}/gi;

const PROPERTIES: ReadonlyMap<string, IgnoredCss> = new Map([
  ['bookmark-level', 'bookmark'],
  ['bookmark-label', 'bookmark'],
  ['-pdf-frame-content', 'frame'],
  ['-pdf-next-page', 'break'],
  ['-pdf-page-break', 'break'],
]);
const OTHER_PRINTERS =
  /^(?:(?:-?prince|-weasy|-pdf|-fs|-ro|-ah|-epubx|-vivliostyle|-adapt)-|(?:sheet-size|(?:odd|even)-(?:header|footer)-name|background-gradient|background-image-resize|text-rotate)$)/;
/** Margin boxes, and at-rules in `@page` that have a notice of their own. */
const PAGE_BOXES =
  /^(?:(?:top|bottom)-(?:left-corner|left|center|right|right-corner)|(?:left|right)-(?:top|middle|bottom)|frame|footnote|-.*)$/;
const CMYK = /^(?:device-)?cmyka?$/;
/** Properties of other PDF tools without a visible effect. */
const UNSEEN = /bookmark|outline|anchor|link|-tag|tooltip|hyphen|linebreak|font|keep|wrap|-border|paginate|prince-pdf/;

/** Values without an effect. */
const NOTHING = /^(?:none|auto|normal|initial|unset|0[a-z]*)$/i;

/** Values of every property. */
const WIDE = /^(?:inherit|initial|unset|revert)/;

/** Functions by property. */
const FUNCTIONS: Readonly<Record<string, ReadonlyMap<string, IgnoredCss>>> = {
  position: new Map([['running', 'running']]),
  content: new Map([['string', 'string']]),
};
const FLOATS: ReadonlyMap<string, IgnoredCss> = new Map([
  ['footnote', 'footnote'],
  ['top', 'float'],
  ['bottom', 'float'],
]);

/** A property that tells items of grids from other elements: style queries see only custom properties. */
export const IS_GRID = '--toolpress-is-grid';

const UNKNOWN_SIZE =
  /^(?:[24]?a(?:[0126-9]|10)|b(?:[0-36-9]|10)|c(?:\d|10)|tabloid|executive|folio|foolscap|statement)$/;
const SIDES = /^(?:page-)?break-(?:before|after)$/;
const BREAK = /^(?:page-)?break-(?:before|after|inside)$/;
const BREAKS = /^(?:page|left|right|recto|verso|column|avoid(?:-page|-column)?|auto)$/;
const OLD_BREAKS = /^(?:always|left|right|avoid|auto)$/;
const SIDE_NAMES: ReadonlySet<string> = new Set(['left', 'right', 'recto', 'verso']);
const PAGE_COUNTERS = /^counter-(?:reset|set|increment)$/;

/** Page selectors that the browser supports. */
const KNOWN_SELECTOR = /^[^\s,:"'()]*(?::(?:first|left|right))?$/;
const MAX_SELECTOR = 60;
/** Replacements of page selectors that the browser does not support, without spaces. */
const SELECTORS: readonly (readonly [selector: RegExp, css: string, feature?: PrintFeature])[] = [
  [/^:nth\((?:0n\+)?1\)$/, ':first'],
  [/^:nth\(1?n(?:\+[01])?\)$/, ''],
  // Their side depends on the direction of the document.
  [/^:nth\((?:odd|2n[+-]1)\)$/, 'toolpress-odd', 'parity'],
  [/^:nth\((?:even|2n(?:\+[02])?)\)$/, 'toolpress-even', 'parity'],
  [/^:blank$/, 'toolpress-blank', 'blank'],
];

/** A replacement of unsupported CSS. */
interface Replacement extends CssRange {
  readonly css: string;
  readonly reference?: TargetReference;
  readonly string?: UsedString;
}

/** A function that is being read. */
interface OpenTarget {
  readonly token: CSSToken;
  readonly name: string;
  readonly depth: number;
  readonly tokens: CSSToken[];
}

/** Reads the tokens of a scan. */
export class PrintCssReader {
  /** The first place of each kind of ignored CSS. */
  readonly places = new Map<IgnoredCss, IgnoredPlace>();
  /** The features that the service provides for the text. */
  readonly features = new Set<PrintFeature>();
  readonly replacements: Replacement[] = [];
  /** A `string-set`, and its value so far. */
  private stringSet: { name: CSSToken; value: CSSToken[] } | undefined;
  private target: OpenTarget | undefined;
  /** The current property, or a name before its colon. */
  private property = '';
  private name: CSSToken | undefined;
  private isFirstWord = false;
  /** Where the property begins, and whether the block was marked by an earlier scan. */
  private propertyStart = 0;
  private isMarked = false;
  /** Bracket depth of the property. */
  private valueDepth = 0;
  private isBeginning = true;
  /** An ignored property before its value. */
  private begun: { kind: IgnoredCss; at: CSSToken } | undefined;
  /** The selector after `@page`, until its block. */
  private selector: { text: string; start: number; from: number } | undefined;
  /** Bracket depth inside `@page`; 0 outside. */
  private pageDepth = 0;
  /** The box of the current block. */
  private box = new FixedBox();
  /** A break with an unknown value in the current block, if no other there has an effect. */
  private unknownBreak: CSSToken | undefined;
  private unknownName = '';
  private hasBreak = false;
  /** Bracket depth inside `counter(` of an element, before its name; 0 elsewhere. */
  private counterDepth = 0;
  /** The values of a size in `@page`, as long as they are lengths. */
  private lengths: number[] = [];

  /** Reads a token. @param depth of the brackets, including the token's own. */
  read(token: CSSToken, depth: number): void {
    const [type] = token;
    if (type === TokenType.Comment) return;
    if (this.target !== undefined) this.readTarget(token, this.target, depth);
    else if (this.selector !== undefined) this.readSelector(token, this.selector, depth);
    else if (type === TokenType.Semicolon || type === TokenType.OpenCurly || type === TokenType.CloseCurly) {
      this.endStringSet();
      if (depth < this.pageDepth) this.pageDepth = 0;
      if (type !== TokenType.Semicolon) this.endBlock();
      this.property = '';
      this.begun = undefined;
      this.isBeginning = true;
    } else if (type !== TokenType.Whitespace) {
      this.stringSet?.value.push(token);
      this.readWithin(token, depth);
      this.isBeginning = false;
    }
  }

  /** Ends the text. */
  end(): void {
    this.endStringSet();
    this.endBlock();
  }

  private endBlock(): void {
    const fixed = this.box.inMargin();
    if (fixed) this.note('fixed', 'position: fixed', fixed);
    this.box = new FixedBox();
    if (this.unknownBreak && !this.hasBreak) this.note('value', this.unknownName, this.unknownBreak);
    this.unknownBreak = undefined;
    this.hasBreak = false;
    this.isMarked = false;
  }

  /** Reads a value of a break. Often a sheet has the value of another property, too, which browsers know. */
  private readBreak(word: string, token: CSSToken): void {
    const { property } = this;
    if (!this.isFirstWord || WIDE.test(word)) return;
    this.isFirstWord = false;
    const isKnown = (property.startsWith('page-') ? OLD_BREAKS : BREAKS).test(word);
    if (isKnown) this.hasBreak ||= word !== 'auto';
    else if (this.unknownBreak === undefined) {
      this.unknownBreak = token;
      this.unknownName = `${property}: ${word.slice(0, MAX_SELECTOR)}`;
    }
  }

  /** Replaces `string-set` by a custom property, so that the cascade decides between several values. */
  private endStringSet(): void {
    if (this.stringSet === undefined) return;
    const { name, value } = this.stringSet;
    this.stringSet = undefined;
    const [, , start, last] = name;
    const plain = value.at(-2)?.[1] === '!' ? value.slice(0, -2) : value;
    const isNone = plain.length === 1 && /^(?:none|inherit|initial|unset|revert.*)$/i.test(plain[0]?.[1] ?? '');
    if (isNone || readStringSet(plain)) this.replacements.push({ start, end: last + 1, css: STRING_SET });
    else this.note('string', 'string-set', name);
  }

  private readTarget(token: CSSToken, { token: from, name, depth, tokens }: OpenTarget, now: number): void {
    if (now >= depth) {
      tokens.push(token);
      return;
    }
    this.target = undefined;
    const isString = name === 'string';
    const read = isString ? readString(tokens) : readTarget(name, tokens);
    if (isString && read) this.features.add('strings');
    if (name === 'leader') this.note('leader', 'leader()', from);
    if (name === 'leader' && read && this.pageDepth === 0) this.features.add('leaders');
    if (read) this.replacements.push({ start: from[2], end: token[3] + 1, ...read });
    else this.note(isString ? 'string' : 'target', `${name}()`, from);
  }

  private readWithin(token: CSSToken, depth: number): void {
    const { name, begun } = this;
    this.name = undefined;
    this.begun = undefined;
    if (begun !== undefined && !NOTHING.test(token[1])) this.note(begun.kind, this.property, begun.at);
    if (this.property === 'content' && this.pageDepth > 0) this.readMarginContent(token, depth);
    if (token[0] === TokenType.AtKeyword) this.readAtKeyword(token[4].value.toLowerCase(), token);
    else if (token[0] === TokenType.Colon && name !== undefined) this.begin(name, depth);
    else if (token[0] === TokenType.Function) {
      const called = token[4].value.toLowerCase();
      const isString = called === 'string' && this.pageDepth > 0;
      const kind = isString ? undefined : FUNCTIONS[this.property]?.get(called);
      if (kind) this.note(kind, `${called}()`, token);
      if (CMYK.test(called)) this.note('cmyk', `${called}()`, token);
      if ((called === 'counter' || called === 'counters') && this.property === 'content' && this.pageDepth === 0)
        this.counterDepth = depth;
      if (this.property === 'content' && (isString || TARGET_FUNCTIONS.has(called)))
        this.target = { token, name: called, depth, tokens: [] };
    } else if (token[0] === TokenType.Ident) {
      if (this.isBeginning) this.name = token;
      this.readWord(token[4].value.toLowerCase(), token, depth);
      const isFloat = this.property === 'float' && this.pageDepth === 0;
      const kind = isFloat ? FLOATS.get(token[4].value.toLowerCase()) : undefined;
      if (kind) this.note(kind, `float: ${token[4].value.toLowerCase()}`, token);
    } else if (token[0] === TokenType.Dimension) {
      const pixels = token[4].value * pixelsOf(token[4].unit);
      this.readLength(pixels, token);
      if (pixels === 0) this.box.distance(this.property, token[4].value); // such as 50vw
    } else if (token[0] === TokenType.Percentage) this.box.distance(this.property, token[4].value);
  }

  /** Reads a part of a margin box's `content`, except the arguments of its functions. */
  private readMarginContent(token: CSSToken, depth: number): void {
    const isOuter = depth === this.valueDepth + (token[0] === TokenType.Function ? 1 : 0);
    const value = isOuter ? unprintedContent(token) : undefined;
    if (value !== undefined) this.note('content', `content: ${value}`, token);
  }

  private readWord(word: string, token: CSSToken, depth: number): void {
    const { property } = this;
    if (this.counterDepth > 0 && depth >= this.counterDepth) {
      const isPage = word === 'page' || word === 'pages';
      this.features.add(isPage ? 'counters' : 'numbers');
      this.note(isPage ? 'repeated' : 'numbers', `counter(${word})`, token);
      if (isPage) this.note('elsewhere', `counter(${word})`, token);
    }
    this.counterDepth = 0;
    if (word === 'pages' && PAGE_COUNTERS.test(property)) this.note('total', `${property}: pages`, token);
    if (this.pageDepth > 0) {
      if (word === 'page' && PAGE_COUNTERS.test(property)) this.features.add('counted');
      if (property === 'counter-increment' && this.isFirstWord) this.keepCounting(word, token);
      if (property === 'size' && word === 'landscape') this.note('portrait', 'size: landscape', token);
      if (property === 'size' && UNKNOWN_SIZE.test(word)) this.note('size', `size: ${word}`, token);
      if (property === 'page-orientation' && word.startsWith('rotate-')) this.note('turned', property, token);
    } else if (BREAK.test(property)) {
      if (SIDE_NAMES.has(word) && SIDES.test(property)) this.features.add('sides');
      this.readBreak(word, token);
    } else if (word === 'auto' && (property === 'hyphens' || property === '-webkit-hyphens')) {
      this.features.add('hyphens');
      this.note('hyphens', `${property}: auto`, token);
    } else if (word === 'page' && PAGE_COUNTERS.test(property)) {
      const isNumbering = property !== 'counter-increment';
      if (isNumbering) this.features.add('numbering');
      this.note(isNumbering ? 'numbering' : 'counter', `${property}: page`, token);
    } else if (property === 'display' && word === 'grid' && !this.isMarked) {
      const at = this.propertyStart;
      this.replacements.push({ start: at, end: at, css: `${IS_GRID}:1;` });
    } else if (word === 'fixed' && property === 'position') this.box.value = token;
  }

  /** Keeps our page counter in a rule that sets counters. */
  private keepCounting(word: string, [, , start, last]: CSSToken): void {
    this.isFirstWord = false;
    if (word === 'none') this.replacements.push({ start, end: last + 1, css: PAGE_COUNTER });
    else if (!WIDE.test(word)) this.replacements.push({ start, end: start, css: `${PAGE_COUNTER} ` });
  }

  private readLength(pixels: number, token: CSSToken): void {
    if (this.property === 'size' && this.pageDepth > 0) {
      this.lengths.push(pixels);
      const [width = 0, height = 0] = this.lengths;
      if (this.lengths.length === 2 && width > height) this.note('portrait', `size: … ${token[1]}`, token);
    } else this.box.length(this.property, pixels);
  }

  private readAtKeyword(name: string, token: CSSToken): void {
    if (name === 'footnote') this.note('footnote', '@footnote', token);
    if (name === 'frame' && this.pageDepth > 0) this.note('frame', '@frame', token);
    if (this.pageDepth > 0 && !PAGE_BOXES.test(name)) this.note('box', `@${name.slice(0, MAX_SELECTOR)}`, token);
    const [edge] = /^(?:top|bottom)(?=-)/.exec(name) ?? [];
    if (edge && this.pageDepth > 0) this.note(edge as 'top' | 'bottom', `@${name}`, token);
    if (OTHER_PRINTERS.test(name)) this.note('printer', `@${name}`, token);
    if (name === 'page') this.selector = { text: '', start: token[2], from: token[3] + 1 };
  }

  private readSelector(token: CSSToken, selector: { text: string; start: number; from: number }, depth: number): void {
    if (token[0] !== TokenType.OpenCurly && token[0] !== TokenType.Semicolon) {
      if (selector.text.length <= MAX_SELECTOR) selector.text += token[1];
      return;
    }
    this.selector = undefined;
    this.isBeginning = true;
    if (token[0] === TokenType.Semicolon) return;
    this.pageDepth = depth;
    const text = selector.text.trim();
    if (KNOWN_SELECTOR.test(text.toLowerCase())) return;
    const plain = text.toLowerCase().replace(/\s/g, '');
    const [, css, feature] = SELECTORS.find(([known]) => known.test(plain)) ?? [];
    if (css !== undefined) {
      this.replacements.push({ start: selector.from, end: token[2], css: ` ${css} ` });
      if (feature) this.features.add(feature);
      return;
    }
    const name = `@page ${text.length > MAX_SELECTOR ? `${text.slice(0, MAX_SELECTOR)}…` : text}`;
    this.add({ kind: 'selector', name, start: selector.start, end: token[2] });
  }

  private begin(token: CSSToken, depth: number): void {
    const property = token[1].toLowerCase();
    this.property = property;
    this.propertyStart = token[2];
    this.isMarked ||= property === IS_GRID;
    this.valueDepth = depth;
    this.isFirstWord = true;
    if (property === 'string-set' && this.pageDepth === 0) this.stringSet = { name: token, value: [] };
    this.lengths = [];
    const kind = this.kindOf(property);
    this.begun = kind && { kind, at: token };
  }

  private kindOf(property: string): IgnoredCss | undefined {
    if (property === 'marks' || property === 'bleed') return this.pageDepth > 0 ? 'marks' : undefined;
    if (property === 'header' || property === 'footer') return this.pageDepth > 0 ? 'frame' : undefined;
    return (
      PROPERTIES.get(property) ?? (OTHER_PRINTERS.test(property) && !UNSEEN.test(property) ? 'printer' : undefined)
    );
  }

  private note(kind: IgnoredCss, name: string, [, , start, last]: CSSToken): void {
    this.add({ kind, name, start, end: last + 1 });
  }

  private add(place: IgnoredPlace): void {
    if (!this.places.has(place.kind)) this.places.set(place.kind, place);
  }
}
