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

  /** See `STRING_SET` in `strings.ts`. */
  const STRING_SET = '--toolpress-string-set';
  const SILENT = ['script', 'style', 'template', 'title', 'rp', 'rt'];
  const addSheet = (css) => {
    const style = create(document, 'style');
    style.textContent = css;
    prepend(headOf(document), style);
  };

  /** Of an element, as far as it shows, without its notes. */
  function textOf(element, length, budget) {
    const shows = (node) => {
      budget.nodes -= 1;
      if (budget.nodes < 0 || typeOf(node) !== Node.ELEMENT_NODE) return NodeFilter.FILTER_ACCEPT;
      const isSilent = SILENT.includes(localNameOf(node)) || attributeOf(node, 'data-footnote') !== null || getComputedStyle(node).display === 'none';
      return isSilent ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    };
    const walker = walkerOf(document, element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, shows);
    let text = '';
    for (let node = walker.nextNode(); node !== null && text.length < length && budget.nodes > 0; node = walker.nextNode())
      text = (typeOf(node) === Node.TEXT_NODE ? text + node.data : localNameOf(node) === 'br' ? `${text} ` : text).replace(/\s+/g, ' ');
    return text.trim().slice(0, length);
  }

  /** Points that margins and borders keep free above an element that begins a page. */
  function above(element) {
    let pixels = 0;
    for (let one = element; one !== null; one = parentOf(one)) {
      const style = getComputedStyle(one);
      pixels += Math.max(0, Number.parseFloat(style.marginTop) || 0);
      if (one !== element) pixels += Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.paddingTop);
      if (one === body || besides(one, previousOf) !== null) break;
    }
    return pixels * 0.75;
  }

  /** Follows what elements count (css-lists-3, 4), in document order. */
  function counting() {
    const counters = new Map();
    const open = [];
    const pairs = (value) => [...value.matchAll(/(\S+) (-?\d+)/g)].map(([, name, count]) => [name, Number(count)]);
    const count = ({ counterReset, counterIncrement, counterSet }, parent) => {
      const own = new Set();
      const started = (name, value) => {
        const all = counters.get(name) ?? [];
        if (all.at(-1)?.parent === parent) all.pop();
        all.push({ parent, value });
        counters.set(name, all);
        own.add(name);
        open.at(-1)?.names.add(name);
      };
      for (const [name, value] of pairs(counterReset)) started(name, value);
      for (const [value, isSet] of [[counterIncrement, false], [counterSet, true]])
        for (const [name, number] of pairs(value)) {
          if (!counters.get(name)?.length) started(name, 0);
          const innermost = counters.get(name).at(-1);
          innermost.value = isSet ? number : innermost.value + number;
        }
      return own;
    };
    /** What an element has begun goes on beside it where nothing around it counts by that name. */
    const end = (own) => {
      for (const name of own) if (counters.get(name).length > 1) counters.get(name).pop();
    };
    /** What began inside of an element ends with it. */
    const close = () => {
      const { element, names, own } = open.pop();
      for (const name of names) {
        const all = counters.get(name);
        while (all.length > 0 && all.at(-1).parent === element) all.pop();
      }
      end(own);
    };
    const enter = (element) => {
      const parent = parentOf(element);
      while (open.length > 0 && open.at(-1).element !== parent) close();
      const style = getComputedStyle(element);
      const isHidden = open.at(-1)?.isHidden || style.display === 'none';
      const own = isHidden ? [] : count(style, parent);
      open.push({ element, isHidden, names: new Set(), own });
      const before = getComputedStyle(element, '::before');
      if (!isHidden && before.content !== 'none' && before.content !== 'normal') end(count(before, element));
    };
    const values = (written) => {
      const named = [...counters].filter(([name, own]) => own.length > 0 && written.includes(name));
      return Object.fromEntries(named.map(([name, own]) => [name, own.map(({ value }) => value)]));
    };
    return { enter, values };
  }

  /** Elements that set strings; one more than there may be. */
  function findStrings(all, { length, hasStarts }, { strings: most, nodes, contents }) {
    const found = new Map();
    let [counts, read] = [false, 0];
    for (const element of all) {
      if (found.size > most) break;
      const set = getComputedStyle(element).getPropertyValue(STRING_SET);
      if (set === '' || set === 'none' || read > contents || !withId(element)) continue;
      const [before, after] = ['before', 'after'].map((part) => (set.includes(part) ? getComputedStyle(element, `::${part}`).content : ''));
      read += set.length + before.length + after.length;
      counts ||= `${set}${before}${after}`.includes('counter');
      found.set(element, { set, before, after });
    }
    const budget = { nodes };
    const counter = counts ? counting() : undefined;
    const told = [];
    for (const element of counter ? all : found.keys()) {
      counter?.enter(element);
      const one = found.get(element);
      if (one === undefined) continue;
      const counters = counter?.values(`${one.set}${one.before}${one.after}`) ?? {};
      told.push({ id: idOf(element), ...one, text: textOf(element, length, budget), counters, above: hasStarts ? above(element) : 0 });
    }
    return told;
  }

  const WORD = /\p{L}[\p{L}\p{M}]{4,59}(?![\p{L}\p{M}\u00AD])/gu;
  const texts = [];
  const languageAt = (element) => {
    const owner = closest(element, '[lang]');
    return owner === null ? '' : attributeOf(owner, 'lang').trim().toLowerCase();
  };

  /** Unique words that may be parted, by their languages. */
  function findWords(mostCharacters, mostWords) {
    const words = {};
    const known = new Map();
    const languageOf = (element) => {
      if (!known.has(element)) known.set(element, getComputedStyle(element).hyphens === 'auto' ? languageAt(element) : '');
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

  /**
   * @param options.blanks the numbers of the elements before which a page stays blank.
   * @param options.strings the sheet that prints them, and what is to be known of those who set them.
   * @param options.numbers of pages, by the numbers of the elements that print them; and how many there are.
   */
  function begin({ features, blanks, numbers, pages, strings: named, limits }) {
    if (named) addSheet(`@property ${STRING_SET} { syntax: "*"; inherits: false } ${named.sheet}`);
    const all = [body, ...descendants(body, '*')];
    const isLarge = all.length > limits.elements;
    const has = (feature) => !isLarge && features.includes(feature);
    const sides = has('sides') ? findSides(all, limits.sides) : [];
    const { found: counters, isRepeated } = has('counters') ? findCounters(all, limits) : { found: [], isRepeated: false };
    const strings = has('strings') ? findStrings([rootOf(document), ...all], named, limits) : [];
    const words = has('hyphens') ? findWords(limits.characters, limits.words) : {};
    counters.forEach((element, index) => {
      const number = numbers[index];
      if (number === undefined || number === null) return;
      const own = getComputedStyle(element).counterSet;
      inlineStyle(element).setProperty('counter-set', `${own === 'none' ? '' : own} page ${number} pages ${pages}`, 'important');
    });
    const { direction } = getComputedStyle(rootOf(document));
    if (features.includes('parity')) for (const sheet of sheetsOf(document)) setParity(sheet.cssRules, direction === 'ltr');
    const answer = {
      sides: sides.map(([element, side]) => ({ id: idOf(element), side })),
      counters: counters.map(idOf),
      strings, words, isLarge, isRepeated, direction,
    };
    for (const index of blanks) if (sides[index]) putBefore(sides[index][0], blank(has('blank')));
    return answer;
  }

  return { begin, hyphenate };
})();
