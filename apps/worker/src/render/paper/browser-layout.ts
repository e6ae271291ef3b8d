/** A layout that the browser does itself, instead of the service: paper, margins, headers and footers. */
import type { AnyReports, CheckedFragment, DocumentResources, Paper } from '@toolpress/document';
import type { Printer, PrintSettings } from '../../browser/printer.js';

export interface BrowserLayout {
  readonly paper: Paper;
  readonly settings: PrintSettings;
  /** Whether the document is printed on one page. */
  readonly isOnePage: boolean;
  /** Checks the headers and footers; undefined without one. @throws ServiceError for what they may not have. */
  check(context: { language: string | undefined; resources: Partial<DocumentResources> }): CheckedTemplates | undefined;
  /** Returns settings that depend on the content. @param html returns the document without margins. */
  fit(page: Printer, html: () => string): Promise<PrintSettings>;
}

/** The browser's own headers and footers. */
export interface CheckedTemplates {
  readonly settings: PrintSettings;
  readonly checked: readonly (Pick<CheckedFragment, 'images' | 'changesPage' | 'wantedSheets' | 'fonts'> & {
    readonly reports: AnyReports;
  })[];
}
