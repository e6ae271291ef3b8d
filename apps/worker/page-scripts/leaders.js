/*
 * Rows of dots that fill a line (`leader()`), for `print-passes.js`. Two elements without a size mark the ends of the text and of the line, so
 * that the PDF shows the room between them.
 */
function leaders(parts) {
  const {
    addSheet,
    append,
    create,
    idOf,
    inlineStyle,
    isElement,
    localNameOf,
    nextOf,
    parentOf,
    rectOf,
    setAttribute,
  } = parts;
  /** See `leaderMark` in `targets.ts`. */
  const MARK = /counter\(toolpress-leader-([0-9a-f]+), none\)/;
  const BEFORE = /^(?:"\s*" )?$/;
  /** A blank of the style sheet after the one that represents the dots. */
  const GAP = /^ "\s(?:\s|" "\s)/;
  /** The longest pattern in characters, as `MAX_LEADER` in `targets.ts`. */
  const MOST = 20;
  /** The number of repetitions for measuring a pattern. */
  const TIMES = 20;
  /** The longest row in characters, which is also used for an unknown width. */
  const LONGEST = 1_000;
  /** Places in a PDF are in whole pixels. */
  const SLACK = 2;

  /** Moves the mark off the edge of the page, where it would have no place. */
  const END = [
    ['float', 'inline-end'],
    ['position', 'relative'],
    ['inset-inline-end', '1px'],
  ];

  const decoded = (hex) =>
    (hex.match(/..../g) ?? [])
      .map((unit) => String.fromCharCode(Number.parseInt(unit.slice(2) + unit.slice(0, 2), 16)))
      .join('')
      .slice(0, MOST);
  const fontOf = ({ fontFamily, fontSize, lineHeight }) => `${fontFamily} ${fontSize} ${lineHeight}`;
  const isLine = ({ display }) =>
    ['inline', 'inline-block', 'block', 'flow-root', 'list-item', 'table-cell'].includes(display);
  const COPIED = ['color', 'font-family', 'font-size', 'font-style', 'font-variant', 'font-weight', 'letter-spacing'];

  /** @returns those whose `::after` has one, without a change to the document; and whether there are others, that can't have one. */
  function findLeaders(all, { leaders: most, contents }) {
    const found = [];
    let [isUnled, read] = [false, 0];
    for (const element of all) {
      const { content, display, position, float, ...style } = read > contents ? { content: '' } : after(element);
      read += content.length;
      const mark = MARK.exec(content);
      isUnled ||= MARK.test(getComputedStyle(element, '::before').content);
      if (mark === null) continue;
      const own = getComputedStyle(element);
      const following = own.display === 'inline' ? inlineAfter(element) : [];
      const fits =
        own.writingMode === 'horizontal-tb' && // the PDF does not show the room in others
        following !== undefined &&
        isLine(own) &&
        isLine({ display }) &&
        position !== 'absolute' &&
        position !== 'fixed' &&
        BEFORE.test(content.slice(0, mark.index));
      if (!fits || found.length >= most) isUnled = true;
      else
        found.push({
          element,
          pattern: decoded(mark[1]),
          copied: style.copied,
          hasGap: GAP.test(content.slice(mark.index + mark[0].length)),
          following,
          // A float would be behind the text after it.
          isFloat: following.length === 0 && (float !== 'none' || isSameFont(element, style.font)),
        });
    }
    return { found, isUnled };
  }

  /** The largest number of nodes behind a row in its line. */
  const MOST_AFTER = 50;
  const rectsOf = callerOf(Element, 'getClientRects');

  /** Returns the nodes with text behind an element in its line; undefined if there are many, or another row. */
  function inlineAfter(element) {
    const nodes = [];
    for (let node = element; ; node = parentOf(node)) {
      for (let next = nextOf(node); next !== null; next = nextOf(next)) {
        if (nodes.length > MOST_AFTER) return undefined;
        if (isElement(next)) {
          const { display, float, position } = getComputedStyle(next);
          if (localNameOf(next) === 'br') return shownOf(nodes);
          if (display === 'none' || float !== 'none' || position === 'absolute' || position === 'fixed') continue;
          if (!display.startsWith('inline')) return shownOf(nodes);
          if (MARK.test(getComputedStyle(next, '::after').content)) return undefined;
        }
        nodes.push(next);
      }
      if (getComputedStyle(parentOf(node)).display !== 'inline') return shownOf(nodes);
    }
  }
  /** Blanks alone are nothing. */
  const shownOf = (nodes) => (nodes.some((node) => isElement(node) || /\S/.test(node.data ?? '')) ? nodes : []);

  /** Measures nodes in a line. A blank at the end of a line, or after another, has no width yet. */
  function widthOf(nodes, element) {
    const blank = Number.parseFloat(getComputedStyle(element).fontSize) / 4;
    return nodes.reduce((sum, node) => {
      const range = new Range();
      range.selectNodeContents(node);
      const rects = isElement(node) ? rectsOf(node) : range.getClientRects();
      const width = [...rects].reduce((all, rect) => all + rect.width, 0);
      return sum + width + (/^\s/.test(node.data ?? '') ? blank : 0);
    }, 0);
  }

  function after(element) {
    const style = getComputedStyle(element, '::after');
    const { content, display, position, float } = style;
    if (!MARK.test(content)) return { content };
    return {
      content,
      display,
      position,
      float,
      font: fontOf(style),
      copied: COPIED.map((property) => [property, style.getPropertyValue(property)]),
    };
  }

  /** Then a float stands on the same base line as the text beside it, at the very end of the line. */
  function isSameFont(element, font) {
    let block = element;
    while (parentOf(block) !== null && getComputedStyle(block).display === 'inline') block = parentOf(block);
    return fontOf(getComputedStyle(element)) === font && fontOf(getComputedStyle(block)) === font;
  }

  function make(style) {
    const made = create(document, 'toolpress-leader');
    setAttribute(made, 'aria-hidden', 'true');
    for (const [property, value] of [['all', 'unset'], ...style])
      inlineStyle(made).setProperty(property, value, 'important');
    return made;
  }

  /** Measures the text after the dots. */
  function tailOf(element) {
    const style = getComputedStyle(element, '::after');
    const edges =
      style.boxSizing === 'border-box' ? [] : ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'];
    return ['width', 'marginLeft', 'marginRight', ...edges].reduce(
      (sum, name) => sum + (Number.parseFloat(style[name]) || 0),
      0,
    );
  }

  /**
   * Inserts the rows. Changes of one kind are made together, because a measurement after a change causes a layout.
   *
   * @param widths from where the text ends to where the line does, by their numbers.
   */
  function lead(found, widths) {
    if (found.length === 0) return [];
    addSheet(`[data-toolpress-leader]::after { white-space: nowrap !important } [data-toolpress-leader$="gap"]::after { padding-inline-start: 0.25em !important }
      [data-toolpress-leader^="float"]::after { float: inline-end !important }
      [data-toolpress-leader^="inline"]::after { display: inline-block !important }`);
    const behind = found.map(({ element, following }) => (following.length === 0 ? 0 : widthOf(following, element)));
    const rows = found.map(({ element, pattern, copied, hasGap, isFloat }) => {
      const [start, dots, end] = [
        make([]),
        make([['display', 'inline-block'], ['white-space', 'pre'], ...copied]),
        make(END),
      ];
      dots.textContent = pattern.repeat(TIMES);
      setAttribute(element, 'data-toolpress-leader', `${isFloat ? 'float' : 'inline'}${hasGap ? ' gap' : ''}`);
      append(element, start, dots, end);
      return { element, pattern, start, dots, end };
    });
    const sizes = rows.map(({ element, dots }, index) => ({
      pattern: rectOf(dots).width / TIMES,
      tail: tailOf(element) + behind[index],
    }));
    rows.forEach(({ pattern, dots }, index) => {
      const { pattern: one, tail } = sizes[index];
      const width = (widths[index] ?? 0) - tail - SLACK;
      const style = (property, value) => inlineStyle(dots).setProperty(property, value, 'important');
      style('text-align', 'end');
      style('width', `${Math.max(0, width)}px`);
      const times = one > 0 && width > 0 ? Math.floor(width / one) : 0;
      const most = Math.ceil(LONGEST / (pattern.length || 1));
      dots.textContent = pattern.repeat(Math.min(times, most));
      // There is no room beside the text: the next line is for the rest.
      if ((widths[index] ?? null) === null || width >= 0 || one === 0) return;
      style('width', `calc(100% - ${tail + SLACK}px)`);
      style('overflow', 'clip');
      style('text-align', 'start');
      dots.textContent = pattern.repeat(most);
    });
    return rows.map(({ start, end }) => ({ start: idOf(start), end: idOf(end) }));
  }

  return { findLeaders, lead };
}
