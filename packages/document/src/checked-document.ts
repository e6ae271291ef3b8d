/** The input and the result of checking a document. */
import type { PageMarks } from '@toolpress/template';
import type { Accessibility } from './accessibility/accessibility.js';
import type { AccessibilityCheck } from './accessibility/check.js';
import type { CountReference } from './css/count-targets.js';
import type { PrintFeature } from './css/print-css.js';
import type { UsedString } from './css/strings.js';
import type { DocumentImage, Report, Reports, SourceText } from './policy/explain.js';
import type { ReplacedFont } from './policy/findings.js';
import type { FontFallback } from './policy/font-fallback.js';
import type { PrintedElement, PrintedFault } from './policy/printed-elements.js';
import type { References } from './references/references.js';
import type { markForTags } from './structure/marks.js';
import type { Words } from './structure/words.js';

/** The request's page settings. They override the document's `@page` rules, except those with a selector. */
export interface PageRule {
  /** A CSS value such as `4.1in 5.8in`. */
  readonly size?: string;
  /** The CSS shorthand of one to four lengths. */
  readonly margin?: string;
  /** Turns the document's page size to landscape. */
  readonly landscape?: boolean;
  /** Whether the request asks for portrait, which does not turn a landscape size of the document. */
  readonly portrait?: boolean;
  /** The edges with a header or footer. It replaces the document's margin boxes there. */
  readonly edges?: readonly ('top' | 'bottom')[];
  /** The number of the first page in the document's margin boxes. */
  readonly firstNumber?: number;
  /** A prefix under which the document's replaced margins are kept, see `ownMarginsDocument`. */
  readonly keepMarginsAs?: string;
  /** The height that replaces an automatic page height. */
  readonly autoHeight?: string;
}

export interface DocumentParts {
  /** A whole document, or a part. */
  readonly html: SourceText;
  readonly css?: SourceText;
  /** Replaces the same properties in the document's `@page` rules, `!important` included. Not checked. */
  readonly page?: PageRule;
  /** Whether its PDF is tagged. */
  readonly tagged?: boolean;
  /** Whether its headings are needed, as for an outline. */
  readonly headings?: boolean;
  /** Marks it if the tags of its PDF are repaired, see `markForTags`. */
  readonly mark?: typeof markForTags;
  /** Checks accessibility, for tagging by PDF/A or PDF/UA. */
  readonly accessibility?: AccessibilityCheck | undefined;
  /** Marks of the page numbers in `html`. */
  readonly marks?: PageMarks;
  /** The number of pages that it may have; absent: `MAX_PAGES`. */
  readonly maxPages?: number | undefined;
}

export interface CheckedDocument {
  /** The serialised tree that was checked: a whole document with a doctype, and with marks of page numbers. */
  readonly html: string;
  /** Returns the document with page numbers, by the ids of elements. They are in texts, or in attributes that the service added. */
  readonly numbered: (pages: ReadonlyMap<string, number>) => string;
  /** The images to fetch or to take from `files`, each once, in document order. */
  readonly images: DocumentImage[];
  /** The text of the first `title`, with white space collapsed. */
  readonly title?: string;
  /** `lang` of the `html` element. */
  readonly language?: string;
  /** Whether it may leave state in the browser page, which then must be reset. */
  readonly changesPage: boolean;
  /** Decides which documents it can share a browser process with; undefined for all. */
  readonly fonts?: FontFallback;
  /** Reports of content that is not printed as sent. */
  readonly reports: Reports;
  /** Returns a warning of an element of the printed page, with its place in the text that was sent. */
  readonly reportAt: (element: PrintedElement, report: Pick<Report, 'code'> & PrintedFault) => Report;
  /** URLs of style sheets to fetch. The document must then be checked again with them. */
  readonly wantedSheets: readonly string[];
  /** Whether some pages have other margins than the request's. */
  readonly ownMargins: boolean;
  readonly references: References;
  /** Print features that the service provides because the browser does not. */
  readonly features: ReadonlySet<PrintFeature>;
  /** The named strings that its margin boxes print. */
  readonly strings: readonly UsedString[];
  /** Families of the service for which the document has its own files. */
  readonly replacedFonts: readonly ReplacedFont[];
  /** The counters of elements that style sheets print elsewhere, see `CountedElement`. */
  readonly counted: readonly CountReference[];
  /** The accessibility check, if requested. */
  readonly accessibility?: Accessibility;
  /** The words of its texts, if its tags are repaired. */
  readonly words?: Words | undefined;
  /** The texts of its formulas by the numbers in their marks, if its tags are repaired. */
  readonly formulas: readonly string[];
}
