/** Finds the language of a document. */
import { htmlTokenizer } from '../html.js';

/** Nothing but a doctype and comments stand before the `html` tag. Characters. */
const MAX_BEGIN = 64 * 1024;

/** @returns `lang` of the `html` tag, `xml:lang` of XHTML's, empty when it has none or another tag is the first; undefined as long as there is no tag. */
export function languageOf(html: string): string | undefined {
  let language: string | undefined;
  const tokenizer = htmlTokenizer({
    onStartTag: ({ tagName, attrs }) => {
      const written = (wanted: string) => attrs.find(({ name }) => name === wanted)?.value;
      language = (tagName === 'html' && (written('lang') ?? (written('xmlns') && written('xml:lang')))) || '';
      tokenizer.pause();
    },
  });
  tokenizer.write(html.slice(0, MAX_BEGIN), false);
  return language;
}
