/** Reads the body of an answer: decompressed, within a limit, and not a byte further than that. */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ContentCoding } from './content-coding.js';
import { Decoder } from './decoder.js';
import { BodyCutOff, BodyTooLarge, BodyUndecodable } from './faults.js';

/** Every coding multiplies the work that a few bytes can cause; honest answers have one. */
const MOST_CODINGS = 3;

/**
 * @param source the body as received.
 * @param codings what to undo, in the order in which it was applied.
 * @param limit in bytes: of the body as received, and again after each coding is undone.
 * @throws BodyTooLarge as soon as the limit is passed; BodyUndecodable; BodyCutOff; the signal's reason.
 */
export async function readBody(
  source: NodeJS.ReadableStream,
  codings: readonly ContentCoding[],
  limit: number,
  signal: AbortSignal,
): Promise<Buffer> {
  if (codings.length > MOST_CODINGS) throw new BodyUndecodable(`the body has more than ${MOST_CODINGS} codings`);
  const decoders = codings.toReversed().map((coding) => new Decoder(coding, limit));
  const gathered = new Gather();
  try {
    await pipeline([takeAll(source, limit), ...decoders, gathered], { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
  return gathered.bytes();
}

/**
 * Takes what comes as soon as it comes, at most `limit` bytes, and never makes the source wait: node-fetch takes a
 * connection that closes while part of a chunked body is still waiting to be read for a body that was cut off.
 */
function takeAll(source: NodeJS.ReadableStream, limit: number): Readable {
  const taken = new Readable({ read: () => undefined });
  let bytes = 0;
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limit) taken.push(chunk);
    else taken.destroy(new BodyTooLarge());
  });
  const cutOff = (cause?: unknown): void => {
    if (!taken.readableEnded) taken.destroy(new BodyCutOff('the connection ended before the body', { cause }));
  };
  let isWhole = false;
  source.on('end', () => {
    isWhole = true;
    taken.push(null);
  });
  source.on('error', (error) => isWhole || cutOff(error));
  source.on('close', () => isWhole || cutOff());
  return taken;
}

class Gather extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  bytes(): Buffer {
    const [first, second] = this.chunks;
    return first !== undefined && second === undefined ? first : Buffer.concat(this.chunks);
  }
}
