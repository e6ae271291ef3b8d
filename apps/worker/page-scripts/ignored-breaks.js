/*
 * Finds page breaks that the browser ignores, for `printed-content.js`.
 */
function ignoredBreaks() {
  const [previousOf, parentOf] = [readerOf(Element, 'previousElementSibling'), dom.parentElement];
  const localNameOf = readerOf(Element, 'localName');

  const computedOf = callerOf(Element, 'computedStyleMap');
  /** Whether a box cuts its content at a height that fits a page. */
  function isCutShort(element, { overflowY, position }) {
    if (overflowY === 'visible') return false;
    const isSet = (property, usual) => String(computedOf(element).get(property)) !== usual;
    return (
      isSet('height', 'auto') || isSet('max-height', 'none') || (position === 'absolute' && isSet('bottom', 'auto'))
    );
  }

  /** Returns whether the browser keeps all of a box on one page, or breaks its columns instead of pages. */
  function blocksBreaks(element, style) {
    const { display, position, columnCount, columnWidth, contain, writingMode } = style;
    if (['button', 'legend', 'svg'].includes(localNameOf(element))) return true;
    if (display === 'inline') return false;
    if (display.startsWith('inline-') || display === 'table-header-group' || display === 'table-footer-group')
      return true;
    if (position === 'fixed' || columnCount !== 'auto' || columnWidth !== 'auto') return true;
    if (/size|strict/.test(contain) || isCutShort(element, style)) return true;
    const around = parentOf(element);
    return around !== null && getComputedStyle(around).writingMode !== writingMode;
  }

  /** Returns whether the browser ignores the page break of an element. */
  function ignoresBreak(element, style, { isUnbroken }, isBefore) {
    const { display, position, float, columnSpan } = style;
    if (columnSpan === 'all') return false;
    if (isUnbroken || position === 'absolute' || position === 'fixed' || float !== 'none') return true;
    const name = localNameOf(element);
    if (name === 'br') return !getBroken(element);
    if (name === 'legend' || (isBefore && display === 'table-caption')) return true;
    if (display === 'contents' || display.startsWith('inline') || display.startsWith('ruby')) return true;
    return isBefore && isBesideAnother(element);
  }

  const nextOf = readerOf(Element, 'nextElementSibling');
  const getBroken = (line) => {
    const next = nextOf(line);
    return next !== null && localNameOf(next) === 'toolpress-break';
  };

  /** Returns whether an item of a row is beside the item before it. */
  function isBesideAnother(element) {
    const around = parentOf(element);
    const previous = previousOf(element);
    if (around === null || previous === null || !/flex|grid/.test(getComputedStyle(around).display)) return false;
    const [one, other] = [previous, element].map(dom.getBoundingClientRect);
    return one.top < other.bottom && other.top < one.bottom && one.width > 0 && other.width > 0;
  }

  return { blocksBreaks, ignoresBreak };
}
