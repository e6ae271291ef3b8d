/** Calls scripts of ours in pages: data in, data out. They run in a world that is not the document's, whose own scripts are off. */
import { readFileSync } from 'node:fs';
import type { PageCommands } from './page-work.js';

const read = (file: string): string => readFileSync(new URL(`../../page-scripts/${file}`, import.meta.url), 'utf8');

/** A script of `apps/worker/page-scripts`. Its files define one object, whose functions can be called. */
export class PageScript {
  /** The text that defines the object. */
  readonly source: string;

  /**
   * @param name of the object.
   * @param files in the order in which they need each other.
   */
  constructor(
    private readonly name: string,
    files: readonly string[],
  ) {
    this.source = files.map(read).join('');
  }

  /** Returns an expression that calls a function. @param args are handed over as JSON. */
  call(name: string, args: readonly unknown[]): string {
    const given = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join();
    return `Promise.resolve(${this.name}.${name}(${given})).then((value) => JSON.stringify(value ?? null))`;
  }
}

/** The functions that any document may need. */
export const PAGE = new PageScript('page', ['page.js']);

/** A world in the current document of a page, for its scripts. */
export class ScriptWorld {
  private readonly defined = new Set<PageScript>();

  private constructor(
    private readonly page: PageCommands,
    private readonly id: number,
  ) {}

  static async open(page: PageCommands): Promise<ScriptWorld> {
    return new ScriptWorld(page, await page.openWorld());
  }

  /** Calls a function of a script. @returns the result; null for undefined. @throws Error when the function fails. */
  async run<Result>(script: PageScript, name: string, ...args: readonly unknown[]): Promise<Result> {
    const source = this.defined.has(script) ? '' : script.source;
    this.defined.add(script);
    // A text is handed over much faster than an object.
    return JSON.parse(await this.page.evaluate(this.id, `${source}${script.call(name, args)}`)) as Result;
  }
}
