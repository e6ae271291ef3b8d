/** Helpers for CSS readers: ranges, brackets, names. */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';

/** The largest depth of nested brackets. Chromium hangs on thousands. */
export const MAX_CSS_NESTING = 100;

/** A place in a text: offsets of the first character and after the last one. */
export interface CssRange {
  readonly start: number;
  readonly end: number;
}

export const rangeOf = ([, , start, last]: CSSToken): CssRange => ({ start, end: last + 1 });

export const isBlank = (token: CSSToken): boolean =>
  token[0] === TokenType.Whitespace || token[0] === TokenType.Comment;

/** Returns a name in lower case. CSS ignores the case of ASCII letters only; the compared names have no others. */
export const lower = (name: string): string => name.toLowerCase();

/** Whether a token begins an at-rule of that name. */
export const isAtKeyword = (token: CSSToken, name: string): boolean =>
  token[0] === TokenType.AtKeyword && lower(token[4].value) === name;

/** Returns the text that closes a comment or a string at the end of the text. */
export function endOfToken(token: CSSToken | undefined): string {
  if (token?.[0] === TokenType.Comment) return token[1].length >= 4 && token[1].endsWith('*/') ? '' : '*/';
  if (token?.[0] !== TokenType.String) return '';
  return token[1].length >= 2 && token[1].endsWith(token[1].charAt(0)) ? '' : '\n';
}

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

/** The open brackets. In CSS, a closing bracket of another kind than the innermost open one closes nothing. */
export class Brackets {
  private readonly closers: TokenType[] = [];

  get depth(): number {
    return this.closers.length;
  }

  /** The text that closes all brackets. */
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

/** Pixels of absolute units, and of font units at the usual font size. */
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
};

/** Returns the pixels of a unit; 0 if unknown. */
export const pixelsOf = (unit: string): number => PIXELS[lower(unit)] ?? 0;
