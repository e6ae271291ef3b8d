/*
 * Counts the CSS counters of elements that links and contents refer to, because scripts can't read them. `counted-numbers.ts` calls it before
 * the document is printed, and decides what is printed.
 */
function makeCounters() {
  const [firstOf, nextOf] = ['firstElementChild', 'nextElementSibling'].map((name) => readerOf(Element, name));
  const parentOf = readerOf(Node, 'parentElement');
  const rootOf = readerOf(Document, 'documentElement');
  const setText = (element, text) =>
    Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').set.call(element, text);
  const [attributeOf, setAttribute, closest] = ['getAttribute', 'setAttribute', 'closest'].map((name) =>
    callerOf(Element, name),
  );
  const [elementById, select] = ['getElementById', 'querySelectorAll'].map((name) => callerOf(Document, name));

  const elementNamed = (reference) => {
    const target = (reference ?? '').trim();
    if (!target.startsWith('#') || target === '#') return null;
    const found = elementById(document, target.slice(1));
    if (found !== null) return found;
    try {
      return elementById(document, decodeURIComponent(target.slice(1)));
    } catch {
      return null;
    }
  };

  let links = [];
  /** Finds links, with the numbers of their references. Links of headings have no reference. */
  function findLinks(references) {
    links = references.flatMap(({ attribute, printed }, kind) =>
      Array.from(select(document, `[${printed}]`), (element) => ({
        element,
        kind,
        printed,
        target: elementNamed(attributeOf(element, attribute)),
      })),
    );
    for (const element of select(document, '.toc-title > [data-toolpress-number]')) {
      const link = closest(element, 'a');
      links.push({ element, kind: -1, target: link && elementNamed(attributeOf(link, 'href')) });
    }
    links = links.filter(({ target }) => target !== null);
  }

  /** Longer contents are not numbers. */
  const MAX_CONTENT = 1_000;
  /** Possible names of counters. */
  const NAMES = /[^\s,()"]+/g;

  /** A walk over the elements that are laid out. */
  class Count {
    /** The values of each counter, outermost first, with the element, or the part of one, in which it counts. */
    stacks = new Map();
    /** The counters that end with each element. */
    ended = new Map();
    /** The boxes around the current element. */
    boxes = [];
    /** Whether a part of the document has separate counters, which are not followed. */
    isIncomplete = false;
    elements = 0;
    characters = 0;

    constructor(targets, names, limits) {
      this.targets = targets;
      this.names = names;
      this.limits = limits;
    }

    get isLarge() {
      return this.elements > this.limits.elements || this.characters > this.limits.contents;
    }

    run(root) {
      for (let at = root; at !== null && !this.isLarge; ) {
        let next = this.enter(at) ? firstOf(at) : null;
        if (next === null) this.leave(at);
        while (next === null && at !== root) {
          next = nextOf(at);
          if (next !== null) break;
          at = parentOf(at);
          this.leave(at);
        }
        at = next;
      }
    }

    /** Enters an element. @returns whether it is laid out. */
    enter(element) {
      this.elements += 1;
      const style = getComputedStyle(element);
      const isShown = style.display !== 'none';
      if (isShown && /style|content|strict/.test(style.contain)) this.isIncomplete = true;
      // In Chromium, an element without a box does not count, and its children belong to the box around it.
      const around = this.boxes.at(-1)?.box ?? null;
      const hasBox = style.display !== 'contents';
      this.boxes.push({ box: hasBox ? element : around, hasBox, isShown });
      if (!isShown) return false;
      if (hasBox) this.apply(style, around, element);
      this.applyPart(element, '::before', (before) => {
        const target = this.targets.get(element);
        if (target !== undefined) Object.assign(target, this.valuesFor(before));
      });
      return true;
    }

    leave(element) {
      if (this.boxes.at(-1).isShown) this.applyPart(element, '::after');
      if (this.boxes.pop().hasBox) this.end(element);
    }

    /** @param {(content: string) => void} look receives its content; an empty text if it is not generated. */
    applyPart(element, part, look = () => {}) {
      const style = getComputedStyle(element, part);
      const { content, display } = style;
      const isMade = content !== 'none' && content !== 'normal' && display !== 'none';
      if (isMade) {
        this.characters += content.length;
        this.apply(style, this.boxes.at(-1).box, part);
      }
      look(isMade && content.length <= MAX_CONTENT ? content : '');
      this.end(part);
    }

    /** @param parent the scope of its counters, unless counters of the same name exist outside. */
    apply({ counterReset, counterIncrement, counterSet }, parent, own) {
      if (counterReset !== 'none')
        this.each(counterReset, (name, value) => (this.begun(name, parent, own).value = value));
      if (counterIncrement !== 'none')
        this.each(counterIncrement, (name, value) => (this.counter(name, parent).value += value));
      if (counterSet !== 'none') this.each(counterSet, (name, value) => (this.counter(name, parent).value = value));
    }

    each(list, change) {
      this.characters += list.length;
      const words = list.split(' ');
      for (let index = 0; index + 1 < words.length; index += 2) change(words[index], Number(words[index + 1]));
    }

    /** Returns the innermost counter, or a new one. */
    counter(name, parent) {
      return this.stacks.get(name)?.at(-1) ?? this.add(name, parent, true);
    }

    /** Returns a new counter, which replaces one that a sibling has begun. */
    begun(name, parent, own) {
      const last = this.stacks.get(name)?.at(-1);
      if (last === undefined) return this.add(name, parent, true);
      return last.scope === (last.isShared ? parent : own) ? last : this.add(name, own, false);
    }

    /** @param isShared whether it continues in the siblings of the element that begins it. */
    add(name, scope, isShared) {
      const counter = { scope, isShared, value: 0 };
      if (!this.stacks.has(name)) this.stacks.set(name, []);
      this.stacks.get(name).push(counter);
      if (!this.ended.has(scope)) this.ended.set(scope, []);
      this.ended.get(scope).push(name);
      return counter;
    }

    end(scope) {
      for (const name of this.ended.get(scope) ?? []) this.stacks.get(name).pop();
      this.ended.delete(scope);
    }

    valuesFor(before) {
      const names = new Set([...this.names, ...(before.match(NAMES) ?? [])]);
      const counters = [...names]
        .filter((name) => this.stacks.get(name)?.length > 0)
        .map((name) => [name, this.stacks.get(name).map(({ value }) => value)]);
      this.characters += before.length + counters.reduce((sum, [, values]) => sum + values.length, 0);
      return { before, counters };
    }
  }

  /**
   * @param options.references attributes that are printed, and the counters that they print.
   * @returns the elements that are referred to, and the kind and the element of each reference; undefined for a document that is too large.
   */
  function read({ references, limits }) {
    findLinks(references);
    const targets = new Map();
    for (const { target } of links)
      if (!targets.has(target)) targets.set(target, { index: targets.size, before: '', counters: [] });
    const count = new Count(
      targets,
      references.flatMap(({ counted: { counter } }) => counter ?? []),
      limits,
    );
    if (links.length > 0) count.run(rootOf(document));
    if (count.isLarge) return undefined;
    return {
      elements: [...targets.values()].map(({ before, counters }) => ({ before, counters })),
      isIncomplete: count.isIncomplete,
      links: links.map(({ kind, target }) => [kind, targets.get(target).index]),
    };
  }

  /** @param texts of the references, in their order. */
  function print({ references, texts }) {
    findLinks(references);
    links.forEach(({ element, printed }, index) => {
      if (printed === undefined) setText(element, texts[index] ?? '');
      else setAttribute(element, printed, texts[index] ?? '');
    });
  }

  return { read, print };
}

globalThis.counters = makeCounters();
