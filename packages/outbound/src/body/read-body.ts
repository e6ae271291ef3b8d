/** Reads the body of an answer: decompressed, within a limit, and not a byte further than that. */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Bytes } from './bytes.js';
import type { ContentCoding } from './content-coding.js';
import { Decoder } from './decoder.js';
import { BodyUndecodable } from './faults.js';
import { Intake } from './intake.js';

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
  const body = new Bytes(limit);
  const gather = new Writable({
    write(chunk: Buffer, _encoding, done) {
      body.append(chunk);
      done();
    },
  });
  try {
    await pipeline([new Intake(source, limit), ...decoders, gather], { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
  return body.take();
}
