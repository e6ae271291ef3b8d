/** Prints a document on one page that is as high as its content, as receipts are. */
import { MAX_PAPER_INCHES, type PageMargin, ServiceError } from '@toolpress/contract';
import type { Margins } from '@toolpress/document';
import type { Printer, PrintSettings } from './browser/printer.js';
import { checkRoom, marginsFor } from './page-layout.js';
import { PageReferences } from './page-references.js';
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
  { html, headerFooter, references }: PreparedDocument,
  { margin, plain, settings }: RollOptions,
): Promise<{ pdf: Buffer; stamps?: Buffer; places: PageReferences['places'] }> {
  const pages = new PageReferences(references, 1);
  const marks = new MarginMarks();
  const first = html(plain, {
    numbers: pages.numbers,
    boxes: marks.boxes(['top', 'right', 'bottom', 'left']),
    height: FIRST_HEIGHT,
  });
  const seen = await printer.print(first, { ...settings, pageRanges: '1' });
  const [own = plain] = marks.read(seen);
  const width = pageSizes(seen)[0]?.width ?? settings.paperWidth ?? 0;
  const highest = { width, height: MAX_PAPER_INCHES };
  const [heights = {}] = (await headerFooter?.measure(printer, [{ ...highest, margins: plain }])) ?? [];
  const margins = headerFooter ? marginsFor(plain, margin ?? {}, heights, highest) : own;
  checkRoom(margins, highest);
  const { top, right, bottom, left } = margins;
  for (;;) {
    const { numbers } = pages;
    const measured = html(margins, { height: FIRST_HEIGHT, numbers });
    const height = top + (await printer.contentHeight(measured, width - left - right)) + bottom;
    if (height > MAX_PAPER_INCHES)
      throw cannot(`is ${Math.ceil(height)} inches high, and a page is ${MAX_PAPER_INCHES} at most`);
    const pdf = await printer.print(html(margins, { height, numbers }), settings, references.targets);
    if (checkedPageCount(pdf) > 1)
      throw cannot('grows with its page, as `100vh` with a margin does; give the page a height');
    if (!pages.standIn(pdf)) continue;
    const places = pageSizes(pdf).map((size) => ({ ...size, margins }));
    const stamps = headerFooter && (await headerFooter.print(printer, places, settings));
    return { pdf, places: pages.places, ...(stamps && { stamps }) };
  }
}

const cannot = (fault: string): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `The document can’t be printed on one page as high as its content (\`auto\`): it ${fault}.`,
  );
