/*
 * Words for `hyphens: auto`, which headless Chromium does not hyphenate, for `print-passes.js`.
 */
function hyphenation({ addSheet, attributeOf, body, closest, localNameOf, parentOf, walkerOf }) {
  const WORD = /\p{L}[\p{L}\p{M}]{4,59}(?![\p{L}\p{M}\u00AD])/gu;
  /** Parts of text that are an address, which a hyphen would change. */
  const ADDRESS = /\/\/|@|^\W?www\./i;
  /** Replaces the words of a text outside of addresses. @param part receives a word and returns its replacement. */
  const replaceWords = (text, part) =>
    ADDRESS.test(text) || text.includes('www.')
      ? text.replace(/\S+/g, (some) => (ADDRESS.test(some) ? some : some.replace(WORD, part)))
      : text.replace(WORD, part);
  const texts = [];
  const languageAt = (element) => {
    const owner = closest(element, '[lang]');
    return owner === null ? '' : attributeOf(owner, 'lang').trim().toLowerCase();
  };

  /** Elements without visible text. Style sheets in the body inherit its style. */
  const NO_TEXT = ['style', 'script', 'template', 'title', 'textarea', 'option'];
  /** Returns whether words may be hyphenated. In drawings and formulas each character may have its own position. */
  const hasWords = (element) => element instanceof HTMLElement && !NO_TEXT.includes(localNameOf(element));

  /** Finds unique words for hyphenation, by language. */
  function findWords(mostCharacters, mostWords) {
    const words = {};
    const known = new Map();
    const languageOf = (element) => {
      if (!known.has(element))
        known.set(
          element,
          hasWords(element) && getComputedStyle(element).hyphens === 'auto' ? languageAt(element) : '',
        );
      return known.get(element);
    };
    const walker = walkerOf(document, body, NodeFilter.SHOW_TEXT);
    let [characters, count] = [0, 0];
    for (let text = walker.nextNode(); text !== null && characters < mostCharacters; text = walker.nextNode()) {
      const language = languageOf(parentOf(text));
      if (!/^(?:en|de)(?:-|$)/.test(language)) continue;
      characters += text.data.length;
      words[language] ??= new Set();
      const own = words[language];
      replaceWords(text.data, (word) => {
        if (count < mostWords && !own.has(word)) {
          own.add(word);
          count += 1;
        }
        return word;
      });
      texts.push({ text, language });
    }
    return Object.fromEntries(Object.entries(words).map(([language, own]) => [language, [...own]]));
  }

  /** @param parted the words with soft hyphens, by their languages. */
  function hyphenate(parted) {
    // Text that is copied from the PDF has the usual hyphen at line ends, which programs remove.
    addSheet('@layer toolpress-hyphens { :root { hyphenate-character: "-" } }');
    const maps = Object.fromEntries(Object.entries(parted).map(([language, own]) => [language, new Map(own)]));
    for (const { text, language } of texts) {
      const after = replaceWords(text.data, (word) => maps[language]?.get(word) ?? word);
      if (after !== text.data) text.data = after;
    }
  }

  return { findWords, hyphenate };
}
