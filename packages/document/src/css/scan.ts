/**
 * Scans a sheet, or a list of declarations, for what it would load. Nothing of it is taken away: each address is replaced by one
 * that leads nowhere, so that the cascade stays the author's, and the browser shows which of them it would have asked for.
 */
import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer';
import { type FontStack, FontStackReader, mayNameFonts } from './font-stacks.js';
import { type IgnoredPlace, mayHaveIgnoredCss, PrintCssReader } from './print-css.js';

/** Nesting of brackets of all kinds. Chromium hangs on thousands. */
export const MAX_CSS_NESTING = 100;

/** Broken strings, escapes and the like. Each costs the tokenizer a hundred times as much as a valid token. */
export const MAX_CSS_ERRORS = 1_000;

/** Functions whose argument is an address, and those in which every string is one. */
export const ADDRESS_FUNCTIONS: ReadonlySet<string> = new Set(['url', 'src']);
export const IMAGE_FUNCTIONS: ReadonlySet<string> = new Set(
  'image image-set -webkit-image-set cross-fade -webkit-cross-fade'.split(' '),
);
/** Functions that draw what is elsewhere in the page, or what a script draws: on paper they draw nothing. */
export const DRAWING_FUNCTIONS: ReadonlySet<string> = new Set('element -moz-element paint -webkit-canvas'.split(' '));
/** As these types, `attr()` would use an attribute's text as CSS, which is not scanned. */
const ATTRIBUTE_TYPES: ReadonlySet<string> = new Set(['url', 'image', '*']);

/** What stands for a text that is elsewhere: as an argument of an image function, it could be an address. */
const SUBSTITUTIONS: ReadonlySet<string> = new Set('var attr env inherit if random-item first-valid'.split(' '));
const maySubstitute = (name: string): boolean => SUBSTITUTIONS.has(name) || name.startsWith('--');

/** Whether a declaration of the pointer's shape is at hand, by the text before. */
const CURSOR = /(?:^|[\s;{}/])cursor\s*:[^;{}]*$/i;
const MAX_CURSOR = 200;

/** What takes the place of what could load something and has no address to be replaced: an unknown name, which makes its declaration invalid. */
const UNKNOWN = '-toolpress-none';

/** A place in a text: offsets of the first character and after the last one. */
export interface CssRange {
  readonly start: number;
  readonly end: number;
}

/** Something that a sheet would load, or draw without having it. */
export interface CssResource extends CssRange {
  /** `url()`, `image-set()`, `element()`, … as messages name it. */
  readonly name: string;
  /** The address as written; empty where it can't be told. */
  readonly target: string;
  /** The family, when the address is a face's. */
  readonly family?: string;
  /** That of the address which stands in the text now; absent for what is invalid now. */
  readonly address?: string;
}

/** An `@import` that browsers would follow. */
export interface CssImport extends CssRange {
  readonly target: string;
  /** What stands behind the address: layer, conditions, media; trimmed. */
  readonly conditions: string;
}

/** A limit that the text passes. */
export interface CssFault extends CssRange {
  readonly kind: 'nesting' | 'errors';
}

export interface ScannedCss {
  /** The text, without imports, that loads nothing. */
  readonly css: string;
  readonly resources: readonly CssResource[];
  readonly imports: readonly CssImport[];
  /** Names of the at-rules, in lower case, without the `@`. */
  readonly atRules: ReadonlySet<string>;
  /** Print CSS that the browser ignores, the first place of each kind. */
  readonly ignored: readonly IgnoredPlace[];
  /** The families that the text brings faces of. */
  readonly faces: readonly string[];
  /** Declarations that name families none of which the service has. */
  readonly stacks: readonly FontStack[];
  /** What closes all that the text leaves open at its end. */
  readonly closers: string;
  readonly fault?: CssFault;
}

export interface CssScanRules {
  /** @returns the address that stands for a resource: the same for the same one. */
  issue(resource: CssResource): string;
  /** Whether an address is one that was issued before, when the text was scanned already. */
  isIssued?(address: string): boolean;
  /** Whether the service has a family: a face of that name is left out, so that the service's own is used. */
  hasFont(family: string): boolean;
}

/** A quick check: without a bracket, no declaration can load anything or nest; nor is it ignored, but for a footnote. */
export const isPlainDeclarations = (declarations: string): boolean =>
  !declarations.includes('(') &&
  !declarations.includes('{') &&
  !declarations.includes('[') &&
  !declarations.includes('footnote');

/** Takes time in proportion to the text. */
export const scanCss = (css: string, rules: CssScanRules): ScannedCss => new CssScan(css, rules).run();

interface Edit extends CssRange {
  readonly text: string;
}

/** The `@font-face` that is being read. Its family may stand behind its sources. */
interface Face {
  readonly start: number;
  /** Bracket depth around it. */
  readonly outside: number;
  /** Bracket depth of its declarations; 0 before its block. */
  depth: number;
  /** The edit that was the last before it. */
  readonly edits: number;
  readonly sources: { range: CssRange; name: string; target: string; text: (address: string) => string }[];
  family: string | undefined;
  /** The property at hand. */
  property: string;
}

class CssScan {
  private readonly tokens: ReturnType<typeof tokenizer>;
  private readonly brackets = new Brackets();
  private readonly edits: Edit[] = [];
  private readonly resources: CssResource[] = [];
  private readonly imports: CssImport[] = [];
  private readonly atRules = new Set<string>();
  private readonly printCss: PrintCssReader | undefined;
  private readonly faces: string[] = [];
  private readonly fontStacks: FontStackReader | undefined;
  /** The open functions whose strings are addresses, and `type()` in them. */
  private readonly images: { depth: number; name: string; start: number }[] = [];
  /** Bracket depth inside `attr()`, and inside `type()` in it; 0 outside. */
  private attrDepth = 0;
  private typeDepth = 0;
  private errors = 0;
  /** Imports are followed at the beginning only, where nothing but these statements may stand. */
  private mayImport = true;
  private statement: string | undefined;
  private face: Face | undefined;

  constructor(
    private readonly text: string,
    private readonly rules: CssScanRules,
  ) {
    const onParseError = (): void => {
      this.errors += 1;
    };
    this.tokens = tokenizer({ css: text }, { onParseError });
    this.printCss = mayHaveIgnoredCss(text) ? new PrintCssReader() : undefined;
    this.fontStacks = mayNameFonts(text) ? new FontStackReader(text, rules) : undefined;
  }

  run(): ScannedCss {
    let fault: CssFault | undefined;
    let last: CSSToken | undefined;
    while (fault === undefined && !this.tokens.endOfFile()) {
      const token = this.tokens.nextToken();
      fault = this.read(token);
      if (token[0] !== TokenType.EOF) last = token;
    }
    this.endFace(this.text.length);
    this.fontStacks?.end(this.text.length);
    const { resources, imports, atRules, faces } = this;
    const stacks = this.fontStacks?.stacks ?? [];
    const ignored = this.printCss === undefined ? [] : [...this.printCss.places.values()];
    const closers = endOfToken(last) + this.brackets.closing;
    const found = { resources, imports, atRules, ignored, faces, stacks, closers };
    return { css: this.edited(), ...found, ...(fault && { fault }) };
  }

  private edited(): string {
    if (this.edits.length === 0) return this.text;
    let [text, done] = ['', 0];
    // Those of a face are made at its end.
    for (const edit of this.edits.sort((one, other) => one.start - other.start)) {
      text += this.text.slice(done, edit.start) + edit.text;
      done = edit.end;
    }
    return text + this.text.slice(done);
  }

  private read(token: CSSToken): CssFault | undefined {
    const [, , start, last] = token;
    if (this.isImport(token)) {
      this.readImport(token);
      return undefined;
    }
    this.followStatement(token);
    this.brackets.read(token);
    this.printCss?.read(token, this.brackets.depth);
    this.fontStacks?.read(token);
    this.followBlocks(token);
    this.replace(token);
    if (this.brackets.depth > MAX_CSS_NESTING) return { kind: 'nesting', start, end: last + 1 };
    if (this.errors > MAX_CSS_ERRORS) return { kind: 'errors', start, end: last + 1 };
    return undefined;
  }

  private replace(token: CSSToken): void {
    const range = rangeOf(token);
    switch (token[0]) {
      case TokenType.URL:
        this.replaceAddress(range, 'url()', token[4].value, (address) => `url(${address})`);
        return;
      case TokenType.BadURL:
        this.edit(range, UNKNOWN); // it makes its declaration invalid as well
        return;
      case TokenType.String:
        if (this.image !== undefined) {
          const { name, start } = this.image;
          const named = { start, end: range.end };
          this.replaceAddress(range, `${name}()`, token[4].value, (address) => `"${address}"`, named);
        }
        return;
      case TokenType.Function:
        this.replaceFunction(lower(token[4].value), range);
        return;
      case TokenType.AtKeyword:
        this.atRules.add(lower(token[4].value));
        if (lower(token[4].value) === 'import') this.edit(range, `@${UNKNOWN}`); // where browsers ignore it
        return;
      case TokenType.Ident:
      case TokenType.Delim:
        if (this.typeDepth > 0 && ATTRIBUTE_TYPES.has(lower(token[4].value))) this.invalidate(range, 'attr()', range);
        return;
      default:
    }
  }

  private replaceFunction(name: string, range: CssRange): void {
    if (ADDRESS_FUNCTIONS.has(name)) this.replaceArgument(name, range);
    else if (this.image !== undefined && maySubstitute(name)) {
      this.invalidate({ ...range, end: range.end - 1 }, `${this.image.name}()`, { ...range, start: this.image.start });
    } else if (DRAWING_FUNCTIONS.has(name)) this.found({ name: `${name}()`, target: '', ...range });
  }

  /** Replaces the quoted argument of `url(`. */
  private replaceArgument(name: string, range: CssRange): void {
    let token = this.tokens.nextToken();
    while (isBlank(token)) token = this.tokens.nextToken();
    if (token[0] === TokenType.String) {
      const at = rangeOf(token);
      const whole = { start: range.start, end: at.end };
      this.replaceAddress(at, `${name}()`, token[4].value, (address) => `"${address}"`, whole);
    } else {
      this.invalidate({ ...range, end: range.end - 1 }, `${name}()`, range);
      this.read(token);
    }
  }

  /** @param range what the address, as `text` makes it, takes the place of. @param named what messages name. */
  private replaceAddress(
    range: CssRange,
    name: string,
    target: string,
    text: (address: string) => string,
    named: CssRange = range,
  ): void {
    // An empty one asks for nothing either.
    if (target.startsWith('#') || target.trim() === '') return;
    if (this.statement === 'namespace' || this.rules.isIssued?.(target)) return;
    const { face } = this;
    if (face !== undefined) {
      face.sources.push({ range, name, target, text });
      return;
    }
    if (this.isCursor(named.start)) {
      this.edit(range, text('#')); // paper has no pointer
      return;
    }
    const address = this.rules.issue({ name, target, ...named });
    this.found({ name, target, ...named, address });
    this.edit(range, text(address));
  }

  /** @param start of a function or an address. */
  private isCursor(start: number): boolean {
    return CURSOR.test(this.text.slice(Math.max(0, start - MAX_CURSOR), start));
  }

  /** Takes the name out of what can't be given another address. */
  private invalidate(range: CssRange, name: string, named: CssRange): void {
    this.edit(range, UNKNOWN);
    this.found({ name, target: '', ...named });
  }

  private found(resource: CssResource): void {
    this.resources.push(resource);
  }

  private edit({ start, end }: CssRange, text: string): void {
    this.edits.push({ start, end, text });
  }

  /** The function around whose strings are addresses, if it is one. */
  private get image(): { name: string; start: number } | undefined {
    const around = this.images.at(-1);
    return around?.name === 'type' ? undefined : around;
  }

  private followBlocks(token: CSSToken): void {
    const { depth } = this.brackets;
    if (depth < this.attrDepth) this.attrDepth = 0;
    if (depth < this.typeDepth) this.typeDepth = 0;
    while (depth < (this.images.at(-1)?.depth ?? 0)) this.images.pop();
    this.followFace(token);
    // One within another is none.
    if (this.face === undefined && token[0] === TokenType.AtKeyword && lower(token[4].value) === 'font-face') {
      this.face = {
        start: token[2],
        outside: depth,
        depth: 0,
        edits: this.edits.length,
        sources: [],
        family: undefined,
        property: '',
      };
    }
    if (token[0] !== TokenType.Function) return;
    const name = lower(token[4].value);
    if (name === 'attr') this.attrDepth ||= depth;
    if (name === 'type' && this.attrDepth > 0) this.typeDepth ||= depth;
    if (IMAGE_FUNCTIONS.has(name) || (name === 'type' && this.images.length > 0))
      this.images.push({ depth, name, start: token[2] });
  }

  private followFace(token: CSSToken): void {
    const { face } = this;
    if (face === undefined) return;
    const { depth } = this.brackets;
    if (face.depth === 0) {
      if (token[0] === TokenType.OpenCurly) face.depth = depth;
      else if (token[0] === TokenType.Semicolon || depth < face.outside) this.endFace(token[2]);
      return;
    }
    if (depth < face.depth) {
      this.endFace(token[3] + 1);
      return;
    }
    if (depth > face.depth) return;
    if (token[0] === TokenType.Semicolon) face.property = '';
    else if (face.property === 'font-family') face.family = familyWith(face.family, token);
    else if (face.property === '' && token[0] === TokenType.Ident) {
      face.property = lower(token[4].value);
      if (face.property === 'font-family') face.family = undefined; // the last one counts
    }
  }

  /** @param end after its last character. */
  private endFace(end: number): void {
    const { face } = this;
    this.face = undefined;
    if (face === undefined) return;
    const { family } = face;
    if (family !== undefined && this.rules.hasFont(family)) {
      this.edits.length = face.edits;
      this.edit({ start: face.start, end }, '');
      return;
    }
    if (family !== undefined) this.faces.push(family);
    for (const { range, name, target, text } of face.sources) {
      const resource = { name, target, start: face.start, end, ...(family !== undefined && { family }) };
      const address = this.rules.issue(resource);
      this.found({ ...resource, address });
      this.edit(range, text(address));
    }
  }

  private isImport(token: CSSToken): boolean {
    const isKeyword = token[0] === TokenType.AtKeyword && lower(token[4].value) === 'import';
    return isKeyword && this.mayImport && this.statement === undefined && this.brackets.depth === 0;
  }

  private readImport(keyword: CSSToken): void {
    this.atRules.add('import');
    let target: string | undefined;
    let after = 0;
    const brackets = new Brackets();
    for (;;) {
      const token = this.tokens.nextToken();
      const [type, , start, last] = token;
      brackets.read(token);
      const isOver = type === TokenType.EOF || (type === TokenType.Semicolon && brackets.depth === 0);
      // A block makes it no import, and ends it.
      const isBroken = type === TokenType.OpenCurly || brackets.depth > MAX_CSS_NESTING;
      if (isOver || isBroken) {
        const end = type === TokenType.EOF ? this.text.length : last + 1;
        const conditions = this.text.slice(after, isOver ? start : after).trim();
        if (isBroken) this.edit(rangeOf(keyword), `@${UNKNOWN}`);
        else this.edit({ start: keyword[2], end }, '');
        if (isBroken) this.read(token);
        else if (target !== undefined) this.imports.push({ target, conditions, start: keyword[2], end });
        return;
      }
      if (target === undefined && (type === TokenType.String || type === TokenType.URL)) {
        target = token[4].value;
        after = last + 1;
      } else if (target !== undefined && after === start && type === TokenType.CloseParen)
        after = last + 1; // of `url("…")`
      else if (target !== undefined && after === start && isBlank(token)) after = last + 1;
    }
  }

  private followStatement(token: CSSToken): void {
    if (this.brackets.depth > 0 || isBlank(token) || token[0] === TokenType.CDO || token[0] === TokenType.CDC) return;
    if (token[0] === TokenType.Semicolon) this.statement = undefined;
    else if (token[0] === TokenType.OpenCurly) {
      this.mayImport = false;
      this.statement = undefined;
    } else if (token[0] === TokenType.AtKeyword) {
      this.statement = lower(token[4].value);
      if (this.statement !== 'layer' && this.statement !== 'charset') this.mayImport = false;
    } else if (this.statement === undefined) this.mayImport = false;
  }
}

/** The family's name as it is read so far: a string, or words. */
function familyWith(before: string | undefined, token: CSSToken): string | undefined {
  if (token[0] === TokenType.String) return token[4].value;
  if (token[0] === TokenType.Ident) return before === undefined ? token[4].value : `${before} ${token[4].value}`;
  return before;
}

const rangeOf = ([, , start, last]: CSSToken): CssRange => ({ start, end: last + 1 });

const CLOSERS: Readonly<Partial<Record<TokenType, TokenType>>> = {
  [TokenType.Function]: TokenType.CloseParen,
  [TokenType.OpenParen]: TokenType.CloseParen,
  [TokenType.OpenSquare]: TokenType.CloseSquare,
  [TokenType.OpenCurly]: TokenType.CloseCurly,
};

const CLOSER_TEXTS: Readonly<Partial<Record<TokenType, string>>> = {
  [TokenType.CloseParen]: ')',
  [TokenType.CloseSquare]: ']',
  [TokenType.CloseCurly]: '}',
};

/** What ends a comment or a string that the end of the text has cut off. */
function endOfToken(token: CSSToken | undefined): string {
  if (token?.[0] === TokenType.Comment) return token[1].length >= 4 && token[1].endsWith('*/') ? '' : '*/';
  if (token?.[0] !== TokenType.String) return '';
  return token[1].length >= 2 && token[1].endsWith(token[1].charAt(0)) ? '' : '\n';
}

/** The open brackets. In CSS, a closing bracket of another kind than the innermost open one closes nothing. */
export class Brackets {
  private readonly closers: TokenType[] = [];

  get depth(): number {
    return this.closers.length;
  }

  /** What closes them all. */
  get closing(): string {
    return this.closers
      .map((closer) => CLOSER_TEXTS[closer] ?? '')
      .reverse()
      .join('');
  }

  read(token: CSSToken): void {
    const closer = CLOSERS[token[0]];
    if (closer !== undefined) this.closers.push(closer);
    else if (token[0] === this.closers.at(-1)) this.closers.pop();
  }
}

export const isBlank = (token: CSSToken): boolean =>
  token[0] === TokenType.Whitespace || token[0] === TokenType.Comment;

/** CSS ignores the case of ASCII letters only; the names compared have no others. */
export const lower = (name: string): string => name.toLowerCase();
