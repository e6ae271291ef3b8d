/*
 * Texts and counters of elements that set strings for margin boxes (`string-set`), for `print-passes.js`.
 */
function namedStrings({
  attributeOf,
  besides,
  body,
  idOf,
  localNameOf,
  parentOf,
  previousOf,
  typeOf,
  walkerOf,
  withId,
}) {
  /** See `STRING_SET` in `strings.ts`. */
  const STRING_SET = '--toolpress-string-set';
  const SILENT = ['script', 'style', 'template', 'title', 'rp', 'rt'];

  /** The largest number of counters. Others are unknown. */
  const MOST_COUNTERS = 100;

  /** Returns the visible text of an element, without its notes. */
  function textOf(element, length, budget) {
    const shows = (node) => {
      budget.nodes -= 1;
      if (budget.nodes < 0 || typeOf(node) !== Node.ELEMENT_NODE) return NodeFilter.FILTER_ACCEPT;
      const isSilent =
        SILENT.includes(localNameOf(node)) ||
        attributeOf(node, 'data-footnote') !== null ||
        getComputedStyle(node).display === 'none';
      return isSilent ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    };
    const walker = walkerOf(document, element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, shows);
    let text = '';
    for (
      let node = walker.nextNode();
      node !== null && text.length < length && budget.nodes > 0;
      node = walker.nextNode()
    )
      text = (
        typeOf(node) === Node.TEXT_NODE ? text + node.data : localNameOf(node) === 'br' ? `${text} ` : text
      ).replace(/\s+/g, ' ');
    return text.trim().slice(0, length);
  }

  /** Returns the space above an element that begins a page, from margins and borders, in points. */
  function above(element) {
    let pixels = 0;
    for (let one = element; one !== null; one = parentOf(one)) {
      const style = getComputedStyle(one);
      pixels += Math.max(0, Number.parseFloat(style.marginTop) || 0);
      if (one !== element) pixels += Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.paddingTop);
      if (one === body || besides(one, previousOf) !== null) break;
    }
    return pixels * 0.75;
  }

  /** Follows counters (css-lists-3, 4) in document order. */
  function counting() {
    const counters = new Map();
    const open = [];
    const pairs = (value) => [...value.matchAll(/(\S+) (-?\d+)/g)].map(([, name, count]) => [name, Number(count)]);
    const count = ({ counterReset, counterIncrement, counterSet }, parent) => {
      const own = new Set();
      const started = (name, value) => {
        if (!counters.has(name) && counters.size >= MOST_COUNTERS) return;
        const all = counters.get(name) ?? [];
        if (all.at(-1)?.parent === parent) all.pop();
        all.push({ parent, value });
        counters.set(name, all);
        own.add(name);
        open.at(-1)?.names.add(name);
      };
      for (const [name, value] of pairs(counterReset)) started(name, value);
      for (const [value, isSet] of [
        [counterIncrement, false],
        [counterSet, true],
      ])
        for (const [name, number] of pairs(value)) {
          if (!counters.get(name)?.length) started(name, 0);
          const innermost = counters.get(name)?.at(-1);
          if (innermost) innermost.value = isSet ? number : innermost.value + number;
        }
      return own;
    };
    /** Begins a counter, which continues in siblings unless an outer element has one of the same name. */
    const end = (own) => {
      for (const name of own) if (counters.get(name).length > 1) counters.get(name).pop();
    };
    /** Ends counters that began inside an element. */
    const close = () => {
      const { element, names, own } = open.pop();
      for (const name of names) {
        const all = counters.get(name);
        while (all.length > 0 && all.at(-1).parent === element) all.pop();
      }
      end(own);
    };
    const enter = (element) => {
      const parent = parentOf(element);
      while (open.length > 0 && open.at(-1).element !== parent) close();
      const style = getComputedStyle(element);
      const isHidden = open.at(-1)?.isHidden || style.display === 'none';
      const own = isHidden ? [] : count(style, parent);
      open.push({ element, isHidden, names: new Set(), own });
      const before = getComputedStyle(element, '::before');
      if (!isHidden && before.content !== 'none' && before.content !== 'normal') end(count(before, element));
    };
    const values = (written) => {
      const named = [...counters].filter(([name, own]) => own.length > 0 && written.includes(name));
      return Object.fromEntries(named.map(([name, own]) => [name, own.map(({ value }) => value)]));
    };
    return { enter, values };
  }

  /** Finds elements that set strings, up to one more than allowed. */
  function findStrings(all, { length, hasStarts }, { strings: most, nodes, contents }) {
    const found = new Map();
    let [counts, read] = [false, 0];
    for (const element of all) {
      if (found.size > most) break;
      const set = getComputedStyle(element).getPropertyValue(STRING_SET);
      if (set === '' || set === 'none' || read > contents || !withId(element)) continue;
      const [before, after] = ['before', 'after'].map((part) =>
        set.includes(part) ? getComputedStyle(element, `::${part}`).content : '',
      );
      read += set.length + before.length + after.length;
      counts ||= `${set}${before}${after}`.includes('counter');
      found.set(element, { set, before, after });
    }
    const budget = { nodes };
    const counter = counts ? counting() : undefined;
    const told = [];
    for (const element of counter ? all : found.keys()) {
      counter?.enter(element);
      const one = found.get(element);
      if (one === undefined) continue;
      const counters = counter?.values(`${one.set}${one.before}${one.after}`) ?? {};
      told.push({
        id: idOf(element),
        ...one,
        text: textOf(element, length, budget),
        counters,
        above: hasStarts ? above(element) : 0,
      });
    }
    return told;
  }

  return { STRING_SET, findStrings };
}
