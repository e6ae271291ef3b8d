/*
 * What there is to stand on pages, for `footnotes.js`: the lines, rows and boxes of a document in their order. They are looked at
 * once, as they lie one below the other; in it nothing is changed, as each change has the browser lay all of it out again.
 */
globalThis.footnoteUnits = ({ NOTES, notes }) => {
  /** They may leave a page blank. */
  const SIDED = ['left', 'right', 'recto', 'verso'];
  const FORCED = ['always', 'page', 'all', ...SIDED];
  const AVOID = ['avoid', 'avoid-page'];
  const REPLACED = ['IMG', 'SVG', 'CANVAS', 'VIDEO', 'IFRAME', 'OBJECT', 'EMBED', 'INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'HR', 'METER', 'PROGRESS', 'MATH'];

  /** Every range there is costs each change to a text. */
  const range = document.createRange();

  const units = [];
  /** Notes that are called before anything stands on a page. */
  const early = [];

  const styles = new Map();
  /** What counts of an element's style in breaking pages, read once. */
  function styleOf(element) {
    let style = styles.get(element);
    if (style === undefined) {
      const { breakBefore, breakAfter, breakInside, display, lineHeight, marginTop, orphans, page, widows, whiteSpaceCollapse } = getComputedStyle(element);
      style = { breakBefore, breakAfter, breakInside, display, lineHeight, marginTop: Number.parseFloat(marginTop) || 0, orphans: Number(orphans), page, widows: Number(widows), whiteSpaceCollapse };
      styles.set(element, style);
    }
    return style;
  }

  const isOutOfFlow = ({ float, position }) => float !== 'none' || position === 'absolute' || position === 'fixed';

  /** Whether its content can't be parted by breaks that lie between its children, or is none of ours to part. */
  function isWhole(element, style) {
    const { display, columnCount, columnWidth, flexDirection, flexWrap, gridTemplateColumns, writingMode } = style;
    if (REPLACED.includes(dom.tagName(element).toUpperCase())) return true;
    if (display === 'table-row' || display.startsWith('inline-')) return true;
    if (display === 'flex') return !(flexDirection === 'column' && flexWrap === 'nowrap');
    if (display === 'grid') return gridTemplateColumns.split(' ').length > 1;
    return columnCount !== 'auto' || columnWidth !== 'auto' || writingMode !== 'horizontal-tb';
  }

  /** The notes that an element, or what is left out as it is out of the flow, calls: where the number shows. */
  function calledIn(element) {
    const calls = dom.classList(element).contains('footnote-call') ? [element] : dom.getElementsByClassName(element, 'footnote-call');
    return [...calls].flatMap((call) => (notes.has(call) && call.checkVisibility({ visibilityProperty: true }) ? notes.get(call) : []));
  }

  /** Notes of what is no unit itself belong to the one before. */
  const callThere = (called, unit = units.at(-1)) => (unit?.notes ?? early).push(...called);

  function add(unit) {
    units.push({ index: units.length, canBreak: true, isForced: false, margin: 0, shift: 0, ...unit, notes: [...early.splice(0), ...(unit.notes ?? [])] });
    return units.at(-1);
  }

  /** Walks through the flow; text becomes lines. */
  function collect(element, block, { display }) {
    const inBlock = display === 'inline' || display === 'contents' ? block : { element, lines: [] };
    for (const child of dom.childNodes(element)) {
      const type = dom.nodeType(child);
      if (type === Node.TEXT_NODE) collectText(child, inBlock);
      if (type !== Node.ELEMENT_NODE || dom.tagName(child).toLowerCase() === NOTES) continue;
      const own = getComputedStyle(child);
      if (own.display === 'none') continue;
      if (notes.has(child)) {
        collectText(child.firstChild, inBlock);
        callThere(calledIn(child), inBlock.lines.at(-1));
      } else if (isOutOfFlow(own)) callThere(calledIn(child));
      else if (isWhole(child, own)) collectWhole(child, own, inBlock);
      else collect(child, inBlock, own);
    }
  }

  function collectWhole(element, { display }, block) {
    const { top, bottom, height } = dom.getBoundingClientRect(element);
    const line = block.lines.at(-1);
    const isInline = display === 'inline' || display.startsWith('inline-');
    if (isInline && line !== undefined && top < line.bottom) {
      line.bottom = Math.max(line.bottom, bottom);
      line.notes.push(...calledIn(element));
      return;
    }
    if (height === 0) return void callThere(calledIn(element));
    const unit = add({ element, top, bottom, notes: calledIn(element), isWhole: true, ...(isInline && { block, line: block.lines.length }) });
    if (!isInline) return;
    unit.canBreak = block.lines.length === 0;
    block.lines.push(unit);
  }

  /** Lines of a text: how high they are. Where in it they begin is looked for where that counts, see `footnote-lines.js`. */
  function collectText(text, block) {
    if (!/\S/.test(text.data)) return;
    range.selectNodeContents(text);
    for (const { top, bottom, width, height } of range.getClientRects()) {
      if (width === 0 || height === 0) continue;
      let line = block.lines.at(-1);
      if (line !== undefined && top < line.bottom - height / 2) line.bottom = Math.max(line.bottom, bottom);
      else {
        const lead = Math.max(0, (Number.parseFloat(styleOf(text.parentElement).lineHeight) || 0) - height);
        line = add({ element: text.parentElement, top, bottom: bottom + lead / 2, block, line: block.lines.length, parts: [] });
        block.lines.push(line);
      }
      if (line.parts?.at(-1)?.text !== text) line.parts?.push({ text, top });
    }
  }

  /** Which units begin pages by the document's own rules, and before which no page may begin. */
  function judge() {
    const edges = new Map(); // by element, the first and the last unit in it
    for (const { index, element: own } of units)
      for (let element = own; element !== null && element !== document.documentElement; element = dom.parentElement(element)) {
        const edge = edges.get(element);
        if (edge === undefined) edges.set(element, { first: index, last: index });
        else edge.last = index;
      }
    const chainOf = (at, edge) => {
      const chain = [];
      for (let element = units[at]?.element; element && element !== document.body && edges.get(element)?.[edge] === at; element = dom.parentElement(element)) chain.push(element);
      return chain;
    };
    const says = (elements, property, values) => elements.some((element) => values.includes(styleOf(element)[property]));
    for (const unit of units) {
      const { index, block, line = 0 } = unit;
      const chain = chainOf(index, 'first');
      const before = chainOf(index - 1, 'last');
      unit.target = line > 0 ? undefined : chain.at(-1);
      unit.isForced = index > 0 && (says(chain, 'breakBefore', FORCED) || says(before, 'breakAfter', FORCED) || styleOf(unit.element).page !== styleOf(units[index - 1].element).page);
      unit.margin = Math.max(0, ...chain.map((element) => styleOf(element).marginTop));
      if (index === 0) Object.assign(unit, { isForced: true, margin: unit.top });
      if (says(chain, 'breakBefore', AVOID) || says(before, 'breakAfter', AVOID)) unit.canBreak = false;
      if (line > 0) {
        const { orphans, widows } = styleOf(block.element);
        if (line < orphans || block.lines.length - line < widows) unit.canBreak = false;
      }
      for (let element = unit.element; element !== null && element !== document.body; element = dom.parentElement(element)) {
        if (edges.get(element)?.first === index) continue;
        const { breakInside, display } = styleOf(element);
        if (AVOID.includes(breakInside) || display === 'table-header-group') unit.canBreak = false;
      }
      const head = dom.closest(unit.element, 'table')?.tHead;
      if (head && edges.get(head)?.last === index - 1) unit.canBreak = false;
      if (unit.target === undefined && unit.parts === undefined) unit.canBreak = false;
    }
  }

  function collectAll() {
    units.length = 0;
    styles.clear();
    collect(document.body, undefined, getComputedStyle(document.body));
    if (early.length > 0) add({ element: document.body, top: 0, bottom: 0 });
    judge();
  }

  const areAlike = () => [...styles.values()].every(({ page, breakBefore, breakAfter }) => page === 'auto' && !SIDED.includes(breakBefore) && !SIDED.includes(breakAfter));

  return { units, styleOf, areAlike, collectAll };
};
