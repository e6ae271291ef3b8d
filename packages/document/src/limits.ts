/** Limits for content that takes long to print. The documentation is generated from this table. */
import { maxPagesOf, pageBlocks, ServiceError } from '@toolpress/contract';
import { attribute, isElement, type ParentNode } from './html.js';

interface Limit {
  readonly most: number;
  /** The limit of the longest documents, if theirs is higher: `most` is for each begun 50 pages that a document may have, up to this. */
  readonly longest?: number;
  /** The name in messages and the documentation. */
  readonly called: string;
  /** What to do instead. */
  readonly instead: string;
}

const SPLIT = 'split the document';

/**
 * Fifty pages have about 3,000 lines. Each limit is far above what such a document needs, and below what keeps the browser busy for
 * long.
 */
export const DOCUMENT_LIMITS = {
  footnotes: {
    most: 1_000,
    longest: 5_000,
    called: 'footnotes (`data-footnote`)',
    instead: `print notes as a list, or ${SPLIT}`,
  },
  contentsLines: {
    most: 5_000,
    called: 'lines of contents (`data-toc`)',
    instead: 'list fewer levels of headings, or leave headings out by `data-toc-skip`',
  },
  outlineHeadings: {
    most: 5_000,
    called: 'headings in the outline',
    instead: 'leave out `outline`, or use other elements for text that is not a heading',
  },
  runningHeads: {
    most: 5_000,
    called: 'running heads (`data-running`)',
    instead: 'set only those that a page shows',
  },
  pageNumbers: {
    most: 10_000,
    called: 'elements whose pages are looked up, for contents, outline, running heads and page numbers',
    instead: `refer to fewer elements, or ${SPLIT}`,
  },
  copiedText: {
    most: 2_000_000,
    called: 'characters and elements in texts that contents, outline, running heads and `target-text()` copy',
    instead: 'refer to headings and short texts, not to whole sections',
  },
  strings: {
    most: 50,
    called: 'named strings (`string()`) in margin boxes',
    instead: 'print fewer of them',
  },
  counterReferences: {
    most: 100,
    called: 'different `target-counter()`, `target-counters()` and `target-text()` of counters',
    instead: 'refer to fewer counters',
  },
  taggedCells: {
    most: 25_000,
    longest: 200_000,
    called: 'table cells in a tagged PDF',
    instead: `leave out \`tagged\` and \`conformance\`, or ${SPLIT}`,
  },
  tableSlots: {
    most: 5_000_000,
    called: 'slots of table cells in a tagged PDF, which `rowspan` and `colspan` multiply',
    instead: 'use smaller spans',
  },
  taggedElements: {
    most: 60_000,
    longest: 400_000,
    called: 'elements in a tagged PDF',
    instead: `leave out \`tagged\` and \`conformance\`, or ${SPLIT}`,
  },
  taggedChildren: {
    most: 10_000,
    called: 'elements and texts inside one element of a tagged PDF',
    instead: 'group them, as in paragraphs or sections',
  },
  fontFaces: {
    most: 2_000,
    called: '`@font-face` rules',
    instead: 'keep only those of the families that the document uses',
  },
  fontLists: {
    most: 2_000,
    called: 'different lists of fonts in CSS',
    instead: 'name only the fonts that the document uses',
  },
  addresses: {
    most: 5_000,
    called: 'different addresses in CSS',
    instead: 'leave them out: nothing is loaded from CSS',
  },
  styleAttributes: {
    most: 50_000,
    longest: 200_000,
    called: '`style` attributes',
    instead: 'use classes and a style sheet',
  },
  sheetReferences: {
    most: 10_000,
    called: '`link` and `@import` of style sheets',
    instead: 'name each sheet once, and only those that the document uses',
  },
  importedCharacters: {
    most: 8 * 1024 * 1024,
    called: 'characters of style sheets from `link` and `@import`, counted for each reference',
    instead: 'name each sheet once, and only those that the document uses',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof DOCUMENT_LIMITS;

/** The counts of a document or a page part. */
export class Counts {
  private readonly counts = new Map<LimitName, number>();

  private readonly blocks: number;

  /** @param maxPages the number of pages that the document may have; absent: the usual one. */
  constructor(maxPages?: number) {
    this.blocks = pageBlocks(maxPagesOf({ maxPages }));
  }

  add(name: LimitName, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  /** Records the largest count found anywhere. */
  atLeast(name: LimitName, count: number): void {
    if (count > (this.counts.get(name) ?? 0)) this.counts.set(name, count);
  }

  /** Returns whether a limit is exceeded. Further work for these items can be skipped. */
  isOver(name: LimitName): boolean {
    return (this.counts.get(name) ?? 0) > this.most(name);
  }

  /**
   * Checks the limits.
   *
   * @param field the request's field.
   * @throws ServiceError `document_too_complex` with each exceeded limit, the count and what to do.
   */
  check(field: string): void {
    if (![...this.counts.keys()].some((name) => this.isOver(name))) return;
    const names = Object.keys(DOCUMENT_LIMITS) as LimitName[]; // their order is the table's
    const faults = names.filter((name) => this.isOver(name)).map((name) => this.fault(name, field));
    throw new ServiceError('document_too_complex', faults.join(' '));
  }

  /** Returns a limit of the document. */
  most(name: LimitName): number {
    const { most, longest = most }: Limit = DOCUMENT_LIMITS[name];
    return Math.min(most * this.blocks, longest);
  }

  private fault(name: LimitName, field: string): string {
    const { called, instead } = DOCUMENT_LIMITS[name];
    const most = this.most(name);
    const subject = field === 'html' || field === 'css' ? 'The document' : `\`${field}\``;
    const count = inWords(this.counts.get(name) ?? 0);
    return `${subject} has ${count} ${called}, more than ${inWords(most)}: ${instead}.`;
  }
}

/** The factor by which the source may exceed a limit, as it may only mention an attribute. */
const IN_PLAIN_SIGHT = 1.5;

/**
 * Refuses a source that exceeds a limit by far, before it is parsed.
 *
 * @throws like `Counts.check`.
 */
export function checkSource(source: string, counts: Counts, field: string): void {
  for (const [name, word] of [
    ['styleAttributes', ' style='],
    ['footnotes', ' data-footnote'],
  ] as const) {
    let found = 0;
    for (let at = source.indexOf(word); at >= 0; at = source.indexOf(word, at + word.length)) found += 1;
    if (found <= counts.most(name) * IN_PLAIN_SIGHT) continue;
    counts.add(name, found);
    counts.check(field);
  }
}

/** Counts the elements of a tree before it is checked. */
export function countElements(tree: ParentNode, counts: Counts, isTagged = false): void {
  const waiting: ParentNode[] = [tree];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if (isTagged) counts.atLeast('taggedChildren', parent.childNodes.length);
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      waiting.push(child);
      if (child.attrs.length > 0) {
        if (attribute(child, 'style') !== undefined) counts.add('styleAttributes');
        if (attribute(child, 'data-footnote') !== undefined) counts.add('footnotes');
      }
      if (!isTagged) continue;
      counts.add('taggedElements');
      if (child.tagName === 'td' || child.tagName === 'th') counts.add('taggedCells');
    }
  }
}

const inWords = (count: number): string => count.toLocaleString('en-US');
