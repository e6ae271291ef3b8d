/*
 * Breaks to a left or right page, blank pages, and rules for odd and even pages, for `print-passes.js`.
 */
function pageBreaks({ besides, body, compare, create, isElement, nextOf, parentOf, previousOf, withId }) {
  const SIDES = ['left', 'right', 'recto', 'verso'];

  const isFlow = ({ display, float, position }) =>
    float === 'none' &&
    position !== 'absolute' &&
    position !== 'fixed' &&
    ['block', 'flow-root', 'list-item', 'flex', 'grid', 'table'].includes(display);
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

  return { blank, findSides, setParity };
}
