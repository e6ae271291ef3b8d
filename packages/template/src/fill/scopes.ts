/** Looks up names in the data and in the items of the open sections. */
import type { FilterScope } from '../filters/filter.js';
import type { Path } from '../values/path.js';
import { member, property, TagFault, type Value } from '../values/values.js';
import { type ScalarOnPath, scalarOnPath } from './scalars.js';

/** The context of a section or the template. One object serves all items of a list. */
class Scope {
  /** The index of the item, from 0; undefined for a section of a single value. */
  index: number | undefined;
  /** The key of the entry in a loop over an object. */
  key: string | undefined;
  /** Whether it has names only: those of a partial without a context. */
  isLayer = false;
  /** Set by `[[let …]]`; they end with the item. */
  variables: Map<string, Value> | undefined;
  /** Whether any item has a name: of those that were asked for. */
  private readonly known = new Map<string, boolean>();
  private knownObjects: boolean | undefined;

  constructor(
    public value: Value,
    private readonly items: readonly Value[] = [],
  ) {}

  get count(): number {
    return this.items.length;
  }

  /** Whether it is a list with items that can have names. @param work as for `someItemHas`. */
  hasObjects(work: Pick<FilterScope, 'spend'>): boolean {
    if (this.index === undefined) return false;
    if (this.knownObjects === undefined) {
      work.spend(this.items.length);
      this.knownObjects = this.items.some((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
    }
    return this.knownObjects;
  }

  /** @param work counts the items that are looked into, which is done once for each name. */
  someItemHas(name: string, work: Pick<FilterScope, 'spend'>): boolean {
    let has = this.known.get(name);
    if (has !== undefined) return has;
    work.spend(this.items.length);
    has = this.items.some((item) => property(item, name) !== undefined);
    this.known.set(name, has);
    return has;
  }
}

/**
 * The number of items of a list whose value came from outside the list: of some items, while others have the value, or of all, from a
 * section around the list.
 */
export type OuterValue = 'ofSome' | 'ofNone';

/** The largest number of existing names that a missing one is compared with. */
const MAX_NAMES = 1_000;

/** Marks before the first name of a path in an expression. */
const OUTER = '../';

export class Scopes {
  /** Outermost first. */
  private readonly scopes: Scope[];
  /** The names of objects that were searched for similar ones. */
  private readonly names = new WeakMap<object, readonly string[]>();

  /**
   * @param work counts the scopes and values that are looked into.
   * @param onOuter called when a value is found outside of a list although other items of that list have one of their own; and
   *   when no item has one, but a section between the list and the document.
   */
  constructor(
    data: Value,
    private readonly work: Pick<FilterScope, 'spend'>,
    private readonly onOuter: (name: string, whose: OuterValue) => void,
  ) {
    this.scopes = [new Scope(data)];
  }

  /** Runs `fill` once for each item. @param keys of the items, when they are an object's entries. */
  forEach(items: readonly Value[], isLoop: boolean, fill: () => void, keys?: readonly string[]): void {
    const scope = new Scope(undefined, items);
    this.scopes.push(scope);
    for (let index = 0; index < items.length; index++) {
      this.work.spend(1);
      scope.value = items[index];
      scope.variables = undefined;
      if (isLoop) scope.index = index;
      scope.key = keys?.[index];
      fill();
    }
    this.scopes.pop();
  }

  /**
   * Runs `fill` with names for values, which end with it.
   *
   * @param section its context; undefined for the surrounding context, which `../` does not count.
   */
  withNames(names: Map<string, Value>, section: { readonly value: Value } | undefined, fill: () => void): void {
    this.work.spend(1 + names.size);
    const scope = section ? new Scope(section.value, [section.value]) : new Scope(this.scopes.at(-1)?.value);
    scope.isLayer = section === undefined;
    scope.variables = names;
    this.scopes.push(scope);
    fill();
    this.scopes.pop();
  }

  /**
   * Gives a name to a value until the item that is being filled ends. A variable that was set outside of the loop is changed
   * there, so that a loop can sum up. Nothing is null: it hides what the data has by that name.
   *
   * @throws TagFault when that variable can't be read where it is changed: the item has the name, and a sum would start again.
   */
  assign(variable: string, value: Value): void {
    const known = this.scopes.findLastIndex(({ variables }) => variables?.has(variable));
    this.work.spend(this.scopes.length - known);
    if (known >= 0 && this.scopes.slice(known + 1).some((scope) => property(scope.value, variable) !== undefined))
      throw new TagFault(
        `changes \`${variable}\` of outside of the loop, where an item has a field of that name: call the variable otherwise`,
      );
    const scope = this.scopes.at(known); // the innermost one when none has it
    if (scope === undefined) return;
    scope.variables ??= new Map();
    scope.variables.set(variable, value ?? null);
  }

  /**
   * Mustache: the first name is searched from the innermost section outwards, the others only in the value of the name before.
   *
   * @returns undefined if the path has no value.
   */
  at({ names, fromCurrent }: Path): Value {
    const [first] = names;
    if (first === undefined) return this.scopes.at(-1)?.value;
    let value = fromCurrent
      ? member(this.scopes.at(-1)?.value, first, this.work)
      : this.search(first, this.scopes.length);
    if (names.length === 1) return value;
    for (const name of names.slice(1)) value = member(value, name, this.work);
    this.work.spend(names.length);
    return value;
  }

  /** @param name the first of a path in an expression: `name`, `.name`, `./name`, `.`, `@index`, each with any number of `../` before. */
  find(name: string): Value {
    let start = 0;
    let depth = this.scopes.length;
    for (; name.startsWith(OUTER, start); start += OUTER.length) {
      while (this.scopes[depth - 1]?.isLayer) depth -= 1;
      depth -= 1;
    }
    const inner = start === 0 ? name : name.slice(start);
    if (inner.startsWith('@')) return this.loopVariable(inner, depth);
    if (!inner.startsWith('.')) return this.search(inner, depth);
    const value = this.scopes[depth - 1]?.value;
    return inner === '.' || inner === './' ? value : member(value, inner.slice(inner[1] === '/' ? 2 : 1), this.work);
  }

  /**
   * @param path of an expression: its first name may have marks before it.
   * @returns the first of its names that no enclosing item has, and the existing names.
   */
  lostName([first = '', ...rest]: readonly string[]): LostPlace | undefined {
    if (first.includes('@')) return undefined;
    let value = this.find(first);
    if (value === undefined) {
      const name = first.replace(/^(?:\.\.\/)*(?:\.\/?)?/, '');
      if (this.someItemHas(name, 1, this.scopes.length)) return undefined;
      return { name, names: () => this.knownNames() };
    }
    for (const name of rest) {
      if (value === null) return undefined;
      const next = member(value, name, this.work);
      if (next === undefined) {
        const parent = value;
        return { name, names: () => this.namesOf(parent) };
      }
      value = next;
    }
    return undefined;
  }

  /** Returns the first names in all scopes. */
  private knownNames(): string[] {
    const names = new Set<string>();
    for (const { value, variables } of this.scopes)
      for (const name of [...this.namesOf(value), ...(variables?.keys() ?? [])]) {
        if (names.size === MAX_NAMES) return [...names];
        names.add(name);
      }
    return [...names];
  }

  /** Returns the first names of an object. An object is read once: it may have many thousands. */
  private namesOf(value: Value): readonly string[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const known = this.names.get(value) ?? Object.keys(value).slice(0, MAX_NAMES);
    this.names.set(value, known);
    return known;
  }

  /** @param path of an expression, see `lostName`. */
  scalarOnPath(path: readonly string[]): ScalarOnPath | undefined {
    const [first = ''] = path;
    return first.includes('@') && !first.endsWith('@root')
      ? undefined
      : scalarOnPath(this.find(first), path, this.work);
  }

  private search(name: string, depth: number): Value {
    for (let index = depth - 1; index >= 0; index--) {
      this.work.spend(1);
      const scope = this.scopes[index];
      const named = scope?.variables?.get(name);
      if (named !== undefined) return named; // on purpose
      const value = scope?.isLayer ? undefined : property(scope?.value, name);
      if (value === undefined) continue;
      if (index + 1 < depth) this.watchOuter(name, index, depth);
      return value;
    }
    return undefined;
  }

  /**
   * A name with `../` before it is meant where it is found. What the document has is for all of it, and lists in lists are written for
   * what the items around have; a section over one object is written for the object's own.
   */
  private watchOuter(name: string, index: number, depth: number): void {
    if (this.someItemHas(name, index + 1, depth)) this.onOuter(name, 'ofSome');
    else if (index > 0 && depth === this.scopes.length && this.scopes[index]?.index === undefined)
      if (this.isInList(index + 1)) this.onOuter(name, 'ofNone');
  }

  private isInList(from: number): boolean {
    return this.scopes.slice(from).some((scope) => scope.hasObjects(this.work));
  }

  private someItemHas(name: string, from: number, to: number): boolean {
    return this.scopes.slice(from, to).some((scope) => scope.someItemHas(name, this.work));
  }

  /** Returns a variable of the innermost loop. */
  private loopVariable(name: string, depth: number): Value {
    if (name === '@root') return this.scopes[0]?.value;
    const { index, count = 0, key } = this.scopes.slice(0, depth).findLast((scope) => scope.index !== undefined) ?? {};
    if (index === undefined) return undefined;
    switch (name) {
      case '@index':
        return index;
      case '@number':
        return index + 1;
      case '@first':
        return index === 0;
      case '@last':
        return index === count - 1;
      case '@odd':
        return index % 2 === 0;
      case '@key':
        return key;
      default:
        return undefined;
    }
  }
}

/** A missing name, and the existing names beside it. */
export interface LostPlace {
  readonly name: string;
  readonly names: () => readonly string[];
}
