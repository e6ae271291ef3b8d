/* Finds text of headers, footers and watermarks that is not on their pages, for `lost-parts.ts`. */
function makeLostParts() {
  const { cutEdges, firstLost } = cutTexts(printedBoxes());
  const dataOf = readerOf(CharacterData, 'data');
  const select = callerOf(Document, 'querySelectorAll');
  const selectIn = callerOf(Element, 'querySelectorAll');
  /** The largest number of nodes that are looked at, and of texts. */
  const [MOST_NODES, MOST_TEXTS] = [5_000, 1_000];
  let [nodes, texts] = [0, 0];
  /** The largest number of words that a message quotes, and of their characters. */
  const [MOST_WORDS, MOST_CHARACTERS] = [6, 60];
  const quoted = (text) => text.trim().split(/\s+/, MOST_WORDS).join(' ').slice(0, MOST_CHARACTERS).toWellFormed();
  const rangeOf = (node) => {
    const range = new Range();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };

  /** Returns the first words of a part that are lost. @param page its box. @param sides the edges of the page that cut it. */
  function lostIn(part, page, sides) {
    const inText = (node, edges) => {
      const text = dataOf(node);
      if (edges.length === 0 || texts >= MOST_TEXTS || !/\S/.test(text)) return undefined;
      texts += 1;
      const { left, right } = rangeOf(node);
      // What is beside the page as a whole is hidden by intention.
      if (right <= page.left || left >= page.right) return undefined;
      const lost = firstLost(node, edges, new Set());
      return lost && quoted(text.slice(text.lastIndexOf(' ', lost.at) + 1));
    };
    const inElement = (element, around) => {
      let edges = around;
      if (element !== part) {
        const style = getComputedStyle(element);
        const { display, visibility, opacity, position, overflowX, overflowY, contain } = style;
        const isHidden = display === 'none' || visibility !== 'visible' || Number(opacity) === 0;
        if (isHidden || dom.getAttribute(element, 'aria-hidden') === 'true') return undefined;
        if (position === 'absolute' || position === 'fixed') edges = sides;
        const clips = overflowX !== 'visible' || overflowY !== 'visible' || contain !== 'none';
        const found = clips ? cutEdges(element, style, undefined) : [];
        if (found === undefined) return undefined;
        edges = [...edges, ...found];
      }
      for (const node of dom.childNodes(element)) {
        nodes += 1;
        if (nodes > MOST_NODES) return undefined;
        const type = dom.nodeType(node);
        const lost =
          type === Node.ELEMENT_NODE
            ? inElement(node, edges)
            : type === Node.TEXT_NODE
              ? inText(node, edges)
              : undefined;
        if (lost !== undefined) return lost;
      }
      return undefined;
    };
    return inElement(part, sides);
  }

  /**
   * Returns the parts that lose text, each once.
   *
   * @param names those of the parts of each page. A watermark may be larger than its page.
   */
  function lost(names) {
    const found = new Map();
    for (const [index, page] of [...select(document, 'toolpress-page')].entries()) {
      const box = dom.getBoundingClientRect(page);
      const sides = [
        { side: 'left', at: box.left },
        { side: 'right', at: box.right },
      ];
      for (const [place, part] of [...selectIn(page, 'toolpress-part')].entries()) {
        const name = names[index]?.[place];
        if (name === undefined || found.has(name)) continue;
        const words = lostIn(part, box, name === 'watermark' ? [] : sides);
        if (words !== undefined) found.set(name, { name, words });
      }
    }
    return [...found.values()];
  }

  return { lost };
}

globalThis.lostParts = makeLostParts();
