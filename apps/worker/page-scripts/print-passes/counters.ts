/** Follows counters (css-lists-3, 4) in document order. */
import * as dom from '../shared/dom.js';

/** The largest number of counters. Others are unknown. */
const MOST = 100;

interface Counter {
  /** The element around the one that begins it. */
  parent: Element | null;
  value: number;
}

/** An element that has begun. */
interface Open {
  element: Element;
  isHidden: boolean;
  /** The counters that end with it, and those that it begins. */
  names: Set<string>;
  own: Iterable<string>;
}

const pairs = (value: string): [name: string, count: number][] =>
  [...value.matchAll(/(\S+) (-?\d+)/g)].map(([, name = '', count]) => [name, Number(count)]);
const isMade = ({ content }: CSSStyleDeclaration): boolean => content !== 'none' && content !== 'normal';

export class Counters {
  private readonly stacks = new Map<string, Counter[]>();
  private readonly open: Open[] = [];

  /** Goes on to the next element. */
  enter(element: Element): void {
    const parent = dom.parentElement(element);
    while (this.open.length > 0 && this.open.at(-1)?.element !== parent) this.close();
    const style = getComputedStyle(element);
    const isHidden = this.open.at(-1)?.isHidden || style.display === 'none';
    const own = isHidden ? [] : this.count(style, parent);
    this.open.push({ element, isHidden, names: new Set(), own });
    const before = getComputedStyle(element, '::before');
    if (!isHidden && isMade(before)) this.end(this.count(before, element));
  }

  /** Returns the values of the counters that a text names, outermost first. */
  values(written: string): Record<string, number[]> {
    const named = [...this.stacks].filter(([name, own]) => own.length > 0 && written.includes(name));
    return Object.fromEntries(named.map(([name, own]) => [name, own.map(({ value }) => value)]));
  }

  /** Applies a style. @returns the counters that it begins. */
  private count({ counterReset, counterIncrement, counterSet }: CSSStyleDeclaration, parent: Element | null) {
    const own = new Set<string>();
    for (const [name, value] of pairs(counterReset)) this.begin(name, value, parent, own);
    const change = (list: string, changed: (value: number, by: number) => number) => {
      for (const [name, by] of pairs(list)) {
        if (!this.stacks.get(name)?.length) this.begin(name, 0, parent, own);
        const innermost = this.stacks.get(name)?.at(-1);
        if (innermost) innermost.value = changed(innermost.value, by);
      }
    };
    change(counterIncrement, (value, by) => value + by);
    change(counterSet, (_value, by) => by);
    return own;
  }

  private begin(name: string, value: number, parent: Element | null, own: Set<string>): void {
    if (!this.stacks.has(name) && this.stacks.size >= MOST) return;
    const all = this.stacks.get(name) ?? [];
    if (all.at(-1)?.parent === parent) all.pop();
    all.push({ parent, value });
    this.stacks.set(name, all);
    own.add(name);
    this.open.at(-1)?.names.add(name);
  }

  /** Ends counters of an element. They continue in siblings unless an outer element has one of the same name. */
  private end(own: Iterable<string>): void {
    for (const name of own) {
      const all = this.stacks.get(name) ?? [];
      if (all.length > 1) all.pop();
    }
  }

  /** Ends the innermost element, and counters that began inside it. */
  private close(): void {
    const { element, names, own } = this.open.pop() as Open;
    for (const name of names) {
      const all = this.stacks.get(name) ?? [];
      while (all.length > 0 && all.at(-1)?.parent === element) all.pop();
    }
    this.end(own);
  }
}
