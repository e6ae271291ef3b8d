/** Finds hyphenation points by TeX patterns, which are loaded on first use. */

/** A soft hyphen. */
const HYPHEN = '\u00ad';

/** Levels, a trie, and exceptions. */
type Patterns = readonly [levels: unknown, trie: unknown, exceptions?: Readonly<Record<string, unknown>>];

interface Hyphen {
  create(patterns: Patterns, options: { hyphenChar: string; minWordLength: number }): (text: string) => string;
  patterns: Patterns;
}

type PatternsName = 'de-1996' | 'en-gb' | 'en-us';

const LOADED = new Map<PatternsName, Promise<Hyphen>>();

async function load(name: PatternsName): Promise<Hyphen> {
  const [{ default: create }, { default: patterns }] = await Promise.all([
    import('hyphen/hyphen.js'),
    import(`hyphen/patterns/${name}.js`) as Promise<{ default: Patterns }>,
  ]);
  return { create, patterns };
}

/** Languages that are hyphenated as in the United States. All other English is hyphenated as in Great Britain. */
const AMERICAN = /^en(?:$|-(?:us|ca|ph|latn))/;

const patternsOf = (language: string): PatternsName =>
  language.startsWith('de') ? 'de-1996' : AMERICAN.test(language) ? 'en-us' : 'en-gb';

/** The shortest and longest words, in letters. */
const MIN_WORD = 5;
const MAX_WORD = 60;
/** The limit of work for a document, less than 100 ms. A word takes the square of its length. */
const MOST_WORK = 2_000_000;

/**
 * Returns the words that can be hyphenated, by language: each word and the word with soft hyphens.
 *
 * @param words of letters only, by their languages: English or German, as in `lang`, lower case.
 */
export async function hyphenated(
  words: Readonly<Record<string, readonly string[]>>,
): Promise<Record<string, [string, string][]>> {
  const all: Record<string, [string, string][]> = {};
  let work = 0;
  for (const [language, some] of Object.entries(words)) {
    const name = patternsOf(language);
    const loading = LOADED.get(name) ?? load(name);
    LOADED.set(name, loading);
    const { create, patterns } = await loading;
    const [levels, trie, exceptions] = patterns;
    // The function caches every word, so each document has its own.
    const hyphenate = create([levels, trie, { ...exceptions }], { hyphenChar: HYPHEN, minWordLength: MIN_WORD });
    all[language] = [];
    for (const word of some) {
      if (word.length < MIN_WORD || word.length > MAX_WORD) continue;
      work += word.length ** 2;
      if (work > MOST_WORK) return all;
      const parted = hyphenate(word);
      if (parted !== word) all[language].push([word, parted]);
    }
  }
  return all;
}
