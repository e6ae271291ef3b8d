/** The credential of a request. The part `credentials` opens it; without `_connections`, there is none. */
import type { HttpMethod, Json, RawJson } from '@toolpress/contract';
import type { Authorize, DecodedBody, OutboundResponse } from '@toolpress/outbound';
import type { BodyOwner } from '../../api/large-bodies.js';

/** An answer without the secrets that it echoed. */
export interface RedactedAnswer extends DecodedBody<Json | RawJson> {
  headers: OutboundResponse['headers'];
  /** Whether a secret was replaced. */
  isReplaced: boolean;
}

/** Replaces secrets in a stream of bytes. */
export interface RedactingStream {
  /** Returns the bytes that are ready. */
  push(chunk: Buffer): Buffer;
  /** Returns the rest. */
  end(): Buffer;
  readonly isReplaced: boolean;
}

export interface Credential {
  /**
   * Returns the full URL of a request.
   *
   * @param request its `url` may be a path, which is appended to the connection's.
   * @throws ServiceError `invalid_parameter` if the secret may not be sent there, or a header is the connection's.
   */
  target(request: { method: HttpMethod; url: string; headers?: Readonly<Record<string, unknown>> }): string;
  /**
   * Makes one exchange with a target.
   *
   * @param send makes it with `authorize` as a field of the request. It is called again, once, when the target answers 401 to a token that
   *   has become invalid before its time.
   * @throws the errors of `send` without secrets; ServiceError when no token can be obtained; the signal's reason.
   */
  exchange<Answer extends { status: number }>(
    send: (authorize: Authorize) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer>;
  /** Decodes an answer, a large one in a thread. */
  decode(response: Pick<OutboundResponse, 'headers' | 'body'>, owner: BodyOwner): Promise<RedactedAnswer>;
  stream(): RedactingStream;
  /** Returns a short text without secrets. */
  redact(text: string): string;
}

/** Opens the connection of a request. @throws ServiceError `connection_unknown`, `invalid_parameter`. */
export type OpenCredential = (slug: string, accountId: string) => Promise<Credential>;
