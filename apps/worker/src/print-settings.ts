/** What the browser is told about paper. */
import { MAX_PAGES, type Orientation, type PageSize, type RenderJob } from '@toolpress/contract';
import { type FurnitureMargins, type PageRule, paperSize } from '@toolpress/document';
import type { PrintSettings } from './browser/printer.js';

/** One page more than allowed is printed, to tell "too many" from "just enough"; then the browser stops. */
const PAGE_RANGES = `1-${MAX_PAGES + 1}`;

/**
 * @returns how to print where the document has no `@page` of its own: on paper of the size asked for, else A4, with these
 *   margins.
 */
export function printSettings(
  pageSize: PageSize | undefined,
  orientation: Orientation,
  margins: FurnitureMargins,
): PrintSettings {
  const { width, height } = paperSize(pageSize ?? 'A4', orientation);
  return {
    paperWidth: width,
    paperHeight: height,
    marginTop: margins.top,
    marginBottom: margins.bottom,
    marginLeft: margins.left,
    marginRight: margins.right,
    pageRanges: PAGE_RANGES,
  };
}

/**
 * What the request decides about pages, to win over the document's own rules. Margins are told to the browser when it
 * prints: taking the document's out of the way is enough.
 */
export function requestedPage({ pageSize, orientation, margin, headerHtml, footerHtml }: RenderJob): PageRule {
  const { width, height } = paperSize(pageSize ?? 'A4', orientation);
  const decidesMargins = [margin, headerHtml, footerHtml].some((field) => field !== undefined);
  return {
    ...(pageSize === undefined ? {} : { size: `${width}in ${height}in` }),
    ...(decidesMargins ? { margin: '' } : {}),
  };
}
