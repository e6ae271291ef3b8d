/** Prints a document on one page that is as high as its content, such as a receipt. */
import { MAX_PAPER_INCHES, ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import { checkedPageCount, MarginMarks, pageSizes } from '@toolpress/pdf';
import type { Printer } from '../../browser/printer.js';
import { checkRoom, type GivenMargins, marginsFor } from '../headers/margins.js';
import { pagesOf } from '../headers/page-parts.js';
import type { RequestedLayout } from '../paper/paper.js';
import { lostParts } from '../prepare/lost-parts.js';
import type { PreparedDocument } from '../prepare/prepared-document.js';
import type { Flow, PrintedDocument } from './flow.js';

export interface RollOptions {
  /** The request's margins, else the document's. */
  given: GivenMargins;
  /** The margins without header and footer, if the document does not decide them. */
  plain: Margins;
  /** For headers, footers and watermarks. */
  stampPrinter: Printer;
}

/** The height of the first print in inches, which shows the width and the margins of the page. */
const FIRST_HEIGHT = 20;
/** The largest number of prints. Page numbers and texts of headers are known only after a print. */
const MOST_PRINTS = 5;

/**
 * Prints the document on one page. Its height is measured in a window of the width between the margins and almost no height, so that content
 * as high as the window (`100vh`) adds nothing.
 *
 * @returns see `printDocument`.
 * @throws ServiceError `invalid_parameter` when margins, header or footer do not fit; `document_too_complex` when it is too high, or
 *   does not fit a page of the height that it was measured to have.
 */
export async function printRoll(
  flow: Flow,
  { html, headerFooter, references }: PreparedDocument,
  { edges, settings }: Pick<RequestedLayout, 'edges' | 'settings'>,
  { given, plain, stampPrinter }: RollOptions,
): Promise<PrintedDocument> {
  const { printer } = flow;
  const marks = new MarginMarks();
  const first = html(plain, {
    numbers: flow.numbers,
    boxes: marks.boxes(['top', 'right', 'bottom', 'left']),
    height: FIRST_HEIGHT,
  });
  const seen = await printer.print(first, { ...settings, pageRanges: '1' });
  const [own = plain] = marks.read(seen);
  const width = pageSizes(seen)[0]?.width ?? settings.paperWidth ?? 0;
  const highest = { width, height: MAX_PAPER_INCHES };
  for (let print = 1; print <= MOST_PRINTS; print++) {
    const heights = (await headerFooter?.highest(printer, { ...highest, margins: plain })) ?? {};
    const margins = edges.length > 0 ? marginsFor(plain, given, heights, highest) : own;
    checkRoom(margins, highest);
    const { top, right, bottom, left } = margins;
    const { numbers } = flow;
    const measured = html(margins, { height: FIRST_HEIGHT, numbers });
    const height = top + (await printer.contentHeight(measured, width - left - right)) + bottom;
    if (height > MAX_PAPER_INCHES)
      throw cannot(`is ${Math.ceil(height)} inches high, and a page is ${MAX_PAPER_INCHES} at most`);
    const pdf = await flow.print(html(margins, { height, numbers }), settings);
    if (checkedPageCount(pdf) > 1)
      throw cannot('grows with its page, as `100vh` with a margin does; give the page a height');
    if (!flow.settle(pdf)) continue;
    const { places } = flow;
    const printed = pagesOf(1, flow.numberOf, references, { places, numbers });
    if ((await headerFooter?.learn(printed)) === false) return { pdf, seen: printed };
    const known = (await headerFooter?.highest(printer, { ...highest, margins: plain })) ?? {};
    if (known.header !== heights.header || known.footer !== heights.footer) continue;
    const sized = pageSizes(pdf).map((size) => ({ ...size, margins }));
    const stamps = headerFooter && (await headerFooter.print(stampPrinter, printed, sized, settings));
    if (headerFooter && stamps === undefined) continue;
    return {
      pdf,
      places,
      numbers,
      ...(stamps && { stamps, reports: await lostParts(stampPrinter, headerFooter) }),
    };
  }
  throw cannot('changes its height with the texts of its header or footer; give the page a height');
}

const cannot = (fault: string): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `The document can’t be printed on one page as high as its content (\`auto\`): it ${fault}.`,
  );
