/**
 * Scans a style sheet or a list of declarations for addresses that it would load. Nothing is removed: each address is replaced by
 * one that does not exist, so that the cascade stays the same and the browser reveals which addresses it would have requested.
 */
import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer';
import { FaceReader, type FontFace, HAS_FACES } from './faces.js';
import { FontStackReader, mayNameFonts } from './font-stacks.js';
import { type CssImport, HAS_STATEMENTS, readImport, StatementReader } from './imports.js';
import { PLAIN_PAGE_RULES, PRINT_CSS, PrintCssReader, type PrintFeature } from './print-css.js';
import { mayRestart, RestartReader } from './restarts.js';
import type { CssFault, CssResource, CssScanRules, ReplacedFace, ScannedCss } from './scanned-css.js';
import { Brackets, type CssRange, endOfToken, isBlank, lower, MAX_CSS_NESTING, rangeOf } from './tokens.js';

/** The largest number of broken strings and escapes. Each takes the tokenizer a hundred times as long as a valid token. */
export const MAX_CSS_ERRORS = 1_000;

/** Functions whose argument is an address. */
export const ADDRESS_FUNCTIONS: ReadonlySet<string> = new Set(['url', 'src']);
export const IMAGE_FUNCTIONS: ReadonlySet<string> = new Set(
  'image image-set -webkit-image-set cross-fade -webkit-cross-fade'.split(' '),
);
/** Functions that draw another part of the page or the output of a script: on paper they draw nothing. */
export const DRAWING_FUNCTIONS: ReadonlySet<string> = new Set('element -moz-element paint -webkit-canvas'.split(' '));
/** Types with which `attr()` uses an attribute as an address, which is not scanned. */
const ATTRIBUTE_TYPES: ReadonlySet<string> = new Set(['url', 'image', '*']);

/** Functions that substitute text from elsewhere, which could be an address in an image function. */
const SUBSTITUTIONS: ReadonlySet<string> = new Set('var attr env inherit if random-item first-valid'.split(' '));
const maySubstitute = (name: string): boolean => SUBSTITUTIONS.has(name) || name.startsWith('--');

/** The text before a value of `cursor`. */
const CURSOR = /(?:^|[\s;{}/])cursor\s*:[^;{}]*$/i;
const MAX_CURSOR = 200;

/** Addresses that are not files of the request. */
const FETCHED = /^\s*(?:[\\/]{2}|(?!data:)[a-z][a-z\d+.-]*:)/i;
/** The largest number of faces that are compared with the service's fonts. */
const MAX_REPLACED = 50;
const MAX_FILES_OF_FACE = 4;

/**
 * The last declaration of a face with addresses, none of which ever loads. Without it, the text of a margin box, whose font is
 * requested only while the page is printed, would be invisible until the request fails.
 */
const SHOWN_WITHOUT_FONT = ';font-display:swap';

/** An unknown name that makes a declaration invalid. It replaces functions whose address cannot be replaced. */
const UNKNOWN = '-toolpress-none';

/** Checks quickly whether declarations are plain: without a bracket, none can load anything or nest. */
export const isPlainDeclarations = (declarations: string): boolean =>
  !declarations.includes('(') &&
  !declarations.includes('{') &&
  !declarations.includes('[') &&
  !PRINT_CSS.test(declarations);

/** Scans CSS, in linear time. */
export const scanCss = (css: string, rules: CssScanRules): ScannedCss => new CssScan(css, rules).run();

const NO_FEATURES: ReadonlySet<PrintFeature> = new Set();

interface Edit extends CssRange {
  readonly text: string;
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
  private readonly replacedFaces: ReplacedFace[] = [];
  private readonly fontStacks: FontStackReader | undefined;
  /** The open functions whose strings are addresses. */
  private readonly images: { depth: number; name: string; start: number }[] = [];
  /** Bracket depth inside `attr()`, and inside `type()` in it; 0 outside. */
  private attrDepth = 0;
  private typeDepth = 0;
  private errors = 0;
  /** The readers of what few style sheets have. */
  private readonly statement: StatementReader | undefined;
  private readonly face: FaceReader | undefined;
  private readonly restarts: RestartReader | undefined;

  constructor(
    private readonly text: string,
    private readonly rules: CssScanRules,
  ) {
    const onParseError = (): void => {
      this.errors += 1;
    };
    this.tokens = tokenizer({ css: text }, { onParseError });
    this.statement = HAS_STATEMENTS.test(text) ? new StatementReader() : undefined;
    this.face = HAS_FACES.test(text) ? new FaceReader() : undefined;
    this.restarts = mayRestart(text) ? new RestartReader() : undefined;
    const isPlain = !PRINT_CSS.test(text) || !PRINT_CSS.test(text.replace(PLAIN_PAGE_RULES, ''));
    this.printCss = isPlain ? undefined : new PrintCssReader();
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
    this.endFace(this.face?.end(this.text.length));
    this.fontStacks?.end(this.text.length);
    const { resources, imports, atRules, faces, replacedFaces } = this;
    const { stacks = [], lists: fontLists = new Set<string>() } = this.fontStacks ?? {};
    this.printCss?.end();
    const ignored = this.printCss === undefined ? [] : [...this.printCss.places.values()];
    const features = this.printCss?.features ?? NO_FEATURES;
    const { replacements } = this.printCss ?? { replacements: [] };
    for (const { start, end, css } of replacements) this.edit({ start, end }, css);
    for (const range of this.restarts?.end() ?? []) this.edit(range, 'counter-set');
    for (const { at, css } of this.fontStacks?.added ?? []) this.edit({ start: at, end: at }, css);
    const references = replacements.flatMap(({ reference }) => reference ?? []);
    const strings = replacements.flatMap(({ string }) => string ?? []);
    const closers = endOfToken(last) + this.brackets.closing;
    const found = { resources, imports, atRules, ignored, features, references, strings, faces, replacedFaces };
    return { css: this.edited(), ...found, stacks, fontLists, closers, ...(fault && { fault }) };
  }

  private edited(): string {
    if (this.edits.length === 0) return this.text;
    let [text, done] = ['', 0];
    // The edits of a face are made at its end.
    for (const edit of this.edits.sort((one, other) => one.start - other.start)) {
      text += this.text.slice(done, edit.start) + edit.text;
      done = edit.end;
    }
    return text + this.text.slice(done);
  }

  private read(token: CSSToken): CssFault | undefined {
    const [, , start, last] = token;
    if (this.statement?.isImport(token, this.brackets.depth)) {
      this.replaceImport(token);
      return undefined;
    }
    this.statement?.read(token, this.brackets.depth);
    this.brackets.read(token);
    this.printCss?.read(token, this.brackets.depth);
    this.restarts?.read(token);
    this.fontStacks?.read(token);
    this.followBlocks(token);
    this.replace(token);
    if (this.brackets.depth > MAX_CSS_NESTING) return { kind: 'nesting', start, end: last + 1 };
    if (this.errors > MAX_CSS_ERRORS) return { kind: 'errors', start, end: last + 1 };
    return undefined;
  }

  private replace(token: CSSToken): void {
    switch (token[0]) {
      case TokenType.URL:
        this.replaceAddress(rangeOf(token), 'url()', token[4].value, (address) => `url(${address})`);
        return;
      case TokenType.BadURL:
        this.edit(rangeOf(token), UNKNOWN); // makes the declaration invalid
        return;
      case TokenType.String:
        if (this.image !== undefined) {
          const range = rangeOf(token);
          const { name, start } = this.image;
          const named = { start, end: range.end };
          this.replaceAddress(range, `${name}()`, token[4].value, (address) => `"${address}"`, named);
        }
        return;
      case TokenType.Function:
        this.replaceFunction(lower(token[4].value), rangeOf(token));
        return;
      case TokenType.AtKeyword:
        this.atRules.add(lower(token[4].value));
        if (lower(token[4].value) === 'import') this.edit(rangeOf(token), `@${UNKNOWN}`); // where browsers ignore it
        return;
      case TokenType.Ident:
      case TokenType.Delim:
        if (this.typeDepth > 0 && ATTRIBUTE_TYPES.has(lower(token[4].value))) {
          const range = rangeOf(token);
          this.invalidate(range, 'attr()', range);
        }
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

  /** Replaces an address. @param range the range that `text` replaces. @param named the range for messages. */
  private replaceAddress(
    range: CssRange,
    name: string,
    target: string,
    text: (address: string) => string,
    named: CssRange = range,
  ): void {
    // An empty address loads nothing.
    if (target.startsWith('#') || target.trim() === '') return;
    if (this.statement?.name === 'namespace' || this.rules.isIssued?.(target)) return;
    if (this.face?.take({ range, name, target, text })) return;
    if (this.isCursor(named.start)) {
      this.edit(range, text('#')); // paper has no pointer
      return;
    }
    const embedded = this.rules.embedded?.(target, false);
    const address = embedded ?? this.rules.issue({ name, target, ...named });
    if (embedded === undefined) this.found({ name, target, ...named, address });
    this.edit(range, text(address));
  }

  /** @param start of a function or an address. */
  private isCursor(start: number): boolean {
    return CURSOR.test(this.text.slice(Math.max(0, start - MAX_CURSOR), start));
  }

  /** Makes a function invalid whose address cannot be replaced. */
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

  /** The enclosing function if its strings are addresses. */
  private get image(): { name: string; start: number } | undefined {
    const around = this.images.at(-1);
    return around?.name === 'type' ? undefined : around;
  }

  private followBlocks(token: CSSToken): void {
    const { depth } = this.brackets;
    if (depth < this.attrDepth) this.attrDepth = 0;
    if (depth < this.typeDepth) this.typeDepth = 0;
    while (depth < (this.images.at(-1)?.depth ?? 0)) this.images.pop();
    if (this.face) this.endFace(this.face.read(token, depth, this.edits.length));
    if (token[0] !== TokenType.Function) return;
    const name = lower(token[4].value);
    if (name === 'attr') this.attrDepth ||= depth;
    if (name === 'type' && this.attrDepth > 0) this.typeDepth ||= depth;
    if (IMAGE_FUNCTIONS.has(name) || (name === 'type' && this.images.length > 0))
      this.images.push({ depth, name, start: token[2] });
  }

  private endFace(face: FontFace | undefined): void {
    if (face === undefined) return;
    const { start, end, family } = face;
    const embedded = face.sources.map(({ target }) => this.rules.embedded?.(target, true));
    const isEmbedded = embedded.some((address) => address !== undefined);
    if (family !== undefined && !isEmbedded && this.rules.hasFont(family)) {
      this.edits.length = face.edits;
      this.edit(face, '');
      const files = face.sources.map(({ target }) => target).filter((target) => !FETCHED.test(target));
      if (files.length > 0 && this.replacedFaces.length < MAX_REPLACED)
        this.replacedFaces.push({ start, end, family, files: files.slice(0, MAX_FILES_OF_FACE) });
      return;
    }
    if (family !== undefined) this.faces.push(family);
    for (const [index, { range, name, target, text }] of face.sources.entries()) {
      const own = embedded[index];
      if (own !== undefined) {
        this.edit(range, text(own));
        continue;
      }
      if (isEmbedded) {
        this.edit(range, text('data:,')); // the browser tries the next one
        continue;
      }
      const resource = { name, target, start, end, ...(family !== undefined && { family }) };
      const address = this.rules.issue(resource);
      this.found({ ...resource, address });
      this.edit(range, text(address));
    }
    const inside = end - 1;
    if (face.isClosed && face.sources.length > 0 && !isEmbedded)
      this.edit({ start: inside, end: inside }, SHOWN_WITHOUT_FONT);
  }

  private replaceImport(keyword: CSSToken): void {
    this.atRules.add('import');
    const { end, found, brokenBy } = readImport(keyword, this.text, () => this.tokens.nextToken());
    if (brokenBy === undefined) this.edit({ start: keyword[2], end }, '');
    else {
      this.edit(rangeOf(keyword), `@${UNKNOWN}`);
      this.read(brokenBy);
    }
    if (found !== undefined) this.imports.push(found);
  }
}
