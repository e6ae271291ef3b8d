/*
 * Locates the lines of `footnote-units.js` in the texts of the document, where elements are inserted, and in a document that differs only in
 * its page numbers.
 */
function footnoteLines({ ID, make, units, styleOf }) {
  /** Scripts that may break at any character. */
  const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

  /** One range for all. Each existing range slows down every change to a text. */
  const range = document.createRange();

  /** Texts with inserted elements: the original text, and the nodes after it. */
  const parted = new Map();

  const VISIBLE = /\S/g;
  /** The largest number of characters in a row without width, such as soft hyphens. */
  const MOST_EMPTY = 200;

  /** Returns the first visible character of a text from a position on, and its place; undefined if there is none. */
  function shown({ text }, from) {
    VISIBLE.lastIndex = from;
    for (let looked = 0; looked < MOST_EMPTY; looked++) {
      const at = VISIBLE.exec(text.data)?.index;
      if (at === undefined) return undefined;
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { top, height } = range.getBoundingClientRect();
      if (height > 0) return { at, top };
    }
  }

  /** Returns the first visible character of a part of a line. */
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
      if (unit.isWhole) ensureId(unit.element, unit.index);
      else if (unit.parts !== undefined) findIn(unit, unit.parts[0]);
      if (unit.isWhole || unit.mark !== undefined || unit.target === undefined) continue;
      // Of a line of one character, what begins with it has the place.
      unit.placed = unit.target;
      unit.shift = unit.top - dom.getBoundingClientRect(unit.target).top;
      ensureId(unit.target, unit.index);
    }
    return indices.map((index) => {
      const { canBreak, shift, isWhole, element, placed = isWhole ? element : undefined, mark } = units[index];
      return { canBreak, shift, id: placed ? dom.id(placed) : mark && `${ID}unit-${index}` };
    });
  }

  /** Gives an element without an id one, so that it has a place in the PDF. */
  function ensureId(element, index) {
    if (dom.id(element) === '') dom.setId(element, `${ID}unit-${index}`);
  }

  function findIn(unit, part) {
    const { data } = part.text;
    const at = beginning(part);
    if (at === undefined) {
      unit.canBreak = false;
      return;
    }
    const [first] = data.slice(at).match(/^\S+/);
    // A hyphenated word can't be split by an element.
    if (at === 0 || /[\s–—/-]/.test(data[at - 1]) || IDEOGRAPH.test(first.slice(0, 2))) unit.begin = at;
    else unit.canBreak = false;
    const isOn = (one, there) => one !== undefined && Math.abs(one.top - there.top) < 1;
    for (const other of unit.parts) {
      if (dom.classList(other.text.parentElement).contains('footnote-call')) continue;
      const from =
        other === part ? shown(part, at + first.length) : shown(other, beginning(other) ?? other.text.length);
      if (!isOn(from, other)) continue;
      const [word] = other.text.data.slice(from.at).match(/^\S+/);
      unit.mark = { text: other.text, from: from.at, length: word.length };
      unit.shift = from.top - unit.top;
      return;
    }
    const [start] = first.match(/^\S\p{M}*(?=\p{L}|\p{N})/u) ?? [];
    if (start !== undefined && isOn(shown(part, at + start.length), part))
      unit.mark = { text: part.text, from: at + start.length, length: 1 };
  }

  /**
   * Puts elements into the texts where lines begin, and around the words that are to have places.
   *
   * @returns the texts that begin with the former, by their units.
   */
  function part(begins, marked) {
    restore();
    const cuts = [
      ...begins.map((unit) => ({ unit, text: unit.parts[0].text, from: unit.begin })),
      ...marked.flatMap((unit) => (unit.mark ? { unit, ...unit.mark } : [])),
    ];
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
      // For the tags it is not an element of the document.
      const marker = make('toolpress-line', { all: 'unset' }, { id: `${ID}unit-${unit.index}`, role: 'none' });
      const word = text.splitText(from);
      nodes.push(word.splitText(Math.min(length, word.length)), marker);
      word.replaceWith(marker);
      marker.append(word);
    }
    return beginnings;
  }

  /** Restores the texts. */
  function restore() {
    for (const [text, { data, nodes }] of parted) {
      for (const node of nodes) node.remove();
      text.data = data;
    }
    parted.clear();
  }

  /** Returns a function that gives the path of a node: the indexes of it and its ancestors among their siblings. */
  function pathsFrom(root) {
    const places = new Map([[root, []]]);
    const pathOf = (node) => {
      if (!places.has(node)) {
        const parent = dom.parentNode(node);
        const above = pathOf(parent);
        let index = 0;
        for (let one = dom.firstChild(parent); one !== null; one = dom.nextSibling(one))
          places.set(one, [...above, index++]);
      }
      return places.get(node);
    };
    return pathOf;
  }

  const at = (path, root = document.body) => path?.reduce((node, index) => node && dom.childNodes(node)[index], root);

  /** Returns a function that computes digests of elements' texts. */
  function digests() {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) {
        const text = dom.textContent(element);
        let digest = 0;
        for (let at = 0; at < text.length; at++) digest = (Math.imul(digest, 31) + text.charCodeAt(at)) | 0;
        known.set(element, `${text.length} ${digest}`);
      }
      return known.get(element);
    };
  }

  /** Returns what `resume` needs of located units. */
  function keep(indices) {
    const [pathOf, digestOf] = [pathsFrom(document.body), digests()];
    return indices.map((index) => {
      const { isWhole, element, target, placed, block, begin, parts: [first] = [], mark } = units[index];
      return {
        ...{
          index,
          isWhole,
          isPlaced: placed !== undefined,
          begin,
          element: pathOf(element),
          target: target && pathOf(target),
          block: block && pathOf(block.element),
        },
        ...{
          text: first && pathOf(first.text),
          mark: mark && { ...mark, text: pathOf(mark.text) },
          said: digestOf(block?.element ?? element),
        },
      };
    });
  }

  /**
   * Finds the units again in a document that differs from the other one in its page numbers only.
   *
   * @returns those whose text is another, so that their places can't be looked at; undefined when a page may begin in such a text.
   */
  function resume(kept) {
    const digestOf = digests();
    const changed = [];
    for (const { index, isWhole, isPlaced, begin, said, ...paths } of kept) {
      const [element, target, block, text, word] = [
        paths.element,
        paths.target,
        paths.block,
        paths.text,
        paths.mark?.text,
      ].map((path) => at(path));
      if (element === undefined) return undefined;
      const isSame = digestOf(block ?? element) === said;
      if (!isSame) changed.push(index);
      if (!isSame && begin > 0) return undefined;
      if (isWhole) ensureId(element, index);
      if (isPlaced) ensureId(target, index);
      units[index] = {
        index,
        isWhole,
        element,
        target,
        begin,
        block: block && { element: block },
        parts: text && [{ text }],
        mark: isSame && word && { ...paths.mark, text: word },
      };
    }
    return changed;
  }

  return { at, digests, find, keep, part, pathsFrom, restore, resume };
}
