/** Answers in the envelope of specification 2.1. What is long is sent piece by piece, so that others don't wait while it is made. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { jsonParts, RawJson, ServiceError } from '@toolpress/contract';
import { isRedisOutage, type Logger, piecesOf, reasonOf, redisUnavailable } from '@toolpress/runtime';
import type { NextFunction, Request, Response } from 'express';
import { errorPage, wantsPage } from '../pages/error.js';
import { PAGE_HEADERS } from '../pages/fixed.js';
import { isAlreadySmall } from './compressed.js';
import { EventStream, sendEvents } from './events.js';
import { contextOf, note } from './request-log.js';

/** An answer that is no JSON, for a caller who asked for it. */
export class BytesAnswer {
  constructor(
    readonly bytes: Buffer,
    /** `Content-Type` among them. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** Answers a success. @param actions what a tool's call was charged. */
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

/** Express's last handler: whatever went wrong becomes one shape, or a page for people; its cause goes to the log. */
export function sendError(thrown: unknown, request: Request, response: Response, _next: NextFunction): void {
  const { log, signal, requestId } = contextOf(request);
  if (signal.aborted || response.headersSent) {
    response.destroy();
    return;
  }
  const error = asServiceError(thrown);
  note(request, { error: error.code });
  tell(log, error, thrown);
  response.status(error.status).set(error.headers).set('X-Error-Code', error.code);
  if (wantsPage(request, response)) response.set(PAGE_HEADERS).type('text/html').end(errorPage(error, requestId));
  else response.type('application/json').end(JSON.stringify({ success: false, error: error.message }));
}

function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isRedisOutage(thrown)) return redisUnavailable(thrown);
  // A path with a broken percent-encoding, which the router could not read
  if (thrown instanceof URIError) return new ServiceError('path_unknown', 'The path is not a valid one.');
  return new ServiceError('internal', 'The service failed; the operator finds the cause under this request’s id.', {
    cause: thrown,
  });
}

/**
 * The operator is warned of our own parts only: what a caller has chosen, a target, a provider's record or an endless document, fails
 * in a healthy service, too. Its cause is told by its code: its text may name what the caller sent.
 */
function tell(log: Logger, { code, status, cause }: ServiceError, thrown: unknown): void {
  if (code === 'internal') log.error({ err: thrown }, 'a request failed');
  else if (code === 'unavailable' && cause !== undefined) {
    log.warn({ error: code, cause: reasonOf(cause) }, 'a part is unavailable');
  } else if (status === 502 || status === 504) {
    log.info({ error: code, cause: codeOf(cause) }, 'what the request asked for failed');
  }
}

/** The innermost code of a chain of causes. */
function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as NodeJS.ErrnoException;
  return codeOf(cause.cause) ?? code ?? cause.name;
}

/** Made and written within a millisecond. */
const PIECE = 192 * 1024;

/** A caller who takes nothing of a long answer for so long counts as gone; the memory is for others. */
const STALLED_MS = 30_000;

/** Bytes that stand in an answer as a text of base64. */
export class Base64 extends RawJson {
  constructor(readonly bytes: Buffer) {
    super('', 4 * Math.ceil(bytes.length / 3) + 2);
  }
}

/** @param value that may have `RawJson` in it. */
export async function sendJson(response: Response, value: unknown): Promise<void> {
  const parts = jsonParts(value);
  if (parts.some((part) => part instanceof Base64)) isAlreadySmall(response);
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  await send(response, length, bytesOf(parts));
}

async function send(response: Response, length: number, pieces: Iterable<Buffer>): Promise<void> {
  response.set('Content-Length', String(length));
  if (length > PIECE) {
    response.setTimeout(STALLED_MS, () => response.destroy());
    await pipeline(Readable.from(paced(pieces)), response);
  } else response.end(Buffer.concat([...pieces]));
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
  // A multiple of three bytes is one of four letters: the pieces follow each other without a seam.
  for (let from = 0; from < bytes.length; from += PIECE) {
    yield Buffer.from(bytes.toString('base64', from, from + PIECE), 'latin1');
  }
  yield QUOTE;
}

const QUOTE = Buffer.from('"');
