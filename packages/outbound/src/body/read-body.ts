/** Reads a response body, decompressed, within a limit. */
import { PassThrough, Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Bytes, Room } from '@toolpress/runtime';
import { BodyCutOff, BodyTooLarge, BodyUndecodable, type ContentCoding, Decoder } from './content-coding.js';

/** Every coding multiplies the work that a few bytes can cause; ordinary responses have one. */
const MAX_CODINGS = 3;

interface ReadLimits {
  limit: number;
  /** The length in bytes, if known. */
  length: number | undefined;
  roomFor: (bytes: number, isMore: boolean) => Promise<void> | undefined;
}

/**
 * @param source the body as received.
 * @param codings the codings to undo, in the order in which they were applied.
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
  const decoders = decodersOf(codings, limit);
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

/** Works like `readBody`, and passes the body on as it comes, with back pressure. @throws also what `take` throws. */
export async function passBody(
  source: NodeJS.ReadableStream,
  codings: readonly ContentCoding[],
  { maxBytes, take }: { maxBytes: number; take(pieces: AsyncIterable<Uint8Array>): Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  const decoders = decodersOf(codings, maxBytes);
  const passage = new Passage(source, maxBytes);
  const passed = new PassThrough();
  let failure: { error: unknown } | undefined;
  const noted = (error: unknown): void => {
    failure ??= { error };
    passed.destroy(error as Error);
  };
  // Both have ended before this does, so that nothing is left behind.
  await Promise.all([
    pipeline([passage, ...decoders, passed], { signal }).catch(noted),
    take(passed as AsyncIterable<Uint8Array>).catch(noted),
  ]);
  if (failure !== undefined) throw signal.aborted ? signal.reason : failure.error;
}

function decodersOf(codings: readonly ContentCoding[], limit: number): Transform[] {
  if (codings.length > MAX_CODINGS) throw new BodyUndecodable(`the body has more than ${MAX_CODINGS} codings`);
  return codings.toReversed().map((coding) => new Decoder(coding, limit));
}

/** Passes at most `limit` bytes of a body on. Its source waits while they are not taken. */
class Passage extends Readable {
  private bytes = 0;
  private isWhole = false;

  constructor(
    private readonly source: NodeJS.ReadableStream,
    private readonly limit: number,
  ) {
    super();
    source.on('data', (chunk: Buffer) => this.accept(chunk));
    source.on('end', () => {
      this.isWhole = true;
      this.push(null);
    });
    source.on('error', (cause) => this.cutOff(cause));
    source.on('close', () => this.cutOff());
  }

  override _read(): void {
    this.source.resume();
  }

  private accept(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.limit) this.destroy(new BodyTooLarge(this.limit));
    else if (!this.destroyed && !this.push(chunk)) this.source.pause();
  }

  private cutOff(cause?: unknown): void {
    if (!this.isWhole) this.destroy(new BodyCutOff('the connection ended before the body', { cause }));
  }
}

/**
 * Reads at most `limit` bytes of a body as soon as they arrive, without back pressure unless memory runs short: node-fetch
 * reports a body as cut off when the connection closes while part of a chunked body is still unread.
 */
export class Intake extends Readable {
  private readonly waiting: Bytes;
  private bytes = 0;
  private isWhole = false;
  private isWanted = false;

  constructor(
    source: NodeJS.ReadableStream,
    private readonly limit: number,
    private readonly room: Room,
  ) {
    super();
    this.waiting = new Bytes(limit);
    source.on('data', (chunk: Buffer) => this.accept(chunk, source));
    source.on('end', () => this.complete());
    source.on('error', (cause) => this.cutOff(cause));
    source.on('close', () => this.cutOff());
  }

  override _read(): void {
    this.isWanted = true;
    this.passOn();
  }

  private accept(chunk: Buffer, source: NodeJS.ReadableStream): void {
    this.bytes += chunk.length;
    if (this.bytes > this.limit) this.destroy(new BodyTooLarge(this.limit));
    if (this.destroyed) return;
    this.waiting.append(chunk);
    const room = this.room.beyond(this.bytes);
    if (room !== undefined) {
      source.pause();
      room.then(
        () => source.resume(),
        (error) => this.destroy(error),
      );
    }
    this.passOn();
  }

  private complete(): void {
    this.isWhole = true;
    this.passOn();
  }

  private cutOff(cause?: unknown): void {
    if (!this.isWhole) this.destroy(new BodyCutOff('the connection ended before the body', { cause }));
  }

  private passOn(): void {
    if (!this.isWanted) return;
    if (this.waiting.length > 0) {
      this.isWanted = false;
      this.push(this.waiting.take());
    } else if (this.isWhole) this.push(null);
  }
}
