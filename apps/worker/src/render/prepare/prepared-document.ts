/** What is known of a document that is ready for its prints. */
import type { ContentWarning } from '@toolpress/contract';
import type {
  AnyReports,
  CheckedDocument,
  checkDocument,
  DocumentFiles,
  DocumentImage,
  FontFallback,
  Margins,
  MissingCharacters,
  Report,
} from '@toolpress/document';
import type { DocumentTexts } from '@toolpress/template';
import type { PrintSettings } from '../../browser/printer.js';
import type { HeaderFooter } from '../headers/header-footer.js';
import type { PageOfDocument } from '../headers/page-parts.js';
import type { BrowserLayout } from '../paper/browser-layout.js';
import type { Faults } from '../task/faults.js';
import type { DocumentValues } from './printed-html.js';

/** What a document is prepared with beside its job. */
export interface PreparedWith {
  /** Returns options for the check of the document. @param isFilled whether its template has no faults. */
  sources?(isFilled: boolean): Partial<Parameters<typeof checkDocument>[0]>;
  /** The layout in place of the service's. */
  readonly layout?: BrowserLayout;
}

/** A checked document, ready for its prints. */
export interface PreparedDocument
  extends Omit<CheckedDocument, 'html' | 'images' | 'fonts' | 'title' | 'reports' | 'wantedSheets'> {
  /** Returns the HTML with these margins, if the request decides them. */
  html: (margins: Margins, more?: DocumentValues) => string;
  /** Returns an empty page with the document's own margins, and boxes in them. Absent if no style sheet decides the margins. */
  ownMarginsPage?: (boxes: string) => string;
  /** Returns whether it has text that may be visible. */
  hasText: () => boolean;
  /** See `CheckedDocument`. */
  structure: Pick<CheckedDocument, 'words' | 'formulas'> & { hidesText: boolean; hasEmphasis: boolean };
  /** Returns whether words of the document or its headers have soft hyphens, or will have them. */
  hasSoftHyphens: () => boolean;
  /** Whether the document or its headers may have Chinese characters, or punctuation that vertical text changes. */
  hasChinese: boolean;
  /** Whether the document or its headers choose forms of glyphs, such as small capitals. */
  choosesForms: boolean;
  /** Whether it is printed on one page as high as its content. */
  hasAutoHeight: boolean;
  files: DocumentFiles;
  /** The images, including those of headers and footers. */
  images: DocumentImage[];
  /** Whether any of its parts changes the page, see `CheckedDocument`. */
  changesPage: boolean;
  /** See `CheckedDocument`, for all of its parts. */
  fonts: FontFallback | undefined;
  /** The title of the PDF: the document's, else the file's. */
  title: string | undefined;
  /** Returns warnings with the places of characters that no font has. */
  tellMissing: (missing: MissingCharacters) => ContentWarning[];
  /** Whether content of it depends on its pages: page numbers of elements, footnotes, CSS for print that the browser lacks. */
  isPaged: boolean;
  /** Whether parts of it may run from right to left. */
  isRightToLeft: boolean;
  /** Whether boxes may cut, cover or hide its text, or it may have page breaks that the browser ignores. */
  mayLose: boolean;
  headerFooter: HeaderFooter | undefined;
  layout: BrowserLayout | undefined;
  /** The print settings for the headers and footers of `layout`. */
  templates: PrintSettings | undefined;
  /** The reports of all parts that found something. */
  reports: AnyReports[];
  /** Returns warnings about tags. Absent if no text of it is filled. */
  tagWarnings?: () => Report[];
  /** URLs of style sheets that have to be fetched. Then the document has to be prepared again. */
  wantedSheets: string[];
}

export interface PrepareOptions {
  onMachine?: ReadonlySet<string>;
  parts?: readonly PreparedWith[];
  seen?: readonly PageOfDocument[];
  texts?: DocumentTexts;
  faults?: Pick<Faults, 'collect'>;
}
