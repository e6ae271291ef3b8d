/** Where words may be parted: by the patterns of TeX, which are loaded when a document first asks for them. */

/** A soft hyphen. */
const HYPHEN = '\u00ad';

/** Levels, a trie, and words that are parted otherwise. */
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

/** What is spelt and parted as in the United States; all other English is as in Great Britain. */
const AMERICAN = /^en(?:$|-(?:us|ca|ph|latn))/;

const patternsOf = (language: string): PatternsName =>
  language.startsWith('de') ? 'de-1996' : AMERICAN.test(language) ? 'en-us' : 'en-gb';

/** In letters. */
const MIN_WORD = 5;
const MAX_WORD = 60;
/** A word takes the square of its length; all of a document so much: less than 100 ms. */
const MOST_WORK = 2_000_000;

/**
 * Returns the words that may be parted, by their languages: each with itself and soft hyphens in it.
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
    // It keeps every word that it is given, in the exceptions too: what is the document's goes with it.
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
