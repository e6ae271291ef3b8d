/** One hop: a request through node-fetch and the filtering agent, and its response or redirect. */
import { isUtf8 } from 'node:buffer';
import type { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { orAborted } from '@toolpress/runtime';
import fetch, { type Response } from 'node-fetch';
import type { DialAddress } from './address/guard.js';
import { ACCEPTED_CODINGS, BodyTooLarge, CodingUnknown, contentCodings } from './body/content-coding.js';
import { passBody, readBody } from './body/read-body.js';
import { Connection, ProtocolSwitched, type Stage } from './connection.js';
import { type Hop, nextHop, type RedirectLimits } from './hop.js';

/** What a target answered. */
export interface OutboundResponse {
  /** As sent: 0 to 999. */
  readonly status: number;
  /** As sent, so `content-encoding` and `content-length` are of the body on the wire. Names in lower case; repeated headers
   *  joined by `, `, `set-cookie` a list. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Decompressed, unless the coding is not one of gzip, deflate and brotli; see `mustDecode`. */
  readonly body: Buffer;
  /** The URL of the last hop. */
  readonly url: string;
}

/** What takes a body as it comes, so that it is never whole in memory. */
export interface BodyTaker {
  /** The largest body in bytes, decompressed. */
  readonly maxBytes: number;
  /** Takes the pieces. They end with an error when the body is too large or cut off. The request fails with what this throws. */
  take(pieces: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface ExchangeLimits extends RedirectLimits {
  /** Only status and headers are wanted: the connection ends when they are there, whatever the body is. */
  readonly withoutBody?: boolean;
  readonly maxResponseBytes: number;
  /** Whether only codings that can be undone are accepted, whatever the request's `accept-encoding` says. */
  readonly mustDecode?: boolean;
  /**
   * Returns what takes the body of an answer; undefined to hold it in memory; `none` to end the connection instead. The `body` of the
   * answer is empty then.
   */
  readonly takerOf?: (head: Omit<OutboundResponse, 'body'>) => BodyTaker | 'none' | undefined;
  /**
   * Called before more than 64 KiB of a response are held, and as it grows.
   *
   * @param bytes how many more.
   * @param isMore whether a part of the answer is held already.
   * @returns undefined if there is room, else a promise of it; its rejection ends the request.
   */
  readonly roomFor?: (bytes: number, isMore: boolean) => Promise<void> | undefined;
}

/**
 * @param addresses the checked addresses of the hop's host.
 * @param onStage called with each stage reached.
 * @returns the response with its body, or the hop that it redirects to.
 * @throws WrongAddress; ServiceError for a redirect that can't be followed; whatever broke the exchange; the signal's reason.
 */
export async function exchange(
  hop: Hop,
  addresses: readonly DialAddress[],
  limits: ExchangeLimits,
  onStage: (stage: Stage) => void,
  signal: AbortSignal,
): Promise<OutboundResponse | { readonly next: Hop }> {
  const connection = new Connection(hop.url.protocol === 'https:', addresses, onStage);
  try {
    signal.throwIfAborted();
    const answered = Promise.race([send(hop, limits, connection.agent), connection.closed]);
    const response = await orAborted(answered, signal);
    if (response.status === 101) throw new ProtocolSwitched('the answer was 101');
    const headers = response.headers.raw();
    const next = nextHop(hop, response.status, headers['location'] ?? [], limits);
    if (next !== undefined) return { next };
    onStage('body');
    const head = { status: response.status, headers: joinRepeated(headers), url: hop.url.href };
    return { ...head, body: limits.withoutBody ? Buffer.alloc(0) : await bodyOf(response, head, limits, signal) };
  } catch (error) {
    throw connection.wrongAddress ?? error;
  } finally {
    connection.close();
  }
}

/**
 * node-fetch only makes one request: it follows no redirect, decompresses nothing, and never gets a signal (one aborted at
 * the wrong moment crashes the process); closing the connection ends it as well.
 */
function send(hop: Hop, { mustDecode }: ExchangeLimits, agent: Agent): Promise<Response> {
  const { url = hop.url, headers = {} } = hop.credential ?? {};
  return fetch(url, {
    method: hop.method,
    headers: {
      ...{ 'accept-encoding': ACCEPTED_CODINGS, 'user-agent': 'Toolpress', ...hop.headers, ...headers },
      ...(mustDecode && { 'accept-encoding': ACCEPTED_CODINGS }),
    },
    body: hop.body ?? null,
    agent,
    redirect: 'manual',
    compress: false,
  });
}

async function bodyOf(
  response: Response,
  head: Omit<OutboundResponse, 'body'>,
  { maxResponseBytes, mustDecode, takerOf, roomFor = () => undefined }: ExchangeLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  const taker = takerOf?.(head);
  if (taker === 'none') return Buffer.alloc(0);
  const limit = taker?.maxBytes ?? maxResponseBytes;
  const known = contentCodings(response.headers.get('content-encoding') ?? undefined);
  if (known === undefined && mustDecode) throw new CodingUnknown('the body has to be decoded');
  const codings = known ?? [];
  const length = codings.length === 0 ? response.headers.get('content-length') : null;
  if (Number(length) > limit) throw new BodyTooLarge(limit);
  const source = response.body ?? Readable.from([]);
  if (taker !== undefined) {
    await passBody(source, codings, taker, signal);
    return Buffer.alloc(0);
  }
  const limits = { limit, length: length === null ? undefined : Number(length), roomFor };
  return readBody(source, codings, limits, signal);
}

/** Returns a header's value as UTF-8 if its bytes are: Node.js reads each byte as a character of Latin-1. */
function asUtf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

/** HTTP joins a repeated header by commas; cookies alone can't be joined (RFC 6265, section 3). */
function joinRepeated(headers: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name,
      name === 'set-cookie' ? values.map(asUtf8) : asUtf8(values.join(', ')),
    ]),
  );
}
