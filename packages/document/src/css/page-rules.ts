/** Applies the request's page settings to the `@page` rules of a style sheet. */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { Brackets, isBlank, lower, pixelsOf } from './tokens.js';

/** A property of all pages that the request can set. */
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
   * Properties to remove from rules without a selector, with longhands such as `margin-left`, and `all`. A rule with a selector
   * (`:first`, a page name) keeps them.
   */
  readonly properties: readonly PageProperty[];
  /** A prefix for the names of removed margins, so that they can still be read. */
  readonly keepMarginsAs?: string;
  /** Removes them from rules with a selector, too. */
  readonly everywhere?: boolean;
  /** The edges whose margin boxes are removed from all rules. */
  readonly edges?: readonly ('top' | 'right' | 'bottom' | 'left')[];
  /** Turns a portrait size of a rule without a selector to landscape. */
  readonly landscape?: boolean;
  /** Replaces the height in `size: 80mm auto`, which browsers do not support, in rules without a selector. */
  readonly autoHeight?: string;
}

/** Check quickly for `@page` and `size: … auto`. An escape may be part of any name. */
const PAGE_RULE = /@(?:page|[a-z-]*\\)/i;
export const AUTO_HEIGHT = /\bsize\s*:[^;{}]{0,100}\bauto\b/i;

/** Page settings for all style sheets of a document. */
export class PageRules {
  /** Whether a rule with a selector sets margins, so that pages have different margins. */
  ownMargins = false;

  constructor(readonly changes: PageChanges) {}

  /** Returns the edited CSS, in linear time. */
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

/** The current part of a rule: a declaration after its colon, or a margin box. */
interface Part {
  readonly start: number;
  /** The name of the property, or of the box with its `@`. */
  readonly name: string;
  /** The value of a declaration. */
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

  /** Returns the end of a part: a declaration ends with its semicolon or before the end of its rule, a box with its block. */
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

  /** Returns the replacement; undefined if the part stays. */
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

  /** Returns the changed size; undefined if it stays, as a computed one does. */
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

/** Units that depend on a font. */
const RELATIVE = /^r?em$/i;

/** Returns an absolute length in pixels; undefined for other values. */
function lengthOf(token: CSSToken | undefined): number | undefined {
  if (token?.[0] !== TokenType.Dimension) return undefined;
  const { unit, value } = token[4];
  const pixels = RELATIVE.test(unit) ? 0 : pixelsOf(unit);
  return pixels === 0 ? undefined : value * pixels;
}
