/**
 * The HTTP transport of the `minio` client: kept-alive connections and time-outs. The client has no time-outs, so a
 * store that accepts a connection and then stays silent would block its caller for ever.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import { parseUrl } from '@toolpress/contract';
import type { Client } from 'minio';
import { cachedLookup } from './dns-cache.js';

type Transport = NonNullable<ConstructorParameters<typeof Client>[0]['transport']>;
type OnResponse = (response: http.IncomingMessage) => void;

export interface WaitLimits {
  /** The time from the first step (the name's look-up) to the head of the answer; sending the file is part of it. */
  answerMs: number;
  /** How long the body of an answer may make no progress. It is noticed within twice this time. */
  stallMs: number;
}

/** Together some 10 s at most. */
export const WAIT_LIMITS: WaitLimits = { answerMs: 7_000, stallMs: 1_500 };

/** Shorter than what stores and proxies allow an idle connection, so that this side closes it. */
const IDLE_CONNECTION_MS = 4_000;

export function keepAliveAgent(secure: boolean): http.Agent {
  const options = { keepAlive: true, maxFreeSockets: 32, timeout: IDLE_CONNECTION_MS, lookup: cachedLookup() };
  return secure ? new https.Agent(options) : new http.Agent(options);
}

/** Node's own transport with the limits. */
export function boundedTransport(secure: boolean, limits: WaitLimits): Transport {
  const base: Transport = secure ? https : http;
  return {
    request(target: http.RequestOptions | string | URL, second?: http.RequestOptions | OnResponse): http.ClientRequest {
      if (typeof target === 'string' || target instanceof URL || typeof second !== 'function') {
        throw new TypeError('the minio client calls its transport with options and a callback');
      }
      return bound(base.request(target, second), limits);
    },
  };
}

function bound(request: http.ClientRequest, limits: WaitLimits): http.ClientRequest {
  const step = stepOf(request);
  const overdue = setTimeout(() => {
    request.destroy(new Error(`the store did not answer within ${limits.answerMs} ms (${step()})`));
  }, limits.answerMs);
  request.once('close', () => clearTimeout(overdue));
  request.once('error', (error: NodeJS.ErrnoException) => {
    if (request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) closedByServer.add(error);
  });
  request.once('response', (response: http.IncomingMessage) => {
    clearTimeout(overdue);
    endWhenStalled(response, limits.stallMs);
    if (isLeftUnread(response)) response.resume();
  });
  return request;
}

/** Tracks the step that a request has reached, for error messages. */
function stepOf(request: http.ClientRequest): () => string {
  let step = 'waiting for its answer';
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    step = isIP(request.host) ? 'connecting' : 'looking up its name';
    socket.once('lookup', () => {
      step = 'connecting';
    });
    socket.once('connect', () => {
      step = 'waiting for its answer';
    });
  });
  return () => step;
}

/**
 * Ends a response body that makes no progress while its reader waits for more. A slow reader with a full buffer is not the
 * store's fault, nor is a busy process: `setImmediate` lets it first read what has arrived meanwhile.
 */
function endWhenStalled(response: http.IncomingMessage, stallMs: number): void {
  const { socket } = response; // no longer set once the response has ended
  let waitingAt: number | undefined;
  const look = (): void => {
    const { bytesRead } = socket;
    const waits = !response.complete && response.readableLength === 0;
    if (waits && waitingAt === bytesRead) {
      response.destroy(new Error(`the store sent nothing for ${stallMs} ms in the middle of an answer`));
    }
    waitingAt = waits ? bytesRead : undefined;
  };
  const timer = setInterval(() => setImmediate(look), stallMs).unref();
  response.once('close', () => clearInterval(timer));
}

/** For these statuses the client throws without reading the body, so that the connection could not be reused. */
function isLeftUnread({ statusCode = 0 }: http.IncomingMessage): boolean {
  return [408, 429, 499, 500, 502, 503, 504, 520].includes(statusCode);
}

const closedByServer = new WeakSet<Error>();

/**
 * Repeats a call once when the store had closed the kept-alive connection that it was sent on: the call was then not
 * processed. Calls must be repeatable, as all plain S3 calls on our unique keys are.
 */
export async function retryClosedConnection<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && closedByServer.has(error)) return call();
    throw error;
  }
}

/** The address of a store as the `minio` client takes it. */
interface Endpoint {
  endPoint: string;
  port: number;
  useSSL: boolean;
}

/**
 * Reads `http://host:port` or `https://host`.
 *
 * @throws Error for any other form: a path would not be covered by the signature.
 */
export function parseEndpoint(text: string): Endpoint {
  const url = parseUrl(text);
  const isOrigin = url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) throw new Error('An S3 endpoint is an http or https URL of a host, with no path and no credentials.');
  const useSSL = url.protocol === 'https:';
  return { endPoint: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (useSSL ? 443 : 80), useSSL };
}
