/** Prints a document: a plain one once, any other in rounds. */
import { type ErrorCode, type RenderJob, ServiceError } from '@toolpress/contract';
import { pageSizes } from '@toolpress/pdf';
import { mayLoad } from '../../browser/measured-once.js';
import { DATA_URL } from '../../browser/page-printer.js';
import { pdfTooLarge } from '../../browser/print-errors.js';
import type { Printer } from '../../browser/printer.js';
import { checkRoom } from '../headers/margins.js';
import { CUT_AT_LEFT, isCutAtLeft } from '../paper/cut-content.js';
import { NO_MARGINS, plainMargins, type RequestedLayout, requestedLayout } from '../paper/paper.js';
import { MANY_CHARACTERS, refuseTooManyPages } from '../paper/too-many-pages.js';
import { mayLoseText } from '../prepare/lost-parts.js';
import type { PreparedDocument } from '../prepare/prepared-document.js';
import { lookAtPrinted, type PrintedContent } from '../prepare/printed-content.js';
import { type PrintedDocument, type PrintFlow, printPlainFlow } from './flow.js';
import { printInRounds } from './print-rounds.js';

export type { PrintedDocument };

/**
 * @param options.flow prints a document whose content depends on its pages.
 * @param options.accountId see `FlowOptions`.
 * @throws ServiceError `invalid_parameter` when margins, header or footer do not fit, `page_limit`, `pdf_too_large`,
 *   `document_too_complex` when page numbers do not settle.
 */
export async function printDocument(
  page: Printer,
  document: PreparedDocument,
  job: RenderJob,
  maxPdfBytes: number,
  { flow = printPlainFlow, accountId }: { flow?: PrintFlow | undefined; accountId?: string | undefined } = {},
): Promise<PrintedDocument> {
  const { layout: own } = document;
  const requested = requestedLayout(job, own);
  const fitted = own && (await own.fit(page, () => document.html(NO_MARGINS)));
  const layout = { ...requested, settings: { ...requested.settings, ...fitted, ...document.templates } };
  const options = { document, layout, maxPdfBytes, accountId };
  const print = document.isPaged ? flow : printPlainFlow;
  const printWith = (printer: Printer): Promise<PrintedDocument> =>
    isPlain(document)
      ? printOnce(printer, document, layout, maxPdfBytes)
      : print(printer, options, (used) => printInRounds(printer, used, options));
  const printed = await printWith(page);
  if (printed.seen !== undefined || !(document.isRightToLeft || document.mayLose)) return printed;
  const html = document.html(plainMargins(layout.margin ?? {}, layout.usualMargin)); // a plain one is in the page already
  const look = (mayChange: boolean): Promise<PrintedContent> =>
    lookAtPrinted(page, html, printed.pdf, document, mayChange ? layout.maxPages : 0);
  const first = document.mayLose ? await look(!document.hasAutoHeight && own?.isOnePage !== true) : NOTHING_LOST;
  const grown = first.printer && (await printWith(first.printer).catch(undefinedIfTooLarge));
  const isRefused =
    first.printer !== undefined && (grown === undefined || pageSizes(grown.pdf).length > layout.maxPages);
  const whole = isRefused ? printed : (grown ?? printed);
  const lost = isRefused ? await look(false) : first;
  if (whole.seen !== undefined) return whole;
  const isCut = document.isRightToLeft && (await isCutAtLeft((!isRefused && first.printer) || page, html, whole.pdf));
  const reports = [...(whole.reports ?? []), ...lost.reports, ...(isCut ? [CUT_AT_LEFT] : [])];
  const conditions = new Set([...(whole.conditions ?? []), ...(lost.conditions ?? [])]);
  return reports.length === 0 && conditions.size === 0 ? whole : { ...whole, reports, conditions };
}

/** Content that is not cut may need more pages than a document may have. */
function undefinedIfTooLarge(error: unknown): undefined {
  if (error instanceof ServiceError && TOO_LARGE.has(error.code)) return;
  throw error;
}

const TOO_LARGE: ReadonlySet<ErrorCode> = new Set(['page_limit', 'pdf_too_large', 'document_too_complex']);

const NOTHING_LOST: PrintedContent = { reports: [] };

/** Whether nothing in the document depends on its pages. */
const isPlain = ({ isPaged, headerFooter, hasAutoHeight }: PreparedDocument): boolean =>
  !isPaged && headerFooter === undefined && !hasAutoHeight;

/** Whether its prints probably need nothing else of a page: no layout, no scripts, nothing that headers load after the document is printed. */
export const isOnlyPrinted = (document: PreparedDocument): boolean => {
  const { isPaged, hasAutoHeight, isRightToLeft, mayLose, headerFooter } = document;
  if (isPaged || hasAutoHeight || isRightToLeft || mayLose) return false;
  if (headerFooter === undefined) return true;
  if (!headerFooter.arePlain) return false;
  const { plainHtml } = headerFooter;
  return !mayLoad(plainHtml) && !plainHtml.includes(DATA_URL) && !mayLoseText(headerFooter.document, plainHtml);
};

/** The pages that are printed for the first one: a second one shows that there are more. */
const FIRST_PAGES = '1-2';

async function printOnce(
  page: Printer,
  { html, ownMargins }: PreparedDocument,
  layout: RequestedLayout,
  maxPdfBytes: number,
): Promise<PrintedDocument> {
  const { margin, usualMargin, settings, firstPageOnly } = layout;
  const margins = plainMargins(margin ?? {}, usualMargin);
  const filled = html(margins);
  if (filled.length >= MANY_CHARACTERS) await refuseTooManyPages(page, filled, layout);
  const pdf = await page.print(filled, { ...settings, ...(firstPageOnly && { pageRanges: FIRST_PAGES }) });
  if (pdf.length > maxPdfBytes) throw pdfTooLarge(maxPdfBytes);
  if (margin && !ownMargins) for (const size of pageSizes(pdf)) checkRoom(margins, size);
  return { pdf, ...(firstPageOnly && { isBeginning: true }) };
}
