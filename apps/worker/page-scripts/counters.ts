/**
 * Counts the CSS counters of elements that links and contents refer to, because scripts can't read them. `counted-numbers.ts` calls it before
 * the document is printed, and decides what is printed.
 */
import * as dom from './shared/dom.js';

/** An attribute that is printed, and the counter that it prints. */
interface Reference {
  attribute: string;
  printed: string;
  counted: { counter?: string };
}

interface Limits {
  elements: number;
  contents: number;
}

interface Link {
  element: Element;
  /** The number of its reference; -1 for a heading in contents. */
  kind: number;
  printed: string | undefined;
  target: Element;
}

function elementNamed(reference: string | null): Element | null {
  const target = (reference ?? '').trim();
  if (!target.startsWith('#') || target === '#') return null;
  const found = dom.elementById(target.slice(1));
  if (found !== null) return found;
  try {
    return dom.elementById(decodeURIComponent(target.slice(1)));
  } catch {
    return null;
  }
}

/** Finds links to elements. */
function findLinks(references: readonly Reference[]): Link[] {
  const named = references.flatMap(({ attribute, printed }, kind) =>
    Array.from(dom.select(`[${printed}]`), (element) => {
      const target = elementNamed(dom.getAttribute(element, attribute));
      return { element, kind, printed, target };
    }),
  );
  const headings = Array.from(dom.select('.toc-title > [data-toolpress-number]'), (element) => {
    const link = dom.closest(element, 'a');
    const target = link && elementNamed(dom.getAttribute(link, 'href'));
    return { element, kind: -1, printed: undefined, target };
  });
  return [...named, ...headings].flatMap(({ target, ...link }) => (target === null ? [] : { ...link, target }));
}

/** Longer contents are not numbers. */
const MAX_CONTENT = 1_000;
/** Possible names of counters. */
const NAMES = /[^\s,()"]+/g;

/** The element in which a counter counts, or the part of the current one; null for the whole document. */
type Scope = Element | '::before' | '::after' | null;

interface Counter {
  scope: Scope;
  /** Whether it continues in the siblings of the element that begins it. */
  isShared: boolean;
  value: number;
}

/** An element that is referred to. */
interface Target {
  index: number;
  /** The content of its `::before`. */
  before: string;
  counters: [name: string, values: number[]][];
}

/** A walk over the elements that are laid out. */
class Count {
  /** The values of each counter, outermost first. */
  private readonly stacks = new Map<string, Counter[]>();
  /** The counters that end with each scope. */
  private readonly ended = new Map<Scope, string[]>();
  /** The boxes around the current element. */
  private readonly boxes: { box: Element | null; hasBox: boolean; isShown: boolean }[] = [];
  /** Whether a part of the document has separate counters, which are not followed. */
  isIncomplete = false;
  private elements = 0;
  private characters = 0;

  constructor(
    private readonly targets: ReadonlyMap<Element, Target>,
    private readonly names: readonly string[],
    private readonly limits: Limits,
  ) {}

  get isLarge(): boolean {
    return this.elements > this.limits.elements || this.characters > this.limits.contents;
  }

  run(root: Element): void {
    for (let at: Element | null = root; at !== null && !this.isLarge; ) {
      let next: Element | null = this.enter(at) ? dom.firstElementChild(at) : null;
      if (next === null) this.leave(at);
      while (next === null && at !== root) {
        next = dom.nextElementSibling(at);
        if (next !== null) break;
        at = dom.parentElement(at) as Element;
        this.leave(at);
      }
      at = next;
    }
  }

  /** Enters an element. @returns whether it is laid out. */
  private enter(element: Element): boolean {
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

  private leave(element: Element): void {
    if (this.boxes.at(-1)?.isShown) this.applyPart(element, '::after');
    if (this.boxes.pop()?.hasBox) this.end(element);
  }

  /** @param look receives its content; an empty text if it is not generated. */
  private applyPart(element: Element, part: '::before' | '::after', look?: (content: string) => void): void {
    const style = getComputedStyle(element, part);
    const { content, display } = style;
    const isMade = content !== 'none' && content !== 'normal' && display !== 'none';
    if (isMade) {
      this.characters += content.length;
      this.apply(style, this.boxes.at(-1)?.box ?? null, part);
    }
    look?.(isMade && content.length <= MAX_CONTENT ? content : '');
    this.end(part);
  }

  /** @param parent the scope of its counters, unless counters of the same name exist outside. */
  private apply(style: CSSStyleDeclaration, parent: Scope, own: Scope): void {
    const { counterReset, counterIncrement, counterSet } = style;
    this.each(counterReset, (name, value) => {
      this.begun(name, parent, own).value = value;
    });
    this.each(counterIncrement, (name, value) => {
      this.counter(name, parent).value += value;
    });
    this.each(counterSet, (name, value) => {
      this.counter(name, parent).value = value;
    });
  }

  private each(list: string, change: (name: string, value: number) => void): void {
    if (list === 'none') return;
    this.characters += list.length;
    const words = list.split(' ');
    for (let index = 0; index + 1 < words.length; index += 2) change(words[index] as string, Number(words[index + 1]));
  }

  /** Returns the innermost counter, or a new one. */
  private counter(name: string, parent: Scope): Counter {
    return this.stacks.get(name)?.at(-1) ?? this.add(name, parent, true);
  }

  /** Returns a new counter, which replaces one that a sibling has begun. */
  private begun(name: string, parent: Scope, own: Scope): Counter {
    const last = this.stacks.get(name)?.at(-1);
    if (last === undefined) return this.add(name, parent, true);
    return last.scope === (last.isShared ? parent : own) ? last : this.add(name, own, false);
  }

  private add(name: string, scope: Scope, isShared: boolean): Counter {
    const counter = { scope, isShared, value: 0 };
    const stack = this.stacks.get(name);
    if (stack === undefined) this.stacks.set(name, [counter]);
    else stack.push(counter);
    const ended = this.ended.get(scope);
    if (ended === undefined) this.ended.set(scope, [name]);
    else ended.push(name);
    return counter;
  }

  private end(scope: Scope): void {
    for (const name of this.ended.get(scope) ?? []) this.stacks.get(name)?.pop();
    this.ended.delete(scope);
  }

  private valuesFor(before: string): Omit<Target, 'index'> {
    const names = new Set([...this.names, ...(before.match(NAMES) ?? [])]);
    const counters = [...names].flatMap((name): Target['counters'] => {
      const stack = this.stacks.get(name) ?? [];
      return stack.length === 0 ? [] : [[name, stack.map(({ value }) => value)]];
    });
    this.characters += before.length + counters.reduce((sum, [, values]) => sum + values.length, 0);
    return { before, counters };
  }
}

/**
 * Returns the elements that are referred to, and the kind and the element of each reference; undefined for a document that is too large.
 */
export function read({ references, limits }: { references: readonly Reference[]; limits: Limits }) {
  const links = findLinks(references);
  const targets = new Map<Element, Target>();
  for (const { target } of links)
    if (!targets.has(target)) targets.set(target, { index: targets.size, before: '', counters: [] });
  const names = references.flatMap(({ counted: { counter } }) => counter ?? []);
  const count = new Count(targets, names, limits);
  if (links.length > 0) count.run(dom.root);
  if (count.isLarge) return undefined;
  return {
    elements: [...targets.values()].map(({ before, counters }) => ({ before, counters })),
    isIncomplete: count.isIncomplete,
    links: links.map(({ kind, target }) => [kind, targets.get(target)?.index]),
  };
}

/** @param printing `texts` of the references, in their order. */
export function print({ references, texts }: { references: readonly Reference[]; texts: readonly string[] }): void {
  for (const [index, { element, printed }] of findLinks(references).entries()) {
    if (printed === undefined) dom.setTextContent(element, texts[index] ?? '');
    else dom.setAttribute(element, printed, texts[index] ?? '');
  }
}
