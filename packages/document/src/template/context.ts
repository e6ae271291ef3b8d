/** Where tags find their values: the data, and the items of the sections that are being filled. */
import type { Json } from '@toolpress/contract';
import type { Path } from './path.js';

export class Context {
  private readonly stack: Json[];

  constructor(
    data: Json,
    /** Told how many objects were asked, for searching has to stay within the bound on work too. */
    private readonly spend: (steps: number) => void,
  ) {
    this.stack = [data];
  }

  push(value: Json): void {
    this.stack.push(value);
  }

  pop(): void {
    this.stack.pop();
  }

  /**
   * Mustache: the first name is searched from the innermost section outwards, the others only in what the name before
   * led to.
   *
   * @returns undefined when there is nothing at the path.
   */
  find({ names, fromCurrent }: Path): Json | undefined {
    const [first, ...rest] = names;
    if (first === undefined) return this.stack.at(-1);
    let value = fromCurrent ? property(this.stack.at(-1), first) : this.search(first);
    for (const name of rest) value = property(value, name);
    this.spend(rest.length);
    return value;
  }

  private search(name: string): Json | undefined {
    for (let depth = this.stack.length - 1; depth >= 0; depth--) {
      const value = property(this.stack[depth], name);
      if (value === undefined) continue;
      this.spend(this.stack.length - depth);
      return value;
    }
    this.spend(this.stack.length);
    return undefined;
  }
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** What the data itself holds under a name: never anything inherited, nor the length of a list or a text. */
function property(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return INDEX.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
