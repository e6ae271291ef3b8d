/*
 * The counters of elements that links and contents refer to, counted as CSS does: scripts are not told them. Runs in the browser, in a world
 * of its own, before the document is printed, where that refers to any. `counted-numbers.ts` calls it and decides what is printed.
 */
(() => {
  /** Fields of forms and names of images are called as they like: nothing is read but by the prototypes. */
  const reader = ({ prototype }, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (one) => get.call(one);
  };
  const caller = ({ prototype }, name) => {
    const method = prototype[name];
    return (one, ...given) => method.call(one, ...given);
  };
  const [firstOf, nextOf] = ['firstElementChild', 'nextElementSibling'].map((name) => reader(Element, name));
  const parentOf = reader(Node, 'parentElement');
  const rootOf = reader(Document, 'documentElement');
  const setText = (element, text) => Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').set.call(element, text);
  const [attributeOf, setAttribute, closest] = ['getAttribute', 'setAttribute', 'closest'].map((name) => caller(Element, name));
  const [elementById, select] = ['getElementById', 'querySelectorAll'].map((name) => caller(Document, name));

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
  /** @returns what refers to elements, and how: by the number of a reference; those of headings have none. */
  function findLinks(references) {
    links = references.flatMap(({ attribute, printed }, kind) =>
      Array.from(select(document, `[${printed}]`), (element) => ({ element, kind, printed, target: elementNamed(attributeOf(element, attribute)) })));
    for (const element of select(document, '.toc-title > [data-toolpress-number]')) {
      const link = closest(element, 'a');
      links.push({ element, kind: -1, target: link && elementNamed(attributeOf(link, 'href')) });
    }
    links = links.filter(({ target }) => target !== null);
  }

  /** Longer ones are no numbers. */
  const MAX_CONTENT = 1_000;
  /** In what may be the name of a counter. */
  const NAMES = /[^\s,()"]+/g;

  /** A walk over the elements that are laid out. */
  class Count {
    /** The values of each counter, outermost first, with the element, or the part of one, in which it counts. */
    stacks = new Map();
    /** The counters that each element ends. */
    ended = new Map();
    /** The boxes around what is at hand. */
    boxes = [];
    /** Counters of their own in a part of the document are not followed. */
    isIncomplete = false;
    elements = 0;
    characters = 0;

    constructor(targets, names, limits) {
      Object.assign(this, { targets, names, limits });
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

    /** @returns whether it is laid out. */
    enter(element) {
      this.elements += 1;
      const style = getComputedStyle(element);
      const isShown = style.display !== 'none';
      if (isShown && /style|content|strict/.test(style.contain)) this.isIncomplete = true;
      // To Chromium, what has no box of its own counts nothing itself, and what is in it stands in the box around.
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

    /** Gives `look` its content; nothing where it is not made. */
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

    /** @param parent within which its counters go on, where there are none of the same name outside; else they are its own. */
    apply({ counterReset, counterIncrement, counterSet }, parent, own) {
      if (counterReset !== 'none') this.each(counterReset, (name, value) => this.begun(name, parent, own).value = value);
      if (counterIncrement !== 'none') this.each(counterIncrement, (name, value) => this.counter(name, parent).value += value);
      if (counterSet !== 'none') this.each(counterSet, (name, value) => this.counter(name, parent).value = value);
    }

    each(list, change) {
      this.characters += list.length;
      const words = list.split(' ');
      for (let index = 0; index + 1 < words.length; index += 2) change(words[index], Number(words[index + 1]));
    }

    /** The innermost one; a new one where there is none. */
    counter(name, parent) {
      return this.stacks.get(name)?.at(-1) ?? this.add(name, parent, true);
    }

    /** A new one, which takes the place of one that an element beside it has begun. */
    begun(name, parent, own) {
      const last = this.stacks.get(name)?.at(-1);
      if (last === undefined) return this.add(name, parent, true);
      return last.scope === (last.isShared ? parent : own) ? last : this.add(name, own, false);
    }

    /** @param isShared whether it goes on in the elements beside that which begins it. */
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
      const counters = [...names].filter((name) => this.stacks.get(name)?.length > 0).map((name) => [name, this.stacks.get(name).map(({ value }) => value)]);
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
    for (const { target } of links) if (!targets.has(target)) targets.set(target, { index: targets.size, before: '', counters: [] });
    const count = new Count(targets, references.flatMap(({ counted: { counter } }) => counter ?? []), limits);
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
})();
