/** Calls scripts of ours in pages: data in, data out. They run in a world that is not the document's, whose own scripts are off. */
import { readFileSync } from 'node:fs';

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

/** Returns what a call has returned. A text is handed over much faster than an object. */
export const resultOf = <Result>(value: unknown): Result => JSON.parse(String(value)) as Result;
