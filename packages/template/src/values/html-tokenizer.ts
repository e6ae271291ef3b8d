import { type TokenHandler, Tokenizer } from 'parse5';

const ignore = (): void => undefined;

const IGNORED: TokenHandler = {
  onStartTag: ignore,
  onEndTag: ignore,
  onComment: ignore,
  onDoctype: ignore,
  onEof: ignore,
  onCharacter: ignore,
  onNullCharacter: ignore,
  onWhitespaceCharacter: ignore,
};

/**
 * Reads HTML tag by tag, without a tree.
 *
 * @param handler handles the relevant tokens. It sets the tokenizer's state after tags whose content is not HTML.
 * @param located whether tokens have source locations.
 */
export const htmlTokenizer = (handler: Partial<TokenHandler>, located = false): Tokenizer =>
  new Tokenizer({ sourceCodeLocationInfo: located }, { ...IGNORED, ...handler });
