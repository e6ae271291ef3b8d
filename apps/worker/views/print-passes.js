/*
 * Print CSS that the browser does not have: runs in the browser, in a world of its own, in a document whose own scripts are off, before
 * it is printed. `print-passes.ts` calls it and decides what it does.
 */
(() => {
  const ID = 'toolpress-pass-';
  const SIDES = ['left', 'right', 'recto', 'verso'];
  /** What is laid out once more on each page: its numbers are the same on all of them. */
  const REPEATED = ['thead', 'tfoot'];

  /** Fields of forms and names of images are called as they like: nothing is read but by the prototypes. */
  const reader = ({ prototype }, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (one) => get.call(one);
  };
  const caller = ({ prototype }, name) => {
    const method = prototype[name];
    return (one, ...given) => method.call(one, ...given);
  };
  const [bodyOf, headOf, rootOf] = ['body', 'head', 'documentElement'].map((name) => reader(Document, name));
  const [parentOf, typeOf, previousOf, nextOf] = ['parentElement', 'nodeType', 'previousSibling', 'nextSibling'].map((name) => reader(Node, name));
  const [attributeOf, setAttribute, closest, descendants, prepend, putBefore] =
    ['getAttribute', 'setAttribute', 'closest', 'getElementsByTagName', 'prepend', 'before'].map((name) => caller(Element, name));
  const compare = caller(Node, 'compareDocumentPosition');
  const [create, elementById, walkerOf] = ['createElement', 'getElementById', 'createTreeWalker'].map((name) => caller(Document, name));
  const localNameOf = reader(Element, 'localName');
  const [styleOfHtml, styleOfSvg] = [HTMLElement, SVGElement].map((kind) => reader(kind, 'style'));
  const inlineStyle = (element) => (element instanceof SVGElement ? styleOfSvg(element) : element instanceof HTMLElement ? styleOfHtml(element) : undefined);
  const body = bodyOf(document);

  let issued = 0;
  /** Its own id, where that leads to it. @returns undefined for an element that can't be given one. */
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
    float === 'none' && position !== 'absolute' && position !== 'fixed' && ['block', 'flow-root', 'list-item', 'flex', 'grid', 'table'].includes(display);
  const isElement = (node) => node !== null && typeOf(node) === Node.ELEMENT_NODE;
  const isShown = (node) => (isElement(node) ? getComputedStyle(node).display !== 'none' : typeOf(node) === Node.TEXT_NODE && /\S/.test(node.data));
  /** What does not show beside an element is not looked at without end. */
  const MOST_BESIDES = 100;
  const besides = (node, way) => {
    let next = way(node);
    for (let looked = 0; next !== null && looked < MOST_BESIDES; looked++, next = way(next)) if (isShown(next)) return next;
    return next;
  };
  /** A break before the first child of an element is one before the element itself. */
  const outermost = (element, way) => {
    let outer = element;
    for (let parent = parentOf(outer); parent !== body && besides(outer, way) === null && isFlow(getComputedStyle(parent)); parent = parentOf(outer)) outer = parent;
    return outer;
  };
  const isParent = (element) => ['block', 'flow-root', 'list-item'].includes(getComputedStyle(element).display);

  /** Elements that begin on a given side, by themselves or because the one before ends so; each once. */
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
    return [...found].filter(([element]) => isParent(parentOf(element)) && withId(element)).sort(([one], [other]) => (compare(one, other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  }

  const styleOf = (element) => {
    const { breakBefore, breakAfter, display, float, position } = getComputedStyle(element);
    return { breakBefore, breakAfter, display, float, position };
  };

  /** What stands for a page without content. It is no text, so that no reader meets it; footnotes count it as a line. */
  function blank() {
    const page = create(document, 'hr');
    page.setAttribute('aria-hidden', 'true');
    const style = { all: 'initial', display: 'block', height: '1px', visibility: 'hidden', 'break-before': 'page', 'break-after': 'page', 'break-inside': 'avoid' };
    for (const [property, value] of Object.entries(style)) page.style.setProperty(property, value, 'important');
    return page;
  }

  /** Elements before or after which CSS prints the number of a page. */
  function findCounters(all, { counters: most, contents }) {
    let read = 0;
    const prints = (element, part) => {
      if (read > contents) return false;
      const { content } = getComputedStyle(element, part);
      read += content.length;
      return /\bcounters?\(\s*pages?\b/.test(content);
    };
    const repeated = new Map([[null, false]]);
    const isRepeated = (element) => {
      const above = [];
      for (let one = element; !repeated.has(one); one = parentOf(one)) above.push(one);
      for (const one of above.reverse()) repeated.set(one, repeated.get(parentOf(one)) || REPEATED.includes(localNameOf(one)) || getComputedStyle(one).position === 'fixed');
      return repeated.get(element);
    };
    const found = [];
    for (const element of all) {
      if (found.length >= most) break;
      if (prints(element, '::before') || prints(element, '::after') || prints(element, '::marker')) found.push(element);
    }
    return { found: found.filter((element) => !isRepeated(element) && inlineStyle(element) && withId(element)), isRepeated: found.some(isRepeated) };
  }

  const WORD = /\p{L}[\p{L}\p{M}]{4,59}(?![\p{L}\p{M}\u00AD])/gu;
  const texts = [];
  const languageAt = (element) => {
    const owner = closest(element, '[lang]');
    return owner === null ? '' : attributeOf(owner, 'lang').trim().toLowerCase();
  };

  /** Style sheets stand in the body too, and inherit what it says. */
  const NO_TEXT = ['style', 'script', 'template', 'title', 'textarea', 'option'];
  /** In drawings and formulas each character may have a place of its own. */
  const hasWords = (element) => element instanceof HTMLElement && !NO_TEXT.includes(localNameOf(element));

  /** Unique words that may be parted, by their languages. */
  function findWords(mostCharacters, mostWords) {
    const words = {};
    const known = new Map();
    const languageOf = (element) => {
      if (!known.has(element)) known.set(element, hasWords(element) && getComputedStyle(element).hyphens === 'auto' ? languageAt(element) : '');
      return known.get(element);
    };
    const walker = walkerOf(document, body, NodeFilter.SHOW_TEXT);
    let [characters, count] = [0, 0];
    for (let text = walker.nextNode(); text !== null && characters < mostCharacters; text = walker.nextNode()) {
      const language = languageOf(parentOf(text));
      if (!/^(?:en|de)(?:-|$)/.test(language)) continue;
      characters += text.data.length;
      const own = (words[language] ??= new Set());
      for (const [word] of text.data.matchAll(WORD)) if (count < mostWords && !own.has(word)) {
        own.add(word);
        count += 1;
      }
      texts.push({ text, language });
    }
    return Object.fromEntries(Object.entries(words).map(([language, own]) => [language, [...own]]));
  }

  /** @param parted the words with soft hyphens, by their languages. */
  function hyphenate(parted) {
    const style = create(document, 'style');
    // What is copied out of the PDF has the usual hyphen at the ends of lines, which programs know to take out.
    style.textContent = '@layer toolpress-hyphens { :root { hyphenate-character: "-" } }';
    prepend(headOf(document), style);
    const maps = Object.fromEntries(Object.entries(parted).map(([language, own]) => [language, new Map(own)]));
    for (const { text, language } of texts) {
      const after = text.data.replace(WORD, (word) => maps[language]?.get(word) ?? word);
      if (after !== text.data) text.data = after;
    }
  }

  /**
   * @param options.blanks the numbers of the elements before which a page stays blank.
   * @param options.numbers of pages, by the numbers of the elements that print them; and how many there are.
   */
  function begin({ features, blanks, numbers, pages, limits }) {
    const all = [body, ...descendants(body, '*')];
    const isLarge = all.length > limits.elements;
    const has = (feature) => !isLarge && features.includes(feature);
    const sides = has('sides') ? findSides(all, limits.sides) : [];
    const { found: counters, isRepeated } = has('counters') ? findCounters(all, limits) : { found: [], isRepeated: false };
    const words = has('hyphens') ? findWords(limits.characters, limits.words) : {};
    counters.forEach((element, index) => {
      const number = numbers[index];
      if (number === undefined || number === null) return;
      const own = getComputedStyle(element).counterSet;
      inlineStyle(element).setProperty('counter-set', `${own === 'none' ? '' : own} page ${number} pages ${pages}`, 'important');
    });
    const { direction } = getComputedStyle(rootOf(document));
    const answer = {
      sides: sides.map(([element, side]) => ({ id: idOf(element), side })),
      counters: counters.map(idOf),
      words, isLarge, isRepeated, direction,
    };
    for (const index of blanks) if (sides[index]) putBefore(sides[index][0], blank());
    return answer;
  }

  return { begin, hyphenate };
})();
