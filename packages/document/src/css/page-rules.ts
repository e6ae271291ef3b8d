/** Takes out of a sheet what its `@page` rules say about things that the request decides. */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import { Brackets, isBlank, lower } from './forbidden.js';

/** What a request may decide about pages. */
export type PageProperty = 'size' | 'margin';

/**
 * Takes the declarations of these properties (`margin-left` and the like included) out of every `@page` rule, `:first` and
 * `!important` ones too, and `all`, which would set them. Margin boxes inside keep theirs.
 */
export function withoutPageDeclarations(css: string, properties: readonly PageProperty[]): string {
  if (properties.length === 0 || !css.includes('@')) return css;
  let kept = '';
  let done = 0;
  for (const { start, end } of new PageDeclarations(css, properties).find()) {
    kept += css.slice(done, start);
    done = end;
  }
  return kept + css.slice(done);
}

/** Offsets: of the first character, and after the last one. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

class PageDeclarations {
  private readonly brackets = new Brackets();
  /** `@page` was read, its block not yet. */
  private isAhead = false;
  /** How deep the contents of the `@page` rule lie that is being read; 0 outside of any. */
  private pageDepth = 0;
  /** Where a property's name stands, until a colon makes it a declaration. */
  private name: number | undefined;
  /** Where the declaration begins that is being read. */
  private declaration: number | undefined;

  constructor(
    private readonly css: string,
    private readonly properties: readonly PageProperty[],
  ) {}

  *find(): Generator<Stretch> {
    for (const token of tokenize({ css: this.css })) {
      if (isBlank(token)) continue;
      const end = this.declaration === undefined ? undefined : this.endOfDeclaration(token);
      if (this.declaration !== undefined && end !== undefined) {
        yield { start: this.declaration, end };
        this.declaration = undefined;
      }
      this.brackets.read(token);
      if (this.declaration === undefined) this.look(token);
    }
  }

  /** A declaration ends at its semicolon, which belongs to it, or where its rule ends. */
  private endOfDeclaration([type, , start, last]: CSSToken): number | undefined {
    if (type === TokenType.EOF) return this.css.length;
    if (this.brackets.depth > this.pageDepth) return undefined;
    if (type === TokenType.Semicolon) return last + 1;
    return type === TokenType.CloseCurly ? start : undefined;
  }

  private look(token: CSSToken): void {
    if (this.brackets.depth < this.pageDepth) this.pageDepth = 0;
    if (this.pageDepth === 0) this.lookForPage(token);
    else if (this.brackets.depth === this.pageDepth) this.lookForDeclaration(token);
  }

  private lookForPage(token: CSSToken): void {
    if (token[0] === TokenType.AtKeyword) this.isAhead = lower(token[4].value) === 'page';
    else if (token[0] === TokenType.Semicolon) this.isAhead = false;
    else if (token[0] === TokenType.OpenCurly && this.isAhead) {
      this.isAhead = false;
      this.pageDepth = this.brackets.depth;
    }
  }

  private lookForDeclaration(token: CSSToken): void {
    if (token[0] === TokenType.Colon) this.declaration = this.name;
    this.name = token[0] === TokenType.Ident && this.isDecided(lower(token[4].value)) ? token[2] : undefined;
  }

  private isDecided(property: string): boolean {
    if (property === 'all') return true;
    return this.properties.some((decided) => property === decided || property.startsWith(`${decided}-`));
  }
}
