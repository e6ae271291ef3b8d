/*
 * Changes boxes whose content paper can show and a screen can't, for `printed-content.js`: boxes that scroll grow, and page breaks at `br` break.
 */
function printedBoxes() {
  /** How far content may reach over the edge of a box, in pixels. */
  const TOLERANCE = 2;
  const [scrollWidthOf, scrollHeightOf, clientWidthOf, clientHeightOf] = [
    'scrollWidth',
    'scrollHeight',
    'clientWidth',
    'clientHeight',
  ].map((name) => readerOf(Element, name));
  const computedOf = callerOf(Element, 'computedStyleMap');

  const body = readerOf(Document, 'body')(document);
  const root = readerOf(Document, 'documentElement')(document);
  const all = callerOf(Document, 'getElementsByTagName');
  const create = callerOf(Document, 'createElement');

  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const clips = (overflow) => overflow !== 'visible';
  /** Whether the overflow of the body is that of the window, which does not clip on paper. */
  const isOfWindow = (element) => {
    const { overflowX, overflowY } = getComputedStyle(root);
    return element === root || (element === body && !clips(overflowX) && !clips(overflowY));
  };
  const set = (element, styles) => {
    const style = dom.style(element);
    for (const [property, value] of Object.entries(styles)) style?.setProperty(property, value, 'important');
  };
  const computed = (element, property) => String(computedOf(element).get(property));

  /** Returns whether an axis has more content than the box shows. A box that shows nothing is closed by intention. */
  const overflowsX = (element) =>
    clientWidthOf(element) > 1 && scrollWidthOf(element) > clientWidthOf(element) + TOLERANCE;
  const overflowsY = (element) =>
    clientHeightOf(element) > 1 && scrollHeightOf(element) > clientHeightOf(element) + TOLERANCE;

  /** Finds boxes that scroll to more content. The body is one even with `hidden`: that keeps a window from scrolling. */
  function findScrolled() {
    const found = [];
    for (const element of all(document, '*')) {
      const { overflowX, overflowY } = getComputedStyle(element);
      if ((!clips(overflowX) && !clips(overflowY)) || isOfWindow(element)) continue;
      const x = scrolls(overflowX) && overflowsX(element);
      const y = (scrolls(overflowY) || element === body) && overflowsY(element);
      if (x || y) found.push({ element, x, y });
    }
    return found;
  }

  /** Returns styles that open a box in the axes in which it may clip. Its height is at least what it was. */
  function stylesOfOpen(element, { x, y }) {
    const { display, overflowX, overflowY, position } = getComputedStyle(element);
    const styles = {};
    if (y) {
      const height = computed(element, 'height');
      if (height !== 'auto') Object.assign(styles, { height: 'auto', 'min-height': height });
      Object.assign(styles, { 'max-height': 'none', 'flex-shrink': '0' });
      const isPlaced = position === 'absolute' || position === 'fixed';
      if (isPlaced && computed(element, 'top') !== 'auto') styles.bottom = 'auto';
      // A fixed box is cut at its page, and repeated on the next one.
      if (position === 'fixed') styles.position = 'absolute';
    }
    if (!clips(overflowX) && !clips(overflowY)) return styles;
    const opened = (overflow, isOpened) => (isOpened || scrolls(overflow) ? 'visible' : overflow);
    // `hidden` in one axis would clip in the other.
    const clipped = (overflow) => (overflow === 'visible' ? overflow : 'clip');
    const [across, down] = [opened(overflowX, x), opened(overflowY, y)].map(clipped);
    Object.assign(styles, { 'overflow-x': across, 'overflow-y': down });
    // The box still contains its floats.
    if (display === 'block') styles.display = 'flow-root';
    return styles;
  }

  /** Returns how lines and rows of boxes break that would be wider than their box. */
  function wrapOf(element) {
    const { display, flexDirection, flexWrap, whiteSpaceCollapse, textWrapMode } = getComputedStyle(element);
    const isRow = display.endsWith('flex') && flexDirection.startsWith('row') && flexWrap === 'nowrap';
    const lines = whiteSpaceCollapse === 'collapse' ? 'normal' : 'pre-wrap';
    return { styles: isRow ? { 'flex-wrap': 'wrap' } : {}, lines: textWrapMode === 'nowrap' ? lines : undefined };
  }
  const WRAPS = 'data-toolpress-wraps';
  const WRAPPING = ['normal', 'pre-wrap']
    .map(
      (value) =>
        `[${WRAPS}="${value}"], [${WRAPS}="${value}"] * { white-space: ${value} !important; overflow-wrap: anywhere !important }`,
    )
    .join(' ');

  /** Opens boxes, and those around them: what a box scrolls to was hidden behind their edges, too. Reads all before it changes any. */
  function grow() {
    const scrolled = findScrolled();
    const opened = { x: new Set(), y: new Set() };
    const changes = [];
    for (const { element, x, y } of scrolled) {
      if (x) changes.push({ element, ...wrapOf(element) });
      for (let box = element; box !== null && box !== root; box = dom.parentElement(box)) {
        const axes = { x: x && !opened.x.has(box), y: y && !opened.y.has(box) };
        if (!axes.x && !axes.y) break;
        if (axes.x) opened.x.add(box);
        if (axes.y) opened.y.add(box);
        changes.push({ element: box, styles: stylesOfOpen(box, axes) });
      }
    }
    for (const area of all(document, 'textarea')) {
      const height = `${scrollHeightOf(area) + TOLERANCE}px`;
      if (overflowsY(area))
        changes.push({ element: area, styles: { height, 'max-height': 'none', 'box-sizing': 'content-box' } });
    }
    for (const { element, styles, lines } of changes) {
      set(element, styles);
      if (lines) dom.setAttribute(element, WRAPS, lines);
    }
    return changes.length > 0;
  }

  const FORCED = new Set(['page', 'left', 'right', 'recto', 'verso']);
  const childrenOf = readerOf(Element, 'childElementCount');
  const [MOST_CHILDREN, MOST_AROUND] = [3, 5];
  /** Whether an element has nothing but a break. One with many children has more. */
  const isBlank = (element) => childrenOf(element) <= MOST_CHILDREN && !/\S/.test(dom.textContent(element));
  const FLOW = new Set(['inline', 'block', 'flow-root', 'list-item', 'table-cell']);
  const [previousOf, nextOf] = ['previousElementSibling', 'nextElementSibling'].map((name) => readerOf(Element, name));
  const pageOf = (element) => (element === null ? 'auto' : getComputedStyle(element).page);

  /** Makes `br` elements break pages, which browsers do only at blocks. Returns whether there are any. */
  function breakAtLines() {
    const changes = [];
    for (const line of [...all(document, 'br')]) {
      const { breakBefore, breakAfter, display } = getComputedStyle(line);
      if (display === 'none') continue;
      const isForced = FORCED.has(breakBefore) || FORCED.has(breakAfter);
      const isSection = /mso-break-type\s*:\s*section-break/i.test(dom.getAttribute(line, 'style') ?? '');
      if (!isForced && !isSection) continue;
      let around = line;
      for (let level = 0; level < MOST_AROUND; level++) {
        const outer = dom.parentElement(around);
        if (outer === null || outer === body || getComputedStyle(outer).display !== 'inline' || !isBlank(outer)) break;
        around = outer;
      }
      const [before, after] = [pageOf(previousOf(around)), pageOf(nextOf(around))];
      // Named pages break by themselves. A line between them would be a page of its own.
      if (before !== after && before !== 'auto' && after !== 'auto') changes.push({ hidden: around });
      else if (isForced && FLOW.has(getComputedStyle(dom.parentElement(line)).display))
        changes.push({ hidden: line, page: before });
    }
    for (const { hidden, page } of changes) {
      if (page !== undefined) {
        const block = create(document, 'toolpress-break');
        set(block, { all: 'initial', display: 'block', 'break-after': 'page', page });
        dom.after(hidden, block);
      }
      set(hidden, { display: 'none' });
    }
    return changes.length > 0;
  }

  /** Changes the document. Returns whether it has changed. */
  function change() {
    const isBroken = breakAtLines();
    const isGrown = grow();
    if (isGrown) {
      const style = create(document, 'style');
      style.textContent = `@layer toolpress-wraps { ${WRAPPING} }`;
      callerOf(Element, 'prepend')(readerOf(Document, 'head')(document), style);
    }
    return isBroken || isGrown;
  }

  return { change, clips, computed, isOfWindow, overflowsX, overflowsY, FORCED, body, root, all };
}
