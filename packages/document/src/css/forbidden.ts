/** Finds what CSS would load, and what is too complex for browsers and tokenizers. */
import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer';

/** Nesting of brackets of all kinds. Chromium hangs on thousands. */
export const MAX_CSS_NESTING = 100;

/** Functions that load or draw other resources. `url()` without quotes is a token of its own. */
export const FORBIDDEN_FUNCTIONS: ReadonlySet<string> = new Set(
  'url src image image-set -webkit-image-set cross-fade -webkit-cross-fade element -moz-element paint -webkit-canvas'.split(
    ' ',
  ),
);

export const FORBIDDEN_AT_RULES: ReadonlySet<string> = new Set(['import']);

/** As these types, `attr()` would use an attribute's text as CSS, which is not checked. */
const FORBIDDEN_ATTRIBUTE_TYPES: ReadonlySet<string> = new Set(['url', 'image', '*']);

/** Broken strings, escapes and the like. Each costs the tokenizer a hundred times as much as a valid token. */
export const MAX_CSS_ERRORS = 1_000;

export interface CssFault {
  readonly kind: 'loads' | 'nesting' | 'errors';
  /** For `loads`: `url()`, `@import`, … */
  readonly name: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

interface CssRules {
  /** Whether `url(#name)` is allowed, a reference within the document. */
  readonly fragments: boolean;
  /** Called for every at-rule, allowed or not, with its name in lower case, without the `@`. */
  readonly onAtRule?: (name: string) => void;
}

/** The first fault of a sheet or a list of declarations, if any. Takes time in proportion to the text. */
export const faultIn = (css: string, rules: CssRules): CssFault | undefined => new CssCheck(css, rules).run();

/** A quick check: without a bracket, no declaration can load anything or nest. */
export const canNotHaveFaults = (declarations: string): boolean =>
  !declarations.includes('(') && !declarations.includes('{') && !declarations.includes('[');

class CssCheck {
  private readonly tokens: ReturnType<typeof tokenizer>;
  private readonly brackets = new Brackets();
  /** Bracket depth inside `attr()`, and inside `type()` in it; 0 outside. */
  private attrDepth = 0;
  private typeDepth = 0;
  private errors = 0;

  constructor(
    css: string,
    private readonly rules: CssRules,
  ) {
    const onParseError = (): void => {
      this.errors += 1;
    };
    this.tokens = tokenizer({ css }, { onParseError });
  }

  run(): CssFault | undefined {
    while (!this.tokens.endOfFile()) {
      const fault = this.read(this.tokens.nextToken());
      if (fault) return fault;
    }
    return undefined;
  }

  private read(token: CSSToken): CssFault | undefined {
    const name = this.forbidden(token);
    if (name !== undefined) return faultAt(token, 'loads', name);
    this.brackets.read(token);
    this.followAttr(token);
    if (this.brackets.depth > MAX_CSS_NESTING) return faultAt(token, 'nesting');
    if (this.errors > MAX_CSS_ERRORS) return faultAt(token, 'errors');
    return isUrlFunction(token) ? this.readArgument(token) : undefined;
  }

  private forbidden(token: CSSToken): string | undefined {
    switch (token[0]) {
      case TokenType.URL:
        return this.rules.fragments && pointsIntoDocument(token[4].value) ? undefined : 'url()';
      case TokenType.BadURL:
        return 'url()';
      case TokenType.Function: {
        const name = lower(token[4].value);
        if (name === 'url' && this.rules.fragments) return undefined; // see readArgument
        return FORBIDDEN_FUNCTIONS.has(name) ? `${name}()` : undefined;
      }
      case TokenType.AtKeyword: {
        const name = lower(token[4].value);
        this.rules.onAtRule?.(name);
        return FORBIDDEN_AT_RULES.has(name) ? `@${name}` : undefined;
      }
      case TokenType.Ident:
      case TokenType.Delim:
        return this.typeDepth > 0 && FORBIDDEN_ATTRIBUTE_TYPES.has(lower(token[4].value)) ? 'attr()' : undefined;
      default:
        return undefined;
    }
  }

  /** Reads the quoted argument of `url(`. */
  private readArgument(url: CSSToken): CssFault | undefined {
    let token = this.tokens.nextToken();
    while (isBlank(token)) token = this.tokens.nextToken();
    const isFine = token[0] === TokenType.String && pointsIntoDocument(token[4].value);
    return isFine ? undefined : faultAt(url, 'loads', 'url()');
  }

  private followAttr(token: CSSToken): void {
    const { depth } = this.brackets;
    if (depth < this.attrDepth) this.attrDepth = 0;
    if (depth < this.typeDepth) this.typeDepth = 0;
    if (token[0] !== TokenType.Function) return;
    const name = lower(token[4].value);
    if (name === 'attr') this.attrDepth ||= depth;
    if (name === 'type' && this.attrDepth > 0) this.typeDepth ||= depth;
  }
}

const faultAt = ([, , start, last]: CSSToken, kind: CssFault['kind'], name = ''): CssFault => ({
  kind,
  name,
  start,
  end: last + 1,
});

const isUrlFunction = (token: CSSToken): boolean => token[0] === TokenType.Function && lower(token[4].value) === 'url';

const pointsIntoDocument = (address: string): boolean => address.startsWith('#');

const CLOSERS: Readonly<Partial<Record<TokenType, TokenType>>> = {
  [TokenType.Function]: TokenType.CloseParen,
  [TokenType.OpenParen]: TokenType.CloseParen,
  [TokenType.OpenSquare]: TokenType.CloseSquare,
  [TokenType.OpenCurly]: TokenType.CloseCurly,
};

/** The open brackets. In CSS, a closing bracket of another kind than the innermost open one closes nothing. */
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

/** CSS ignores the case of ASCII letters only; the names compared have no others. */
export const lower = (name: string): string => name.toLowerCase();
