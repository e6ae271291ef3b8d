/*
 * Footnotes. `footnotes.ts` calls it and decides the contents of each page; this script measures them and puts them there.
 */
function makeFootnotes() {
  const ID = 'toolpress-';
  const NOTES = 'toolpress-footnotes';

  const important = (element, declarations) => {
    for (const [property, value] of Object.entries(declarations))
      dom.style(element).setProperty(property, value, 'important');
    return element;
  };
  const make = (name, declarations, attributes = {}) => {
    const element = important(document.createElement(name), declarations);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    return element;
  };
  const absolute = {
    position: 'absolute',
    left: '0',
    right: 'auto',
    bottom: 'auto',
    margin: '0',
    float: 'none',
    transform: 'none',
    'break-before': 'auto',
    'break-after': 'auto',
  };

  const notes = [];
  /** The indexes of notes by their references, each with the notes within it. */
  const calls = new Map();
  const { units, styleOf, pageNames, collectAll } = footnoteUnits({ NOTES, notes: calls });
  const lines = footnoteLines({ ID, make, units, styleOf });
  const parts = footnoteParts({ ID, NOTES, notes, important, make, lines });
  const room = footnoteRoom({ important, make });
  const undo = [];
  const probes = [];
  const areas = [];

  /** Replaces each note by a number. @returns the number of notes. */
  function begin(css) {
    const style = document.createElement('style');
    style.textContent = css;
    document.head.prepend(style);
    let count = 0;
    let called;
    for (const source of document.body.querySelectorAll('[data-footnote]')) {
      const isWithinNote = !dom.isConnected(source);
      const mark = dom.getAttribute(source, 'data-footnote').trim() || String(++count);
      const index = notes.length;
      const call = make(
        'a',
        {},
        {
          class: 'footnote-call',
          href: `#${ID}note-${index}`,
          id: dom.id(source) || `${ID}call-${index}`,
          role: 'doc-noteref',
        },
      );
      call.textContent = mark;
      const note = make('div', {}, { class: 'footnote', id: `${ID}note-${index}`, role: 'doc-footnote' });
      const marker = make('a', {}, { class: 'footnote-marker', href: `#${encodeURIComponent(call.id)}` });
      marker.textContent = mark;
      note.append(marker, ' ', ...dom.childNodes(source));
      // Marks for the tags of the PDF, see marks.ts of packages/document.
      const marked = /^(.*-tp-)note$/.exec(dom.getAttribute(source, 'lang') ?? '');
      if (marked) [call.lang, note.lang] = ['call', 'note'].map((name) => `${marked[1]}${name}${index % 500}`);
      dom.replaceWith(source, call);
      notes.push({ call, note });
      // A note within a note follows it directly.
      if (isWithinNote) called.push(index);
      else {
        called = [index];
        calls.set(call, called);
      }
    }
    return notes.length;
  }

  const removeAll = (elements) => {
    for (const one of elements.splice(0)) one.remove();
  };

  /**
   * Puts empty pages of each name in the place of the document, and next to nothing all down the flow, which shows what of it lies
   * on which page; the first shows how wide the first page is. What stands on each page in the flow shows how wide that is.
   *
   * @param names of the pages.
   * @returns where each stands in the flow; and in a window of how many pixels each of the latter ends where.
   */
  function probe(distance, names) {
    removeAll(probes);
    const count = Math.min(Math.ceil((names.length + 1) * 12), 400);
    const tops = Array.from({ length: count }, (_, index) => index * distance);
    const small = { ...absolute, width: '1px', height: '1px' };
    for (const [index, top] of tops.entries()) {
      const left = index === 0 ? 'calc(100% - 1px)' : '0';
      probes.push(make(NOTES, { ...small, left, top: `${top}px` }, { id: `${ID}probe-${index}` }));
    }
    const rights = names.map((page, index) => {
      const inFlow = { all: 'unset', display: 'block', height: '0' };
      const line = make(NOTES, index > 0 ? { ...inFlow, page, 'break-before': 'page' } : { ...inFlow, page });
      const right = make(
        NOTES,
        { ...inFlow, width: '1px', height: '1px', 'margin-left': 'auto' },
        { id: `${ID}probe-right-${index}` },
      );
      line.append(right);
      probes.push(line);
      return right;
    });
    document.body.append(...probes);
    const hidden = document.createElement('style');
    hidden.textContent = `body > :not(${NOTES}) { display: none !important }`;
    document.head.prepend(hidden);
    probes.push(hidden);
    return { tops, width: innerWidth, rights: rights.map((one) => one.getBoundingClientRect().right) };
  }

  const rightEnds = () => probes.flatMap(({ firstChild }) => firstChild?.getBoundingClientRect?.().right ?? []);

  /** Lays the document out as on its pages, one below the other. @param widths of pages, by name. */
  function layOut() {
    unapply();
    undo.push(...room.widen(laidOut.widths, laidOut.usual));
  }
  let laidOut = { widths: {}, usual: 0 };

  /**
   * Returns the heights of notes in pixels, and the units of the document.
   *
   * @param byName widths of pages.
   * @param usual the width of the window.
   * @param widths the widths of all pages.
   * @param long the least height of notes that may be split.
   */
  function measure(byName, usual, widths, long) {
    laidOut = { widths: byName, usual };
    layOut();
    // A draft is invisible; it is measured as if it were visible.
    const root = document.documentElement;
    const style = root.getAttribute('style');
    important(root, { visibility: 'visible' });
    const area = make(
      NOTES,
      { ...absolute, display: 'flow-root', 'box-sizing': 'border-box', top: '0' },
      { class: 'footnotes' },
    );
    area.append(...notes.map(({ note }) => note));
    document.body.append(area);
    parts.resume([]);
    const measured = widths.map((width) => parts.measure(important(area, { width: `${width}px` }), long));
    area.remove();
    collectAll();
    if (style === null) root.removeAttribute('style');
    else root.setAttribute('style', style);
    const blocks = new Map([[undefined, -1]]);
    for (const { block } of units) if (!blocks.has(block)) blocks.set(block, blocks.size - 1);
    return {
      ...Object.fromEntries(['heights', 'around', 'cuts'].map((name) => [name, measured.map((one) => one[name])])),
      callIds: notes.map(({ call }) => call.id),
      units: units.map(({ top, bottom, canBreak, isForced, margin, notes: own, block, page, calls }) => ({
        top,
        bottom,
        canBreak,
        isForced,
        margin,
        notes: own,
        block: blocks.get(block),
        page,
        calls,
      })),
    };
  }

  /** See `footnote-lines.js`: the document is as it was measured for it. */
  function find(indices) {
    layOut();
    return lines.find(indices);
  }

  const texts = () => notes.map(({ note }) => lines.digests()(note));

  function keep(indices) {
    unapply();
    return { lines: lines.keep(indices), cuts: parts.keep(), texts: texts() };
  }

  /** Resumes a layout. @returns undefined if notes may be higher than before. */
  function resume(kept) {
    if (String(kept.texts) !== String(texts())) return undefined;
    parts.resume(kept.cuts);
    return lines.resume(kept.lines);
  }

  function unapply() {
    for (const back of undo.splice(0).reverse()) back();
    removeAll(areas);
    removeAll(probes);
    lines.restore();
  }

  /**
   * Inserts page breaks before units, and notes on pages.
   *
   * @param breaks `[unit, rest]`: the free height of the page there, in pixels.
   * @param spans `[unit, reserve]`: the height to keep free on each page that the unit continues after, in pixels.
   * @param pages `{ top, height, width, parts }`: the areas of notes in the flow.
   * @param marked the units whose places are needed.
   */
  function apply(breaks, spans, pages, marked) {
    unapply();
    const style = (element, declarations) => {
      const before = dom.getAttribute(element, 'style');
      undo.push(() =>
        before === null ? dom.removeAttribute(element, 'style') : dom.setAttribute(element, 'style', before),
      );
      important(element, declarations);
    };
    const within = breaks.map(([index]) => units[index]).filter(({ target }) => target === undefined);
    const beginnings = lines.part(
      within,
      marked.map((index) => units[index]),
    );
    for (const [index, rest] of breaks) {
      const { target, block } = units[index];
      if (target !== undefined) {
        style(target, { 'break-before': 'page', 'margin-top': '0' });
        continue;
      }
      const beginning = beginnings.get(units[index]);
      const { textWrapMode } = getComputedStyle(beginning.parentNode);
      // A paragraph continues on the next page: the rest of this page is filled with an empty box of its width, so that unwrapped text is not
      // placed beside it.
      const filling = { float: 'inline-start', width: '100%', height: `${rest}px`, 'break-inside': 'avoid' };
      const filler = make('toolpress-line', {
        all: 'unset',
        ...(textWrapMode === 'nowrap' ? { display: 'block', 'break-before': 'page' } : filling),
      });
      beginning.before(filler);
      undo.push(() => filler.remove());
      style(block.element, { widows: '1', orphans: '1' });
    }
    undo.push(...room.keep(spans.map(([index, height]) => ({ element: units[index].element, height }))));
    for (const { top, height, width, parts: own } of pages) {
      const place = {
        ...absolute,
        display: 'flow-root',
        'box-sizing': 'border-box',
        width: `${width}px`,
        top: `${top}px`,
        height: `${height}px`,
      };
      const area = make(NOTES, place, { class: 'footnotes', id: `${ID}footnotes-${areas.length}` });
      area.append(...own.map(parts.make));
      areas.push(area);
    }
    document.body.append(...areas);
  }

  const discard = () => document.documentElement.remove();

  return { begin, pageNames, probe, rightEnds, measure, find, keep, resume, apply, discard };
}

globalThis.footnotes = makeFootnotes();
