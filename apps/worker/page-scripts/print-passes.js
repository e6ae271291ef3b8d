/*
 * Print CSS that the browser lacks. `print-passes.ts` calls it before the document is printed, and decides what it does.
 */
function makePrintPasses() {
  const ID = 'toolpress-pass-';
  const SIDES = ['left', 'right', 'recto', 'verso'];
  /** Elements that repeat on each page, with the same numbers on all of them. */
  const REPEATED = ['thead', 'tfoot'];

  const [bodyOf, headOf, rootOf, sheetsOf] = ['body', 'head', 'documentElement', 'styleSheets'].map((name) =>
    readerOf(Document, name),
  );
  const [parentOf, typeOf, previousOf, nextOf] = ['parentElement', 'nodeType', 'previousSibling', 'nextSibling'].map(
    (name) => readerOf(Node, name),
  );
  const [append, attributeOf, setAttribute, closest, descendants, prepend, putBefore, rectOf] = [
    'append',
    'getAttribute',
    'setAttribute',
    'closest',
    'getElementsByTagName',
    'prepend',
    'before',
    'getBoundingClientRect',
  ].map((name) => callerOf(Element, name));
  const compare = callerOf(Node, 'compareDocumentPosition');
  const [create, elementById, walkerOf] = ['createElement', 'getElementById', 'createTreeWalker'].map((name) =>
    callerOf(Document, name),
  );
  const localNameOf = readerOf(Element, 'localName');
  const [styleOfHtml, styleOfSvg] = [HTMLElement, SVGElement].map((kind) => readerOf(kind, 'style'));
  const inlineStyle = (element) =>
    element instanceof SVGElement
      ? styleOfSvg(element)
      : element instanceof HTMLElement
        ? styleOfHtml(element)
        : undefined;
  const body = bodyOf(document);

  const addSheet = (css) => {
    const style = create(document, 'style');
    style.textContent = css;
    prepend(headOf(document), style);
  };

  let issued = 0;
  /** Returns the id of an element, or gives it one; undefined if its id leads to another element. */
  const idOf = (element) => {
    const own = attributeOf(element, 'id') ?? '';
    if (own === '') {
      const id = `${ID}${++issued}`;
      setAttribute(element, 'id', id);
      return id;
    }
    return own.isWellFormed() && elementById(document, own) === element ? own : undefined;
  };
  const withId = (element) => idOf(element) !== undefined;

  const isFlow = ({ display, float, position }) =>
    float === 'none' &&
    position !== 'absolute' &&
    position !== 'fixed' &&
    ['block', 'flow-root', 'list-item', 'flex', 'grid', 'table'].includes(display);
  const isElement = (node) => node !== null && typeOf(node) === Node.ELEMENT_NODE;
  const isShown = (node) =>
    isElement(node)
      ? getComputedStyle(node).display !== 'none'
      : typeOf(node) === Node.TEXT_NODE && /\S/.test(node.data);
  /** The largest number of invisible siblings to skip. */
  const MOST_BESIDES = 100;
  const besides = (node, way) => {
    let next = way(node);
    for (let looked = 0; next !== null && looked < MOST_BESIDES; looked++, next = way(next))
      if (isShown(next)) return next;
    return next;
  };
  /** Returns the outermost element with the same break, because a break before a first child is one before its parent. */
  const outermost = (element, way) => {
    let outer = element;
    for (
      let parent = parentOf(outer);
      parent !== body && besides(outer, way) === null && isFlow(getComputedStyle(parent));
      parent = parentOf(outer)
    )
      outer = parent;
    return outer;
  };
  const isParent = (element) => ['block', 'flow-root', 'list-item'].includes(getComputedStyle(element).display);

  /** Finds elements that begin on a given side, by themselves or because of the element before. */
  function findSides(all, most) {
    const found = new Map();
    for (const element of all) {
      if (found.size >= most) break;
      const { breakBefore, breakAfter, ...style } = styleOf(element);
      const [before, after] = [SIDES.includes(breakBefore), SIDES.includes(breakAfter)];
      if (element === body || !(before || after) || !isFlow(style)) continue;
      if (before) found.set(outermost(element, previousOf), breakBefore);
      if (!after) continue;
      const next = besides(outermost(element, nextOf), nextOf);
      if (isElement(next) && isFlow(getComputedStyle(next)) && !found.has(next)) found.set(next, breakAfter);
    }
    return [...found]
      .filter(([element]) => isParent(parentOf(element)) && withId(element))
      .sort(([one], [other]) => (compare(one, other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  }

  const styleOf = (element) => {
    const { breakBefore, breakAfter, display, float, position } = getComputedStyle(element);
    return { breakBefore, breakAfter, display, float, position };
  };

  /** Returns an element for a blank page. It has no text to be read aloud; footnotes count it as a line. */
  function blank(hasRule) {
    const page = create(document, 'hr');
    page.setAttribute('aria-hidden', 'true');
    const style = {
      all: 'initial',
      display: 'block',
      height: '1px',
      visibility: 'hidden',
      'break-before': 'page',
      'break-after': 'page',
      'break-inside': 'avoid',
    };
    if (hasRule) style.page = 'toolpress-blank';
    for (const [property, value] of Object.entries(style)) page.style.setProperty(property, value, 'important');
    return page;
  }

  /** Replaces odd and even pages in rules by their sides. */
  function setParity(rules, isOddRight) {
    for (const rule of rules) {
      const parity = rule instanceof CSSPageRule ? /^toolpress-(odd|even)$/.exec(rule.selectorText)?.[1] : undefined;
      if (parity) rule.selectorText = (parity === 'odd') === isOddRight ? ':right' : ':left';
      else if (rule.cssRules && !(rule instanceof CSSPageRule) && !(rule instanceof CSSStyleRule))
        setParity(rule.cssRules, isOddRight);
    }
  }

  /** Finds elements that set page numbers. */
  function findNumbered(all, most) {
    const found = [];
    for (const element of all) {
      if (found.length >= most) break;
      const { counterReset, counterSet } = getComputedStyle(element);
      const number = [...`${counterReset} ${counterSet}`.matchAll(/(?:^| )page (-?\d+)/g)].at(-1)?.[1];
      if (number !== undefined && withId(element)) found.push({ id: idOf(element), number: Number(number) });
    }
    return found;
  }

  const COUNTERS = /"(?:[^"\\]|\\.)*"|counters?\(page(?:, "(?:[^"\\]|\\.)*")?(?:, ([^\s()]+))?\)/g;
  /** Sets the page numbers in margin boxes. @returns whether one has an unknown style. */
  function setNumbers(rules, { styles, prefix }) {
    let isUncounted = false;
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) continue;
      if (!(rule instanceof CSSMarginRule))
        isUncounted = (rule.cssRules && setNumbers(rule.cssRules, { styles, prefix })) || isUncounted;
      else {
        const content = rule.style.getPropertyValue('content');
        const numbered = content.replace(COUNTERS, (part, style = 'decimal') => {
          if (part.startsWith('"')) return part;
          const isKnown = styles.includes(style);
          isUncounted ||= !isKnown;
          return isKnown ? `counter(${prefix}${style})` : part;
        });
        if (numbered !== content)
          rule.style.setProperty('content', numbered, rule.style.getPropertyPriority('content'));
      }
    }
    return isUncounted;
  }
  const COUNTS = /\bcounters?\(\s*pages?\b/;
  /** Returns a function that tests an element and its ancestors, each once. */
  const isWithin = (isSuch) => {
    const known = new Map([[null, false]]);
    return (element) => {
      const above = [];
      for (let one = element; !known.has(one); one = parentOf(one)) above.push(one);
      for (const one of above.reverse()) known.set(one, known.get(parentOf(one)) || isSuch(one));
      return known.get(element);
    };
  };

  /** Finds elements before or after which CSS prints a page number. */
  function findCounters(all, { counters: most, contents }) {
    let read = 0;
    const fixed = new Set();
    const prints = (element, part) => {
      if (read > contents) return false;
      const { content, position } = getComputedStyle(element, part);
      read += content.length;
      if (!COUNTS.test(content)) return false;
      if (position === 'fixed') fixed.add(element);
      return true;
    };
    const isRepeated = isWithin(
      (one) => REPEATED.includes(localNameOf(one)) || getComputedStyle(one).position === 'fixed',
    );
    const found = [];
    for (const element of all) {
      if (found.length >= most) break;
      if (prints(element, '::before') || prints(element, '::after') || prints(element, '::marker')) found.push(element);
    }
    return {
      found: found.filter((element) => !isRepeated(element) && inlineStyle(element) && withId(element)),
      isRepeated: fixed.size > 0 || found.some(isRepeated),
    };
  }

  const NONE = ['transform', 'translate', 'rotate', 'scale', 'filter', 'backdropFilter', 'perspective', 'contain'];
  const isPlaced = isWithin((one) => {
    const style = getComputedStyle(one);
    return (
      style.position !== 'static' ||
      style.containerType !== 'normal' ||
      style.willChange !== 'auto' ||
      NONE.some((property) => style[property] !== 'none')
    );
  });
  /** Returns whether the number before or after an element is on the first page: absolutely positioned, without a positioned ancestor. */
  const isOnFirst = (element) => {
    const { top, bottom } = rectOf(element);
    const isAway = (part) => {
      const { content, position, top: at } = getComputedStyle(element, part);
      return (
        position === 'absolute' && COUNTS.test(content) && (parseFloat(at) < top - 1 || parseFloat(at) > bottom + 1)
      );
    };
    return (isAway('::before') || isAway('::after')) && !isPlaced(element);
  };

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

  const parts = {
    addSheet,
    attributeOf,
    besides,
    body,
    closest,
    create,
    idOf,
    inlineStyle,
    localNameOf,
    parentOf,
    previousOf,
    rectOf,
    setAttribute,
    append,
    typeOf,
    walkerOf,
    withId,
  };
  const { STRING_SET, findStrings } = namedStrings(parts);
  const { findLeaders, lead } = leaders(parts);

  /**
   * Prepares a print. Options: `blanks`: the numbers of the elements with a blank page before them. `strings`: the style sheet that prints
   * strings, and limits. `numbering`: the style sheet for page numbers in margin boxes. `widths`: the known widths of rows of dots.
   * `numbers`: page numbers by the numbers of the elements that print them. `pages`: the number of pages.
   */
  function begin({ features, blanks, numbers, pages, firstNumber, strings: named, widths, numbering, limits }) {
    if (named) addSheet(`@property ${STRING_SET} { syntax: "*"; inherits: false } ${named.sheet}`);
    if (numbering) addSheet(numbering.sheet);
    const isUncounted =
      numbering !== undefined &&
      [...sheetsOf(document)].map((sheet) => setNumbers(sheet.cssRules, numbering)).includes(true);
    const all = [body, ...descendants(body, '*')];
    const isLarge = all.length > limits.elements;
    const has = (feature) => !isLarge && features.includes(feature);
    const sides = has('sides') ? findSides(all, limits.sides) : [];
    const { found: counters, isRepeated } = has('counters')
      ? findCounters(all, limits)
      : { found: [], isRepeated: false };
    const numbered = has('numbering') && !has('counted') ? findNumbered([rootOf(document), ...all], limits.sides) : [];
    const strings = has('strings') ? findStrings([rootOf(document), ...all], named, limits) : [];
    const words = has('hyphens') ? findWords(limits.characters, limits.words) : {};
    const isElsewhere = counters.some(
      (element, index) => (numbers[index] ?? firstNumber) !== firstNumber && isOnFirst(element),
    );
    counters.forEach((element, index) => {
      const number = numbers[index];
      if (number === undefined || number === null) return;
      const own = getComputedStyle(element).counterSet;
      inlineStyle(element).setProperty(
        'counter-set',
        `${own === 'none' ? '' : own} page ${number} pages ${pages}`,
        'important',
      );
    });
    const led = has('leaders') ? findLeaders(all, limits) : { found: [], isUnled: false };
    const { direction } = getComputedStyle(rootOf(document));
    if (features.includes('parity'))
      for (const sheet of sheetsOf(document)) setParity(sheet.cssRules, direction === 'ltr');
    const answer = {
      sides: sides.map(([element, side]) => ({ id: idOf(element), side })),
      counters: counters.map(idOf),
      strings,
      numbered,
      isUncounted,
      leaders: lead(led.found, widths),
      isUnled: led.isUnled,
      words,
      isLarge,
      isRepeated,
      isElsewhere,
      direction,
    };
    for (const index of blanks) if (sides[index]) putBefore(sides[index][0], blank(has('blank')));
    return answer;
  }

  return { begin, hyphenate };
}

globalThis.printPasses = makePrintPasses();
