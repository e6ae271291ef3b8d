/** How large the parts of a document may be. */
import { PDF_LIMITS, ServiceError } from '@toolpress/contract';

type Part = keyof typeof PDF_LIMITS;

/**
 * @param text the part as the worker gets it: with its variables, `data` as JSON.
 * @throws ServiceError `body_too_large` naming the part and its limit.
 */
export function checkSize(part: Part, text: string): void {
  const limit = PDF_LIMITS[part];
  // No character takes more than three bytes for each of its units.
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return;
  const allowed = limit >= MEBIBYTE ? `${limit / MEBIBYTE} MiB` : `${limit / 1024} KiB`;
  const what = part === 'data' ? 'as JSON' : 'with its template variables';
  throw new ServiceError('body_too_large', `\`${part}\` is over the limit of ${allowed}, ${what}.`);
}

const MEBIBYTE = 1024 * 1024;
