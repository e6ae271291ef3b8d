/** Where words may be parted: by the patterns of TeX, which are loaded when a document first asks for them. */

/** A soft hyphen. */
const HYPHEN = '\u00ad';

interface Hyphenator {
  hyphenateSync(text: string, options: { hyphenChar: string; minWordLength: number }): string;
}

type Patterns = 'de' | 'en-gb' | 'en-us';

const LOADED = new Map<Patterns, Promise<Hyphenator>>();

const LOADERS: Readonly<Record<Patterns, () => Promise<{ default: Hyphenator }>>> = {
  de: () => import('hyphen/de-1996/index.js'),
  'en-gb': () => import('hyphen/en-gb/index.js'),
  'en-us': () => import('hyphen/en-us/index.js'),
};

/** What is spelt and parted as in the United States; all other English is as in Great Britain. */
const AMERICAN = /^en(?:$|-(?:us|ca|ph|latn))/;

const patternsOf = (language: string): Patterns =>
  language.startsWith('de') ? 'de' : AMERICAN.test(language) ? 'en-us' : 'en-gb';

/** In letters; the patterns part no shorter one, and take the square of the length. */
const MIN_WORD = 5;
const MAX_WORD = 60;

/**
 * Returns the words that may be parted, each with itself and soft hyphens in it.
 *
 * @param language English or German, as in `lang`, lower case.
 * @param words of letters only.
 */
export async function hyphenated(language: string, words: readonly string[]): Promise<[string, string][]> {
  const patterns = patternsOf(language);
  const loading = LOADED.get(patterns) ?? LOADERS[patterns]().then((loaded) => loaded.default);
  LOADED.set(patterns, loading);
  const hyphenator = await loading;
  return words
    .filter((word) => word.length >= MIN_WORD && word.length <= MAX_WORD)
    .map((word): [string, string] => [
      word,
      hyphenator.hyphenateSync(word, { hyphenChar: HYPHEN, minWordLength: MIN_WORD }),
    ])
    .filter(([word, parted]) => word !== parted);
}
