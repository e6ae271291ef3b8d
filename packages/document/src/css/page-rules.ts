/** Edits the `@page` rules of a sheet as the request decides about pages. */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { Brackets, isBlank, lower, pixelsOf } from './tokens.js';

/** What a request may decide about all pages. */
type PageProperty =
  | 'size'
  | 'margin'
  | 'padding'
  | 'border'
  | 'outline'
  | 'background'
  | 'height'
  | 'min-height'
  | 'max-height';

export interface PageChanges {
  /**
   * Taken out of the rules without a selector (`margin-left` and the like included), with `all`, which would set them. A rule
   * with a selector (`:first`, a page's name) keeps its own.
   */
  readonly properties: readonly PageProperty[];
  /** What begins the names of margins that are taken out, in their places: they can be read as they were. */
  readonly keepMarginsAs?: string;
  /** Takes them out of rules with a selector as well. */
  readonly everywhere?: boolean;
  /** The edges whose margin boxes are taken out, of any rule. */
  readonly edges?: readonly ('top' | 'right' | 'bottom' | 'left')[];
  /** Turns an upright size of a rule without a selector on its side. */
  readonly landscape?: boolean;
  /** What takes the place of the height in `size: 80mm auto` of a rule without a selector, which browsers do not know. */
  readonly autoHeight?: string;
}

/** Quick checks, for `@page` and for `size: … auto`. An escape may be part of any name. */
const PAGE_RULE = /@(?:page|[a-z-]*\\)/i;
const AUTO_HEIGHT = /\bsize\s*:[^;{}]{0,100}\bauto\b/i;

/** For all sheets of a document. */
export class PageRules {
  /** Whether a rule with a selector sets margins, so that pages differ in them. */
  ownMargins = false;

  constructor(readonly changes: PageChanges) {}

  /** Takes time in proportion to the text. */
  edit(css: string): string {
    if (!PAGE_RULE.test(css) || !this.concerns(css)) return css;
    const reader = new PageRuleReader(css, this.changes);
    let [kept, done] = ['', 0];
    for (const { start, end, text } of reader.edits()) {
      kept += css.slice(done, start) + text;
      done = end;
    }
    this.ownMargins ||= reader.ownMargins;
    return kept + css.slice(done);
  }

  private concerns(css: string): boolean {
    const { properties, edges = [], landscape = false, autoHeight } = this.changes;
    const decides = properties.length > 0 || edges.length > 0 || landscape;
    return decides || (autoHeight !== undefined && AUTO_HEIGHT.test(css));
  }
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is being read inside a rule: a declaration from its colon on, or a margin box. */
interface Part {
  readonly start: number;
  /** Of the property, or of the box with its `@`. */
  readonly name: string;
  /** Of a declaration. */
  readonly value: CSSToken[];
}

class PageRuleReader {
  ownMargins = false;
  private readonly brackets = new Brackets();
  /** `@page` was read, but not its block. */
  private isAhead = false;
  private hasSelector = false;
  /** Bracket depth inside the current `@page` rule; 0 outside. */
  private pageDepth = 0;
  /** A property's name, until a colon makes it a declaration. */
  private name: CSSToken | undefined;
  private part: Part | undefined;

  constructor(
    private readonly css: string,
    private readonly changes: PageChanges,
  ) {}

  *edits(): Generator<Edit> {
    for (const token of tokenize({ css: this.css })) {
      if (isBlank(token)) continue;
      const { part } = this;
      const end = part && this.endOf(part, token);
      if (part !== undefined && end !== undefined) {
        this.part = undefined;
        const text = this.replacement(part);
        if (text !== undefined) yield { start: part.start, end, text };
      }
      this.brackets.read(token);
      if (part !== undefined && end === undefined) part.value.push(token);
      else this.look(token);
    }
  }

  /** A declaration ends with its semicolon, or before the end of its rule; a box with its block. */
  private endOf({ name }: Part, [type, , start, last]: CSSToken): number | undefined {
    if (type === TokenType.EOF) return this.css.length;
    const depth = this.brackets.depth - this.pageDepth;
    if (name.startsWith('@') && depth === 1 && type === TokenType.CloseCurly) return last + 1;
    if (depth > 0) return undefined;
    if (type === TokenType.Semicolon) return last + 1;
    return type === TokenType.CloseCurly ? start : undefined;
  }

  private look(token: CSSToken): void {
    if (this.brackets.depth < this.pageDepth) this.pageDepth = 0;
    if (this.pageDepth === 0) this.lookForPage(token);
    else if (this.brackets.depth === this.pageDepth) this.lookForPart(token);
  }

  private lookForPage(token: CSSToken): void {
    if (token[0] === TokenType.AtKeyword) {
      this.isAhead = lower(token[4].value) === 'page';
      this.hasSelector = false;
    } else if (token[0] === TokenType.Semicolon) this.isAhead = false;
    else if (this.isAhead && token[0] !== TokenType.OpenCurly) this.hasSelector = true;
    else if (this.isAhead) {
      this.isAhead = false;
      this.pageDepth = this.brackets.depth;
    }
  }

  private lookForPart(token: CSSToken): void {
    const { name } = this;
    this.name = token[0] === TokenType.Ident ? token : undefined;
    if (token[0] === TokenType.AtKeyword) this.part = partOf(token, `@${token[4].value}`);
    else if (token[0] === TokenType.Colon && name?.[0] === TokenType.Ident) this.part = partOf(name, name[4].value);
  }

  /** @returns what takes its place; undefined when it stays. */
  private replacement({ name, value }: Part): string | undefined {
    const { edges = [], everywhere = false } = this.changes;
    if (name.startsWith('@')) return edges.some((edge) => name.startsWith(`@${edge}-`)) ? '' : undefined;
    if (this.hasSelector && !everywhere) {
      this.ownMargins ||= name === 'all' || isOf('margin', name);
      return undefined;
    }
    if (this.isDecided(name)) return this.kept(name, value);
    const size = name === 'size' ? this.changedSize(value) : undefined;
    return size && `size: ${size};`;
  }

  private isDecided(name: string): boolean {
    const { properties } = this.changes;
    return properties.length > 0 && (name === 'all' || properties.some((property) => isOf(property, name)));
  }

  private kept(name: string, value: readonly CSSToken[]): string {
    const { keepMarginsAs } = this.changes;
    if (keepMarginsAs === undefined || !isOf('margin', name)) return '';
    return `${keepMarginsAs}${name}: ${value.map(([, text]) => text).join(' ')};`;
  }

  /** @returns undefined for a size that stays, one that is computed among them. */
  private changedSize(value: readonly CSSToken[]): string | undefined {
    const { autoHeight, landscape = false } = this.changes;
    const words = value.map(([, text]) => text);
    const important = words.length > 2 && words.at(-2) === '!' ? ' !important' : '';
    const [first = '', second, ...more] = important ? words.slice(0, -2) : words;
    if (more.length > 0) return undefined;
    const [width, height] = [lengthOf(value[0]), lengthOf(value[1])];
    if (width !== undefined && second !== undefined && lower(second) === 'auto')
      return autoHeight && `${first} ${autoHeight}${important}`;
    if (!landscape) return undefined;
    if (width !== undefined && height !== undefined)
      return width < height ? `${second} ${first}${important}` : undefined;
    if (width !== undefined || value[0]?.[0] !== TokenType.Ident) return undefined;
    const sheet = [first, second ?? ''].filter(
      (word) => !/^(?:portrait|landscape|auto|inherit|initial|unset|revert.*|)$/i.test(word),
    );
    return [...sheet, `landscape${important}`].join(' ');
  }
}

const partOf = ([, , start]: CSSToken, name: string): Part => ({ start, name: lower(name), value: [] });

const isOf = (property: PageProperty, name: string): boolean => name === property || name.startsWith(`${property}-`);

/** Those of a font are not absolute. */
const RELATIVE = /^r?em$/i;

/** Pixels; undefined for anything else than an absolute length. */
function lengthOf(token: CSSToken | undefined): number | undefined {
  if (token?.[0] !== TokenType.Dimension) return undefined;
  const { unit, value } = token[4];
  const pixels = RELATIVE.test(unit) ? 0 : pixelsOf(unit);
  return pixels === 0 ? undefined : value * pixels;
}
