/*
 * Page numbers that CSS prints in the text and in margin boxes, for `print-passes.js`.
 */
function pageNumbers({ idOf, inlineStyle, localNameOf, parentOf, rectOf, withId }) {
  /** Elements that repeat on each page, with the same numbers on all of them. */
  const REPEATED = ['thead', 'tfoot'];

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

  return { findCounters, findNumbered, isOnFirst, setNumbers };
}
