/** Words for `hyphens: auto`, which headless Chromium does not hyphenate. */
import * as dom from '../shared/dom.js';

const WORD = /\p{L}[\p{L}\p{M}]{4,59}(?![\p{L}\p{M}\u00AD])/gu;
/** Parts of text that are an address, which a hyphen would change. */
const ADDRESS = /\/\/|@|^\W?www\./i;
/** Replaces the words of a text outside of addresses. @param part receives a word and returns its replacement. */
const replaceWords = (text: string, part: (word: string) => string): string =>
  ADDRESS.test(text) || text.includes('www.')
    ? text.replace(/\S+/g, (some) => (ADDRESS.test(some) ? some : some.replace(WORD, part)))
    : text.replace(WORD, part);

/** The texts that may be hyphenated. */
const texts: { text: Text; language: string }[] = [];
function languageAt(element: Element): string {
  const owner = dom.closest(element, '[lang]');
  return owner === null ? '' : (dom.getAttribute(owner, 'lang') ?? '').trim().toLowerCase();
}

/** Elements without visible text. Style sheets in the body inherit its style. */
const NO_TEXT: readonly string[] = ['style', 'script', 'template', 'title', 'textarea', 'option'];
/** Returns whether words may be hyphenated. In drawings and formulas each character may have its own position. */
const hasWords = (element: Element): boolean =>
  element instanceof HTMLElement && !NO_TEXT.includes(dom.localName(element));

/** Finds unique words for hyphenation, by language. */
export function findWords(mostCharacters: number, mostWords: number): Record<string, string[]> {
  const words = new Map<string, Set<string>>();
  const known = new Map<Element, string>();
  const languageOf = (element: Element) => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const isAuto = hasWords(element) && getComputedStyle(element).hyphens === 'auto';
    const language = isAuto ? languageAt(element) : '';
    known.set(element, language);
    return language;
  };
  const walker = dom.walker(dom.body, NodeFilter.SHOW_TEXT);
  let [characters, count] = [0, 0];
  while (characters < mostCharacters && walker.nextNode()) {
    const text = walker.currentNode as Text;
    const language = languageOf(dom.parentElement(text) as Element);
    if (!/^(?:en|de)(?:-|$)/.test(language)) continue;
    characters += text.data.length;
    const own = words.get(language) ?? new Set();
    words.set(language, own);
    replaceWords(text.data, (word) => {
      if (count < mostWords && !own.has(word)) {
        own.add(word);
        count += 1;
      }
      return word;
    });
    texts.push({ text, language });
  }
  return Object.fromEntries([...words].map(([language, own]) => [language, [...own]]));
}

/** @param parted the words with soft hyphens, by their languages. */
export function hyphenate(parted: Record<string, [word: string, parted: string][]>): void {
  // Text that is copied from the PDF has the usual hyphen at line ends, which programs remove.
  dom.addSheet('@layer toolpress-hyphens { :root { hyphenate-character: "-" } }');
  const maps = new Map(Object.entries(parted).map(([language, own]) => [language, new Map(own)]));
  for (const { text, language } of texts) {
    const after = replaceWords(text.data, (word) => maps.get(language)?.get(word) ?? word);
    if (after !== text.data) text.data = after;
  }
}
