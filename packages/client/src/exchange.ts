/** One call over HTTP: sent, answered, and sent again where that is safe and may help. */
import { errorOf, ToolpressError } from './errors.js';

export interface ToolpressOptions {
  /** Where the service is, such as `https://toolpress.example.com`. */
  baseUrl: string;
  /** An API token of an account; for the operator’s calls the admin token. */
  token?: string;
  /** The largest number of attempts of a call; default 3. */
  attempts?: number;
  /** The time in milliseconds after which a call is not sent again; default 60,000. */
  retryForMs?: number;
  /** Another implementation of `fetch`. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Ends the call, waiting for another attempt included. */
  signal?: AbortSignal;
  /** Equal calls under the same key are done and charged once in 24 hours. Default: a new key for each call. */
  idempotencyKey?: string;
  /** The `etag` that a change is based on. If the text was changed meanwhile, the call fails with `precondition_failed`. */
  ifMatch?: string;
  /** `*`: `putVariable` only creates. */
  ifNoneMatch?: '*';
}

/** The answer of an operation: data and metadata. */
export interface Answer<Data> {
  data: Data;
  /** What the call was charged; undefined for calls that are free. */
  actionsConsumed: number | undefined;
  /** The result comes from an earlier call with the same idempotency key. */
  isReplayed: boolean;
  requestId: string | undefined;
  headers: Headers;
}

export interface Exchange {
  method: string;
  /** Path and query. */
  path: string;
  accept: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  stream?: { type: string; body: BodyInit };
  isKeyed: boolean;
}

const RETRIED = [429, 502, 503, 504];
/** Refused before anything was done. */
const REFUSED = [429, 503];
const REPEATABLE = ['GET', 'PUT', 'DELETE'];
const FIRST_PAUSE_MS = 500;

/**
 * @param read reads the body of a success.
 * @throws ToolpressError; the signal’s reason when it was aborted.
 */
export async function exchange<Result>(
  client: ToolpressOptions,
  request: Exchange,
  options: RequestOptions,
  read: (response: Response) => Promise<Result>,
): Promise<{ result: Result; headers: Headers }> {
  const { attempts = 3, retryForMs = 60_000 } = client;
  const { signal } = options;
  const init = requestInit(client, request, options);
  const url = client.baseUrl.replace(/(?<!\/)\/+$/, '') + request.path;
  const begin = Date.now();
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await (client.fetch ?? globalThis.fetch)(url, init);
      if (!response.ok) throw await errorOf(response);
      return { result: await read(response), headers: response.headers };
    } catch (cause) {
      signal?.throwIfAborted();
      const error = cause instanceof ToolpressError ? cause : connectionFailed(cause);
      const pause = pauseBefore(attempt, error);
      const isInTime = Date.now() + pause - begin <= retryForMs;
      if (attempt >= attempts || !isInTime || !mayRepeat(request, error.status)) throw error;
      await paused(pause, signal);
    }
  }
}

function requestInit({ token }: ToolpressOptions, request: Exchange, options: RequestOptions): RequestInit {
  const { method, accept, isKeyed } = request;
  const { type, body } = request.stream ?? { type: 'application/json', body: jsonOf(request.body) };
  const { signal, idempotencyKey = newKey(), ifMatch, ifNoneMatch } = options;
  return {
    method,
    headers: {
      accept,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
      ...(isKeyed && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
  };
}

const jsonOf = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

/** `crypto.randomUUID` is missing in pages that come by plain HTTP. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const connectionFailed = (cause: unknown): ToolpressError =>
  new ToolpressError('The connection to the service failed.', { status: 0, code: 'connection_failed', cause });

/**
 * A key makes a success count once; it does not make a target forget what it was sent. A POST or PATCH of the HTTP request tool that
 * failed on the target’s side may have had its effect there, and is the caller’s to repeat.
 */
function mayRepeat({ method, isKeyed, body }: Exchange, status: number): boolean {
  if (status !== 0 && !RETRIED.includes(status)) return false;
  if (!isKeyed && !REPEATABLE.includes(method)) return false;
  const { method: atTarget } = (body ?? {}) as { method?: unknown };
  return status === 0 || REFUSED.includes(status) || typeof atTarget !== 'string' || REPEATABLE.includes(atTarget);
}

/** As long as the service says; else longer each time, and not the same for all callers. */
const pauseBefore = (attempt: number, { retryAfter }: ToolpressError): number =>
  retryAfter === undefined ? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()) : retryAfter * 1000;

const paused = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
