/** What the browser is told about paper. */
import { MAX_PAGES, type Orientation, type PageSize } from '@toolpress/contract';
import { type PageRule, paperSize } from '@toolpress/document';
import type { PrintSettings } from './browser/sheet.js';

/** Millimetres on each side, where neither the request nor the document's `@page` says otherwise. */
const DEFAULT_MARGIN_INCHES = 10 / 25.4;

/** One page more than allowed is printed, to tell "too many" from "just enough"; then the browser stops. */
const PAGE_RANGES = `1-${MAX_PAGES + 1}`;

/** Paper for a document that has no `@page { size }` of its own: what was asked for, else A4. */
export function printSettings(pageSize: PageSize | undefined, orientation: Orientation): PrintSettings {
  const { width, height } = paperSize(pageSize ?? 'A4', orientation);
  return {
    paperWidth: width,
    paperHeight: height,
    marginTop: DEFAULT_MARGIN_INCHES,
    marginBottom: DEFAULT_MARGIN_INCHES,
    marginLeft: DEFAULT_MARGIN_INCHES,
    marginRight: DEFAULT_MARGIN_INCHES,
    pageRanges: PAGE_RANGES,
  };
}

/** What the request says about pages, to win over the document's own rules; nothing when it gives no size. */
export function requestedPage(pageSize: PageSize | undefined, orientation: Orientation): PageRule {
  if (pageSize === undefined) return {};
  const { width, height } = paperSize(pageSize, orientation);
  return { size: `${width}in ${height}in` };
}
