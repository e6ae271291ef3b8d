/** Follows the brackets of CSS. */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';

const CLOSERS: Readonly<Partial<Record<TokenType, TokenType>>> = {
  [TokenType.Function]: TokenType.CloseParen,
  [TokenType.OpenParen]: TokenType.CloseParen,
  [TokenType.OpenSquare]: TokenType.CloseSquare,
  [TokenType.OpenCurly]: TokenType.CloseCurly,
};

/** The brackets that are open. As CSS has it, a bracket that closes another kind than the innermost closes nothing. */
export class Brackets {
  private readonly closers: TokenType[] = [];

  get depth(): number {
    return this.closers.length;
  }

  read(token: CSSToken): void {
    const closer = CLOSERS[token[0]];
    if (closer !== undefined) this.closers.push(closer);
    else if (token[0] === this.closers.at(-1)) this.closers.pop();
  }
}

export const isBlank = (token: CSSToken): boolean =>
  token[0] === TokenType.Whitespace || token[0] === TokenType.Comment;

/** CSS ignores the case of ASCII letters only; none of the names looked for has others. */
export const lower = (name: string): string => name.toLowerCase();
