/*
 * What there is to stand on pages, for `footnotes.js`: the lines, rows and boxes of a document in their order. They are looked at
 * once, as they lie one below the other; in it nothing is changed, as each change has the browser lay all of it out again.
 */
globalThis.footnoteUnits = ({ ID, NOTES, make, notes }) => {
  /** They may leave a page blank. */
  const SIDED = ['left', 'right', 'recto', 'verso'];
  const FORCED = ['always', 'page', 'all', ...SIDED];
  const AVOID = ['avoid', 'avoid-page'];
  const REPLACED = ['IMG', 'SVG', 'CANVAS', 'VIDEO', 'IFRAME', 'OBJECT', 'EMBED', 'INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'HR', 'METER', 'PROGRESS', 'MATH'];
  /** What may be parted from its neighbour at any character. */
  const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

  /** Every range there is costs each change to a text. */
  const range = document.createRange();

  const units = [];
  /** Notes that are called before anything stands on a page. */
  const early = [];
  /** Texts in which elements stand: what they were, and the nodes that have come after them. */
  const parted = new Map();

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
    if (REPLACED.includes(element.tagName.toUpperCase())) return true;
    if (display === 'table-row' || display.startsWith('inline-')) return true;
    if (display === 'flex') return !(flexDirection === 'column' && flexWrap === 'nowrap');
    if (display === 'grid') return gridTemplateColumns.split(' ').length > 1;
    return columnCount !== 'auto' || columnWidth !== 'auto' || writingMode !== 'horizontal-tb';
  }

  /** The notes that an element, or what is left out as it is out of the flow, calls: where the number shows. */
  function calledIn(element) {
    const calls = element.classList.contains('footnote-call') ? [element] : element.getElementsByClassName('footnote-call');
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
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) collectText(child, inBlock);
      if (child.nodeType !== Node.ELEMENT_NODE || child.tagName.toLowerCase() === NOTES) continue;
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
    const { top, bottom, height } = element.getBoundingClientRect();
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

  /** Lines of a text: how high they are. Where in it they begin is looked for where that counts, see `find`. */
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
      for (let element = own; element !== null && element !== document.documentElement; element = element.parentElement) {
        const edge = edges.get(element);
        if (edge === undefined) edges.set(element, { first: index, last: index });
        else edge.last = index;
      }
    const chainOf = (at, edge) => {
      const chain = [];
      for (let element = units[at]?.element; element && element !== document.body && edges.get(element)?.[edge] === at; element = element.parentElement) chain.push(element);
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
      for (let element = unit.element; element !== null && element !== document.body; element = element.parentElement) {
        if (edges.get(element)?.first === index) continue;
        const { breakInside, display } = styleOf(element);
        if (AVOID.includes(breakInside) || display === 'table-header-group') unit.canBreak = false;
      }
      const head = unit.element.closest('table')?.tHead;
      if (head && edges.get(head)?.last === index - 1) unit.canBreak = false;
      if (unit.target === undefined && unit.parts === undefined) unit.canBreak = false;
    }
  }

  /** @returns the first character of a text from one on that shows, and where it stands; undefined: there is none. */
  function shown({ text }, from) {
    for (let at = from; at < text.length; at++) {
      if (/\s/.test(text.data[at])) continue;
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { top, height } = range.getBoundingClientRect();
      if (height > 0) return { at, top };
    }
  }

  /** @returns the first character that a part of a line shows. */
  function beginning(part) {
    let [low, high] = [0, part.text.length];
    const isThere = (at) => (shown(part, at)?.top ?? Number.POSITIVE_INFINITY) >= part.top - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isThere(middle)) high = middle;
      else low = middle + 1;
    }
    return shown(part, low)?.at;
  }

  /**
   * Finds where lines begin, and in each a word to have a place in the PDF: not the first one, as an element at the very beginning
   * may have its own at the end of the line before.
   *
   * @returns of each whether a page may begin with it after all, the id that it has in the PDF then, and how far below its top
   *   stands what has the id.
   */
  function find(indices) {
    for (const unit of indices.map((index) => units[index])) {
      if (unit.isFound) continue;
      unit.isFound = true;
      if (unit.isWhole) unit.element.id ||= `${ID}unit-${unit.index}`;
      else if (unit.parts !== undefined) findIn(unit, unit.parts[0]);
    }
    return indices.map((index) => {
      const { canBreak, shift, isWhole, element, mark } = units[index];
      return { canBreak, shift, id: isWhole ? element.id : mark && `${ID}unit-${index}` };
    });
  }

  function findIn(unit, part) {
    const { data } = part.text;
    const at = beginning(part);
    if (at === undefined) return void (unit.canBreak = false);
    const [first] = data.slice(at).match(/^\S+/);
    // A word that is hyphenated can't be parted by an element.
    if (at === 0 || /[\s–—/-]/.test(data[at - 1]) || IDEOGRAPH.test(first.slice(0, 2))) unit.begin = at;
    else unit.canBreak = false;
    const isOn = (one, there) => one !== undefined && Math.abs(one.top - there.top) < 1;
    for (const other of unit.parts) {
      if (other.text.parentElement.classList.contains('footnote-call')) continue;
      const from = other === part ? shown(part, at + first.length) : shown(other, beginning(other) ?? other.text.length);
      if (!isOn(from, other)) continue;
      const [word] = other.text.data.slice(from.at).match(/^\S+/);
      unit.mark = { text: other.text, from: from.at, length: word.length };
      unit.shift = from.top - unit.top;
      return;
    }
    const [start] = first.match(/^\S\p{M}*(?=\p{L}|\p{N})/u) ?? [];
    if (start !== undefined && isOn(shown(part, at + start.length), part)) unit.mark = { text: part.text, from: at + start.length, length: 1 };
  }

  /**
   * Puts elements into the texts where lines begin, and around the words that are to have places.
   *
   * @returns the texts that begin with the former, by their units.
   */
  function part(begins, marked) {
    restore();
    const cuts = [...begins.map((unit) => ({ unit, text: unit.parts[0].text, from: unit.begin })), ...marked.flatMap((unit) => (unit.mark ? { unit, ...unit.mark } : []))];
    const beginnings = new Map();
    for (const { unit, text, from, length } of cuts.sort((one, other) => other.from - one.from)) {
      const { data, nodes } = parted.get(text) ?? { data: text.data, nodes: [] };
      parted.set(text, { data, nodes });
      if (length === undefined) {
        const isCollapsed = styleOf(text.parentElement).whiteSpaceCollapse === 'collapse';
        beginnings.set(unit, text.splitText(isCollapsed ? from : data.lastIndexOf('\n', from - 1) + 1));
        nodes.push(beginnings.get(unit));
        continue;
      }
      // It is none of the document's elements, for its tags.
      const marker = make('toolpress-line', { all: 'unset' }, { id: `${ID}unit-${unit.index}`, role: 'none' });
      const word = text.splitText(from);
      nodes.push(word.splitText(Math.min(length, word.length)), marker);
      word.replaceWith(marker);
      marker.append(word);
    }
    return beginnings;
  }

  /** Texts are what they were. */
  function restore() {
    for (const [text, { data, nodes }] of parted) {
      for (const node of nodes) node.remove();
      text.data = data;
    }
    parted.clear();
  }

  function collectAll() {
    units.length = 0;
    styles.clear();
    collect(document.body, undefined, getComputedStyle(document.body));
    if (early.length > 0) add({ element: document.body, top: 0, bottom: 0 });
    judge();
  }

  const areAlike = () => [...styles.values()].every(({ page, breakBefore, breakAfter }) => page === 'auto' && !SIDED.includes(breakBefore) && !SIDED.includes(breakAfter));

  return { units, areAlike, collectAll, find, part, restore };
};
