/** What a document may hold of things that cost the printing more than their bytes. The documentation prints this table. */
import { ServiceError } from '@toolpress/contract';
import { attribute, isElement, type ParentNode } from './html.js';

interface Limit {
  readonly most: number;
  /** As messages and the documentation name them. */
  readonly called: string;
  /** What to do beyond it. */
  readonly instead: string;
}

const SPLIT = 'split the document';

/**
 * Fifty pages hold some 3,000 lines: each limit is far beyond what such a document needs, and below what keeps a page of the browser
 * busy for long.
 */
export const DOCUMENT_LIMITS = {
  footnotes: {
    most: 1_000,
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
    instead: 'leave out `outline`, or write what is no heading in other elements',
  },
  runningHeads: {
    most: 5_000,
    called: 'running heads (`data-running`)',
    instead: 'set only those that a page is to show',
  },
  pageNumbers: {
    most: 10_000,
    called: 'elements whose pages are looked up, for contents, outline, running heads and page numbers',
    instead: `refer to fewer elements, or ${SPLIT}`,
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
    called: 'table cells in a tagged PDF',
    instead: `leave out \`tagged\` and \`conformance\`, or ${SPLIT}`,
  },
  taggedElements: {
    most: 60_000,
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
    instead: 'keep those of the families that the document uses',
  },
  fontLists: {
    most: 2_000,
    called: 'different lists of fonts in CSS',
    instead: 'name the fonts that it uses',
  },
  addresses: {
    most: 5_000,
    called: 'different addresses in CSS',
    instead: 'leave them out: nothing is loaded from CSS',
  },
  styleAttributes: {
    most: 50_000,
    called: '`style` attributes',
    instead: 'use classes and a style sheet',
  },
  importedCharacters: {
    most: 8 * 1024 * 1024,
    called: 'characters of style sheets from `link` and `@import`, each as often as it is named',
    instead: 'name each sheet once, and only those that the document uses',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof DOCUMENT_LIMITS;

/** What was counted of one document, or of one part of its pages. */
export class Counts {
  private readonly counts = new Map<LimitName, number>();

  add(name: LimitName, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  /** Counts the most that was found anywhere. */
  atLeast(name: LimitName, count: number): void {
    if (count > (this.counts.get(name) ?? 0)) this.counts.set(name, count);
  }

  /** Whether the document is refused for it: no more work has to be done for these. */
  isOver(name: LimitName): boolean {
    return (this.counts.get(name) ?? 0) > DOCUMENT_LIMITS[name].most;
  }

  /**
   * @param field of the request.
   * @throws ServiceError `document_too_complex` naming each limit that is passed, the count, and what to do.
   */
  check(field: string): void {
    const names = Object.keys(DOCUMENT_LIMITS) as LimitName[];
    const faults = names.filter((name) => this.isOver(name)).map((name) => this.fault(name, field));
    if (faults.length > 0) throw new ServiceError('document_too_complex', faults.join(' '));
  }

  private fault(name: LimitName, field: string): string {
    const { called, instead, most } = DOCUMENT_LIMITS[name];
    const subject = field === 'html' || field === 'css' ? 'The document' : `\`${field}\``;
    const count = inWords(this.counts.get(name) ?? 0);
    return `${subject} has ${count} ${called}, more than ${inWords(most)}: ${instead}.`;
  }
}

/** An attribute that stands so many times as often as it may in a text is not only written about. */
const IN_PLAIN_SIGHT = 1.5;

/**
 * Refuses before it is parsed what has far too much of something.
 *
 * @throws as `Counts.check`.
 */
export function checkSource(source: string, counts: Counts, field: string): void {
  for (const [name, word] of [
    ['styleAttributes', ' style='],
    ['footnotes', ' data-footnote'],
  ] as const) {
    let found = 0;
    for (let at = source.indexOf(word); at >= 0; at = source.indexOf(word, at + word.length)) found += 1;
    if (found <= DOCUMENT_LIMITS[name].most * IN_PLAIN_SIGHT) continue;
    counts.add(name, found);
    counts.check(field);
  }
}

/** Counts what the tree of a document has, before anything in it is read: in no time. */
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
