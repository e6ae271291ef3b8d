/*
 * Room in the flow, for `footnotes.js`: elements on pages of another width get that width, and space is kept free below each part of an
 * element that continues on other pages. Returns functions that undo the changes.
 */
function footnoteRoom({ important, make }) {
  /** The largest number of elements with pages of another name. Others are as wide as the window. */
  const MOST = 500;
  const shadows = new Map();

  function change(undo, element, attribute, set) {
    const before = dom.getAttribute(element, attribute);
    undo.push(() =>
      before === null ? dom.removeAttribute(element, attribute) : dom.setAttribute(element, attribute, before),
    );
    set();
  }

  /** @param widths of pages, by name. @param usual the width of the window. */
  function widen(widths, usual) {
    const undo = [];
    if (Object.values(widths).every((width) => width === usual)) return undo;
    const found = [];
    const look = (element, width) => {
      for (const child of element.children) {
        const { display, marginRight, page } = getComputedStyle(child);
        if (display === 'none' || found.length >= MOST) continue;
        const own = page === 'auto' ? width : (widths[page] ?? usual);
        if (own !== width)
          found.push({
            element: child,
            more: own - width,
            margin: Number.parseFloat(marginRight) || 0,
            width: dom.getBoundingClientRect(child).width,
            around: dom.getBoundingClientRect(element).width,
          });
        look(child, own);
      }
    };
    look(document.body, usual);
    for (const { element, more, margin } of found)
      change(undo, element, 'style', () => important(element, { 'margin-right': `${margin - more}px` }));
    for (const { element, more, width, around } of found) {
      const isStiff = Math.abs(dom.getBoundingClientRect(element).width - width) < 1;
      if (isStiff && width > around * 0.9)
        important(element, { width: `${width + more}px`, 'box-sizing': 'border-box' });
    }
    return undo;
  }

  /**
   * Each element gets a parent in the shadow of its own one: the padding below is there on each page, and is taken back at the end.
   *
   * @param spans `{ element, height }`.
   */
  function keep(spans) {
    const undo = [];
    const inParents = new Map();
    for (const { element, height } of spans) {
      const parent = dom.parentElement(element);
      inParents.set(parent, (inParents.get(parent) ?? new Map()).set(element, height));
    }
    for (const [parent, own] of inParents) {
      const root = shadows.get(parent) ?? parent.attachShadow({ mode: 'closed' });
      shadows.set(parent, root);
      const slot = (name) => {
        const one = document.createElement('slot');
        if (name !== '') one.name = name;
        return one;
      };
      const all = [slot('')];
      let name = '';
      for (const child of [...parent.children]) {
        const height = own.get(child);
        if (height !== undefined) {
          name = `toolpress-${all.length}`;
          const box = make('div', {
            'padding-bottom': `${height}px`,
            'margin-bottom': `-${height}px`,
            'box-decoration-break': 'clone',
          });
          box.append(slot(name));
          const stop = make('div', { display: 'flow-root', height: '0' });
          all.push(box, stop);
        } else if (name !== '' && own.has(child.previousElementSibling)) {
          name = `toolpress-${all.length}`;
          all.push(slot(name));
        }
        if (name !== '') change(undo, child, 'slot', () => dom.setAttribute(child, 'slot', name));
      }
      root.replaceChildren(...all);
      undo.push(() => root.replaceChildren(slot('')));
    }
    return undo;
  }

  return { widen, keep };
}
