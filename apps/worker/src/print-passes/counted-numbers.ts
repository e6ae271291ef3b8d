/** Numbers of clauses and headings, which CSS counts, where the document refers to them. */
import { readFileSync } from 'node:fs';
import { type CountedElement, type CountReference, countedText, headingNumber } from '@toolpress/document';
import type { OpenDocument } from '../browser/printer.js';

const SCRIPT = `globalThis.counters = ${readFileSync(new URL('../../views/counters.js', import.meta.url), 'utf8')}`;

interface Read {
  elements: CountedElement[];
  /** It has counters that are not followed. */
  isIncomplete: boolean;
  /** The number of a reference, -1 for that of a heading in contents, and of an element. */
  links: [kind: number, element: number][];
}

/** Those of one document: they are the same in all of its prints. */
export class CountedNumbers {
  /** Whether the document has too many elements to count. */
  isLarge = false;
  /** Whether something can't be told. */
  isIncomplete = false;
  private texts: readonly string[] | undefined;

  constructor(private readonly references: readonly CountReference[]) {}

  /** Puts them into the document. */
  async print(document: OpenDocument, limits: { elements: number; contents: number }): Promise<void> {
    const { references } = this;
    this.texts ??= this.textsOf(
      (await document.run(`${SCRIPT}counters.read(${JSON.stringify({ references, limits })})`)) as Read | undefined,
    );
    if (this.texts.length === 0) return;
    await document.run(`${SCRIPT}counters.print(${JSON.stringify({ references, texts: this.texts })})`);
  }

  private textsOf(read: Read | undefined | null): string[] {
    this.isLarge = !read;
    this.isIncomplete = read?.isIncomplete === true;
    return (read?.links ?? []).map(([kind, index]) => {
      const element = read?.elements[index] ?? { before: '', counters: [] };
      const counted = this.references[kind]?.counted;
      const text = counted === undefined ? headingNumber(element) : countedText(counted, element);
      this.isIncomplete ||= text === undefined;
      return text ?? '';
    });
  }
}
