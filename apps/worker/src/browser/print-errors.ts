/** How printing fails: how a page ended, and the errors for callers. */
import { ServiceError } from '@toolpress/contract';
import type { BrowserLimits } from './launch.js';

const MEBIBYTE = 1024 * 1024;

/** Chromium ends itself over a message of more than 100 MiB, with all that it prints. */
const MAX_MESSAGE_BYTES = 64 * MEBIBYTE;
/** The most that a character becomes in JSON. */
const MAX_BYTES_OF_CHARACTER = 6;

/**
 * `memory`: ended by us, for what it held; `message`: with its browser, for a message longer than its limit; `refused`: Chromium gave no
 * PDF; `crashed`: by the document, or killed from outside.
 */
export type PageEnd = 'memory' | 'message' | 'refused' | 'crashed';

/** A page ended while it printed, or can't be used any more. */
export class PageCrashed extends Error {
  override readonly name = 'PageCrashed';
  /**
   * @param culprit `page`: it alone; `browser`: all is gone.
   * @param grownBytes how much the page was seen to grow under the document.
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

/** @returns undefined where the end of a page does not show whether its document caused it. */
export function errorOfCrash(
  error: PageCrashed,
  { fileBytes, pagesMakePdf }: BrowserLimits,
  maxPdfBytes: number,
): ServiceError | undefined {
  if (error.end === 'memory') return tooComplex('takes more memory than a document may', error);
  // A PDF is put together in the page before it leaves it: without that growth it was something else that failed.
  if (pagesMakePdf && error.end === 'refused' && error.grownBytes > fileBytes / 2)
    return pdfTooLarge(maxPdfBytes, error);
  return undefined;
}

/** @throws ServiceError `document_too_complex` for a document that is too long for a message to Chromium. */
export function checkDocumentSize(html: string): void {
  if (html.length * MAX_BYTES_OF_CHARACTER <= MAX_MESSAGE_BYTES) return;
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
    `The document took longer to print than the ${limitMs / 1_000} seconds that one may take; make it simpler, or split it.`,
  );

export const triedToLoad = (urls: readonly string[]): ServiceError =>
  new ServiceError(
    'content_forbidden',
    `The document loads ${urls.map((url) => `\`${url.slice(0, 200)}\``).join(', ')}; documents load nothing but images by \`https:\`.`,
  );
