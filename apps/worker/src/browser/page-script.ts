/** Calls scripts of ours in pages: data in, data out. They run in a world that is not the document's, whose own scripts are off. */
import { readFileSync } from 'node:fs';
import type { PageCommands } from './page-work.js';

const read = (name: string): string =>
  readFileSync(new URL(`../../page-scripts/dist/${name}.js`, import.meta.url), 'utf8');

/** A script of `apps/worker/page-scripts`: the functions that its module exports can be called. */
export class PageScript {
  /** @param source the text that defines the functions. */
  constructor(
    private readonly name: string,
    readonly source = read(name),
  ) {}

  /** Returns an expression that calls a function. @param args are handed over as JSON. */
  call(name: string, args: readonly unknown[]): string {
    const given = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join();
    return `Promise.resolve(toolpress["${this.name}"].${name}(${given})).then((value) => JSON.stringify(value ?? null))`;
  }
}

/** The functions that any document may need. */
export const PAGE = new PageScript('page');

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
