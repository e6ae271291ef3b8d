/** References to numbers of clauses and headings, which CSS counts. */
import { type CountedElement, type CountReference, countedText, headingNumber } from '@toolpress/document';
import { PageScript } from '../../../browser/page-script.js';
import type { OpenDocument } from '../../../browser/printer.js';

const COUNTERS = new PageScript('counters');

interface Read {
  elements: CountedElement[];
  /** Whether it has counters that are not followed. */
  isIncomplete: boolean;
  /** The numbers of a reference, -1 for a heading in contents, and of its element. */
  links: [kind: number, element: number][];
}

/** The numbers of one document, which are the same in all of its prints. */
export class CountedNumbers {
  /** Whether the document has too many elements to count. */
  isLarge = false;
  /** Whether some numbers are unknown. */
  isIncomplete = false;
  private texts: readonly string[] | undefined;

  constructor(private readonly references: readonly CountReference[]) {}

  /** Inserts the numbers into the document. */
  async print(document: OpenDocument, limits: { elements: number; contents: number }): Promise<void> {
    const { references } = this;
    this.texts ??= this.textsOf(await document.run<Read | null>(COUNTERS, 'read', { references, limits }));
    if (this.texts.length === 0) return;
    await document.run(COUNTERS, 'print', { references, texts: this.texts });
  }

  private textsOf(read: Read | null): string[] {
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
