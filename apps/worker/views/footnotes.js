/*
 * Footnotes: runs in the browser, in a world of its own, in a document whose own scripts are off. `footnotes.ts` calls it and
 * decides what stands on which page; this says what there is to stand on pages, and puts it there.
 */
(() => {
  const ID = 'toolpress-';
  const NOTES = 'toolpress-footnotes';
  const FORCED = ['always', 'page', 'left', 'right', 'recto', 'verso', 'all'];
  const AVOID = ['avoid', 'avoid-page'];
  const REPLACED = ['IMG', 'SVG', 'CANVAS', 'VIDEO', 'IFRAME', 'OBJECT', 'EMBED', 'INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'HR', 'METER', 'PROGRESS', 'MATH'];
  /** What may be parted from its neighbour at any character. */
  const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

  /** Every range there is costs each change to a text. */
  const range = document.createRange();

  const notes = [];
  const units = [];
  /** Notes that are called before anything stands on a page. */
  const early = [];
  const undo = [];
  /** To the document, made when all of it has been looked at: after each of them the browser would lay it all out again. */
  const changes = [];
  const probes = [];
  const areas = [];

  const important = (element, declarations) => {
    for (const [property, value] of Object.entries(declarations)) element.style.setProperty(property, value, 'important');
    return element;
  };
  const make = (name, declarations, attributes = {}) => {
    const element = important(document.createElement(name), declarations);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    return element;
  };
  const absolute = { position: 'absolute', left: '0', right: 'auto', bottom: 'auto', margin: '0', float: 'none', transform: 'none', 'break-before': 'auto', 'break-after': 'auto' };

  /** Puts a number in the place of each note. @returns how many there are. */
  function begin(css) {
    const style = document.createElement('style');
    style.textContent = css;
    document.head.prepend(style);
    let count = 0;
    for (const source of document.body.querySelectorAll('[data-footnote]')) {
      if (source.parentElement.closest('[data-footnote]') !== null) continue;
      const mark = source.getAttribute('data-footnote').trim() || String(++count);
      const index = notes.length;
      const call = make('a', {}, { class: 'footnote-call', href: `#${ID}note-${index}`, id: source.id || `${ID}call-${index}`, role: 'doc-noteref' });
      call.textContent = mark;
      const note = make('div', {}, { class: 'footnote', id: `${ID}note-${index}`, role: 'doc-footnote' });
      const marker = make('a', {}, { class: 'footnote-marker', href: `#${encodeURIComponent(call.id)}` });
      marker.textContent = mark;
      note.append(marker, ' ', ...source.childNodes);
      // Marked for the tags of the PDF: see marks.ts of packages/document.
      const marked = /^(.*-tp-)note$/.exec(source.lang);
      if (marked) [call.lang, note.lang] = ['call', 'note'].map((name) => `${marked[1]}${name}${index % 500}`);
      source.replaceWith(call);
      notes.push({ call, note });
    }
    return notes.length;
  }

  /**
   * Puts next to nothing all down the flow, which shows what of it lies on which page; the first shows how wide the first page is,
   * the last where the document ends. What stands between the parts of the document shows how wide the pages are where these are.
   *
   * @returns where each stands in the flow; and in a window of how many pixels each of the latter ends where.
   */
  function probe(distance, more) {
    for (const one of probes.splice(0)) one.remove();
    const end = document.scrollingElement.scrollHeight * 1.5 * more + 4 * distance;
    const tops = Array.from({ length: Math.min(Math.ceil(end / distance), 400) }, (_, index) => index * distance);
    const small = { ...absolute, width: '1px', height: '1px' };
    for (const [index, top] of tops.entries()) {
      const left = index === 0 ? 'calc(100% - 1px)' : '0';
      probes.push(make(NOTES, { ...small, left, top: `${top}px` }, { id: `${ID}probe-${index}` }));
    }
    probes.push(make(NOTES, { ...small, top: 'auto' }, { id: `${ID}probe-end` }));
    const parts = [...document.body.children];
    const rights = [];
    for (let index = 0; index < parts.length; index += Math.ceil(parts.length / 60)) {
      const inFlow = { all: 'unset', display: 'block', height: '0' };
      const line = make(NOTES, inFlow);
      const right = make(NOTES, { ...inFlow, width: '1px', height: '1px', 'margin-left': 'auto' }, { id: `${ID}probe-right-${rights.length}` });
      line.append(right);
      parts[index].after(line);
      probes.push(line);
      rights.push(right);
    }
    document.body.append(...probes.filter(({ parentNode }) => parentNode === null));
    return { tops, width: innerWidth, rights: rights.map((one) => one.getBoundingClientRect().right) };
  }

  const rightEnds = () => probes.flatMap(({ firstChild }) => firstChild?.getBoundingClientRect().right ?? []);

  const change = () => {
    for (const one of changes.splice(0)) one();
  };

  /** How much room notes take, pixels, and what there is to stand on pages. */
  function measure() {
    for (const one of probes.splice(0)) one.remove();
    const area = make(NOTES, { ...absolute, display: 'flow-root', width: '100%', top: '0' }, { class: 'footnotes' });
    area.append(...notes.map(({ note }) => note));
    document.body.append(area);
    const tops = notes.map(({ note }) => note.getBoundingClientRect().top);
    const { height, bottom } = area.getBoundingClientRect();
    const heights = tops.map((top, index) => (tops[index + 1] ?? bottom) - top);
    const around = height - heights.reduce((sum, one) => sum + one, 0);
    area.remove();
    collect(document.body, undefined);
    if (early.length > 0) add({ element: document.body, top: 0, bottom: 0 });
    change();
    finish();
    change();
    const blocks = [...new Set(units.flatMap(({ block }) => block ?? []))];
    return {
      heights,
      around,
      units: units.map(({ id, top, bottom, canBreak, isForced, margin, shift, notes: own, block }) => ({ id, top, bottom, canBreak, isForced, margin, shift, notes: own, block: blocks.indexOf(block) })),
    };
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
  const calledIn = (element) => notes.flatMap(({ call }, index) => (element.contains(call) && call.checkVisibility({ visibilityProperty: true }) ? [index] : []));

  /** Notes of what is no unit itself belong to the one before. */
  const callThere = (called, unit = units.at(-1)) => (unit?.notes ?? early).push(...called);

  function add(unit) {
    const page = getComputedStyle(unit.element).page;
    units.push({ canBreak: true, isForced: false, margin: 0, shift: 0, page, ...unit, notes: [...early.splice(0), ...(unit.notes ?? [])] });
    return units.at(-1);
  }

  /** Walks through the flow; text becomes lines. `line` is the one that text goes on in. @returns it. */
  function collect(element, block) {
    const style = getComputedStyle(element);
    const inBlock = style.display === 'inline' || style.display === 'contents' ? block : { element, lines: [] };
    for (const child of [...element.childNodes]) {
      if (child.nodeType === Node.TEXT_NODE) collectText(child, inBlock);
      if (child.nodeType !== Node.ELEMENT_NODE || child.tagName.toLowerCase() === NOTES) continue;
      const own = getComputedStyle(child);
      if (own.display === 'none') continue;
      const index = notes.findIndex(({ call }) => call === child);
      if (index >= 0) {
        collectText(child.firstChild, inBlock);
        callThere(calledIn(child), inBlock.lines.at(-1));
      } else if (isOutOfFlow(own)) callThere(calledIn(child));
      else if (isWhole(child, own)) collectWhole(child, own, inBlock);
      else collect(child, inBlock);
    }
  }

  function collectWhole(element, { display }, block) {
    const { top, bottom, height } = element.getBoundingClientRect();
    const line = block.lines.at(-1);
    if ((display === 'inline' || display.startsWith('inline-')) && line !== undefined && top < line.bottom) {
      line.bottom = Math.max(line.bottom, bottom);
      line.notes.push(...calledIn(element));
      return;
    }
    if (height === 0) return void callThere(calledIn(element));
    element.id ||= `${ID}unit-${units.length}`;
    const isInline = display === 'inline' || display.startsWith('inline-');
    const unit = add({ element, top, bottom, notes: calledIn(element), id: element.id, block: isInline ? block : undefined });
    if (!isInline) return;
    unit.canBreak = block.lines.length === 0;
    block.lines.push(unit);
  }

  /**
   * Finds where lines begin: with a word that stands lower than the line before. The word after it gets an element, to have a
   * place in the PDF: an element at the very beginning may have its own at the end of the line before.
   */
  function collectText(text, block) {
    const box = (from, to) => {
      range.setStart(text, from);
      range.setEnd(text, to);
      return range.getBoundingClientRect();
    };
    const cuts = [];
    const isCall = text.parentElement.classList.contains('footnote-call');
    const { lineHeight, whiteSpaceCollapse } = getComputedStyle(text.parentElement);
    for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
      const first = box(index, index + 1);
      if (first.height === 0) continue;
      const isSplit = box(index, index + word.length).height > first.height * 1.5;
      for (let at = 0; at < (isSplit ? word.length : 1); at++) {
        const from = index + at;
        const to = isSplit ? from + 1 : from + word.length;
        const rect = at === 0 ? first : box(from, to);
        if (rect.height === 0) continue;
        const line = block.lines.at(-1);
        if (line !== undefined && rect.top < line.bottom - rect.height / 2) {
          line.bottom = Math.max(line.bottom, rect.bottom);
          if (line.id !== undefined || isCall) continue;
          line.id = `${ID}unit-${units.indexOf(line)}`;
          line.shift = rect.top - line.top;
          cuts.push({ unit: line, from, to });
          continue;
        }
        // A word that is hyphenated can't be parted by an element.
        const canBreak = at === 0 || IDEOGRAPH.test(word[at]) || /[-–—/]/.test(word[at - 1]);
        const height = Math.max(rect.height, Number.parseFloat(lineHeight) || 0);
        const unit = add({ element: text.parentElement, top: rect.top, bottom: rect.top + (rect.height + height) / 2, block, canBreak });
        block.lines.push(unit);
        if (canBreak) cuts.push({ unit, from, isStart: true });
      }
    }
    if (cuts.length > 0) changes.push(() => cut(text, cuts, whiteSpaceCollapse));
  }

  function cut(text, cuts, whiteSpaceCollapse) {
    const { data } = text;
    for (const { unit, from, to, isStart } of cuts.reverse()) {
      if (!isStart) mark(unit, text.splitText(from), to - from);
      else unit.begin = text.splitText(whiteSpaceCollapse === 'collapse' ? from : data.lastIndexOf('\n', from - 1) + 1);
    }
  }

  function mark(unit, text, length) {
    // It is none of the document's elements, for its tags.
    const marker = make('toolpress-line', { all: 'unset' }, { id: unit.id, role: 'none' });
    text.splitText(length);
    text.replaceWith(marker);
    marker.append(text);
  }

  /** Which units begin pages by the document's own rules, and before which no page may begin. */
  function finish() {
    const firsts = new Map(); // by element, the first and the last unit in it
    for (const [index, unit] of units.entries())
      for (let element = unit.element; element !== null && element !== document.documentElement; element = element.parentElement)
        firsts.set(element, { first: firsts.get(element)?.first ?? index, last: index });
    for (const [index, unit] of units.entries()) {
      if (unit.id === undefined && unit.begin !== undefined) {
        // The only word of its line: its first character may be no place, see `collectText`.
        const [start] = unit.begin.data.match(/^\s*\S\p{M}*(?=\p{L}|\p{N})/u) ?? [];
        if (start !== undefined) {
          unit.id = `${ID}unit-${index}`;
          changes.push(() => mark(unit, unit.begin.splitText(start.length), 1));
        }
      }
      const chainOf = (at, edge) => {
        const chain = [];
        for (let element = units[at]?.element; element && element !== document.body && firsts.get(element)?.[edge] === at; element = element.parentElement) chain.push(element);
        return chain;
      };
      const lines = unit.block?.lines ?? [];
      const line = lines.indexOf(unit);
      const chain = chainOf(index, 'first');
      const before = chainOf(index - 1, 'last');
      unit.target = line > 0 ? undefined : chain.at(-1);
      const says = (elements, property, values) => elements.some((element) => values.includes(getComputedStyle(element)[property]));
      unit.isForced = index > 0 && (says(chain, 'breakBefore', FORCED) || says(before, 'breakAfter', FORCED) || unit.page !== units[index - 1].page);
      unit.margin = Math.max(0, ...chain.map((element) => Number.parseFloat(getComputedStyle(element).marginTop) || 0));
      if (index === 0) Object.assign(unit, { isForced: true, margin: unit.top });
      if (says(chain, 'breakBefore', AVOID) || says(before, 'breakAfter', AVOID)) unit.canBreak = false;
      if (line > 0) {
        const { orphans, widows } = getComputedStyle(unit.block.element);
        if (line < Number(orphans) || lines.length - line < Number(widows)) unit.canBreak = false;
      }
      for (let element = unit.element; element !== null && element !== document.body; element = element.parentElement) {
        if (firsts.get(element)?.first === index) continue;
        const { breakInside, display } = getComputedStyle(element);
        if (AVOID.includes(breakInside) || display === 'table-header-group') unit.canBreak = false;
      }
      const head = unit.element.closest('table')?.tHead;
      if (head && firsts.get(head)?.last === index - 1) unit.canBreak = false;
      if (unit.target === undefined && unit.begin === undefined) unit.canBreak = false;
    }
  }

  /**
   * Begins pages before units, and puts notes on pages.
   *
   * @param breaks `[unit, rest]`: how much of the page is left there, pixels.
   * @param pages `{ top, height, width, notes }`: where in the flow their notes stand.
   */
  function apply(breaks, pages) {
    for (const back of undo.splice(0).reverse()) back();
    for (const one of [...areas.splice(0), ...probes.splice(0)]) one.remove();
    const style = (element, declarations) => {
      const before = element.getAttribute('style');
      undo.push(() => (before === null ? element.removeAttribute('style') : element.setAttribute('style', before)));
      important(element, declarations);
    };
    for (const [index, rest] of breaks) {
      const { target, begin: beginning, block } = units[index];
      if (target !== undefined) {
        style(target, { 'break-before': 'page', 'margin-top': '0' });
        continue;
      }
      // A paragraph goes on on the next page: what is left of this one is filled with nothing, as wide as the page.
      const filler = make('toolpress-line', { all: 'unset', float: 'inline-start', width: '100%', height: `${rest}px`, 'break-inside': 'avoid' });
      beginning.before(filler);
      undo.push(() => filler.remove());
      style(block.element, { widows: '1', orphans: '1' });
    }
    for (const { top, height, width, notes: own } of pages) {
      const place = { ...absolute, display: 'flow-root', width: `${width}px`, top: `${top}px`, height: `${height}px` };
      const area = make(NOTES, place, { class: 'footnotes', id: `${ID}footnotes-${areas.length}` });
      area.append(...own.map((index) => notes[index].note));
      areas.push(area);
    }
    document.body.append(...areas);
  }

  return { begin, probe, rightEnds, measure, apply };
})();
