import { randomBytes } from 'node:crypto';

/** Bytes that begin like a PDF, never twice the same. */
export function somePdf(sizeBytes = 2_000): Buffer {
  const bytes = randomBytes(sizeBytes);
  bytes.write('%PDF-1.7\n');
  return bytes;
}

/** The moment so many seconds from now. */
export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);
