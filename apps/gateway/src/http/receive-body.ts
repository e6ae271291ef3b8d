/** The bytes of a request's body: decompressed, within a limit, no faster than there is room for them, and not for ever. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ServiceError } from '@toolpress/contract';
import { Bytes, Room } from '@toolpress/runtime';
import type { MemoryShare } from './memory-budget.js';

const BIG_CHUNKS = { chunkSize: 64 * 1024 };
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(BIG_CHUNKS),
  deflate: () => createInflate(BIG_CHUNKS),
  br: () => createBrotliDecompress(BIG_CHUNKS),
};

/** A body that brings less than so much in such a time holds room that others could use. */
const LEAST_PROGRESS_BYTES = 64 * 1024;
const LEAST_PROGRESS_MS = 30_000;

/** A body is held as it came, and once more as what was made of it. */
export const BODY_COPIES = 2;

interface Intake {
  /** The most that there may be, decompressed. */
  limit: number;
  memory: MemoryShare;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** How long it may stand still, milliseconds; 30 s unless given. */
  stallMs?: number;
}

/**
 * @returns the body; nothing when the request has none.
 * @throws ServiceError `body_too_large`, before it is read where its length says so; `media_type_unsupported` for an
 *   unknown `Content-Encoding`; `overloaded`; `invalid_json` for what can't be read, or does not come.
 */
export async function receiveBody(request: IncomingMessage, intake: Intake): Promise<Buffer | undefined> {
  const length = lengthOf(request);
  if (length === undefined && request.headers['transfer-encoding'] === undefined) return undefined;
  if (length !== undefined && length > intake.limit) throw tooLarge(intake.limit);
  const coding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (coding === 'identity') {
    if (length !== undefined) await intake.memory.take('body', BODY_COPIES * length, intake.signal);
    return gather(request, request, intake, length);
  }
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (decoder === undefined) throw unknownCoding();
  decoder.on('error', () => undefined); // also one that comes when nobody gathers any more
  try {
    return await gather(request, request.pipe(decoder), intake, undefined);
  } finally {
    request.unpipe(decoder);
    request.resume(); // what may follow the compressed data is thrown away
    decoder.destroy();
  }
}

function lengthOf(request: IncomingMessage): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

/** @param length of the whole, where it is known: then there is room for it already. */
function gather(
  request: IncomingMessage,
  stream: NodeJS.ReadableStream,
  { limit, memory, signal, stallMs = LEAST_PROGRESS_MS }: Intake,
  length: number | undefined,
): Promise<Buffer> {
  const body = new Bytes(length ?? limit);
  const room = new Room(limit, (bytes, isMore) =>
    length === undefined ? memory.take('body', BODY_COPIES * bytes, signal, isMore) : undefined,
  );
  return new Promise((resolve, reject) => {
    let seen = request.socket.bytesRead;
    const watch = setInterval(() => {
      if (request.socket.bytesRead - seen < LEAST_PROGRESS_BYTES && !stream.isPaused()) end(() => reject(tooSlow()));
      seen = request.socket.bytesRead;
    }, stallMs);
    const end = (settle: () => void): void => {
      clearInterval(watch);
      stream.off('data', take).off('end', done).off('error', fail);
      request.off('aborted', aborted).off('error', fail);
      settle();
    };
    const done = (): void => end(() => resolve(body.take()));
    const fail = (): void => end(() => reject(unreadable()));
    const aborted = (): void => end(() => reject(endedEarly()));
    const take = (chunk: Buffer): void => {
      if (body.length + chunk.length > limit) {
        end(() => reject(tooLarge(limit)));
        return;
      }
      body.append(chunk);
      const wait = room.beyond(body.length);
      if (wait === undefined) return;
      stream.pause();
      wait.then(
        () => stream.resume(),
        (error) => end(() => reject(error)),
      );
    };
    request.on('aborted', aborted).on('error', fail);
    stream.on('data', take).on('end', done).on('error', fail);
  });
}

/** The rest is read and thrown away, so that the caller, who may still be sending, gets to read the answer. */
const tooLarge = (limit: number): ServiceError =>
  new ServiceError('body_too_large', `The request body is over the limit of ${limit / 1024 / 1024} MiB.`);

const tooSlow = (): ServiceError =>
  new ServiceError(
    'invalid_json',
    `The request body ended before it was complete: less than ${LEAST_PROGRESS_BYTES / 1024} KiB of it came within ${LEAST_PROGRESS_MS / 1_000} s.`,
    { headers: { Connection: 'close' } },
  );

const endedEarly = (): ServiceError =>
  new ServiceError('invalid_json', 'The request body ended before it was complete.');

const unreadable = (): ServiceError => new ServiceError('invalid_json', 'The request body can’t be read.');

const unknownCoding = (): ServiceError =>
  new ServiceError('media_type_unsupported', 'The body’s `Content-Encoding` must be gzip, deflate, br or none.');
