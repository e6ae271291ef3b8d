/** How large the parts of a document may be. */
import { PDF_LIMITS, RawJson, ServiceError } from '@toolpress/contract';

type Part = keyof typeof PDF_LIMITS;

/**
 * @param part as the worker gets it: with its variables, `data` as JSON.
 * @throws ServiceError `body_too_large` naming the part and its limit.
 */
export function checkSize(name: Part, part: string | RawJson): void {
  if (!isWithin(PDF_LIMITS[name], part)) throw overLimit(name);
}

export function overLimit(name: Part): ServiceError {
  const limit = PDF_LIMITS[name];
  const allowed = limit >= MEBIBYTE ? `${limit / MEBIBYTE} MiB` : `${limit / 1024} KiB`;
  const what = name === 'data' ? 'as JSON' : 'with its template variables';
  return new ServiceError('body_too_large', `\`${name}\` is over the limit of ${allowed}, ${what}.`);
}

function isWithin(limit: number, part: string | RawJson): boolean {
  if (part instanceof RawJson) return part.sizeBytes <= limit;
  // No character takes more than three bytes for each of its units.
  return part.length * 3 <= limit || Buffer.byteLength(part) <= limit;
}

const MEBIBYTE = 1024 * 1024;
