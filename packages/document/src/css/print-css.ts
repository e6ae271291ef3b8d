/** Print CSS that other printers know and the browser ignores: what a reader would miss of it, and the way on. */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import { readTarget, TARGET_FUNCTIONS, type TargetReference } from './targets.js';
import { type CssRange, pixelsOf } from './tokens.js';

export interface IgnoredEntry {
  called: readonly string[];
  /** Where it is ignored; everywhere unless given. */
  where?: string;
  /** `is ignored` unless given. */
  says?: string;
  instead: string;
}

/** What is ignored, and a sentence without its full stop that says what to do. The documentation is generated from it. */
export const IGNORED_CSS = {
  running: {
    called: ['string-set', 'string()', 'running()', 'element()'],
    instead: 'for what is to stand on every page, use `header_html` or `footer_html`',
  },
  target: {
    called: ['target-counter()', 'target-counters()', 'target-text()'],
    instead:
      'what is known is `target-counter(attr(href), name)` and `target-counters(attr(href), name, ".")` with one of the common counter styles, `target-text(attr(href))` and `target-text(attr(href), before)`',
  },
  numbers: {
    called: ['counter()'],
    where: ' before an element that contents or `target-…()` refer to',
    says: 'is left out there',
    instead:
      'a number is taken over from `::before` of strings and counters in a common counter style, without pictures and quotation marks',
  },
  leader: {
    called: ['leader()'],
    instead: 'it prints a blank; for a row of dots, use a dotted border, or `<nav data-toc>`',
  },
  footnote: {
    called: ['float: footnote', '@footnote'],
    instead: 'the note stays where it is in the text; `<span data-footnote>` goes to the foot of its page',
  },
  float: { called: ['float: top', 'float: bottom'], instead: 'it stays where it is in the text' },
  selector: {
    called: ['@page :nth()', '@page :blank'],
    instead:
      'the browser leaves out the whole rule; it knows a name, `:first`, `:left` or `:right`, one of them for each rule',
  },
  marks: { called: ['marks', 'bleed'], instead: 'pages have no crop marks; make them larger, and draw the marks' },
  bookmark: {
    called: ['bookmark-level', 'bookmark-label'],
    instead: 'with `outline` the PDF has one of the headings `h1` to `h6`',
  },
  frame: {
    called: ['-pdf-frame-content'],
    instead: 'for what is to stand on every page, use `header_html` or `footer_html`',
  },
  counter: {
    called: ['counter-reset: page', 'counter-set: page', 'counter-increment: page'],
    instead:
      'pages are numbered through whatever elements say; `first_page_number`, or `@page :first { counter-set: page 5 }`, gives the first page its number',
  },
  repeated: {
    called: ['counter(page)'],
    where: ' in what is fixed on every page, or in a `thead` or `tfoot`',
    says: 'is repeated',
    instead: 'it shows the same number on every page; use `[[page]]` and `[[pages]]` in `header_html` or `footer_html`',
  },
  fixed: {
    called: ['position: fixed'],
    where: ' with a negative offset',
    says: 'does not reach into the margin',
    instead:
      'nothing shows outside of the area that the margins leave, or it shows on another page; for what is to stand in a margin, use `header_html`, `footer_html` or a margin box of `@page`',
  },
  cmyk: {
    called: ['device-cmyk()'],
    instead: 'the browser leaves out the whole declaration; write the colour as `rgb()`, as the PDF has it',
  },
  top: {
    called: ['@top-…'],
    where: ' beside `header_html`',
    instead: '`header_html` takes the place of the margin boxes at the top; write its text there',
  },
  bottom: {
    called: ['@bottom-…'],
    where: ' beside `footer_html`',
    instead: '`footer_html` takes the place of the margin boxes at the bottom; write its text there',
  },
  portrait: {
    called: ['@page { size: … landscape }'],
    where: ' beside `orientation: "portrait"`',
    says: 'is not turned',
    instead:
      'only `orientation: "landscape"` turns a page, and this size stays as the sheet says it; take `landscape` out of the sheet, or name a `page_size` in the request',
  },
  turned: {
    called: ['page-orientation'],
    where: ' beside `header_html` or `footer_html`',
    says: 'leaves headers upright',
    instead:
      'the page is turned with its margins, so that a header may cover what stands at its side; use margin boxes of `@page`, which are turned as well',
  },
  size: {
    called: ['@page { size: A6 }'],
    where: ' and other names than `A3` to `A5`, `B4`, `B5`, `JIS-B4`, `JIS-B5`, `letter`, `legal` and `ledger`',
    instead: 'the browser does not know the name; write the size in lengths, such as `105mm 148mm`, or use `page_size`',
  },
  hyphens: {
    called: ['hyphens: auto'],
    where: ' in other languages than English and German',
    instead:
      'words are hyphenated in elements whose `lang` is English or German, such as `<html lang="en">`; elsewhere, put soft hyphens (`&shy;`) into the words',
  },
  break: { called: ['-pdf-next-page', '-pdf-page-break'], instead: 'use `break-before` or `break-after`' },
  printer: {
    called: ['prince-…', '-prince-…', '-weasy-…', '-pdf-…', '-fs-…', '-ro-…', '-ah-…'],
    instead: 'only another printer knows it; say it in standard CSS',
  },
} as const satisfies Readonly<Record<string, IgnoredEntry>>;

export type IgnoredCss = keyof typeof IGNORED_CSS;

/** What the browser does not do, and the service does by printing again: begin chapters on one side, write page numbers, hyphenate, refer to what is counted. */
export type PrintFeature = 'sides' | 'counters' | 'hyphens' | 'numbers';

/** They matter only where the request, or the languages of the document, are against them. */
export const CONDITIONAL_CSS: ReadonlySet<IgnoredCss> = new Set([
  'top',
  'bottom',
  'portrait',
  'size',
  'turned',
  'hyphens',
  'repeated',
  'numbers',
]);

/** What is said of it once for each kind: the name as written. */
export interface IgnoredPlace {
  readonly kind: IgnoredCss;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Without one of these words nothing of it can be there, unless somebody wrote it in capitals or with escapes. */
const WORDS =
  /string-set|running\(|string\(|target-(?:counter|text)|leader\(|foot|float: ?(?:top|bottom)|@page|marks|bleed|bookmark-|prince-|-(?:weasy|pdf|fs|ro|ah)-|(?:before|after): ?(?:left|right|recto|verso)|hyphens|counter-|counters?\(|fixed|device-cmyk/;

/** A quick check: nearly all sheets have nothing of it. */
export const mayHaveIgnoredCss = (css: string): boolean => WORDS.test(css);

const PROPERTIES: ReadonlyMap<string, IgnoredCss> = new Map([
  ['string-set', 'running'],
  ['bookmark-level', 'bookmark'],
  ['bookmark-label', 'bookmark'],
  ['-pdf-frame-content', 'frame'],
  ['-pdf-next-page', 'break'],
  ['-pdf-page-break', 'break'],
]);
const OTHER_PRINTERS = /^(?:-?prince|-weasy|-pdf|-fs|-ro|-ah)-/;
/** Properties of theirs that a reader does not miss, or that the browser has no need of. */
const UNSEEN = /bookmark|outline|anchor|link|-tag|tooltip|hyphen|linebreak|font|keep|wrap|-border|paginate|prince-pdf/;

/** Values that ask for nothing. */
const NOTHING = /^(?:none|auto|normal|initial|unset|0[a-z]*)$/i;

/** By the property whose values they are. */
const FUNCTIONS: Readonly<Record<string, ReadonlyMap<string, IgnoredCss>>> = {
  position: new Map([['running', 'running']]),
  content: new Map([
    ['string', 'running'],
    ['leader', 'leader'],
  ]),
};
const FLOATS: ReadonlyMap<string, IgnoredCss> = new Map([
  ['footnote', 'footnote'],
  ['top', 'float'],
  ['bottom', 'float'],
]);

const UNKNOWN_SIZE =
  /^(?:[24]?a(?:[0126-9]|10)|b(?:[0-36-9]|10)|c(?:\d|10)|tabloid|executive|folio|foolscap|statement)$/;
const SIDES = /^(?:page-)?break-(?:before|after)$/;
const SIDE_NAMES: ReadonlySet<string> = new Set(['left', 'right', 'recto', 'verso']);
const PAGE_COUNTERS = /^counter-(?:reset|set|increment)$/;
const OFFSETS = /^(?:top|right|bottom|left|inset|inset-.*|margin|margin-.*)$/;
/** Pixels; what stands less far outside is no text in a margin. */
const FAR_OUTSIDE = 8;

/** What may stand between `@page` and its block. */
const KNOWN_SELECTOR = /^[^\s,:"'()]*(?::(?:first|left|right))?$/;
const MAX_SELECTOR = 60;

export interface TargetPlace extends CssRange {
  readonly css: string;
  readonly reference?: TargetReference;
}

/** A function that is being read. */
interface OpenTarget {
  readonly token: CSSToken;
  readonly name: string;
  readonly depth: number;
  readonly tokens: CSSToken[];
}

/** Follows the tokens of a scan. */
export class PrintCssReader {
  /** The first place of each kind. */
  readonly places = new Map<IgnoredCss, IgnoredPlace>();
  /** What the service itself does for the text. */
  readonly features = new Set<PrintFeature>();
  /** What takes the place of functions that refer to other elements. */
  readonly targets: TargetPlace[] = [];
  private target: OpenTarget | undefined;
  /** The property at hand; a name before its colon. */
  private property = '';
  private name: CSSToken | undefined;
  private isBeginning = true;
  /** A property that is ignored, before its value. */
  private begun: { kind: IgnoredCss; at: CSSToken } | undefined;
  /** What follows `@page`, until its block. */
  private selector: { text: string; start: number } | undefined;
  /** Bracket depth inside `@page`; 0 outside. */
  private pageDepth = 0;
  /** What the block at hand says so far. */
  private fixed: CSSToken | undefined;
  private isOutside = false;
  /** Bracket depth inside `counter(` of an element, before its name; 0 elsewhere. */
  private counterDepth = 0;
  /** The values of a size in `@page`, as long as they are lengths. */
  private lengths: number[] = [];

  /** @param depth of the brackets, the token's own among them. */
  read(token: CSSToken, depth: number): void {
    const [type] = token;
    if (type === TokenType.Comment) return;
    if (this.target !== undefined) this.readTarget(token, this.target, depth);
    else if (this.selector !== undefined) this.readSelector(token, this.selector, depth);
    else if (type === TokenType.Semicolon || type === TokenType.OpenCurly || type === TokenType.CloseCurly) {
      if (depth < this.pageDepth) this.pageDepth = 0;
      if (type !== TokenType.Semicolon) {
        this.fixed = undefined;
        this.isOutside = false;
      }
      this.property = '';
      this.begun = undefined;
      this.isBeginning = true;
    } else if (type !== TokenType.Whitespace) {
      this.readWithin(token, depth);
      this.isBeginning = false;
    }
  }

  private readTarget(token: CSSToken, { token: from, name, depth, tokens }: OpenTarget, now: number): void {
    if (now >= depth) {
      tokens.push(token);
      return;
    }
    this.target = undefined;
    const read = readTarget(name, tokens);
    if (read) this.targets.push({ start: from[2], end: token[3] + 1, ...read });
    else this.note('target', `${name}()`, from);
  }

  private readWithin(token: CSSToken, depth: number): void {
    const { name, begun } = this;
    this.name = undefined;
    this.begun = undefined;
    if (begun !== undefined && !NOTHING.test(token[1])) this.note(begun.kind, this.property, begun.at);
    if (token[0] === TokenType.AtKeyword) this.readAtKeyword(token[4].value.toLowerCase(), token);
    else if (token[0] === TokenType.Colon && name !== undefined) this.begin(name);
    else if (token[0] === TokenType.Function) {
      const called = token[4].value.toLowerCase();
      const kind = FUNCTIONS[this.property]?.get(called);
      if (kind) this.note(kind, `${called}()`, token);
      if (called === 'device-cmyk') this.note('cmyk', 'device-cmyk()', token);
      if ((called === 'counter' || called === 'counters') && this.property === 'content' && this.pageDepth === 0)
        this.counterDepth = depth;
      if (this.property === 'content' && TARGET_FUNCTIONS.has(called))
        this.target = { token, name: called, depth, tokens: [] };
    } else if (token[0] === TokenType.Ident) {
      if (this.isBeginning) this.name = token;
      this.readWord(token[4].value.toLowerCase(), token, depth);
      const isFloat = this.property === 'float' && this.pageDepth === 0;
      const kind = isFloat ? FLOATS.get(token[4].value.toLowerCase()) : undefined;
      if (kind) this.note(kind, `float: ${token[4].value.toLowerCase()}`, token);
    } else if (token[0] === TokenType.Dimension) this.readLength(token[4].value * pixelsOf(token[4].unit), token);
  }

  private readWord(word: string, token: CSSToken, depth: number): void {
    const { property } = this;
    if (this.counterDepth > 0 && depth >= this.counterDepth) {
      const isPage = word === 'page' || word === 'pages';
      this.features.add(isPage ? 'counters' : 'numbers');
      this.note(isPage ? 'repeated' : 'numbers', `counter(${word})`, token);
    }
    this.counterDepth = 0;
    if (this.pageDepth > 0) {
      if (property === 'size' && word === 'landscape') this.note('portrait', 'size: landscape', token);
      if (property === 'size' && UNKNOWN_SIZE.test(word)) this.note('size', `size: ${word}`, token);
      if (property === 'page-orientation' && word.startsWith('rotate-')) this.note('turned', property, token);
    } else if (SIDE_NAMES.has(word) && SIDES.test(property)) this.features.add('sides');
    else if (word === 'auto' && (property === 'hyphens' || property === '-webkit-hyphens')) {
      this.features.add('hyphens');
      this.note('hyphens', `${property}: auto`, token);
    } else if (word === 'page' && PAGE_COUNTERS.test(property)) this.note('counter', `${property}: page`, token);
    else if (word === 'fixed' && property === 'position') {
      this.fixed = token;
      this.noteFixed();
    }
  }

  private readLength(pixels: number, token: CSSToken): void {
    if (this.property === 'size' && this.pageDepth > 0) {
      this.lengths.push(pixels);
      const [width = 0, height = 0] = this.lengths;
      if (this.lengths.length === 2 && width > height) this.note('portrait', `size: … ${token[1]}`, token);
    } else if (pixels < -FAR_OUTSIDE && OFFSETS.test(this.property)) {
      this.isOutside = true;
      this.noteFixed();
    }
  }

  private noteFixed(): void {
    if (this.fixed && this.isOutside) this.note('fixed', 'position: fixed', this.fixed);
  }

  private readAtKeyword(name: string, token: CSSToken): void {
    if (name === 'footnote') this.note('footnote', '@footnote', token);
    const [edge] = /^(?:top|bottom)(?=-)/.exec(name) ?? [];
    if (edge && this.pageDepth > 0) this.note(edge as 'top' | 'bottom', `@${name}`, token);
    if (name === 'page') this.selector = { text: '', start: token[2] };
  }

  private readSelector(token: CSSToken, selector: { text: string; start: number }, depth: number): void {
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
    const name = `@page ${text.length > MAX_SELECTOR ? `${text.slice(0, MAX_SELECTOR)}…` : text}`;
    this.add({ kind: 'selector', name, start: selector.start, end: token[2] });
  }

  private begin(token: CSSToken): void {
    const property = token[1].toLowerCase();
    this.property = property;
    this.lengths = [];
    const kind = this.kindOf(property);
    this.begun = kind && { kind, at: token };
  }

  private kindOf(property: string): IgnoredCss | undefined {
    if (property === 'marks' || property === 'bleed') return this.pageDepth > 0 ? 'marks' : undefined;
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
