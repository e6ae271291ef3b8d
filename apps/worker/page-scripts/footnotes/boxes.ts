/** How elements take part in the flow of a document: what the browser parts between pages, and what it does not. */
import * as dom from '../shared/dom.js';

export const AVOID: readonly string[] = ['avoid', 'avoid-page'];

const REPLACED: ReadonlySet<string> = new Set(
  'IMG SVG CANVAS VIDEO IFRAME OBJECT EMBED INPUT TEXTAREA SELECT BUTTON HR METER PROGRESS MATH'.split(' '),
);
export const isReplaced = (element: Element): boolean => REPLACED.has(dom.tagName(element).toUpperCase());

/** What takes a shadow: in it, room is kept below a child without another parent for it, which selectors would miss. */
const HOSTS: ReadonlySet<string> = new Set(
  'article aside blockquote body div footer header main nav section'.split(' '),
);

export const isOutOfFlow = ({ float, position }: CSSStyleDeclaration): boolean =>
  float !== 'none' || position === 'absolute' || position === 'fixed';

/** Whether its content can't be parted by breaks that lie between its children, or is none of ours to part. */
export function isWhole(element: Element, style: CSSStyleDeclaration): boolean {
  const { display, columnCount, columnWidth, flexDirection, flexWrap, gridTemplateColumns, writingMode } = style;
  if (isReplaced(element)) return true;
  if (display === 'table-row' || display.startsWith('inline-')) return true;
  if (display === 'flex') return !(flexDirection === 'column' && flexWrap === 'nowrap');
  if (display === 'grid') return gridTemplateColumns.split(' ').length > 1;
  return columnCount !== 'auto' || columnWidth !== 'auto' || writingMode !== 'horizontal-tb';
}

const isVisible = (overflow: string): boolean => overflow === 'visible' || overflow === 'clip';

/** Whether the browser parts it between pages, and room for notes can be kept below each part. */
export function isParted(element: Element, style: CSSStyleDeclaration): boolean {
  const { display, breakInside, columnCount, columnWidth, overflowX, overflowY, writingMode } = style;
  const hasColumns = display === 'block' && (columnCount !== 'auto' || columnWidth !== 'auto');
  if (!(display === 'flex' || display === 'grid' || hasColumns) || writingMode !== 'horizontal-tb') return false;
  if (AVOID.includes(breakInside) || !isVisible(overflowX) || !isVisible(overflowY)) return false;
  const parent = dom.parentElement(element) as Element;
  const hasText = [...dom.childNodes(parent)].some((child) => dom.isText(child) && /\S/.test(child.data));
  return (
    HOSTS.has(dom.tagName(parent).toLowerCase()) &&
    ['block', 'flow-root'].includes(getComputedStyle(parent).display) &&
    !hasText
  );
}

/** Returns how far down an element each of its notes is called; in columns, as if they were filled one after another on each page. */
export function callsIn(element: Element, calls: readonly Element[], style: CSSStyleDeclaration): number[] {
  const { columnCount, columnWidth, columnGap, direction, display } = style;
  const box = dom.getBoundingClientRect(element);
  const gap = Number.parseFloat(columnGap) || 16;
  const most =
    columnWidth === 'auto'
      ? Number(columnCount)
      : Math.floor((box.width + gap) / (Number.parseFloat(columnWidth) + gap));
  const columns = display === 'block' ? Math.max(1, Math.min(most || 1, Number(columnCount) || most)) : 1;
  return calls.map((one) => {
    const call = dom.getBoundingClientRect(one);
    const across = (direction === 'rtl' ? box.right - call.right : call.left - box.left) / (box.width + gap);
    const column = Math.min(Math.max(Math.floor(across * columns), 0), columns - 1);
    return Math.max(0, column * box.height + call.top - box.top) / columns;
  });
}
