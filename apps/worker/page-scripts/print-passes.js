/*
 * Print CSS that the browser lacks. `print-passes.ts` calls it before the document is printed, and decides what it does.
 */
function makePrintPasses() {
  const ID = 'toolpress-pass-';

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

  const parts = {
    addSheet,
    attributeOf,
    besides,
    body,
    closest,
    compare,
    create,
    idOf,
    inlineStyle,
    isElement,
    localNameOf,
    nextOf,
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
  const { blank, findSides, setParity } = pageBreaks(parts);
  const { findCounters, findNumbered, isOnFirst, setNumbers } = pageNumbers(parts);
  const { findWords, hyphenate } = hyphenation(parts);

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
