/** Reads the body of an answer: decompressed, within a limit, and not a byte further than that. */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Bytes, Room } from '@toolpress/runtime';
import type { ContentCoding } from './content-coding.js';
import { Decoder } from './decoder.js';
import { BodyUndecodable } from './faults.js';
import { Intake } from './intake.js';

/** Every coding multiplies the work that a few bytes can cause; honest answers have one. */
const MOST_CODINGS = 3;

export interface ReadLimits {
  limit: number;
  /** How long it is, where that is known. */
  length: number | undefined;
  roomFor: (bytes: number, isMore: boolean) => Promise<void> | undefined;
}

/**
 * @param source the body as received.
 * @param codings what to undo, in the order in which it was applied.
 * @param limits.limit in bytes: of the body as received, and again after each coding is undone.
 * @param limits.roomFor asked before much of it is held.
 * @throws BodyTooLarge as soon as the limit is passed; BodyUndecodable; BodyCutOff; the signal's reason.
 */
export async function readBody(
  source: NodeJS.ReadableStream,
  codings: readonly ContentCoding[],
  { limit, length, roomFor }: ReadLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  if (codings.length > MOST_CODINGS) throw new BodyUndecodable(`the body has more than ${MOST_CODINGS} codings`);
  const decoders = codings.toReversed().map((coding) => new Decoder(coding, limit));
  const body = new Bytes(limit);
  const room = new Room(length ?? limit, roomFor);
  if (length !== undefined) await room.beyond(length);
  const gather = new Writable({
    write(chunk: Buffer, _encoding, done) {
      body.append(chunk);
      const wait = room.beyond(body.length);
      if (wait === undefined) done();
      else wait.then(() => done(), done);
    },
  });
  try {
    await pipeline([new Intake(source, limit, room), ...decoders, gather], { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
  return body.take();
}
