/** What the browser is told about paper. */
import { MAX_PAGES, type Orientation, type PageSize, type RenderJob } from '@toolpress/contract';
import { type PageRule, paperSize } from '@toolpress/document';
import type { PrintSettings } from './browser/printer.js';
import type { MarginMark } from './page-margins.js';

/** One page more than allowed is printed, to tell "too many" from "just enough"; then the browser stops. */
const PAGE_RANGES = `1-${MAX_PAGES + 1}`;

/** What Chromium takes where a document's own `@page` says nothing. */
const MARGIN = 10 / 25.4;

/** @returns how to print where the document has no `@page` of its own: on paper of the size asked for, else A4. */
export function printSettings(pageSize: PageSize | undefined, orientation: Orientation, tagged = false): PrintSettings {
  const { width, height } = paperSize(pageSize ?? 'A4', orientation);
  return {
    paperWidth: width,
    paperHeight: height,
    marginTop: MARGIN,
    marginBottom: MARGIN,
    marginLeft: MARGIN,
    marginRight: MARGIN,
    pageRanges: PAGE_RANGES,
    generateTaggedPDF: tagged,
  };
}

/** What the request decides about pages, to win over the document's own rules. A header takes the margins over. */
export function requestedPage(job: RenderJob, margins: MarginMark): PageRule {
  const { pageSize, orientation, margin, headerHtml, footerHtml } = job;
  const { width, height } = paperSize(pageSize ?? 'A4', orientation);
  return {
    ...(pageSize === undefined ? {} : { size: `${width}in ${height}in` }),
    ...(margin || headerHtml || footerHtml ? { margin: margins.text } : {}),
  };
}
