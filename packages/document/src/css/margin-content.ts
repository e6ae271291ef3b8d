/** The values of `content` in margin boxes. The browser drops the declaration if it has any other value, and prints nothing. */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import { TARGET_FUNCTIONS } from './targets.js';

const WORDS = new Set(
  'none normal inherit initial unset revert revert-layer revert-rule open-quote close-quote no-open-quote no-close-quote important'.split(
    ' ',
  ),
);
/** `element()` has its own warning. */
const FUNCTIONS =
  /^(?:counters?|string|element|attr|var|env|if|--.*|url|(?:-webkit-)?(?:image-set|cross-fade)|.*gradient)$/;

/** Returns the value as messages name it if it is not printed in a margin box. @param token a word or function of a `content`. */
export function unprintedContent(token: CSSToken): string | undefined {
  if (token[0] === TokenType.Ident) return WORDS.has(token[4].value.toLowerCase()) ? undefined : token[1];
  if (token[0] !== TokenType.Function) return undefined;
  const called = token[4].value.toLowerCase();
  return FUNCTIONS.test(called) || TARGET_FUNCTIONS.has(called) ? undefined : `${called}()`;
}
