/** The one door to addresses that callers choose. */
import { setMaxListeners } from 'node:events';
import { HTTP_METHODS, type HttpMethod, ServiceError } from '@toolpress/contract';
import { AllowList } from './address/allow-list.js';
import { AddressGuard, type Refusal } from './address/guard.js';
import { Ending } from './ending.js';
import { WrongAddress } from './exchange/connection.js';
import { type ExchangeLimits, exchange, type OutboundResponse } from './exchange/exchange.js';
import { targetFault } from './exchange/faults.js';
import { MISSING, type Stage } from './exchange/stage.js';
import { type Hop, targetName } from './hop.js';
import { Lookups, type Resolver, systemResolver } from './lookups.js';
import { checkRequestHeaders } from './request-headers.js';
import { checkHostLists } from './target/host-patterns.js';
import { hostnameOf, parseTargetUrl } from './target/target-url.js';

export interface OutboundOptions {
  /** Addresses and CIDR ranges exempt from the address rule, as `parseAllow` gives them. */
  readonly allow: readonly string[];
  /** The system's unless given. */
  readonly resolve?: Resolver;
  /** Told of every target that the address rule refuses: for the log. */
  readonly onRefused?: (refusal: Refusal) => void;
  /** How many name look-ups run at once; 4 unless given, which is what Node has threads for. */
  readonly maxConcurrentLookups?: number;
}

/** What one request may take. */
export interface OutboundLimits extends ExchangeLimits {
  /** From the call to the last byte of the body: look-ups, redirects and everything between. */
  readonly timeoutMs: number;
  readonly maxRequestBytes: number;
  /** Hosts that are refused: `host.example`, `*.host.example` for every name below it, or an address. */
  readonly blockedHosts: readonly string[];
  /** When not empty, the only hosts that are allowed. */
  readonly allowedHosts: readonly string[];
}

export interface OutboundRequest {
  readonly method: HttpMethod;
  readonly url: string;
  /** Name to value, one line of Latin-1 each. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as it is; the caller's `content-type` says what it is. Not with GET. */
  readonly body?: Buffer | string;
}

export interface Outbound {
  /**
   * Makes a request and follows its redirects.
   *
   * @param signal the caller's: when it aborts, everything ends at once.
   * @returns the final answer, whatever its status, its body complete and decompressed.
   * @throws ServiceError `invalid_parameter` or `request_too_large` for an unusable request, before anything is sent;
   *   `address_forbidden` or `host_forbidden` for a target, the first or one redirected to, that is not allowed;
   *   `target_unreachable`, `response_invalid`, `too_many_redirects`, `response_too_large` or `deadline_exceeded` for what
   *   the target did; `unavailable` when this machine or a closed door stands in the way.
   * @throws the signal's reason.
   */
  request(request: OutboundRequest, limits: OutboundLimits, signal?: AbortSignal): Promise<OutboundResponse>;
  /** Ends the requests under way and refuses new ones. */
  close(): void;
}

const CONCURRENT_LOOKUPS = 4;

/** @throws Error naming an entry of `allow` that is neither an address nor a range. */
export function createOutbound(options: OutboundOptions): Outbound {
  const lookups = new Lookups(options.resolve ?? systemResolver, options.maxConcurrentLookups ?? CONCURRENT_LOOKUPS);
  const guard = new AddressGuard(new AllowList(options.allow), lookups, options.onRefused ?? (() => undefined));
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // one of every request under way

  return {
    async request(request, limits, signal) {
      const first = firstHop(request, limits);
      const journey = new Journey(guard, limits, first);
      const ending = new Ending()
        .with(closing.signal)
        .with(signal)
        .after(limits.timeoutMs, () => journey.overdue());
      try {
        return await journey.run(ending.signal);
      } finally {
        ending.release();
      }
    },
    close: () => closing.abort(new ServiceError('unavailable', 'The service is stopping; try again in a moment.')),
  };
}

/** Everything that can be wrong with a request by itself. */
function firstHop({ method, url, headers, body }: OutboundRequest, limits: OutboundLimits): Hop {
  if (!HTTP_METHODS.includes(method)) {
    throw new ServiceError('invalid_parameter', `\`method\` must be one of ${HTTP_METHODS.join(', ')}.`);
  }
  const target = parseTargetUrl(url, limits);
  const checkedHeaders = checkRequestHeaders(headers);
  if (body === undefined) return { method, url: target, headers: checkedHeaders, body: undefined, redirects: 0 };
  if (method === 'GET') throw new ServiceError('invalid_parameter', '`body` is not allowed with GET.');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes.length > limits.maxRequestBytes) {
    throw new ServiceError(
      'request_too_large',
      `\`body\` is ${bytes.length} bytes long; at most ${limits.maxRequestBytes} are sent.`,
    );
  }
  return { method, url: target, headers: checkedHeaders, body: bytes, redirects: 0 };
}

/** One request from hop to hop, and how far it has come. */
class Journey {
  private stage: Stage = 'lookup';

  constructor(
    private readonly guard: AddressGuard,
    private readonly limits: OutboundLimits,
    private hop: Hop,
  ) {}

  async run(signal: AbortSignal): Promise<OutboundResponse> {
    for (;;) {
      signal.throwIfAborted();
      const result = await this.take(this.hop, signal);
      if (!('next' in result)) return result;
      this.hop = result.next;
    }
  }

  overdue(): ServiceError {
    return new ServiceError(
      'deadline_exceeded',
      `${targetName(this.hop)} took longer than ${this.limits.timeoutMs} ms: ${MISSING[this.stage]}.`,
    );
  }

  private async take(hop: Hop, signal: AbortSignal): ReturnType<typeof exchange> {
    this.stage = 'lookup';
    const onStage = (stage: Stage): void => {
      this.stage = stage;
    };
    try {
      checkHostLists(hostnameOf(hop.url), this.limits, targetName(hop));
      const addresses = await this.guard.admit(hop, signal);
      return await exchange(hop, addresses, this.limits, onStage, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof WrongAddress) throw this.guard.refuseReached(hop, error.address);
      throw targetFault(error, hop, this.limits);
    }
  }
}
