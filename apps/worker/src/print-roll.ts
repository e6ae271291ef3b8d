/** Prints a document on one page that is as high as its content, as receipts are. */
import { MAX_PAPER_INCHES, type PageMargin, ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import type { Printer, PrintSettings } from './browser/printer.js';
import { checkRoom, marginsFor } from './page-layout.js';
import { checkedPageCount, pageSizes } from './pdf/count.js';
import { MarginMarks } from './pdf/margins.js';
import type { PreparedDocument } from './prepare-document.js';

export interface RollOptions {
  /** The request's margins. */
  margin: PageMargin | undefined;
  /** The margins without header and footer, where the document does not decide them. */
  plain: Margins;
  settings: PrintSettings;
}

/** Some page, to see how wide the document makes it, and which margins it gives it. */
const FIRST_HEIGHT = 20;

/**
 * The height is measured on a screen of the width that the margins leave, which has next to no height itself: what is as high as
 * its window (`100vh`) adds nothing.
 *
 * @throws ServiceError `invalid_parameter` when margins, header or footer do not fit; `document_too_complex` when it is too high, or
 *   does not fit a page of the height that it was measured to have.
 */
export async function printRoll(
  printer: Printer,
  { html, headerFooter }: PreparedDocument,
  { margin, plain, settings }: RollOptions,
): Promise<{ pdf: Buffer; stamps?: Buffer }> {
  const marks = new MarginMarks();
  const first = html(plain, { boxes: marks.boxes(['top', 'right', 'bottom', 'left']), height: FIRST_HEIGHT });
  const seen = await printer.print(first, { ...settings, pageRanges: '1' });
  const [own = plain] = marks.read(seen);
  const width = pageSizes(seen)[0]?.width ?? settings.paperWidth ?? 0;
  const highest = { width, height: MAX_PAPER_INCHES };
  const [heights = {}] = (await headerFooter?.measure(printer, [{ ...highest, margins: plain }])) ?? [];
  const margins = headerFooter ? marginsFor(plain, margin ?? {}, heights, highest) : own;
  checkRoom(margins, highest);
  const { top, right, bottom, left } = margins;
  const content = await printer.contentHeight(html(margins, { height: FIRST_HEIGHT }), width - left - right);
  const height = top + content + bottom;
  if (height > MAX_PAPER_INCHES)
    throw cannot(`is ${Math.ceil(height)} inches high, and a page is ${MAX_PAPER_INCHES} at most`);
  const pdf = await printer.print(html(margins, { height }), settings);
  if (checkedPageCount(pdf) > 1)
    throw cannot('grows with its page, as `100vh` with a margin does; give the page a height');
  const places = pageSizes(pdf).map((size) => ({ ...size, margins }));
  return { pdf, ...(headerFooter && { stamps: await headerFooter.print(printer, places, settings) }) };
}

const cannot = (fault: string): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `The document can’t be printed on one page as high as its content (\`auto\`): it ${fault}.`,
  );
