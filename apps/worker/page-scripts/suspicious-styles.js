/*
 * Finds the elements whose styles may keep text from the pages, for `printed-content.js`. It reads rules and the computed styles of what they
 * match, which needs no layout. Most documents with such rules turn out to lose nothing.
 */
function suspiciousStyles({ blocksBreaks, ignoresBreak }, boxes) {
  const { body, root, clips, FORCED } = boxes;
  const [textOf, select] = [dom.textContent, callerOf(Document, 'querySelectorAll')];
  const localNameOf = readerOf(Element, 'localName');
  const [contains, firstOf] = [callerOf(Node, 'contains'), dom.firstChild];

  /** The declarations that matter, by kind. Values with variables may have any. */
  const KINDS = {
    breaks: /break-(?:before|after):\s*(?!auto|avoid|inherit|initial)|mso-break-type/i,
    clips: /overflow(?:-[xy]|-inline|-block)?:\s*(?!visible)|contain:/i,
    hides:
      /display:\s*(?:none|var)|visibility:\s*(?!visible)|opacity:\s*(?:0(?!\.\d*[1-9])|var)|content-visibility|font(?:-size)?:[^;]*\b0(?:px|;|$)/i,
    placed: /position:\s*(?:absolute|fixed|var)/i,
    tables: /table-layout:\s*(?:fixed|var)/i,
    vertical: /writing-mode:\s*(?!horizontal)/i,
  };
  const ANY = new RegExp(
    Object.values(KINDS)
      .map(({ source }) => source)
      .join('|'),
    'i',
  );
  /** Elements that hide or cut text without a rule. */
  const HIDDEN = '[hidden], details:not([open])';
  const FIELDS = 'textarea, input[value]';

  /**
   * Adds the selectors of rules to the kinds of their declarations.
   *
   * @param outer the selector of the rule around them.
   * @returns false where a selector depends on more than that.
   */
  function readRules(rules, found, outer) {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const { style, cssRules, selectorText } = rule;
        if (outer !== undefined && selectorText.includes('"')) return false;
        const selector = outer === undefined ? selectorText : selectorText.replaceAll('&', `:is(${outer})`);
        note(style.cssText, selector, found);
        if (cssRules.length > 0 && !readRules(cssRules, found, selector)) return false;
      } else if (rule instanceof CSSNestedDeclarations) note(rule.style.cssText, outer, found);
      else if (rule instanceof CSSScopeRule) return false;
      else if (rule instanceof CSSImportRule && rule.styleSheet !== null) {
        if (!readRules(rule.styleSheet.cssRules, found, outer)) return false;
      } else if (rule instanceof CSSGroupingRule && !readRules(rule.cssRules, found, outer)) return false;
    }
    return true;
  }

  function note(text, selector, found) {
    if (!ANY.test(text)) return;
    for (const [kind, declarations] of Object.entries(KINDS)) if (declarations.test(text)) found[kind].push(selector);
  }

  /** Returns the elements of each kind; undefined if they are not known. */
  function elements() {
    const found = { breaks: [], clips: [], hides: [HIDDEN], placed: [], tables: [], vertical: [] };
    for (const { cssRules } of readerOf(Document, 'styleSheets')(document))
      if (!readRules(cssRules, found, undefined)) return undefined;
    const kinds = Object.entries(found).map(([kind, selectors]) => [
      kind,
      new Set(selectors.length === 0 ? [] : select(document, selectors.join())),
    ]);
    const byKind = Object.fromEntries(kinds);
    for (const element of select(document, '[style]')) {
      const text = dom.getAttribute(element, 'style');
      if (ANY.test(text)) for (const kind of Object.keys(KINDS)) if (KINDS[kind].test(text)) byKind[kind].add(element);
    }
    return byKind;
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
   * Returns what a layout has to show: boxes that may cut text, placed ones and tables; undefined if the whole document has to be looked at; null
   * if nothing is lost.
   */
  function find() {
    const found = elements();
    if (found === undefined || found.vertical.size > 0 || select(document, FIELDS).length > 0) return undefined;
    const unbroken = new Map();
    for (const element of found.breaks) if (losesBreak(element, unbroken)) return undefined;
    if (mayHideMost(found.hides)) return undefined;
    const clipping = [...found.clips].filter(isClipping);
    const placed = [...found.placed].filter((element) => /absolute|fixed/.test(getComputedStyle(element).position));
    const tables = [...found.tables].filter((element) => getComputedStyle(element).tableLayout === 'fixed');
    return [clipping, placed, tables].every(({ length }) => length === 0) ? null : { clipping, placed, tables };
  }

  return { find };
}
