/** Receives request bodies within limits of size, memory and time, and validates JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MAX_BODY_BYTES, ServiceError, validate } from '@toolpress/contract';
import { Bytes, Room } from '@toolpress/runtime';
import { parse as parseContentType } from 'content-type';
import type { Request } from 'express';
import type Joi from 'joi';
import type { LargeBodies } from './large-bodies.js';
import type { MemoryShare } from './memory-budget.js';

/** A body is in memory as received and as parsed. */
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
  const bytes = await receiveJson(request, { limit: MAX_BODY_BYTES, memory, signal });
  if (bytes === undefined) return validate(shape, undefined, 'body');
  return (await largeBodies.readAny(bytes, shape, 'body', { account: memory.account, signal })) as Body;
}

/** Receives a body that has to be JSON, see `receiveBody`. @throws ServiceError `media_type_unsupported` for other types. */
export async function receiveJson(request: Request, intake: HeldIntake): Promise<Buffer | undefined> {
  if (request.is('application/json') === false) {
    throw unsupported('Send the body as JSON, with the header `Content-Type: application/json`.');
  }
  assertUtf8(request);
  const bytes = await receiveBody(request, intake);
  intake.memory.body.set(BODY_COPIES * (bytes?.length ?? 0));
  return bytes;
}

function assertUtf8(request: Request): void {
  const { charset = 'utf-8' } = parseContentType(request.get('content-type') ?? '').parameters;
  if (!/^utf-?8$/i.test(charset)) throw unsupported('The body’s charset must be UTF-8.');
}

const BIG_CHUNKS = { chunkSize: 64 * 1024 };
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(BIG_CHUNKS),
  deflate: () => createInflate(BIG_CHUNKS),
  br: () => createBrotliDecompress(BIG_CHUNKS),
};

/** The smallest number of bytes that must arrive within `LEAST_PROGRESS_MS`. Slower bodies would block memory. */
const LEAST_PROGRESS_BYTES = 64 * 1024;
const LEAST_PROGRESS_MS = 30_000;

interface Intake {
  /** The largest decompressed size in bytes. */
  limit: number;
  /** The period in milliseconds after which progress is checked; the default is 30 s. */
  stallMs?: number;
}

/** Consumes a piece of a body. The next one follows when the promise resolves. */
export type TakePiece = (piece: Buffer) => Promise<void> | undefined;

/** A body that is not JSON, and too large to be in memory as a whole. */
export interface StreamedBody extends Intake {
  /** The accepted media types. A body without a `Content-Type` is accepted, too: `curl -T` sends none. */
  mediaTypes: readonly [string, ...string[]];
  /** Those of them whose text may have another charset than UTF-8. */
  anyCharset: readonly string[];
  /** What is accepted, in words. */
  accepted: string;
}

/** The `Content-Type` of a body, in lower case. */
export interface BodyType {
  type?: string;
  charset?: string | undefined;
}

/** Returns the type of a body that `streamBody` accepts. */
export function bodyTypeOf(request: Request): BodyType {
  const header = request.get('content-type');
  if (header === undefined) return {};
  const { type, parameters } = parseContentType(header);
  return { type: type.toLowerCase(), charset: parameters['charset']?.toLowerCase() };
}

/**
 * Passes the decompressed pieces of a body to `take`.
 *
 * @throws ServiceError as `receiveBody`, also for an unknown `Content-Type`; any error of `take`. No call of `take` is pending then.
 */
export async function streamBody(request: Request, body: StreamedBody, take: TakePiece): Promise<void> {
  const { mediaTypes, anyCharset, accepted } = body;
  if (request.get('content-type') !== undefined) {
    if (request.is([...mediaTypes]) === false) throw unsupported(`Send ${accepted}.`);
    if (request.is([...anyCharset]) === false) assertUtf8(request);
  }
  await receive(request, body, take);
}

/** The limits of a body that is in memory as a whole. */
interface HeldIntake extends Intake {
  memory: MemoryShare;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}

/**
 * Receives a body.
 *
 * @returns the body; undefined when the request has none.
 * @throws ServiceError `body_too_large`, before reading if `Content-Length` exceeds the limit; `media_type_unsupported` for an
 *   unknown `Content-Encoding`; `overloaded`; `invalid_json` for a body that can't be read, or stalls.
 */
export async function receiveBody(request: IncomingMessage, intake: HeldIntake): Promise<Buffer | undefined> {
  const { limit, memory, signal } = intake;
  const { 'content-length': header, 'transfer-encoding': transfer } = request.headers;
  if (header === undefined && transfer === undefined) return undefined;
  const isPlain = codingOf(request) === IDENTITY;
  // If the size is known, reserve memory for the whole body before it is received.
  const length = isPlain && header !== undefined ? Number(header) : undefined;
  if (length !== undefined && length <= limit) await memory.body.take(BODY_COPIES * length, signal);
  const body = new Bytes(length ?? limit);
  const room = new Room(limit, (bytes, isMore) => memory.body.take(BODY_COPIES * bytes, signal, isMore));
  await receive(request, intake, (piece) => {
    body.append(piece);
    return length === undefined ? room.beyond(body.length) : undefined;
  });
  return body.take();
}

const IDENTITY = 'identity';
const codingOf = ({ headers }: IncomingMessage): string => (headers['content-encoding'] ?? IDENTITY).toLowerCase();

async function receive(request: IncomingMessage, intake: Intake, take: TakePiece): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > intake.limit) throw tooLarge(intake.limit);
  // The caller has disconnected already, so no event would follow.
  if (request.destroyed) throw incomplete();
  askForBody(request);
  const coding = codingOf(request);
  if (coding === IDENTITY) return passOn(request, request, intake, take);
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.() : undefined;
  if (decoder === undefined) throw unsupported('The body’s `Content-Encoding` must be gzip, deflate, br or none.');
  decoder.on('error', () => undefined); // errors can follow after reading was aborted
  try {
    await passOn(request, request.pipe(decoder), intake, take);
  } finally {
    request.unpipe(decoder);
    request.resume(); // discards data after the end of the compressed stream
    decoder.destroy();
  }
}

/** Sends `100 Continue`, if the caller asked for it, now that the request is accepted. */
function askForBody(request: IncomingMessage & { res?: ServerResponse }): void {
  if (request.headers.expect === undefined) return;
  request.res?.removeHeader('Connection');
  request.res?.writeContinue();
}

/** @param stream the body of the request, decompressed. */
function passOn(
  request: IncomingMessage,
  stream: NodeJS.ReadableStream,
  { limit, stallMs = LEAST_PROGRESS_MS }: Intake,
  take: TakePiece,
): Promise<void> {
  let received = 0;
  /** The pending call of `take`. */
  let taking: Promise<void> | undefined;
  return new Promise((resolve, reject) => {
    // A few compressed bytes may expand to many.
    const progress = (): number => request.socket.bytesRead + received;
    const stopWatching = onStall(stream, progress, stallMs, () => fail(tooSlow()));
    const stop = (): void => {
      stopWatching();
      stream.off('data', next).off('end', done).off('error', broken);
      request.off('aborted', aborted).off('error', broken);
    };
    const done = (): void => {
      stop();
      // A paused stream emits its end together with its last piece.
      if (taking === undefined) resolve();
      else taking.then(resolve, reject);
    };
    const fail = (error: unknown): void => {
      stop();
      stream.resume();
      const failed = (): void => reject(error);
      if (taking === undefined) failed();
      else taking.then(failed, failed);
    };
    const broken = (): void => fail(invalid('The request body can’t be read.'));
    const aborted = (): void => fail(incomplete());
    const next = (piece: Buffer): void => {
      received += piece.length;
      try {
        if (received > limit) throw tooLarge(limit);
        taking = take(piece)?.finally(() => {
          taking = undefined;
        });
      } catch (error) {
        fail(error);
        return;
      }
      if (taking === undefined) return;
      stream.pause();
      taking.then(() => stream.resume(), fail);
    };
    request.on('aborted', aborted).on('error', broken);
    stream.on('data', next).on('end', done).on('error', broken);
  });
}

/** Calls `stalled` when too little of a stream comes in an interval in which it is not paused. @returns stops that. */
function onStall(
  stream: NodeJS.ReadableStream,
  progress: () => number,
  everyMs: number,
  stalled: () => void,
): () => void {
  let seen = progress();
  const watch = setInterval(() => {
    if (progress() - seen < LEAST_PROGRESS_BYTES && !stream.isPaused()) stalled();
    seen = progress();
  }, everyMs);
  return () => clearInterval(watch);
}

/** Returns the error. The rest of the body is read and discarded, so that a caller that is still sending can read the answer. */
const tooLarge = (limit: number): ServiceError =>
  new ServiceError('body_too_large', `The request body is over the limit of ${inWords(limit)}.`);

const inWords = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);

const tooSlow = (): ServiceError =>
  new ServiceError(
    'invalid_json',
    `The request body ended before it was complete: less than ${LEAST_PROGRESS_BYTES / 1024} KiB of it came within ${LEAST_PROGRESS_MS / 1_000} s.`,
    { headers: { Connection: 'close' } },
  );

const incomplete = (): ServiceError => invalid('The request body ended before it was complete.');

const invalid = (message: string): ServiceError => new ServiceError('invalid_json', message);

const unsupported = (message: string): ServiceError => new ServiceError('media_type_unsupported', message);
