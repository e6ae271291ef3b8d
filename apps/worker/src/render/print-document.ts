/** Prints a document: a plain one once, any other in rounds. */
import type { RenderJob } from '@toolpress/contract';
import { pageSizes } from '@toolpress/pdf';
import { pdfTooLarge } from '../browser/print-errors.js';
import type { Printer } from '../browser/printer.js';
import { checkRoom } from './headers/margins.js';
import { defaultMargin, paperOf, plainMargins, settingsFor } from './paper.js';
import type { PreparedDocument } from './prepare-document.js';
import { type PrintedDocument, printInRounds } from './print-rounds.js';
import { MANY_CHARACTERS, refuseTooManyPages } from './too-many-pages.js';

export type { PrintedDocument };

/**
 * @throws ServiceError `invalid_parameter` when margins, header or footer do not fit, `page_limit`, `pdf_too_large`,
 *   `document_too_complex` when page numbers do not settle.
 */
export function printDocument(
  page: Printer,
  document: PreparedDocument,
  job: RenderJob,
  maxPdfBytes: number,
): Promise<PrintedDocument> {
  return isPlain(document)
    ? printOnce(page, document, job, maxPdfBytes)
    : printInRounds(page, document, job, maxPdfBytes);
}

/** Whether nothing in the document depends on its pages. */
const isPlain = ({ references, features, headerFooter, hasFootnotes, hasAutoHeight }: PreparedDocument): boolean =>
  references.targets.length === 0 &&
  features.size === 0 &&
  headerFooter === undefined &&
  !hasFootnotes &&
  !hasAutoHeight;

/** The pages that are printed for the first one: a second one shows that there are more. */
const FIRST_PAGES = '1-2';

async function printOnce(
  page: Printer,
  document: PreparedDocument,
  job: RenderJob,
  maxPdfBytes: number,
): Promise<PrintedDocument> {
  const { html, ownMargins } = document;
  const paper = paperOf(job);
  const margins = plainMargins(job.margin ?? {}, defaultMargin(paper));
  const filled = html(margins);
  if (filled.length >= MANY_CHARACTERS) await refuseTooManyPages(page, filled, job);
  const pageRanges = job.firstPageOnly && FIRST_PAGES;
  const settings = await settingsFor(page, document, job);
  const pdf = await page.print(filled, { ...settings, ...(pageRanges && { pageRanges }) });
  if (pdf.length > maxPdfBytes) throw pdfTooLarge(maxPdfBytes);
  if (job.margin && !ownMargins) for (const size of pageSizes(pdf)) checkRoom(margins, size);
  return { pdf, ...(pageRanges && { isBeginning: true }) };
}
