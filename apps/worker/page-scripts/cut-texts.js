/*
 * Finds texts that boxes cut, for `printed-content.js`.
 */
function cutTexts({ overflowsX, overflowsY }) {
  /** Displays whose boxes clip nothing. */
  const UNCLIPPED = /^(?:inline|contents|table-(?:row|column).*|table-(?:header|footer)-group)$/;
  /** A box that is smaller hides its text by intention, as texts for screen readers are hidden. */
  const SMALLEST = 2;

  /**
   * Returns the edges of a box behind which text is lost, in the direction in which it would scroll; undefined if it shows nothing. Lines
   * that are shortened with an ellipsis are so by intention.
   */
  function cutEdges(element, style, place) {
    const { display, overflowX, overflowY, direction, textOverflow, webkitLineClamp } = style;
    if (UNCLIPPED.test(display)) return [];
    const { left, top, right, bottom } = dom.getBoundingClientRect(element);
    const isClipped = style.clip !== 'auto' && style.position === 'absolute';
    if (isClipped || right - left < SMALLEST || bottom - top < SMALLEST) return undefined;
    // What is beside the page is not cut by its box.
    if (right <= 0 || left >= innerWidth) return [];
    const width = (side) => Number.parseFloat(style[`border${side}Width`]);
    const edges = [];
    const isPainted = /paint|strict|content/.test(style.contain);
    const cuts = (overflow) => isPainted || overflow !== 'visible';
    if (cuts(overflowX) && !textOverflow.includes('ellipsis') && overflowsX(element)) {
      if (direction === 'rtl') edges.push({ side: 'left', at: left + width('Left') });
      else edges.push({ side: 'right', at: right - width('Right') });
    }
    if (cuts(overflowY) && webkitLineClamp === 'none' && overflowsY(element))
      edges.push({ side: 'bottom', at: bottom - width('Bottom') });
    const how = isPainted && overflowX === 'visible' ? `contain: ${style.contain}` : `overflow: ${overflowY}`;
    return edges.map((edge) => ({ ...edge, place, how }));
  }

  /** Whether the middle of a part of a text is behind an edge. */
  const isBehind = ({ left, right, top, bottom }, { side, at }) => {
    if (side === 'bottom') return (top + bottom) / 2 > at;
    return side === 'right' ? (left + right) / 2 > at : (left + right) / 2 < at;
  };
  const mayBeBehind = ({ left, right, bottom }, { side, at }) =>
    side === 'bottom' ? bottom > at : side === 'right' ? right > at : left < at;

  /** The largest number of characters that are looked at, in a text that several lines or scripts make unordered. */
  const MOST_STEPS = 400;

  /**
   * Returns the first character of a text behind one of the edges, the innermost first; undefined if there is none.
   *
   * @param known edges that need no other text.
   */
  function firstLost(node, edges, known) {
    const range = new Range();
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    if (whole.width === 0 && whole.height === 0) return undefined;
    const edge = edges.findLast((one) => mayBeBehind(whole, one));
    if (edge === undefined || known.has(edge)) return undefined;
    const text = range.toString();
    const at = edge.side === 'bottom' ? firstBelow(range, node, text, edge) : firstBeside(range, node, text, edge);
    return at === undefined ? undefined : { at, edge };
  }

  const isLostAt = (range, node, index, edge) => {
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    const rect = range.getBoundingClientRect();
    return rect.width > 0 && isBehind(rect, edge);
  };

  /** Lines follow each other. */
  function firstBelow(range, node, text, edge) {
    let [from, to] = [0, text.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      let seen = middle;
      while (seen < to - 1 && !/\S/.test(text[seen])) seen += 1;
      if (isLostAt(range, node, seen, edge)) to = middle;
      else from = seen + 1;
    }
    return /\S/.test(text.slice(from)) ? from : undefined;
  }

  function firstBeside(range, node, text, edge) {
    const step = Math.max(1, Math.ceil(text.length / MOST_STEPS));
    for (let index = 0; index < text.length; index += step)
      if (/\S/.test(text[index]) && isLostAt(range, node, index, edge)) return index;
    return undefined;
  }

  /** How far to the left something is pulled at least that is looked at, in pixels. Columns of frameworks have less. */
  const FAR = 24;

  /** Returns the declaration that pulls a box or its first line to the left, if there is one. What is placed is so by intention. */
  function pullOf({ direction, position, marginLeft, textIndent, left }) {
    if (direction !== 'ltr' || position === 'absolute' || position === 'fixed') return undefined;
    const isFar = (length) => Number.parseFloat(length) < -FAR;
    if (isFar(marginLeft)) return `margin-left: ${marginLeft}`;
    if (isFar(textIndent)) return `text-indent: ${textIndent}`;
    return position === 'relative' && isFar(left) ? `left: ${left}` : undefined;
  }

  return { cutEdges, firstLost, pullOf };
}
