/**
 * Prints a form of Gotenberg's routes: with the browser's own paper, margins, headers and footers instead of those of the service, so that
 * the pages are the same as there.
 */
import {
  type FormPrint,
  MAX_PAGES,
  MAX_PAPER_INCHES,
  maxPagesOf,
  pagesIn,
  type RenderJob,
  readPageRanges,
  ServiceError,
} from '@toolpress/contract';
import { type AnyReports, type CheckedFragment, checkFragment } from '@toolpress/document';
import type { Finish } from '@toolpress/pdf';
import { PageScript } from '../../browser/page-script.js';
import { pdfTooLarge } from '../../browser/print-errors.js';
import { type Printer, type PrintSettings, printerWith } from '../../browser/printer.js';
import type { BrowserLayout, CheckedTemplates } from '../../render/paper/browser-layout.js';
import { pageRanges as usualRanges } from '../../render/paper/paper.js';
import type { RenderPart } from '../../render/part.js';
import type { RenderFeature } from '../../render/task/feature.js';
import { zipped } from '../../zip.js';

const PX_PER_INCH = 96;
/** The window in which Gotenberg measures a document for one page, in pixels. */
const WINDOW = { width: 800, height: 600 };
/** The browser would print its usual header in place of an empty one. */
const EMPTY = '<span></span>';

export const part: RenderPart = ({ job, services }) => {
  const { form } = job;
  return form === undefined
    ? {}
    : { layout: layoutOf(form, job), features: () => formFeatures(form, services.maxPdfBytes) };
};

function layoutOf(form: FormPrint, job: RenderJob): BrowserLayout {
  const { paperWidth: width, paperHeight: height, landscape, singlePage } = form;
  return {
    paper: landscape ? { width: height, height: width } : { width, height },
    settings: browserSettings(form, job),
    isOnePage: singlePage === true,
    check: (context) => formTemplates(form, context),
    fit: async (page, html) => (singlePage ? onOnePage(page, html(), form) : {}),
  };
}

/** Returns the settings that the browser takes. */
function browserSettings(form: FormPrint, job: RenderJob): PrintSettings {
  const { paperWidth, paperHeight, marginTop, marginRight, marginBottom, marginLeft } = form;
  const { scale, landscape, printBackground, preferCSSPageSize } = form;
  const pageRanges = form.pageRanges === undefined ? usualRanges(job) : limitedRanges(form.pageRanges, maxPagesOf(job));
  return {
    ...{ paperWidth, paperHeight, marginTop, marginRight, marginBottom, marginLeft },
    ...{ scale, landscape, printBackground, preferCSSPageSize, pageRanges },
  };
}

/** Returns page ranges with at most one page more than allowed, which shows that there are too many. */
export function limitedRanges(text: string, maxPages = MAX_PAGES): string {
  const taken: string[] = [];
  let [left, next, isWhole] = [maxPages + 1, 1, true];
  for (const { first, last } of rangesOf(text, 'nativePageRanges').sort((one, other) => one.first - other.first)) {
    const from = Math.max(first, next);
    const to = Math.min(last, from + left - 1);
    isWhole &&= to === last || last < next;
    if (to < from) continue;
    taken.push(`${from}-${to}`);
    [left, next] = [left - (to - from + 1), to + 1];
  }
  return isWhole ? text : taken.join();
}

/**
 * Checks the header and footer of a form; undefined without one.
 *
 * @throws like `checkFragment`; ServiceError `invalid_parameter` for images that the browser does not load there.
 */
export function formTemplates(
  { headerTemplate, footerTemplate }: FormPrint,
  context: Parameters<BrowserLayout['check']>[0],
): CheckedTemplates | undefined {
  if (headerTemplate === undefined && footerTemplate === undefined) return undefined;
  const check = (html: string | undefined, field: 'header_html' | 'footer_html') =>
    html === undefined ? undefined : checkFragment(html, field, context);
  const header = check(headerTemplate, 'header_html');
  const footer = check(footerTemplate, 'footer_html');
  const settings = {
    displayHeaderFooter: true,
    headerTemplate: header?.html || EMPTY,
    footerTemplate: footer?.html || EMPTY,
  };
  const given = [header, footer].flatMap((one) => one ?? []);
  const [image] = given.flatMap(({ images }) => images);
  if (image !== undefined)
    throw new ServiceError(
      'invalid_parameter',
      `${image.place} is not printed: the browser loads no images in headers and footers. Embed it as \`data:\` (PNG, JPEG or GIF).`,
    );
  return { settings, checked: given.map((one) => ({ ...one, reports: reportsOf(one) })) };
}

/** The browser fills the markup of its page numbers and titles. */
function reportsOf({ reports }: CheckedFragment): AnyReports {
  const { isEmpty, addresses, lacksContent, mayLackContent } = reports;
  const read: AnyReports['read'] = (asked) => reports.read(asked).filter(({ code }) => code !== 'markup_ignored');
  return { isEmpty, addresses, lacksContent, mayLackContent, read };
}

/**
 * Returns the settings for a form on one page: with the height of the content in a usual window, as Gotenberg measures it; in landscape also
 * with its width.
 *
 * @throws ServiceError `document_too_complex` when the page would be too large.
 */
async function onOnePage(page: Printer, html: string, form: FormPrint): Promise<PrintSettings> {
  const { height, needed } = await page.contentSize(html, WINDOW.width);
  const [high, wide] = [Math.max(height, WINDOW.height) / PX_PER_INCH, Math.max(needed, WINDOW.width) / PX_PER_INCH];
  const { marginTop, marginBottom, marginLeft, marginRight } = form;
  const size = form.landscape
    ? { paperWidth: high + marginTop + marginBottom, paperHeight: wide + marginLeft + marginRight }
    : { paperHeight: high + marginTop + marginBottom };
  if (Math.max(...Object.values(size)) > MAX_PAPER_INCHES)
    throw new ServiceError(
      'document_too_complex',
      `The content is higher or wider than a page of ${MAX_PAPER_INCHES} inches (singlePage).`,
    );
  return { ...size, pageRanges: '1' };
}

const JPEG = new PageScript('jpeg');

/** Returns the features of a form. @param maxPdfBytes the largest size of the result. */
function formFeatures(form: FormPrint, maxPdfBytes: number): RenderFeature[] {
  const { media, imageQuality, split, rotate, info, flatten } = form;
  const features: RenderFeature[] = [];
  if (rotate ?? info ?? flatten)
    features.push({
      finish: (finish, count) => {
        Object.assign(finish, { ...rotatedPages(form, count), moreInfo: info, isFlat: flatten });
      },
    });
  if (split !== undefined) features.push(splitFeature(split, maxPdfBytes));
  if (media !== undefined)
    features.push({ work: { media: { type: media.type ?? 'print', features: media.features ?? {} } } });
  if (imageQuality !== undefined) {
    const printerOf = (page: Printer): Printer => {
      const print: Printer['print'] = async (html, settings, targets) => {
        const document = await page.open(html);
        await document.run(JPEG, 'shrink', imageQuality / 100);
        return document.print(settings, targets);
      };
      return printerWith(page, { print, printRepeated: print });
    };
    features.push({ printer: async (page) => printerOf(page) });
  }
  return features;
}

/** Returns the pages that are rotated. @param count the number of pages. */
function rotatedPages({ rotate }: FormPrint, count: number): Pick<Finish, 'rotated'> {
  if (rotate === undefined) return {};
  return { rotated: { angle: rotate.angle, pages: pagesIn(rangesOf(rotate.pages ?? '1-', 'rotatePages'), count) } };
}

type Split = NonNullable<FormPrint['split']>;

/** Each file takes its own turn, because it takes as long as the whole document. */
function splitFeature(split: Split, maxPdfBytes: number): RenderFeature {
  const isArchive = split.mode !== 'unified';
  return {
    ...(isArchive && { kind: 'zip' as const }),
    async split(finish, count) {
      const files: Buffer[] = [];
      let bytes = 0;
      for (const pages of splitPages(split, count)) {
        const file = finish(pages);
        bytes += file.length; // each may have all images
        if (bytes > maxPdfBytes) throw pdfTooLarge(maxPdfBytes);
        files.push(file);
      }
      return isArchive ? archived(split.name, files) : Buffer.concat(files);
    },
  };
}

/** Returns the pages of each file of a split document. @param count the number of pages. @throws ServiceError for ranges without a page. */
function splitPages({ mode, span }: Split, count: number): number[][] {
  if (mode === 'intervals') {
    const size = Number(span);
    return Array.from({ length: Math.ceil(count / size) }, (_, part) =>
      pagesIn([{ first: part * size + 1, last: (part + 1) * size }], count),
    );
  }
  const pages = pagesIn(rangesOf(span, 'splitSpan'), count);
  if (pages.length === 0)
    throw new ServiceError(
      'invalid_parameter',
      `The page ranges '${span}' (splitSpan) name none of the ${count} pages`,
    );
  return mode === 'unified' ? [pages] : pages.map((page) => [page]);
}

/** Returns an archive of the parts of a document, which are named by their numbers. */
async function archived(name: string, parts: readonly Buffer[]): Promise<Buffer> {
  const modifiedAt = new Date();
  async function* entries() {
    for (const [index, content] of parts.entries()) yield { name: `${name}_${index}.pdf`, content, modifiedAt };
  }
  const pieces: Buffer[] = [];
  for await (const piece of zipped(entries())) pieces.push(piece);
  return Buffer.concat(pieces);
}

function rangesOf(text: string, field: string) {
  const ranges = readPageRanges(text);
  if (ranges === undefined) throw new ServiceError('invalid_parameter', `'${text}' (${field}) is not a page range`);
  return ranges;
}
