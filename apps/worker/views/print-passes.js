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
  const [bodyOf, headOf, rootOf, sheetsOf] = ['body', 'head', 'documentElement', 'styleSheets'].map((name) => reader(Document, name));
  const [parentOf, typeOf, previousOf, nextOf] = ['parentElement', 'nodeType', 'previousSibling', 'nextSibling'].map((name) => reader(Node, name));
  const [append, attributeOf, setAttribute, closest, descendants, prepend, putBefore, rectOf] =
    ['append', 'getAttribute', 'setAttribute', 'closest', 'getElementsByTagName', 'prepend', 'before', 'getBoundingClientRect'].map((name) => caller(Element, name));
  const compare = caller(Node, 'compareDocumentPosition');
  const [create, elementById, walkerOf] = ['createElement', 'getElementById', 'createTreeWalker'].map((name) => caller(Document, name));
  const localNameOf = reader(Element, 'localName');
  const [styleOfHtml, styleOfSvg] = [HTMLElement, SVGElement].map((kind) => reader(kind, 'style'));
  const inlineStyle = (element) => (element instanceof SVGElement ? styleOfSvg(element) : element instanceof HTMLElement ? styleOfHtml(element) : undefined);
  const body = bodyOf(document);

  const addSheet = (css) => {
    const style = create(document, 'style');
    style.textContent = css;
    prepend(headOf(document), style);
  };


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
  function blank(hasRule) {
    const page = create(document, 'hr');
    page.setAttribute('aria-hidden', 'true');
    const style = { all: 'initial', display: 'block', height: '1px', visibility: 'hidden', 'break-before': 'page', 'break-after': 'page', 'break-inside': 'avoid' };
    if (hasRule) style.page = 'toolpress-blank';
    for (const [property, value] of Object.entries(style)) page.style.setProperty(property, value, 'important');
    return page;
  }

  /** Gives rules of odd and even pages the sides that these are on. */
  function setParity(rules, isOddRight) {
    for (const rule of rules) {
      const parity = rule instanceof CSSPageRule ? /^toolpress-(odd|even)$/.exec(rule.selectorText)?.[1] : undefined;
      if (parity) rule.selectorText = (parity === 'odd') === isOddRight ? ':right' : ':left';
      else if (rule.cssRules && !(rule instanceof CSSPageRule) && !(rule instanceof CSSStyleRule)) setParity(rule.cssRules, isOddRight);
    }
  }

  /** Elements whose pages are numbered anew. */
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
  /** Prints the numbers of pages in margin boxes. @returns whether there is one of a style that is not known. */
  function setNumbers(rules, { styles, prefix }) {
    let isUncounted = false;
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) continue;
      if (!(rule instanceof CSSMarginRule)) isUncounted = (rule.cssRules && setNumbers(rule.cssRules, { styles, prefix })) || isUncounted;
      else {
        const content = rule.style.getPropertyValue('content');
        const numbered = content.replace(COUNTERS, (part, style = 'decimal') => {
          if (part.startsWith('"')) return part;
          const isKnown = styles.includes(style);
          isUncounted ||= !isKnown;
          return isKnown ? `counter(${prefix}${style})` : part;
        });
        if (numbered !== content) rule.style.setProperty('content', numbered, rule.style.getPropertyPriority('content'));
      }
    }
    return isUncounted;
  }
  const COUNTS = /\bcounters?\(\s*pages?\b/;
  /** Whether an element or one around it is such; each is asked once. */
  const isWithin = (isSuch) => {
    const known = new Map([[null, false]]);
    return (element) => {
      const above = [];
      for (let one = element; !known.has(one); one = parentOf(one)) above.push(one);
      for (const one of above.reverse()) known.set(one, known.get(parentOf(one)) || isSuch(one));
      return known.get(element);
    };
  };

  /** Elements before or after which CSS prints the number of a page. */
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
    const isRepeated = isWithin((one) => REPEATED.includes(localNameOf(one)) || getComputedStyle(one).position === 'fixed');
    const found = [];
    for (const element of all) {
      if (found.length >= most) break;
      if (prints(element, '::before') || prints(element, '::after') || prints(element, '::marker')) found.push(element);
    }
    return { found: found.filter((element) => !isRepeated(element) && inlineStyle(element) && withId(element)), isRepeated: fixed.size > 0 || found.some(isRepeated) };
  }

  const NONE = ['transform', 'translate', 'rotate', 'scale', 'filter', 'backdropFilter', 'perspective', 'contain'];
  const isPlaced = isWithin((one) => {
    const style = getComputedStyle(one);
    return style.position !== 'static' || style.containerType !== 'normal' || style.willChange !== 'auto' || NONE.some((property) => style[property] !== 'none');
  });
  /** Whether the number before or after it stands on the first page, wherever it stands itself: at an edge, with nothing placed around it. */
  const isOnFirst = (element) => {
    const { top, bottom } = rectOf(element);
    const isAway = (part) => {
      const { content, position, top: at } = getComputedStyle(element, part);
      return position === 'absolute' && COUNTS.test(content) && (parseFloat(at) < top - 1 || parseFloat(at) > bottom + 1);
    };
    return (isAway('::before') || isAway('::after')) && !isPlaced(element);
  };

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
    // What is copied out of the PDF has the usual hyphen at the ends of lines, which programs know to take out.
    addSheet('@layer toolpress-hyphens { :root { hyphenate-character: "-" } }');
    const maps = Object.fromEntries(Object.entries(parted).map(([language, own]) => [language, new Map(own)]));
    for (const { text, language } of texts) {
      const after = text.data.replace(WORD, (word) => maps[language]?.get(word) ?? word);
      if (after !== text.data) text.data = after;
    }
  }

  const parts = { addSheet, attributeOf, besides, body, closest, create, idOf, inlineStyle, localNameOf, parentOf, previousOf, rectOf, setAttribute, append, typeOf, walkerOf, withId };
  const { STRING_SET, findStrings } = namedStrings(parts);
  const { findLeaders, lead } = leaders(parts);

  /**
   * @param options.blanks the numbers of the elements before which a page stays blank.
   * @param options.strings the sheet that prints them, and what is to be known of those who set them.
   * @param options.numbering the sheet that prints numbers of pages in margin boxes, where they begin anew.
   * @param options.widths of the rows of dots, with what follows them, as far as they are known.
   * @param options.numbers of pages, by the numbers of the elements that print them; and how many there are.
   */
  function begin({ features, blanks, numbers, pages, firstNumber, strings: named, widths, numbering, limits }) {
    if (named) addSheet(`@property ${STRING_SET} { syntax: "*"; inherits: false } ${named.sheet}`);
    if (numbering) addSheet(numbering.sheet);
    const isUncounted = numbering !== undefined && [...sheetsOf(document)].map((sheet) => setNumbers(sheet.cssRules, numbering)).includes(true);
    const all = [body, ...descendants(body, '*')];
    const isLarge = all.length > limits.elements;
    const has = (feature) => !isLarge && features.includes(feature);
    const sides = has('sides') ? findSides(all, limits.sides) : [];
    const { found: counters, isRepeated } = has('counters') ? findCounters(all, limits) : { found: [], isRepeated: false };
    const numbered = has('numbering') && !has('counted') ? findNumbered([rootOf(document), ...all], limits.sides) : [];
    const strings = has('strings') ? findStrings([rootOf(document), ...all], named, limits) : [];
    const words = has('hyphens') ? findWords(limits.characters, limits.words) : {};
    const isElsewhere = counters.some((element, index) => (numbers[index] ?? firstNumber) !== firstNumber && isOnFirst(element));
    counters.forEach((element, index) => {
      const number = numbers[index];
      if (number === undefined || number === null) return;
      const own = getComputedStyle(element).counterSet;
      inlineStyle(element).setProperty('counter-set', `${own === 'none' ? '' : own} page ${number} pages ${pages}`, 'important');
    });
    const led = has('leaders') ? findLeaders(all, limits) : { found: [], isUnled: false };
    const { direction } = getComputedStyle(rootOf(document));
    if (features.includes('parity')) for (const sheet of sheetsOf(document)) setParity(sheet.cssRules, direction === 'ltr');
    const answer = {
      sides: sides.map(([element, side]) => ({ id: idOf(element), side })),
      counters: counters.map(idOf),
      strings, numbered, isUncounted, leaders: lead(led.found, widths), isUnled: led.isUnled, words, isLarge, isRepeated, isElsewhere, direction,
    };
    for (const index of blanks) if (sides[index]) putBefore(sides[index][0], blank(has('blank')));
    return answer;
  }

  return { begin, hyphenate };
})();
