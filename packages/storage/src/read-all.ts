import type { Readable } from 'node:stream';

/**
 * Reads a stream of known length into one buffer, so that each byte is copied once and nothing is held twice.
 *
 * @throws Error when the stream is longer or shorter than announced; what the stream itself fails with.
 */
export async function readAll(stream: Readable, sizeBytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (length + chunk.length > sizeBytes) throw new Error(`the store sent more than the ${sizeBytes} bytes announced`);
    length += chunk.copy(bytes, length);
  }
  if (length < sizeBytes) throw new Error(`the store sent ${length} of the ${sizeBytes} bytes announced`);
  return bytes;
}
