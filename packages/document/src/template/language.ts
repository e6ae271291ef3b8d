/** Finds the language of a document. */
import { type TokenHandler, Tokenizer } from 'parse5';

/** Nothing but a doctype and comments stand before the `html` tag. Characters. */
const MAX_BEGIN = 64 * 1024;

/** @returns `lang` of the `html` tag, empty when it has none or another tag is the first; undefined as long as there is no tag. */
export function languageOf(html: string): string | undefined {
  let language: string | undefined;
  const ignore = (): void => undefined;
  const handler: TokenHandler = {
    onStartTag: ({ tagName, attrs }) => {
      language = (tagName === 'html' && attrs.find(({ name }) => name === 'lang')?.value) || '';
      tokenizer.pause();
    },
    onEndTag: ignore,
    onComment: ignore,
    onDoctype: ignore,
    onEof: ignore,
    onCharacter: ignore,
    onNullCharacter: ignore,
    onWhitespaceCharacter: ignore,
  };
  const tokenizer = new Tokenizer({}, handler);
  tokenizer.write(html.slice(0, MAX_BEGIN), false);
  return language;
}
