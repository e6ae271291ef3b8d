/** Reads `@import` rules where browsers follow them. */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import { Brackets, type CssRange, isAtKeyword, isBlank, lower, MAX_CSS_NESTING } from './tokens.js';

/** An `@import` that browsers would follow. */
export interface CssImport extends CssRange {
  readonly target: string;
  /** The text after the address, trimmed: layer, conditions, media. */
  readonly conditions: string;
}

/** A quick check for statements that `StatementReader` tracks. An escape may be part of any name. */
export const HAS_STATEMENTS = /@(?:import|namespace|[a-z]*\\)/i;

/** Tracks the current statement, and whether an import is allowed: only at the beginning, among other such statements. */
export class StatementReader {
  /** The at-rule's name, until its end or its block. */
  name: string | undefined;
  private mayImport = true;

  /** @param depth of brackets before this token. */
  isImport(token: CSSToken, depth: number): boolean {
    return isAtKeyword(token, 'import') && this.mayImport && this.name === undefined && depth === 0;
  }

  /** @param depth of brackets before this token. */
  read(token: CSSToken, depth: number): void {
    if (depth > 0 || isBlank(token) || token[0] === TokenType.CDO || token[0] === TokenType.CDC) return;
    if (token[0] === TokenType.Semicolon) this.name = undefined;
    else if (token[0] === TokenType.OpenCurly) {
      this.mayImport = false;
      this.name = undefined;
    } else if (token[0] === TokenType.AtKeyword) {
      this.name = lower(token[4].value);
      if (this.name !== 'layer' && this.name !== 'charset') this.mayImport = false;
    } else if (this.name === undefined) this.mayImport = false;
  }
}

export interface ReadImport {
  /** The offset after its last character. */
  readonly end: number;
  /** Undefined for an invalid import. */
  readonly found?: CssImport;
  /** The token of a block, which makes the import invalid. */
  readonly brokenBy?: CSSToken;
}

/** Reads an import after `@import` to its end. */
export function readImport(keyword: CSSToken, text: string, next: () => CSSToken): ReadImport {
  const start = keyword[2];
  let target: string | undefined;
  let after = 0;
  const brackets = new Brackets();
  for (;;) {
    const token = next();
    const [type, , first, last] = token;
    brackets.read(token);
    if (type === TokenType.EOF || (type === TokenType.Semicolon && brackets.depth === 0)) {
      const end = type === TokenType.EOF ? text.length : last + 1;
      if (target === undefined) return { end };
      const until = type === TokenType.EOF ? end : first;
      return { end, found: { target, conditions: text.slice(after, until).trim(), start, end } };
    }
    if (type === TokenType.OpenCurly || brackets.depth > MAX_CSS_NESTING) return { end: last + 1, brokenBy: token };
    if (target === undefined && (type === TokenType.String || type === TokenType.URL)) {
      target = token[4].value;
      after = last + 1;
    } else if (target !== undefined && after === first && type === TokenType.CloseParen)
      after = last + 1; // of `url("…")`
    else if (target !== undefined && after === first && isBlank(token)) after = last + 1;
  }
}
