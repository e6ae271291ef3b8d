/** The one door to addresses that callers choose. */
import { setMaxListeners } from 'node:events';
import { type HttpMethod, ServiceError } from '@toolpress/contract';
import { AddressGuard, Lookups, type Refusal, type Resolver, systemResolver } from './address/guard.js';
import { AllowList } from './address/rule.js';
import { MISSING, type Stage, WrongAddress } from './connection.js';
import { targetFault } from './errors.js';
import { type ExchangeLimits, exchange, type OutboundResponse } from './exchange.js';
import { firstHop, type Hop, targetName } from './hop.js';
import { checkHostLists } from './host-patterns.js';
import { hostnameOf } from './target-url.js';

export interface OutboundOptions {
  /** Addresses and CIDR ranges exempt from the address rule, as `parseAllow` gives them. */
  readonly allow: readonly string[];
  /** Whether names that mean this machine, such as `localhost`, may be requested, too: for targets of the operator's. */
  readonly allowLocalNames?: boolean;
  /** The system's unless given. */
  readonly resolve?: Resolver;
  /** Told of every target that the address rule refuses: for the log. */
  readonly onRefused?: (refusal: Refusal) => void;
  /** How many name look-ups run at once; 4 unless given, which is what Node has threads for. */
  readonly maxConcurrentLookups?: number;
}

export interface Outbound {
  /**
   * Makes a request and follows its redirects.
   *
   * @param signal the caller's: when it aborts, everything ends at once.
   * @param onRefused told of the targets refused, instead of the door's own `onRefused`: for the log of one request.
   * @returns the final answer, whatever its status, its body complete and decompressed.
   * @throws ServiceError `invalid_parameter` or `request_too_large` for an unusable request, before anything is sent;
   *   `address_forbidden` or `host_forbidden` for a target, the first or one redirected to, that is not allowed;
   *   `target_unreachable`, `response_invalid`, `too_many_redirects`, `response_too_large` or `deadline_exceeded` for what
   *   the target did; `unavailable` when this machine or a closed door stands in the way.
   * @throws the signal's reason.
   */
  request(
    request: OutboundRequest,
    limits: OutboundLimits,
    signal?: AbortSignal,
    onRefused?: (refusal: Refusal) => void,
  ): Promise<OutboundResponse>;
  /** Ends the requests under way and refuses new ones. */
  close(): void;
}

const CONCURRENT_LOOKUPS = 4;

/** @throws Error naming an entry of `allow` that is neither an address nor a range. */
export function createOutbound(options: OutboundOptions): Outbound {
  const lookups = new Lookups(options.resolve ?? systemResolver, options.maxConcurrentLookups ?? CONCURRENT_LOOKUPS);
  const exempt = { addresses: new AllowList(options.allow), localNames: options.allowLocalNames ?? false };
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // one of every request under way

  return {
    async request(request, limits, signal, onRefused = options.onRefused ?? (() => undefined)) {
      const guard = new AddressGuard(exempt, lookups, onRefused);
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

/** What ends a request before its answer: its deadline, its caller, the service's stop. */

/** Settles as the work does, or rejects with the signal's reason when that comes first; the work's own end is then ignored. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** One signal out of several ends; `release` lets go of all of them, so that nothing outlives the request. */
class Ending {
  private readonly controller = new AbortController();
  private readonly releases: Array<() => void> = [];

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param reason made when the time is up, so that it can say how far things had come. */
  after(ms: number, reason: () => unknown): this {
    const timer = setTimeout(() => this.controller.abort(reason()), ms);
    this.releases.push(() => clearTimeout(timer));
    return this;
  }

  with(other: AbortSignal | undefined): this {
    if (other === undefined) return this;
    const abort = (): void => this.controller.abort(other.reason);
    if (other.aborted) abort();
    other.addEventListener('abort', abort, { once: true });
    this.releases.push(() => other.removeEventListener('abort', abort));
    return this;
  }

  release(): void {
    for (const release of this.releases) release();
  }
}
