/** Sends answers in the envelope of specification 2.1. Long answers are sent in pieces, so that they do not block other requests. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { isStoreOutage, jsonParts, RawJson, ServiceError } from '@toolpress/contract';
import { isRedisOutage, type Logger, piecesOf, reasonOf, redisUnavailable } from '@toolpress/runtime';
import compression from 'compression';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { EventStream, sendEvents } from './events.js';
import { contextOf, note } from './request-log.js';

/** An answer that is not JSON, for callers that prefer it. */
export class BytesAnswer {
  constructor(
    readonly bytes: Buffer,
    /** The headers, including `Content-Type`. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** Sends a success. @param actions the charge of a tool's call. */
export async function sendData(response: Response, data: unknown, actions?: number): Promise<void> {
  if (data instanceof EventStream) return sendEvents(response, data);
  if (data instanceof BytesAnswer) {
    response.status(200).set(data.headers);
    if (actions !== undefined) response.set('X-Actions-Consumed', String(actions));
    await send(response, data.bytes.length, cut(data.bytes));
    return;
  }
  const metadata = actions === undefined ? {} : { metadata: { actions_consumed: actions } };
  response.type('application/json');
  await sendJson(response, { success: true, data, ...metadata });
}

/** Renders errors as pages for browsers. */
export interface ErrorPages {
  /** Returns whether a request is answered by a page. Sets the headers that caches need for this. */
  isFor(request: Request, response: Response): boolean;
  send(response: Response, error: ServiceError, requestId: string): void;
}

type ErrorHandler = (thrown: unknown, request: Request, response: Response, next: NextFunction) => void;

/** Returns Express's last handler. It answers every error as JSON or by a page, and logs its cause. */
export const errorHandler =
  (pages: ErrorPages): ErrorHandler =>
  (thrown, request, response, _next) =>
    sendError(thrown, request, response, pages);

function sendError(thrown: unknown, request: Request, response: Response, pages: ErrorPages): void {
  const { log, signal, requestId } = contextOf(request);
  if (signal.aborted || response.headersSent) {
    response.destroy();
    return;
  }
  const error = asServiceError(thrown);
  note(request, { error: error.code });
  logCause(log, error, thrown);
  response.status(error.status).set(error.headers).set('X-Error-Code', error.code);
  if (pages.isFor(request, response)) pages.send(response, error, requestId);
  else sendAndLinger(request, response, JSON.stringify({ success: false, error: error.message }));
}

/** The longest time in milliseconds, and the largest number of bytes, for which the rest of a refused body is read. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Sends an error. If the caller wants the connection closed and is still sending its body, as Python's urllib and PHP do, reads the rest
 * first: closing the connection earlier would reset it, and the caller would see a broken pipe instead of the error.
 */
export function sendAndLinger(request: Request, response: Response, json: string): void {
  response.type('application/json').set('Content-Length', String(Buffer.byteLength(json)));
  const isClosing = /\bclose\b/i.test(request.get('connection') ?? '');
  if (request.complete || !isClosing || request.get('expect') !== undefined) {
    response.end(json);
    return;
  }
  response.write(json);
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', discard).off('end', end).off('close', end);
    response.end();
  };
  let bytes = 0;
  const discard = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > LINGER_BYTES) end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on('data', discard).on('end', end).on('close', end).resume();
}

/** Returns the error that a caller sees for anything that was thrown. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isRedisOutage(thrown)) return redisUnavailable(thrown);
  // The router throws this for a path with an invalid percent-encoding.
  if (thrown instanceof URIError) return new ServiceError('path_unknown', 'The path has an invalid percent-encoding.');
  return new ServiceError(
    'internal',
    'Internal error. The operator can find the cause in the log by this request’s id.',
    {
      cause: thrown,
    },
  );
}

/**
 * Logs the cause of an error. Warns only of failures of the service's parts, because targets and documents chosen by callers fail in a
 * healthy service, too. For those, logs only the code of the cause: its text may contain the caller's content.
 */
export function logCause(log: Logger, error: ServiceError, thrown: unknown): void {
  const { code, status, cause } = error;
  if (code === 'internal') log.error({ err: thrown }, 'a request failed');
  else if (code === 'unavailable' && cause !== undefined) {
    // The store warns of its outage once.
    log[isStoreOutage(error) ? 'info' : 'warn']({ error: code, cause: reasonOf(cause) }, 'a part is unavailable');
  } else if (status === 502 || status === 504) {
    log.info({ error: code, cause: codeOf(cause) }, 'a target or document of the caller failed');
  }
}

/** Returns the innermost code of a chain of causes. */
function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as NodeJS.ErrnoException;
  return codeOf(cause.cause) ?? code ?? cause.name;
}

/** The size in bytes of a piece, which is encoded and written within a millisecond. */
const PIECE = 192 * 1024;

/** The time in milliseconds after which a caller that reads nothing is disconnected, to free the memory. */
const STALLED_MS = 30_000;

/** Bytes that are sent as a base64 string. */
export class Base64 extends RawJson {
  constructor(readonly bytes: Buffer) {
    super('', 4 * Math.ceil(bytes.length / 3) + 2);
  }
}

/** Sends a value as JSON. @param value may contain `RawJson`. */
export async function sendJson(response: Response, value: unknown): Promise<void> {
  const parts = jsonParts(value);
  if (parts.some((part) => part instanceof Base64)) isAlreadySmall(response);
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  if (length > PIECE) return send(response, length, bytesOf(parts));
  const text = parts.map(textOf).join('');
  // Texts of ASCII are the same bytes in both encodings, and Latin-1 is copied as it is.
  response.set('Content-Length', String(length)).end(text, length === text.length ? 'latin1' : 'utf8');
}

async function send(response: Response, length: number, pieces: Iterable<Buffer>): Promise<void> {
  response.set('Content-Length', String(length));
  if (length > PIECE) {
    response.setTimeout(STALLED_MS, () => response.destroy());
    await pipeline(Readable.from(paced(pieces)), response);
  } else response.end(Buffer.concat([...pieces]));
}

function textOf(part: string | RawJson): string {
  if (part instanceof Base64) return `"${part.bytes.toString('base64')}"`;
  const content = part instanceof RawJson ? part.content : part;
  return typeof content === 'string' ? content : Buffer.from(content).toString();
}

function lengthOf(part: string | RawJson): number {
  if (part instanceof Base64) return part.sizeBytes;
  return Buffer.byteLength(part instanceof RawJson ? part.content : part);
}

/** Lets other requests run after each piece, however fast the caller takes them. */
async function* paced(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await yieldToOthers();
  }
}

function* bytesOf(parts: readonly (string | RawJson)[]): Generator<Buffer> {
  for (const part of parts) {
    const content = part instanceof RawJson ? part.content : part;
    if (part instanceof Base64) yield* base64Of(part);
    else if (typeof content !== 'string') yield* cut(content);
    else for (const piece of piecesOf(content)) yield Buffer.from(piece);
  }
}

function* cut(bytes: Uint8Array): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE) yield Buffer.from(bytes.subarray(from, from + PIECE));
}

function* base64Of({ bytes }: Base64): Generator<Buffer> {
  yield QUOTE;
  // PIECE is a multiple of three bytes, so no piece needs padding.
  for (let from = 0; from < bytes.length; from += PIECE) {
    yield Buffer.from(bytes.toString('base64', from, from + PIECE), 'latin1');
  }
  yield QUOTE;
}

const QUOTE = Buffer.from('"');

const alreadySmall = new WeakSet<Response>();

/**
 * Disables compression for an answer whose content is compressed already. It would save a third of a PDF in base64, for 1 to 6 ms of CPU
 * time where the whole request takes about 20 ms. Callers can request the PDF itself instead.
 */
function isAlreadySmall(response: Response): void {
  alreadySmall.add(response);
}

const compress = compression({
  filter: (request, response) =>
    !alreadySmall.has(response as Response) &&
    request.headers.cookie === undefined &&
    compression.filter(request, response),
});

/**
 * Compresses texts of 1 KiB and more according to `Accept-Encoding`. Does not compress PDFs and images.
 *
 * Answers to requests with a cookie are not compressed. Such a request may come from a page of another site, which could guess secrets in
 * the answer from its length (BREACH). Only programs send API tokens, so those answers are safe.
 */
export const compressed: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) next();
  else compress(request, response, next);
};
