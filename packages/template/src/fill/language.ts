/** Finds the language of a document. */
import { htmlTokenizer } from '../values/html-tokenizer.js';

/** The number of characters that are searched for the `html` tag. */
const MAX_BEGIN = 64 * 1024;

/** Returns `lang` of the `html` tag, or `xml:lang` in XHTML; empty without one or if another tag comes first; undefined if there is no tag. */
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
