/** Failures of printing: how a page ended, and the errors for callers. */
import { ServiceError } from '@toolpress/contract';
import type { BrowserLimits } from './launch.js';

const MEBIBYTE = 1024 * 1024;

/** The longest document in bytes. Chromium exits, with all its pages, when a message has more than 100 MiB. */
const MAX_MESSAGE_BYTES = 64 * MEBIBYTE;
/** The largest number of bytes for a character in JSON. */
const MAX_BYTES_OF_CHARACTER = 6;

/**
 * `memory`: killed by the worker, because of its memory; `message`: killed with its browser, because of a message over the limit; `refused`:
 * Chromium returned no PDF; `crashed`: by the document, or killed from outside.
 */
export type PageEnd = 'memory' | 'message' | 'refused' | 'crashed';

/** A page that ended while it printed, or that can't be used again. */
export class PageCrashed extends Error {
  override readonly name = 'PageCrashed';
  /**
   * @param culprit `page`: only this page; `browser`: the whole browser.
   * @param grownBytes how much memory the page took for the document, in bytes.
   */
  constructor(
    readonly culprit: 'page' | 'browser',
    readonly end: PageEnd = 'crashed',
    readonly grownBytes = 0,
    options?: ErrorOptions,
  ) {
    super(`the ${culprit}’s process ended (${end})`, options);
  }
}

export const tooComplex = (fault: string, cause: Error): ServiceError =>
  new ServiceError('document_too_complex', `The document ${fault}; make it simpler, or split it.`, { cause });

export const pdfTooLarge = (maxPdfBytes: number, cause?: unknown): ServiceError =>
  new ServiceError(
    'pdf_too_large',
    `The PDF would be larger than the limit of ${Math.floor((maxPdfBytes / MEBIBYTE) * 10) / 10} MiB; use fewer or smaller images, drawings and effects, or split the document.`,
    { cause },
  );

/** @throws ServiceError `pdf_too_large`. */
export function checkPdfSize(pdf: Buffer, maxPdfBytes: number): Buffer {
  if (pdf.length > maxPdfBytes) throw pdfTooLarge(maxPdfBytes);
  return pdf;
}

/** Returns the error for the document. Undefined if it is not known that the document ended the page. */
export function errorOfCrash(
  error: PageCrashed,
  { fileBytes, pagesMakePdf }: BrowserLimits,
  maxPdfBytes: number,
): ServiceError | undefined {
  if (error.end === 'memory') return tooComplex('takes more memory than a document may', error);
  // The PDF is built in the page first. Without that growth of memory, something else failed.
  if (pagesMakePdf && error.end === 'refused' && error.grownBytes > fileBytes / 2)
    return pdfTooLarge(maxPdfBytes, error);
  return undefined;
}

/** A document with fewer characters is never too long for a message to Chromium. */
export const SHORT_CHARACTERS = MAX_MESSAGE_BYTES / MAX_BYTES_OF_CHARACTER;

/** @throws ServiceError `document_too_complex` for a document that is too long for a message to Chromium. */
export function checkDocumentSize(html: string): void {
  if (Buffer.byteLength(JSON.stringify(html)) <= MAX_MESSAGE_BYTES) return;
  throw new ServiceError(
    'document_too_complex',
    `The document, filled, is longer than the ${MAX_MESSAGE_BYTES / MEBIBYTE} MiB that the browser takes; make it shorter, or split it.`,
  );
}

export const tooLate = (): ServiceError =>
  new ServiceError('deadline_exceeded', 'The document took too long to render; make it simpler, or split it.');

export const tooSlow = (limitMs: number): ServiceError =>
  new ServiceError(
    'deadline_exceeded',
    `The document took longer to print than the limit of ${limitMs / 1_000} seconds; make it simpler, or split it.`,
  );

export const triedToLoad = (urls: readonly string[]): ServiceError =>
  new ServiceError(
    'content_forbidden',
    `The document loads ${urls.map((url) => `\`${url.slice(0, 200)}\``).join(', ')}; documents may load only images by \`https:\`.`,
  );

/** Returns whether the browser refuses page ranges that begin after the last page. */
export const isBeyondPages = (error: unknown): boolean =>
  error instanceof Error && /page range exceeds page count/i.test(error.message);

/** Only forms of Gotenberg's routes have page ranges. */
export const noSuchPages = (ranges = ''): ServiceError =>
  new ServiceError('invalid_parameter', `The page ranges '${ranges}' (nativePageRanges) exceeds the page count`);
