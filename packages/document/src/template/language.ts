/** Finds the language of a document. */
import { htmlTokenizer } from '../html.js';

/** Nothing but a doctype and comments stand before the `html` tag. Characters. */
const MAX_BEGIN = 64 * 1024;

/** @returns `lang` of the `html` tag, empty when it has none or another tag is the first; undefined as long as there is no tag. */
export function languageOf(html: string): string | undefined {
  let language: string | undefined;
  const tokenizer = htmlTokenizer({
    onStartTag: ({ tagName, attrs }) => {
      language = (tagName === 'html' && attrs.find(({ name }) => name === 'lang')?.value) || '';
      tokenizer.pause();
    },
  });
  tokenizer.write(html.slice(0, MAX_BEGIN), false);
  return language;
}
