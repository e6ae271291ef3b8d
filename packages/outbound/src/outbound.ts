/** The one door to addresses that callers choose. */
import { setMaxListeners } from 'node:events';
import { ServiceError } from '@toolpress/contract';
import { AllowList } from './address/allow-list.js';
import { AddressGuard, type Refusal } from './address/guard.js';
import { Ending } from './ending.js';
import type { OutboundResponse } from './exchange/exchange.js';
import { firstHop } from './first-hop.js';
import { Journey } from './journey.js';
import { Lookups, type Resolver, systemResolver } from './lookups.js';
import type { OutboundLimits, OutboundRequest } from './request.js';

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
