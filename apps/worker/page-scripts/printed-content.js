/* Functions that `printed-content.ts` calls in a document, to find what paper does not show. */
function makePrintedContent() {
  const boxes = printedBoxes();
  const { body, root, clips } = boxes;
  const { cutEdges, pageEdges, mayMove, firstLost } = cutTexts(boxes);
  const breaks = ignoredBreaks();
  const { blocksBreaks, ignoresBreak } = breaks;
  const { coveredTexts, isCover } = coveringBoxes();
  const suspicious = suspiciousStyles(breaks, boxes, { mayMove });
  const [firstOf, nextOf, parentOf, typeOf] = ['firstChild', 'nextSibling', 'parentNode', 'nodeType'].map((name) =>
    readerOf(Node, name),
  );
  const localNameOf = readerOf(Element, 'localName');
  const dataOf = readerOf(CharacterData, 'data');

  /** Elements whose text is never printed as text. */
  const SILENT = new Set([
    'style',
    'script',
    'template',
    'noscript',
    'title',
    'desc',
    'option',
    'datalist',
    'textarea',
  ]);
  const SMALL = 'overflow: hidden';
  const MOST = 10;
  const MOST_WORK = 1_500_000;
  /** The largest number of words that a message quotes, and of their characters. */
  const [MOST_WORDS, MOST_CHARACTERS] = [6, 60];
  const quoted = (text) =>
    text.trim().split(/\s+/, MOST_WORDS).join(' ').slice(0, MOST_CHARACTERS).toWellFormed().trim();

  /** How an element is found again in the text of the document: by its place among those that are written alike. */
  const written = new Map();
  const keyOf = (element) => {
    const written = (name) => dom.getAttribute(element, name) ?? '';
    // Ids of the service are not in the text.
    return { tag: localNameOf(element), id: written('id').replace(/^toolpress-.*/, ''), classes: written('class') };
  };
  const nameOf = (element) => {
    const key = keyOf(element);
    const text = JSON.stringify(key);
    const nth = written.get(text) ?? 0;
    written.set(text, nth + 1);
    return { ...key, nth };
  };

  /** A list of what was found, with one entry for elements that are written alike. */
  function makeList() {
    const known = new Map();
    return {
      add(place, more, text) {
        const key = `${place.tag} ${place.id} ${place.classes} ${more.how ?? ''}`;
        const entry = known.get(key);
        if (entry) entry.count += 1;
        else if (known.size < MOST) known.set(key, { ...place, ...more, words: quoted(text), count: 1 });
      },
      get all() {
        return [...known.values()];
      },
    };
  }

  /** Walks the document once. What is known of an element is kept for its descendants. */
  function walk() {
    const [cut, breaks, wide, overlapping, outside] = Array.from({ length: 5 }, makeList);
    const [covers, texts] = [[], []];
    /** Texts that were cut, by the box that cuts them: only its first one is looked at closely. */
    const cutters = new Set();
    const hasMoved = doubtful === undefined || doubtful.moved.length > 0;
    const count = { shown: 0, hidden: 0 };
    const hiders = new Map();
    let pending = [];
    let isBegun = false;
    let isInMargin = false;
    /** The number of forced page breaks so far. */
    let section = 0;
    let namedPage = 'auto';

    /** Whether there is time to measure one more: the browser goes through all elements around. */
    let work = 0;
    const mayMeasure = () => {
      work += states.length;
      return work < MOST_WORK;
    };

    function enter(element, around) {
      const style = getComputedStyle(element);
      const place = nameOf(element);
      const state = { ...around, place, isLastOfSection: false };
      const hide = (how) => {
        if (state.hider === undefined) state.hider = { place, how };
      };
      state.isSilent ||= SILENT.has(place.tag);
      if (style.display === 'none') hide('display: none');
      if (Number(style.opacity) === 0) hide('opacity: 0');
      if (style.contentVisibility === 'hidden') hide('content-visibility: hidden');
      const isClosed = around.closed !== undefined && place.tag !== 'summary';
      if (isClosed) state.hider ??= { place: around.closed, how: 'details' };
      state.closed = place.tag === 'details' && dom.getAttribute(element, 'open') === null ? place : undefined;
      state.isInvisible = style.visibility !== 'visible' || style.fontSize === '0px';
      state.isDecoration ||= dom.getAttribute(element, 'aria-hidden') === 'true';
      if (style.display === 'none') return state;
      if (style.display === 'contents') {
        readBreaks(element, style, state);
        return state;
      }
      const { position } = style;
      if (position === 'fixed') {
        Object.assign(state, { edges: [], placedEdges: [], isClipped: false });
        isInMargin ||= state.hider === undefined && !state.isInvisible && mayMeasure() && reachesIntoMargin(element);
      } else if (position === 'absolute') {
        state.edges = state.placedEdges;
        state.isClipped = state.isPlacedClipped;
      }
      // What is placed elsewhere may be outside of the box that shows nothing.
      if (state.edges !== around.edges && state.hider?.how === SMALL) state.hider = undefined;
      // What is moved out of a box that clips is hidden by intention.
      const isMoved = hasMoved && !state.isClipped && mayMove(style) && mayMeasure();
      const outer = isMoved ? pageEdges(element, style, place, state.edges) : [];
      const isContent = !boxes.isOfWindow(element) && mayMeasure();
      if (
        isContent &&
        (clips(style.overflowX) || clips(style.overflowY) || /paint|strict|content/.test(style.contain))
      ) {
        state.isClipped = true;
        const found = cutEdges(element, style, place);
        if (found === undefined) hide(SMALL);
        else outer.push(...found);
      }
      if (outer.length > 0) state.edges = [...state.edges, ...outer].slice(-MOST);
      if (style.display === 'table') state.hasFixedColumns = style.tableLayout === 'fixed';
      if (state.hasFixedColumns && style.display === 'table-cell' && mayMeasure() && runsOver(element))
        overlapping.add(place, {}, dom.textContent(element));
      if (element instanceof HTMLInputElement && state.hider === undefined && mayMeasure()) readField(element, place);
      if (position !== 'static' || style.transform !== 'none')
        Object.assign(state, { placedEdges: state.edges, isPlacedClipped: state.isClipped });
      const isPlaced = position === 'fixed' || position === 'absolute';
      if (isPlaced && mayMeasure() && isCover(element, style, state))
        covers.push({ element, place, isFixed: position === 'fixed', section });
      if (element === body || element === root) return state;
      const { writingMode } = style;
      if (
        writingMode !== around.writingMode &&
        !writingMode.startsWith('horizontal') &&
        mayMeasure() &&
        isWide(element)
      )
        wide.add(place, { how: `writing-mode: ${writingMode}` }, '');
      state.writingMode = writingMode;
      readBreaks(element, style, state);
      state.isUnbroken ||= mayMeasure() && blocksBreaks(element, style);
      return state;
    }

    /** A field of one line can't grow. Only texts scroll in one. */
    function readField(field, place) {
      if (boxes.overflowsX(field)) cut.add(place, { how: 'a width' }, dom.getAttribute(field, 'value') ?? '');
    }

    /** Follows page breaks, and notes those that the browser ignores once there is something to part. */
    function readBreaks(element, style, state) {
      const { breakBefore, breakAfter, page } = style;
      const [isBefore, isAfter] = [boxes.FORCED.has(breakBefore), boxes.FORCED.has(breakAfter)];
      if (page !== namedPage) section += 1;
      namedPage = page;
      if (!(isBefore || isAfter) || !mayMeasure()) return;
      const { place } = state;
      const isOurs = place.tag === 'toolpress-break';
      if (
        (isBefore || isAfter) &&
        state.hider === undefined &&
        !isOurs &&
        ignoresBreak(element, style, state, isBefore)
      ) {
        if (isBegun || isAfter) pending.push({ place, how: isBefore ? 'break-before' : 'break-after' });
      } else if (isBefore && isBelow(element)) section += 1;
      if (isAfter) state.isLastOfSection = true;
    }

    function read(node, state) {
      const text = dataOf(node);
      if (state.isSilent || !/\S/.test(text)) return;
      const characters = text.replace(/\s+/g, '').length;
      const closed = state.closed && { place: state.closed, how: 'details' };
      const hider = state.hider ?? closed ?? (state.isInvisible && { place: state.place, how: 'visibility: hidden' });
      if (hider) {
        count.hidden += characters;
        const { place, how } = hider;
        const key = JSON.stringify([place.tag, place.id, place.classes]);
        const known = hiders.get(key);
        if (known) known.characters += characters;
        else hiders.set(key, { ...place, how, characters });
        return;
      }
      isBegun = true;
      for (const { place, how } of pending) breaks.add(place, { how }, text);
      pending = [];
      texts.push({ node, state, characters, section });
      count.shown += characters;
      if (state.isDecoration) return;
      const lost = state.edges.length === 0 || !mayMeasure() ? undefined : firstLost(node, state.edges, cutters);
      if (lost === undefined) return;
      cutters.add(lost.edge);
      const { place, how, side, isOfPage } = lost.edge;
      (isOfPage ? outside : cut).add(place, { how, side }, text.slice(wordAt(text, lost.at)));
    }

    const { writingMode } = getComputedStyle(body ?? root);
    const start = {
      edges: [],
      placedEdges: [],
      isClipped: false,
      isPlacedClipped: false,
      hider: undefined,
      isSilent: false,
      isUnbroken: false,
      hasFixedColumns: false,
      writingMode,
    };
    const states = [start];
    let node = body ?? root;
    for (;;) {
      const state = states.at(-1);
      const isElement = typeOf(node) === Node.ELEMENT_NODE;
      if (typeOf(node) === Node.TEXT_NODE) read(node, state);
      const first = isElement ? firstOf(node) : null;
      if (isElement) {
        const entered = enter(node, state);
        if (first !== null) {
          states.push(entered);
          node = first;
          continue;
        }
        if (entered.isLastOfSection) section += 1;
      }
      while (node !== body && node !== null && nextOf(node) === null) {
        node = parentOf(node);
        if (states.pop().isLastOfSection) section += 1;
      }
      if (node === body || node === null) break;
      node = nextOf(node);
    }
    return {
      cut: cut.all,
      breaks: breaks.all,
      wide: wide.all,
      overlapping: overlapping.all,
      outside: outside.all,
      isInMargin,
      covers,
      texts,
      count,
      hiders,
    };
  }

  /** Whether a fixed box is outside of the area of the content, but not as far as menus are that scripts move into the window. */
  function reachesIntoMargin(element) {
    const { left, top, right, bottom } = dom.getBoundingClientRect(element);
    if (right - left < 1 || bottom - top < 1) return false;
    const isOutside = Math.min(left, top, innerWidth - right, innerHeight - bottom) < -FAR_OUTSIDE;
    return isOutside && Math.min(right, bottom, innerWidth - left, innerHeight - top) > -OFF_PAGE;
  }
  const [FAR_OUTSIDE, OFF_PAGE] = [8, 180];

  /** Whether there is content above an element, without which it does not break. */
  const isBelow = (element) => dom.getBoundingClientRect(element).top > dom.getBoundingClientRect(body).top + 1;

  /** Whether vertical text reaches over an edge of its page, which it is not broken at in a horizontal document. */
  function isWide(element) {
    const { left, right } = dom.getBoundingClientRect(element);
    return right > 0 && left < innerWidth && (left < -MOST_OVER || right > innerWidth + MOST_OVER);
  }
  const MOST_OVER = 24;

  /** Returns where the word begins that has this character. */
  function wordAt(text, at) {
    let from = at;
    while (from > 0 && at - from < MOST_CHARACTERS && /\S/.test(text[from - 1])) from -= 1;
    return from;
  }

  /** What `mayLose` found; undefined for everything. */
  let doubtful;
  /** Says whether pages may lose something, without a layout; null of a document of too many elements. */
  const mayLose = (sources, most) => {
    if (isLarge(most)) return null;
    doubtful = suspicious.find(sources);
    return doubtful !== null;
  };

  /** Returns whether boxes that may lose text do not. Few of them are large, so their edges are enough. */
  function losesNothing({ clipping, placed, tables, moved }) {
    if (moved.some((element) => pageEdges(element, getComputedStyle(element), undefined, []).length > 0)) return false;
    // Tables may be in tables.
    for (const cell of new Set(tables.flatMap((table) => [...selectIn(table, 'td, th')])))
      if (runsOver(cell)) return false;
    for (const element of clipping) {
      if (boxes.overflowsX(element) || boxes.overflowsY(element)) return false;
      const { width, height } = dom.getBoundingClientRect(element);
      if (width < SMALL_BOX || height < SMALL_BOX) return false;
    }
    for (const element of placed) {
      const style = getComputedStyle(element);
      if (isCover(element, style, { hider: undefined })) return false;
      if (style.position === 'fixed' && reachesIntoMargin(element)) return false;
    }
    return true;
  }
  const SMALL_BOX = 2;

  const selectIn = callerOf(Element, 'querySelectorAll');
  const nextElementOf = readerOf(Element, 'nextElementSibling');
  /** Whether the text of a cell reaches into the text of the next one. A column of a fixed width does not grow with it. */
  function runsOver(cell) {
    const next = nextElementOf(cell);
    if (next === null || !boxes.overflowsX(cell) || !/\S/.test(dom.textContent(next))) return false;
    const { overflowX, direction } = getComputedStyle(cell);
    if (overflowX !== 'visible' || direction === 'rtl') return false;
    const [own, other] = [cell, next].map(edgesOfText);
    return own.right > other.left + OVER && own.top < other.bottom && other.top < own.bottom;
  }
  const OVER = 1;
  const rangeOf = (element) => {
    const range = new Range();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const walkerOf = callerOf(Document, 'createTreeWalker');
  const SEEN = /^(?:img|svg|input|canvas)$/;
  /** Returns the edges of what is seen in an element: boxes may be wider than their text. */
  function edgesOfText(element) {
    const edges = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    const walker = walkerOf(document, element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    const range = new Range();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element && !SEEN.test(localNameOf(node))) continue;
      range.selectNode(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (right === left) continue; // blanks
      edges.left = Math.min(edges.left, left);
      edges.right = Math.max(edges.right, right);
      edges.top = Math.min(edges.top, top);
      edges.bottom = Math.max(edges.bottom, bottom);
    }
    return edges;
  }

  const isLarge = (most) => boxes.all(document, '*').length > most;
  /** Changes the document so that paper shows more of it. */
  const change = (most) => {
    if (!isLarge(most)) boxes.change();
  };

  /**
   * Returns what the pages do not show. Changes the document if its pages are to show more.
   *
   * @param pages the most pages that the document may grow to; none if it must not change.
   */
  function look(pages) {
    if (doubtful !== undefined && losesNothing(doubtful)) return NOTHING;
    const isChanged = pages > 0 && boxes.change();
    if (isChanged && scrollHeightOf(scroller()) > pages * innerHeight) return { isTooLong: true };
    const { cut, breaks, wide, overlapping, outside, isInMargin, count, hiders, ...more } = walk();
    const hider = [...hiders.values()].reduce((one, other) => (one.characters >= other.characters ? one : other), {
      characters: 0,
    });
    return {
      isChanged,
      isInMargin,
      cut,
      breaks,
      wide,
      overlapping,
      outside,
      count,
      hider,
      covered: coveredTexts(more, makeList()),
    };
  }
  const scrollHeightOf = readerOf(Element, 'scrollHeight');
  const scroller = () => readerOf(Document, 'scrollingElement')(document) ?? root;

  const NOTHING = {
    isChanged: false,
    isInMargin: false,
    cut: [],
    breaks: [],
    wide: [],
    overlapping: [],
    outside: [],
    covered: [],
    count: { shown: 0, hidden: 0 },
    hider: { characters: 0 },
  };

  return { mayLose, change, look };
}

globalThis.printedContent = makePrintedContent();
