/** The credential of a request. The part `credentials` opens it; without `_connections`, there is none. */
import type { HttpMethod } from '@toolpress/contract';
import type { Authorize, DecodedBody, OutboundLimits, OutboundResponse } from '@toolpress/outbound';
import type { BodyOwner } from '../../api/large-bodies.js';

/** The head of an answer. */
export type Head = Omit<OutboundResponse, 'body'>;
export type TakerOf = NonNullable<OutboundLimits['takerOf']>;

export interface Credential {
  /** Whether a secret was replaced in an answer. */
  readonly isReplaced: boolean;
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
   * @returns the answer; its headers and URL have no secrets, its body is to be decoded by `decode`.
   * @throws the errors of `send` without secrets; ServiceError when no token can be obtained; the signal's reason.
   */
  exchange(send: (authorize: Authorize) => Promise<OutboundResponse>, signal: AbortSignal): Promise<OutboundResponse>;
  /** Returns what takes the body of an answer, so that it receives no secrets. They are searched in threads. */
  taking(takerOf: TakerOf, head: Head, owner: BodyOwner): ReturnType<TakerOf>;
  /** Decodes a body, a large one in a thread. */
  decode(response: Pick<OutboundResponse, 'headers' | 'body'>, owner: BodyOwner): Promise<DecodedBody>;
}

/** Opens the connection of a request. @throws ServiceError `connection_unknown`, `invalid_parameter`. */
export type OpenCredential = (slug: string, accountId: string) => Promise<Credential>;
