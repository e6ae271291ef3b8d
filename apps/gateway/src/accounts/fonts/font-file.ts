/** Reads the file of a font that somebody sent. */
import { createHash } from 'node:crypto';
import { type FontFormat, MAX_FONT_BYTES, ServiceError } from '@toolpress/contract';
import { FontFault, tablesOf } from '@toolpress/document/font-tables';
import { checkTables } from './tables.js';

export interface FontFile {
  format: FontFormat;
  /** Hexadecimal digits. */
  sha256: string;
  bytes: Uint8Array;
}

/**
 * Takes some 30 ms for the largest.
 *
 * @param base64 in ASCII; line breaks are left out.
 * @throws ServiceError `invalid_parameter`, `body_too_large`, `font_invalid`.
 */
export function readFontFile(base64: Buffer): FontFile {
  const text = base64.toString('latin1');
  const stranger = text.search(/[^\w+/=\s-]/);
  if (stranger !== -1) throw noBase64(text, stranger);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0)
    throw new ServiceError('invalid_parameter', '`data_base64` is empty; it has to hold the file of a font.');
  if (bytes.length > MAX_FONT_BYTES) throw tooLarge(bytes.length);
  try {
    const tables = tablesOf(bytes);
    checkTables(tables);
    return { format: tables.format, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
  } catch (error) {
    if (!(error instanceof FontFault)) throw error;
    throw new ServiceError(
      'font_invalid',
      `\`data_base64\` holds no font that can be printed with: it ${error.message}.`,
    );
  }
}

function noBase64(text: string, at: number): ServiceError {
  const hint = text.startsWith('data:') ? ', without `data:…;base64,` before it' : '';
  return new ServiceError(
    'invalid_parameter',
    `\`data_base64\` must be base64${hint}; its character ${at + 1} is none of base64’s.`,
  );
}

function tooLarge(bytes: number): ServiceError {
  const size = (bytes / 1024 / 1024).toFixed(1);
  return new ServiceError(
    'body_too_large',
    `\`data_base64\` holds a font of ${size} MiB; at most ${MAX_FONT_BYTES / 1024 / 1024} MiB are taken. Send it as WOFF2, or leave out the characters that your documents don’t need.`,
  );
}
