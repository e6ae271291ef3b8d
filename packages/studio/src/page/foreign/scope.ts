/** The loops and sections around a tag, and what the names in it refer to. */
import { type Step, Unclear } from './syntax-tree.js';

export interface Frame {
  /** `scope`: a block with names of its own, which can't be converted. */
  kind: 'each' | 'section' | 'if' | 'scope';
  /** How its end is written here. */
  end: string;
  /** The loop's names of the item, its position and its key. */
  item?: string | undefined;
  index?: string | undefined;
  key?: string | undefined;
  /** Whether its tag can be converted with certainty. */
  isSure: boolean;
}

/** What the fields of the loop's own object are called here. */
const LOOP_FIELDS: Readonly<Record<string, string>> = {
  index: '@number',
  index0: '@index',
  counter: '@number',
  counter0: '@index',
  iteration: '@number',
  first: '@first',
  last: '@last',
  odd: '@odd',
};
const LOOPS = new Set(['loop', 'forloop', '$loop']);
const NAME = /^[\p{L}\p{M}\p{N}_$-]+$/u;

export class Scope {
  readonly frames: Frame[] = [];
  /** The variables that the template sets. */
  readonly variables = new Set<string>();

  /** @param searchesOutwards whether a name inside a loop is first searched in the item, as here, and not in all data. */
  constructor(private readonly searchesOutwards: boolean) {}

  private get loops(): Frame[] {
    return this.frames.filter(({ kind }) => kind === 'each' || kind === 'section');
  }

  /** The number of loops and sections around the tag. Conditions do not count. */
  private get depth(): number {
    return this.loops.length;
  }

  get isSure(): boolean {
    return this.frames.every(({ kind, isSure }) => kind === 'if' || isSure);
  }

  /** Returns a path as it is written here. @throws Unclear. */
  resolve(base: string, steps: readonly Step[]): string {
    if (LOOPS.has(base)) return this.ofLoop(steps);
    if (base === 'this' || base === '.') return steps.length === 0 ? '.' : pathOf(steps);
    if (base === '$' || base === '@root') return `@root${steps.length === 0 ? '' : `.${pathOf(steps)}`}`;
    if (base.startsWith('../')) {
      const [, up = '', name = ''] = /^((?:\.\.\/)+)(.*)$/.exec(base) ?? [];
      return up + pathOf(name === 'this' ? steps : [name, ...steps]);
    }
    if (base.startsWith('@') && ['@index', '@key', '@first', '@last'].includes(base)) return base;
    return this.named(base, steps);
  }

  private named(base: string, steps: readonly Step[]): string {
    for (const [up, frame] of this.loops.reverse().entries()) {
      const outer = '../'.repeat(up);
      if (frame.index === base || frame.key === base) {
        if (steps.length > 0) throw new Unclear('a position has no fields');
        return `${outer}${frame.index === base ? '@index' : '@key'}`;
      }
      if (frame.item !== base) continue;
      if (steps.length > 0) return outer + pathOf(steps);
      if (up === 0) return '.';
      throw new Unclear(
        'the item of an outer loop has no name here: set a variable in that loop, as in `[[let outer = .]]`',
      );
    }
    const name = base.replace(/^[$@]/, '');
    const path = pathOf([name, ...steps]);
    if (this.searchesOutwards || this.depth === 0 || this.variables.has(name)) return path;
    return this.depth === 1 ? `../${path}` : `@root.${path}`;
  }

  private ofLoop([field, ...more]: readonly Step[]): string {
    const ours = more.length === 0 ? LOOP_FIELDS[String(field)] : undefined;
    if (ours === undefined) throw new Unclear('loops have `@number`, `@index`, `@first`, `@last`, `@odd` and `@key`');
    return ours;
  }
}

const COUNTS = new Set(['length', 'count', 'size']);

function pathOf(steps: readonly Step[]): string {
  let path = '';
  for (const [at, step] of steps.entries()) {
    if (typeof step === 'number') path += at === 0 ? `.[${step}]` : `[${step}]`;
    else if (!NAME.test(step)) path += at === 0 ? `.[${JSON.stringify(step)}]` : `[${JSON.stringify(step)}]`;
    else {
      const isCount = at === steps.length - 1 && at > 0 && COUNTS.has(step);
      path += `${at === 0 ? '' : '.'}${isCount ? 'size' : step}`;
    }
  }
  return path;
}
