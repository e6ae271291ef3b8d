/** Reads the file of a font from a request. */
import { createHash } from 'node:crypto';
import { type FontFormat, MAX_FONT_BYTES, ServiceError } from '@toolpress/contract';
import { FontFault, tablesOf } from '@toolpress/document/font-tables';
import { checkTables } from './tables.js';

export interface FontFile {
  format: FontFormat;
  /** The digest in hexadecimal digits. */
  sha256: string;
  bytes: Uint8Array;
}

/**
 * Decodes and checks a font. It takes about 30 ms for the largest.
 *
 * @param base64 line breaks are skipped.
 * @throws ServiceError `invalid_parameter`, `body_too_large`, `font_invalid`.
 */
export function readFontFile(base64: string): FontFile {
  const text = Buffer.from(base64).toString('latin1');
  const invalidAt = text.search(/[^\w+/=\s-]/);
  if (invalidAt !== -1) throw noBase64(text, invalidAt);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0)
    throw new ServiceError('invalid_parameter', '`data_base64` is empty. It must contain a font file.');
  if (bytes.length > MAX_FONT_BYTES) throw tooLarge(bytes.length);
  try {
    const tables = tablesOf(bytes);
    checkTables(tables);
    return { format: tables.format, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
  } catch (error) {
    if (!(error instanceof FontFault)) throw error;
    throw new ServiceError('font_invalid', `\`data_base64\` is not a usable font: it ${error.message}.`);
  }
}

function noBase64(text: string, at: number): ServiceError {
  const hint = text.startsWith('data:') ? ' without the prefix `data:…;base64,`' : '';
  return new ServiceError(
    'invalid_parameter',
    `\`data_base64\` must be base64${hint}; character ${at + 1} is invalid.`,
  );
}

function tooLarge(bytes: number): ServiceError {
  const size = (bytes / 1024 / 1024).toFixed(1);
  return new ServiceError(
    'body_too_large',
    `\`data_base64\` contains a font of ${size} MiB; the limit is ${MAX_FONT_BYTES / 1024 / 1024} MiB. Send it as WOFF2, or remove characters that your documents do not need.`,
  );
}
