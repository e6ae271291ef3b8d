/** Request bodies: received within a limit, no faster than there is memory for them, and not for ever; JSON in a known shape. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MAX_BODY_BYTES, ServiceError, validate } from '@toolpress/contract';
import { Bytes, Room } from '@toolpress/runtime';
import { parse as parseContentType } from 'content-type';
import type { Request } from 'express';
import type Joi from 'joi';
import { parseJson } from './json.js';
import { LARGE_BYTES, type LargeBodies } from './large-bodies.js';
import type { MemoryShare } from './memory-budget.js';

/** A body is held as it came, and once more as what was made of it. */
const BODY_COPIES = 2;

interface Reading {
  largeBodies: LargeBodies;
  memory: MemoryShare;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}

/**
 * Reads the body of a request.
 *
 * @returns the checked value.
 * @throws ServiceError `media_type_unsupported`, `body_too_large`, `overloaded`, `invalid_json`, `invalid_parameter`.
 */
export async function readJsonBody<Body>(
  request: Request,
  shape: Joi.ObjectSchema<Body>,
  { largeBodies, memory, signal }: Reading,
): Promise<Body> {
  if (request.is('application/json') === false) {
    throw unsupported('Send the body as JSON, with the header `Content-Type: application/json`.');
  }
  const { charset = 'utf-8' } = parseContentType(request.get('content-type') ?? '').parameters;
  if (!/^utf-?8$/i.test(charset)) throw unsupported('The body’s charset must be UTF-8.');
  const bytes = await receiveBody(request, { limit: MAX_BODY_BYTES, memory, signal });
  memory.body.set(BODY_COPIES * (bytes?.length ?? 0));
  if (bytes !== undefined && bytes.length > LARGE_BYTES) {
    return (await largeBodies.read(bytes, shape, { account: memory.account, signal })) as Body;
  }
  return validate(shape, bytes && parseJson(bytes), 'body');
}

const BIG_CHUNKS = { chunkSize: 64 * 1024 };
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(BIG_CHUNKS),
  deflate: () => createInflate(BIG_CHUNKS),
  br: () => createBrotliDecompress(BIG_CHUNKS),
};

/** A body that brings less than this in such a time holds memory that others could use. */
const LEAST_PROGRESS_BYTES = 64 * 1024;
const LEAST_PROGRESS_MS = 30_000;

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
 *   unknown `Content-Encoding`; `overloaded`; `invalid_json` for a body that can't be read, or stops coming.
 */
export async function receiveBody(request: IncomingMessage, intake: Intake): Promise<Buffer | undefined> {
  const header = request.headers['content-length'];
  const length = header === undefined ? undefined : Number(header);
  if (length === undefined && request.headers['transfer-encoding'] === undefined) return undefined;
  if (length !== undefined && length > intake.limit) throw tooLarge(intake.limit);
  askForBody(request);
  const coding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (coding === 'identity') {
    if (length !== undefined) await intake.memory.body.take(BODY_COPIES * length, intake.signal);
    return gather(request, request, intake, length);
  }
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (decoder === undefined) throw unsupported('The body’s `Content-Encoding` must be gzip, deflate, br or none.');
  decoder.on('error', () => undefined); // also one that comes when the body has been given up
  try {
    return await gather(request, request.pipe(decoder), intake, undefined);
  } finally {
    request.unpipe(decoder);
    request.resume(); // what may follow the compressed data is thrown away
    decoder.destroy();
  }
}

/** A caller that sent `Expect: 100-continue` sends the body only now, when nothing speaks against the request. */
function askForBody(request: IncomingMessage & { res?: ServerResponse }): void {
  if (request.headers.expect === undefined) return;
  request.res?.removeHeader('Connection');
  request.res?.writeContinue();
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
    length === undefined ? memory.body.take(BODY_COPIES * bytes, signal, isMore) : undefined,
  );
  return new Promise((resolve, reject) => {
    let seen = request.socket.bytesRead;
    const watch = setInterval(() => {
      if (request.socket.bytesRead - seen < LEAST_PROGRESS_BYTES && !stream.isPaused()) fail(tooSlow());
      seen = request.socket.bytesRead;
    }, stallMs);
    const stop = (): void => {
      clearInterval(watch);
      stream.off('data', take).off('end', done).off('error', broken);
      request.off('aborted', aborted).off('error', broken);
    };
    const done = (): void => {
      stop();
      resolve(body.take());
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error);
    };
    const broken = (): void => fail(invalid('The request body can’t be read.'));
    const aborted = (): void => fail(invalid('The request body ended before it was complete.'));
    const take = (chunk: Buffer): void => {
      if (body.length + chunk.length > limit) {
        fail(tooLarge(limit));
        return;
      }
      body.append(chunk);
      const wait = room.beyond(body.length);
      if (wait === undefined) return;
      stream.pause();
      wait.then(() => stream.resume(), fail);
    };
    request.on('aborted', aborted).on('error', broken);
    stream.on('data', take).on('end', done).on('error', broken);
  });
}

/** The rest is read and thrown away, so that a caller who is still sending gets to read the answer. */
const tooLarge = (limit: number): ServiceError =>
  new ServiceError('body_too_large', `The request body is over the limit of ${limit / 1024 / 1024} MiB.`);

const tooSlow = (): ServiceError =>
  new ServiceError(
    'invalid_json',
    `The request body ended before it was complete: less than ${LEAST_PROGRESS_BYTES / 1024} KiB of it came within ${LEAST_PROGRESS_MS / 1_000} s.`,
    { headers: { Connection: 'close' } },
  );

const invalid = (message: string): ServiceError => new ServiceError('invalid_json', message);

const unsupported = (message: string): ServiceError => new ServiceError('media_type_unsupported', message);
