/*
 * Collects the lines, rows and boxes of a document in order, for `footnotes.js`. It changes nothing, because each change causes a layout of
 * the whole document.
 */
function footnoteUnits({ NOTES, notes }) {
  /** Breaks that may leave a page blank. */
  const SIDED = ['left', 'right', 'recto', 'verso'];
  const FORCED = ['always', 'page', 'all', ...SIDED];
  const AVOID = ['avoid', 'avoid-page'];
  const REPLACED = [
    'IMG',
    'SVG',
    'CANVAS',
    'VIDEO',
    'IFRAME',
    'OBJECT',
    'EMBED',
    'INPUT',
    'TEXTAREA',
    'SELECT',
    'BUTTON',
    'HR',
    'METER',
    'PROGRESS',
    'MATH',
  ];

  /** One range for all. Each existing range slows down every change to a text. */
  const range = document.createRange();

  const units = [];
  /** The references by the indexes of notes. */
  const callOf = new Map();
  /** Notes that are referenced before the first unit. */
  const early = [];

  const styles = new Map();
  /** Returns the parts of an element's style that matter for page breaks. They are read once. */
  function styleOf(element) {
    let style = styles.get(element);
    if (style === undefined) {
      const {
        breakBefore,
        breakAfter,
        breakInside,
        display,
        lineHeight,
        marginTop,
        orphans,
        widows,
        whiteSpaceCollapse,
      } = getComputedStyle(element);
      style = {
        breakBefore,
        breakAfter,
        breakInside,
        display,
        lineHeight,
        marginTop: Number.parseFloat(marginTop) || 0,
        orphans: Number(orphans),
        widows: Number(widows),
        whiteSpaceCollapse,
      };
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

  /** What takes a shadow: in it, room is kept below a child without another parent for it, which selectors would miss. */
  const HOSTS = ['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'header', 'main', 'nav', 'section'];
  const isVisible = (overflow) => overflow === 'visible' || overflow === 'clip';

  /** Whether the browser parts it between pages, and room for notes can be kept below each part. */
  function isParted(element, { display, breakInside, columnCount, columnWidth, overflowX, overflowY, writingMode }) {
    const isMultiple = columnCount !== 'auto' || columnWidth !== 'auto';
    if (
      !(display === 'flex' || display === 'grid' || (isMultiple && display === 'block')) ||
      writingMode !== 'horizontal-tb'
    )
      return false;
    if (AVOID.includes(breakInside) || !isVisible(overflowX) || !isVisible(overflowY)) return false;
    const parent = dom.parentElement(element);
    const hasText = [...dom.childNodes(parent)].some(
      (child) => dom.nodeType(child) === Node.TEXT_NODE && /\S/.test(child.data),
    );
    return (
      HOSTS.includes(dom.tagName(parent).toLowerCase()) &&
      ['block', 'flow-root'].includes(getComputedStyle(parent).display) &&
      !hasText
    );
  }

  /** How far down an element each of its notes is called; in columns, as if they were filled one after another on each page. */
  function callsIn(element, called, { columnCount, columnWidth, columnGap, direction, display }) {
    const box = dom.getBoundingClientRect(element);
    const gap = Number.parseFloat(columnGap) || 16;
    const most =
      columnWidth === 'auto'
        ? Number(columnCount)
        : Math.floor((box.width + gap) / (Number.parseFloat(columnWidth) + gap));
    const columns = display === 'block' ? Math.max(1, Math.min(most || 1, Number(columnCount) || most)) : 1;
    return called.map((index) => {
      const call = dom.getBoundingClientRect(callOf.get(index));
      const across = (direction === 'rtl' ? box.right - call.right : call.left - box.left) / (box.width + gap);
      const column = Math.min(Math.max(Math.floor(across * columns), 0), columns - 1);
      return Math.max(0, column * box.height + call.top - box.top) / columns;
    });
  }

  /** The notes that an element, or what is left out as it is out of the flow, calls: where the number shows. */
  function calledIn(element) {
    const calls = dom.classList(element).contains('footnote-call')
      ? [element]
      : dom.getElementsByClassName(element, 'footnote-call');
    return [...calls].flatMap((call) =>
      notes.has(call) && call.checkVisibility({ visibilityProperty: true }) ? notes.get(call) : [],
    );
  }

  /** Notes of what is no unit itself belong to the one before. */
  const callThere = (called, unit = units.at(-1)) => (unit?.notes ?? early).push(...called);

  function add(unit) {
    units.push({
      index: units.length,
      canBreak: true,
      isForced: false,
      margin: 0,
      shift: 0,
      ...unit,
      notes: [...early.splice(0), ...(unit.notes ?? [])],
    });
    return units.at(-1);
  }

  /**
   * Walks through the flow; text becomes lines.
   *
   * @param page the name of the pages that it stands on.
   */
  function collect(element, block, { display }, page) {
    const inBlock = display === 'inline' || display === 'contents' ? block : { element, lines: [] };
    for (const child of dom.childNodes(element)) {
      const type = dom.nodeType(child);
      if (type === Node.TEXT_NODE) collectText(child, inBlock, page);
      if (type !== Node.ELEMENT_NODE || dom.tagName(child).toLowerCase() === NOTES) continue;
      const own = getComputedStyle(child);
      if (own.display === 'none') continue;
      const there = own.page === 'auto' ? page : own.page;
      if (notes.has(child)) {
        collectText(child.firstChild, inBlock, page);
        callThere(calledIn(child), inBlock.lines.at(-1));
      } else if (isOutOfFlow(own)) callThere(calledIn(child));
      else if (isWhole(child, own)) collectWhole(child, own, inBlock, there);
      else collect(child, inBlock, own, there);
    }
  }

  function collectWhole(element, style, block, page) {
    const { display } = style;
    const { top, bottom, height } = dom.getBoundingClientRect(element);
    const line = block.lines.at(-1);
    const isInline = display === 'inline' || display.startsWith('inline-');
    if (isInline && line !== undefined && top < line.bottom) {
      line.bottom = Math.max(line.bottom, bottom);
      line.notes.push(...calledIn(element));
      return;
    }
    if (height === 0) return void callThere(calledIn(element));
    const called = calledIn(element);
    const calls = !isInline && isParted(element, style) ? callsIn(element, called, style) : undefined;
    const unit = add({
      element,
      top,
      bottom,
      page,
      notes: called,
      calls,
      isWhole: true,
      ...(isInline && { block, line: block.lines.length }),
    });
    if (!isInline) return;
    unit.canBreak = block.lines.length === 0;
    block.lines.push(unit);
  }

  /** Lines of a text: how high they are. Where in it they begin is looked for where that counts, see `footnote-lines.js`. */
  function collectText(text, block, page) {
    if (!/\S/.test(text.data)) return;
    range.selectNodeContents(text);
    for (const { top, bottom, width, height } of range.getClientRects()) {
      if (width === 0 || height === 0) continue;
      let line = block.lines.at(-1);
      if (line !== undefined && top < line.bottom - height / 2) line.bottom = Math.max(line.bottom, bottom);
      else {
        const lead = Math.max(0, (Number.parseFloat(styleOf(text.parentElement).lineHeight) || 0) - height);
        line = add({
          element: text.parentElement,
          top,
          bottom: bottom + lead / 2,
          lead: lead / 2,
          page,
          block,
          line: block.lines.length,
          parts: [],
        });
        block.lines.push(line);
      }
      if (line.parts?.at(-1)?.text !== text) line.parts?.push({ text, top });
    }
  }

  /** Which units begin pages by the document's own rules, and before which no page may begin. */
  function judge() {
    const edges = new Map(); // by element, the first and the last unit in it
    for (const { index, element: own } of units)
      for (
        let element = own;
        element !== null && element !== document.documentElement;
        element = dom.parentElement(element)
      ) {
        const edge = edges.get(element);
        if (edge === undefined) edges.set(element, { first: index, last: index });
        else edge.last = index;
      }
    const chainOf = (at, edge) => {
      const chain = [];
      for (
        let element = units[at]?.element;
        element && element !== document.body && edges.get(element)?.[edge] === at;
        element = dom.parentElement(element)
      )
        chain.push(element);
      return chain;
    };
    const says = (elements, property, values) =>
      elements.some((element) => values.includes(styleOf(element)[property]));
    for (const unit of units) {
      const { index, block, line = 0 } = unit;
      const chain = chainOf(index, 'first');
      const before = chainOf(index - 1, 'last');
      unit.target = line > 0 ? undefined : chain.at(-1);
      unit.isForced =
        index > 0 &&
        (says(chain, 'breakBefore', FORCED) ||
          says(before, 'breakAfter', FORCED) ||
          unit.page !== units[index - 1].page);
      unit.margin = Math.max(0, ...chain.map((element) => styleOf(element).marginTop));
      if (index === 0) Object.assign(unit, { isForced: true, margin: unit.top });
      if (says(chain, 'breakBefore', AVOID) || says(before, 'breakAfter', AVOID)) unit.canBreak = false;
      if (line > 0) {
        const { orphans, widows } = styleOf(block.element);
        if (line < orphans || block.lines.length - line < widows) unit.canBreak = false;
      }
      for (
        let element = unit.element;
        element !== null && element !== document.body;
        element = dom.parentElement(element)
      ) {
        if (edges.get(element)?.first === index) continue;
        const { breakInside, display } = styleOf(element);
        if (AVOID.includes(breakInside) || display === 'table-header-group') unit.canBreak = false;
      }
      for (
        let element = dom.parentElement(unit.element);
        unit.calls && element !== null && element !== document.body;
        element = dom.parentElement(element)
      )
        if (AVOID.includes(styleOf(element).breakInside)) unit.calls = undefined;
      const head = dom.closest(unit.element, 'table')?.tHead;
      if (head && edges.get(head)?.last === index - 1) unit.canBreak = false;
      if (unit.target === undefined && unit.parts === undefined) unit.canBreak = false;
    }
  }

  /** Forgets what was collected, and collects what is in an element. */
  function collectAll(root = document.body) {
    units.length = 0;
    styles.clear();
    const style = getComputedStyle(root);
    for (const [call, indexes] of notes) for (const index of indexes) callOf.set(index, call);
    collect(root, undefined, style, style.page);
    if (early.length > 0) add({ element: root, top: 0, bottom: 0, page: 'auto' });
    judge();
  }

  /** @returns the names of pages that something stands on, in their order, and the one that holds where no element names another. */
  function pageNames() {
    const names = new Set();
    const look = (element, page) => {
      for (const child of dom.childNodes(element)) {
        const type = dom.nodeType(child);
        if (type === Node.TEXT_NODE && /\S/.test(child.data)) names.add(page);
        if (type !== Node.ELEMENT_NODE) continue;
        const own = getComputedStyle(child);
        if (own.display === 'none') continue;
        const there = own.page === 'auto' ? page : own.page;
        if (REPLACED.includes(dom.tagName(child).toUpperCase())) names.add(there);
        else look(child, there);
      }
    };
    const usual = getComputedStyle(document.body).page;
    look(document.body, usual);
    return { names: names.size === 0 ? [usual] : [...names], usual };
  }

  return { units, styleOf, pageNames, collectAll };
}
