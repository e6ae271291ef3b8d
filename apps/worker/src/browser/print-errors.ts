/** What a document is refused with that the browser could not print. */
import { ServiceError } from '@toolpress/contract';
import type { BrowserLimits } from './launch.js';
import type { PageCrashed } from './warm-page.js';

const MEBIBYTE = 1024 * 1024;

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

/** @returns undefined where the end of a page does not tell whether its document was to blame. */
export function errorOfCrash(
  error: PageCrashed,
  { fileBytes }: BrowserLimits,
  maxPdfBytes: number,
): ServiceError | undefined {
  if (error.end === 'memory') return tooComplex('takes more memory than a document may', error);
  // A PDF is put together in the page before it leaves it: without that growth it was something else that failed.
  if (error.end === 'refused' && error.grownBytes > fileBytes / 2) return pdfTooLarge(maxPdfBytes, error);
  return undefined;
}
