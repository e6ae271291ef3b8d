/** Finds out whether content is cut because it is wider than its page. */
import type { Report } from '@toolpress/document';
import { contentArea } from '@toolpress/pdf';
import { PageScript } from '../../browser/page-script.js';
import type { Printer } from '../../browser/printer.js';
import { MANY_CHARACTERS } from './too-many-pages.js';

const SCRIPT = new PageScript('cut-content');

/** Matches a checked document with parts that run from right to left. */
export const RIGHT_TO_LEFT = /\sdir="rtl"|\bdirection\s*:\s*rtl\b/i;

/**
 * Returns whether content reaches over the left edge of its pages. The browser shrinks what reaches over the right edge, which the PDF shows,
 * but only cuts what reaches over the left one. So the document is laid out once more, in a window as wide as the widest page. A large one
 * is not, because it would take long.
 */
export async function isCutAtLeft(printer: Pick<Printer, 'open'>, html: string, pdf: Buffer): Promise<boolean> {
  const width = Math.ceil(contentArea(pdf)?.width ?? 0);
  if (width === 0 || html.length >= MANY_CHARACTERS) return false;
  const document = await printer.open(html);
  await document.resize(width);
  const isCut = await document.run<boolean>(SCRIPT, 'isCutAtLeft');
  await document.resize(undefined);
  return isCut;
}

const NARROWER =
  'Make it narrower, for example with `max-width: 100%`, or use a wider `page_size`, the `orientation` `landscape` or a smaller `margin`.';

export const CONTENT_CUT: Report = {
  kind: 'notice',
  code: 'content_cut',
  message: `The content is more than 1.5 times as wide as its page: it is printed at two thirds of its size, and the rest is cut. ${NARROWER}`,
};

export const CUT_AT_LEFT: Report = {
  kind: 'notice',
  code: 'content_cut',
  message: `The content runs from right to left and is wider than its page: what reaches over the left edge is cut. ${NARROWER}`,
};
