/*
 * Heights and split points of notes, for `footnotes.js`. A note that continues on the next page is copied, and each copy keeps only the
 * content of its page.
 */
function footnoteParts({ ID, NOTES, notes, important, make: create, lines }) {
  /** The largest number of lines on 50 pages. */
  const MOST_CUTS = 3000;

  /** The split points of each note, for each width of pages. */
  const cuts = [];

  /** Measures notes. @param area the element with all notes, as wide as a page. */
  function measure(area, long) {
    const tops = notes.map(({ note }) => note.getBoundingClientRect().top);
    const { height, bottom } = area.getBoundingClientRect();
    const heights = tops.map((top, index) => (tops[index + 1] ?? bottom) - top);
    const around = height - heights.reduce((sum, one) => sum + one, 0);
    let most = MOST_CUTS;
    const own = notes.map(({ note }, index) => {
      const found = heights[index] > long && most > 0 ? cutsOf(note).slice(0, most) : [];
      most -= found.length;
      return found;
    });
    cuts.push(own);
    return { heights, around, cuts: own.map((some) => some.map(({ offset }) => offset)) };
  }

  /** @returns how far below its top a note may be parted, and before which of its nodes, or where in its texts. */
  function cutsOf(note) {
    const { units, styleOf, collectAll } = footnoteUnits({ NOTES, notes: new Map() });
    collectAll(note);
    const own = footnoteLines({ ID, make: create, units, styleOf });
    const pathOf = lines.pathsFrom(note);
    const { top } = note.getBoundingClientRect();
    return units.slice(1).flatMap(({ index, top: at, lead = 0, target }) => {
      if (!units[index].canBreak) return [];
      const offset = at - lead - top;
      if (target !== undefined && target !== note) return { offset, path: pathOf(target) };
      const [text] = units[index].parts ?? [];
      if (text === undefined) return [];
      own.find([index]);
      const { begin, canBreak } = units[index];
      return canBreak && begin !== undefined ? { offset, path: pathOf(text.text), at: begin } : [];
    });
  }

  /** Removes the edges of elements around a split point. */
  function open(note, node, edges) {
    const isLast = edges.includes('bottom');
    for (let element = node; element !== null && element !== note.parentNode; element = dom.parentElement(element)) {
      if (dom.nodeType(element) !== Node.ELEMENT_NODE) continue;
      for (const edge of edges)
        important(element, { [`margin-${edge}`]: '0', [`padding-${edge}`]: '0', [`border-${edge}-width`]: '0' });
      if (!isLast) important(element, { 'text-indent': '0' });
    }
  }

  /** Keeps the numbers of items in lists that continue. */
  function goOnCounting(node, note) {
    for (let element = node; element !== note; element = dom.parentElement(element)) {
      const list = dom.parentElement(element);
      if (dom.tagName(list) !== 'OL') continue;
      const items = [...list.children].filter((one) => dom.tagName(one) === 'LI');
      list.start += Math.max(0, items.indexOf(element));
    }
  }

  /** Returns a note, or a copy with its content on a page. */
  function make({ note: index, from, to, width }) {
    const { note } = notes[index];
    if (from === 0 && to === undefined) return note;
    const copy = note.cloneNode(true);
    const [begin, end] = [from, to ?? 0].map((cut) => cuts[width]?.[index]?.[cut - 1]);
    const [first, last] = [begin, end].map((cut) => cut && lines.at(cut.path, copy));
    const range = document.createRange();
    if (last) {
      const isJustified = getComputedStyle(note).textAlign === 'justify';
      range.selectNodeContents(copy);
      if (end.at === undefined) range.setStartBefore(last);
      else range.setStart(last, end.at);
      const around = dom.parentElement(last);
      range.deleteContents();
      open(copy, around, ['bottom']);
      if (isJustified && end.at !== undefined) important(copy, { 'text-align-last': 'justify' });
    }
    if (first) {
      goOnCounting(first, copy);
      range.selectNodeContents(copy);
      if (begin.at === undefined) range.setEndBefore(first);
      else range.setEnd(first, begin.at);
      range.deleteContents();
      open(copy, first.parentNode === null ? copy : begin.at === undefined ? first : dom.parentElement(first), ['top']);
      for (let element = dom.parentElement(first); element !== null; element = dom.parentElement(element))
        dom.removeAttribute(element, 'id');
      // Read as one with its beginning: see structure-notes.ts.
      if (/-tp-note\d+$/.test(copy.lang)) copy.lang = copy.lang.replace(/note(\d+)$/, 'more$1');
    }
    return copy;
  }

  const keep = () => cuts;
  const resume = (kept) => void cuts.splice(0, cuts.length, ...kept);

  return { measure, make, keep, resume };
}
