/** Finds page breaks that the browser ignores. */
import * as dom from '../shared/dom.js';

/** Whether a box cuts its content at a height that fits a page. */
function isCutShort(element: Element, { overflowY, position }: CSSStyleDeclaration): boolean {
  if (overflowY === 'visible') return false;
  const isSet = (property: string, usual: string) => dom.computed(element, property) !== usual;
  return isSet('height', 'auto') || isSet('max-height', 'none') || (position === 'absolute' && isSet('bottom', 'auto'));
}

/** Returns whether the browser keeps all of a box on one page, or breaks its columns instead of pages. */
export function blocksBreaks(element: Element, style: CSSStyleDeclaration): boolean {
  const { display, position, columnCount, columnWidth, contain, writingMode } = style;
  if (['button', 'legend', 'svg'].includes(dom.localName(element))) return true;
  if (display === 'inline') return false;
  if (display.startsWith('inline-') || display === 'table-header-group' || display === 'table-footer-group')
    return true;
  if (position === 'fixed' || columnCount !== 'auto' || columnWidth !== 'auto') return true;
  if (/size|strict/.test(contain) || isCutShort(element, style)) return true;
  const around = dom.parentElement(element);
  return around !== null && getComputedStyle(around).writingMode !== writingMode;
}

/** Returns whether the browser ignores the page break of an element. */
export function ignoresBreak(
  element: Element,
  style: CSSStyleDeclaration,
  isUnbroken: boolean,
  isBefore: boolean,
): boolean {
  const { display, position, float, columnSpan } = style;
  if (columnSpan === 'all') return false;
  if (isUnbroken || position === 'absolute' || position === 'fixed' || float !== 'none') return true;
  const name = dom.localName(element);
  if (name === 'br') return !isBroken(element);
  if (name === 'legend' || (isBefore && display === 'table-caption')) return true;
  if (display === 'contents' || display.startsWith('inline') || display.startsWith('ruby')) return true;
  return isBefore && isBesideAnother(element);
}

/** Returns whether a line has become a page break. */
function isBroken(line: Element): boolean {
  const next = dom.nextElementSibling(line);
  return next !== null && dom.localName(next) === 'toolpress-break';
}

/** Returns whether an item of a row is beside the item before it. */
function isBesideAnother(element: Element): boolean {
  const around = dom.parentElement(element);
  const previous = dom.previousElementSibling(element);
  if (around === null || previous === null || !/flex|grid/.test(getComputedStyle(around).display)) return false;
  const [one, other] = [dom.getBoundingClientRect(previous), dom.getBoundingClientRect(element)];
  return one.top < other.bottom && other.top < one.bottom && one.width > 0 && other.width > 0;
}
