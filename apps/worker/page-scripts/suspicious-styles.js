/*
 * Finds the elements whose styles may keep text from the pages, for `printed-content.js`. It reads rules and the computed styles of what they
 * match, which needs no layout. Most documents with such rules turn out to lose nothing.
 */
function suspiciousStyles({ blocksBreaks, ignoresBreak }, boxes, { mayMove }) {
  const { body, root, clips, FORCED } = boxes;
  const [textOf, select] = [dom.textContent, callerOf(Document, 'querySelectorAll')];
  const localNameOf = readerOf(Element, 'localName');
  const [contains, firstOf] = [callerOf(Node, 'contains'), dom.firstChild];

  /** Elements that hide or cut text without a rule. */
  const HIDDEN = '[hidden], details:not([open])';
  const FIELDS = 'textarea, input[value]';
  /** A selector with a prefix of `@namespace`, which only style sheets know. */
  const PREFIXED = /\|(?!=)/;

  /**
   * Adds the selectors of rules to the kinds of their declarations.
   *
   * @param outer the selector of the rule around them.
   * @returns false where elements can't be found by a selector alone.
   */
  function readRules(rules, found, outer) {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const { style, cssRules, selectorText } = rule;
        if (outer !== undefined && selectorText.includes('"')) return false;
        const selector = outer === undefined ? selectorText : selectorText.replaceAll('&', `:is(${outer})`);
        if (note(style.cssText, selector, found) && PREFIXED.test(selector)) return false;
        if (cssRules.length > 0 && !readRules(cssRules, found, selector)) return false;
      } else if (rule instanceof CSSNestedDeclarations) {
        if (note(rule.style.cssText, outer, found) && PREFIXED.test(outer)) return false;
      } else if (rule instanceof CSSScopeRule) return false;
      else if (rule instanceof CSSImportRule && rule.styleSheet !== null) {
        if (!readRules(rule.styleSheet.cssRules, found, outer)) return false;
      } else if (rule instanceof CSSGroupingRule && !readRules(rule.cssRules, found, outer)) return false;
    }
    return true;
  }

  /** Adds something to each kind whose declarations are in a text. Returns whether there is one. */
  function note(text, one, found) {
    const kinds = found.filter(({ declarations }) => declarations.test(text));
    for (const { all } of kinds) all.push(one);
    return kinds.length > 0;
  }

  /** Returns the elements of each kind; undefined if they are not known. @param sources the expressions for declarations, by kind. */
  function elements(sources) {
    const kinds = Object.entries(sources).map(([kind, source]) => {
      /** Selectors, and then elements. @type {any[]} */
      const all = kind === 'hides' ? [HIDDEN] : [];
      return { kind, declarations: new RegExp(source, 'i'), all };
    });
    for (const { cssRules } of readerOf(Document, 'styleSheets')(document))
      if (!readRules(cssRules, kinds, undefined)) return undefined;
    for (const each of kinds) each.all = each.all.length === 0 ? [] : [...select(document, each.all.join())];
    for (const element of select(document, '[style]')) note(dom.getAttribute(element, 'style'), element, kinds);
    return Object.fromEntries(kinds.map(({ kind, all }) => [kind, new Set(all)]));
  }

  /** Whether a break may be ignored. Of items of a row, only a layout knows which are beside each other. */
  function losesBreak(element, unbroken) {
    const style = getComputedStyle(element);
    const [isBefore, isAfter] = [FORCED.has(style.breakBefore), FORCED.has(style.breakAfter)];
    const isSection = /mso-break-type/i.test(dom.getAttribute(element, 'style') ?? '');
    if (!isBefore && !isAfter && !isSection) return false;
    if (style.display === 'none') return false;
    if (isSection || localNameOf(element) === 'br') return true;
    const around = dom.parentElement(element);
    if (around !== null && /flex|grid/.test(getComputedStyle(around).display)) return true;
    return ignoresBreak(element, style, { isUnbroken: isUnbroken(around, unbroken) }, isBefore);
  }

  /** Whether an element, or one around it, is never broken. @param known what is known of elements. */
  function isUnbroken(element, known) {
    const path = [];
    let one = element;
    while (one !== null && one !== body && one !== root && !known.has(one)) {
      path.push(one);
      one = dom.parentElement(one);
    }
    let answer = known.get(one) ?? false;
    for (const each of path.reverse()) {
      answer ||= blocksBreaks(each, getComputedStyle(each));
      known.set(each, answer);
    }
    return answer;
  }

  const isHidden = (element) => {
    const { display, visibility, opacity, contentVisibility, fontSize } = getComputedStyle(element);
    const isClosed = localNameOf(element) === 'details';
    return (
      isClosed ||
      display === 'none' ||
      visibility !== 'visible' ||
      Number(opacity) === 0 ||
      (contentVisibility === 'hidden' && element !== root) || // the root is not laid out yet
      fontSize === '0px'
    );
  };

  /** The share of hidden text from which a document is looked at, and the fewest characters: well below those of a warning. */
  const [MUCH, MANY] = [0.6, 150];

  /** Whether most text may be hidden. */
  function mayHideMost(found) {
    let hidden = 0;
    let outer;
    for (const element of found) {
      if (!isHidden(element) || (outer && contains(outer, element))) continue;
      if (element === body || element === root) return true;
      outer = element;
      hidden += textOf(element).length;
    }
    return hidden > MANY && hidden > MUCH * (textOf(body).length - textIn('style') - textIn('title'));
  }

  const textIn = (name) => {
    let length = 0;
    for (const element of select(document, `body ${name}`)) length += textOf(element).length;
    return length;
  };

  /** Whether a box is drawn and may cut its content. */
  const isClipping = (element) => {
    const { overflowX, overflowY, contain, display } = getComputedStyle(element);
    return (
      display !== 'none' &&
      (clips(overflowX) || clips(overflowY) || /paint|strict|content/.test(contain)) &&
      !boxes.isOfWindow(element) &&
      (element === body || firstOf(element) !== null)
    );
  };

  /**
   * Returns what a layout has to show: boxes that may cut text, placed ones, tables and moved ones; undefined if the whole document
   * has to be looked at; null if nothing is lost.
   */
  function find(sources) {
    const found = elements(sources);
    if (found === undefined || found.vertical.size > 0 || select(document, FIELDS).length > 0) return undefined;
    const unbroken = new Map();
    for (const element of found.breaks) if (losesBreak(element, unbroken)) return undefined;
    if (mayHideMost(found.hides)) return undefined;
    const clipping = [...found.clips].filter(isClipping);
    const placed = [...found.placed].filter((element) => /absolute|fixed/.test(getComputedStyle(element).position));
    const tables = [...found.tables].filter((element) => getComputedStyle(element).tableLayout === 'fixed');
    const moved = [...found.moved].filter((element) => mayMove(getComputedStyle(element)));
    const doubtful = { clipping, placed, tables, moved };
    return Object.values(doubtful).every(({ length }) => length === 0) ? null : doubtful;
  }

  return { find };
}
