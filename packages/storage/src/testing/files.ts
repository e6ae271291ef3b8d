import { randomBytes } from 'node:crypto';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { type FileKind, newFileId } from '../file-id.js';
import type { FileStore } from '../file-store.js';

/** Bytes that begin like a PDF, never twice the same. */
export function somePdf(sizeBytes = 2_000): Buffer {
  const bytes = randomBytes(sizeBytes);
  bytes.write('%PDF-1.7\n');
  return bytes;
}

/** Stores a file under a new id, which it returns. */
export async function stored(
  store: FileStore,
  bytes: Uint8Array,
  { expiresAt, kind, filename }: { expiresAt: Date; kind?: FileKind; filename?: string | undefined },
): Promise<string> {
  const id = newFileId(expiresAt, kind);
  await store.put(id, bytes, { filename });
  return id;
}

/** The moment after a number of seconds. */
export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

/** Checks what a caller sees of an unavailable store, and that the log gets the cause. */
export async function expectUnavailable(call: () => unknown): Promise<void> {
  const error = await serviceErrorOf(call);
  expect(error.toData()).to.deep.equal({
    code: 'unavailable',
    message: 'The service’s file store is unavailable; try again in a moment.',
    reason: 'store_unavailable',
  });
  expect(error.headers).to.deep.equal({ 'Retry-After': '1' });
  expect(error.cause).to.be.instanceOf(Error);
}
