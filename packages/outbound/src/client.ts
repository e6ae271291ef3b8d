/** The HTTP client for addresses that callers choose: nothing else in the service connects to them. */
import { setMaxListeners } from 'node:events';
import { HTTP_METHODS, type HttpMethod, ServiceError } from '@toolpress/contract';
import type { Logger } from '@toolpress/runtime';
import { AddressGuard, Lookups, type RefusedTarget, type Resolver, systemResolver } from './address/guard.js';
import { NamedHosts } from './address/named-hosts.js';
import { AllowList, parseAllow } from './address/rule.js';
import { MISSING, type Stage, WrongAddress } from './connection.js';
import { targetError } from './errors.js';
import { type ExchangeLimits, exchange, type OutboundResponse } from './exchange.js';
import { type Authorize, type Hop, targetName } from './hop.js';
import { checkHostLists } from './host-patterns.js';
import { checkRequestHeaders } from './request-headers.js';
import { hostnameOf, parseTargetUrl } from './target-url.js';

/** The limits of one request. */
export interface OutboundLimits extends ExchangeLimits {
  /** The longest time in milliseconds from the call to the last byte of the body, including look-ups and redirects. */
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
  /** Sent unchanged, with the caller's `content-type`. Not with GET. */
  readonly body?: Buffer | string;
  /** The default authenticates no hop. With it, a body is an error unless it can be decompressed: what a credential echoes must be found. */
  readonly authorize?: Authorize | undefined;
}

export interface OutboundOptions {
  /** Addresses and CIDR ranges exempt from the address rule. */
  readonly allow: readonly string[];
  /** Whether names of this machine, such as `localhost`, are allowed too: for targets that the operator configured. */
  readonly allowLocalNames?: boolean;
  /**
   * Hosts that may be at private addresses, as `parseHosts` reads them: `host` or `host:port`. The exemption is for requests to exactly
   * these hosts and ports. All other rules apply to them too.
   */
  readonly namedHosts?: readonly string[];
  /** The default is the system's. */
  readonly resolve?: Resolver;
  /** Called for every target that the address rule refuses: for the log. */
  readonly onRefused?: (target: RefusedTarget) => void;
  /** The number of concurrent name look-ups. The default is 4, the number of Node.js's threads for them. */
  readonly maxConcurrentLookups?: number;
}

export interface Outbound {
  /**
   * Makes a request and follows its redirects.
   *
   * @param signal the caller's: when it aborts, everything ends at once.
   * @param onRefused called for refused targets, instead of the client's own `onRefused`: for the log of one request.
   * @returns the final answer, whatever its status, its body complete and decompressed.
   * @throws ServiceError `invalid_parameter` or `request_too_large` for an unusable request, before anything is sent;
   *   `address_forbidden` or `host_forbidden` for a target, the first or one redirected to, that is not allowed;
   *   `target_unreachable`, `response_invalid`, `too_many_redirects`, `response_too_large` or `deadline_exceeded` for what
   *   the target did; `unavailable` when this machine has no connection to spare or the client is closed.
   * @throws the signal's reason.
   */
  request(
    request: OutboundRequest,
    limits: OutboundLimits,
    signal?: AbortSignal,
    onRefused?: (target: RefusedTarget) => void,
  ): Promise<OutboundResponse>;
  /**
   * Whether requests to a URL would be allowed now: each is checked again when it is made.
   *
   * @throws ServiceError `invalid_parameter`, `address_forbidden` or `host_forbidden`. Not for a name that has no address, or whose
   *   look-up takes longer than the limit: it may have one when it counts.
   */
  check(url: string, limits: Pick<OutboundLimits, 'timeoutMs' | 'blockedHosts' | 'allowedHosts'>): Promise<void>;
  /** Ends the requests under way and refuses new ones. */
  close(): void;
}

/** An `Outbound` that also checks addresses for other protocols. */
export interface OutboundWithAddresses extends Outbound {
  /**
   * Returns the checked addresses of a host, for a client of another protocol. It must connect to these and not look up the name again.
   *
   * @throws ServiceError `address_forbidden`, `target_unreachable`, or `deadline_exceeded`; the signal's reason.
   */
  addressesOf(host: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<readonly string[]>;
}

const CONCURRENT_LOOKUPS = 4;

/** @param allow the operator's OUTBOUND_ALLOW, if set: an exemption from the address rule, so it is logged at every start. */
export function openOutbound(allow: string | undefined, logger: Logger): Outbound {
  const { ranges, hosts } = parseAllow(allow ?? '');
  if (ranges.length > 0) logger.warn({ allow: ranges }, 'OUTBOUND_ALLOW exempts addresses from the address rule');
  if (hosts.length > 0) logger.info({ allow: hosts }, 'OUTBOUND_ALLOW exempts ports from the address rule');
  return createOutbound({ allow: ranges, namedHosts: hosts });
}

/** @throws Error naming an entry of `allow` that is neither an address nor a range. */
export function createOutbound(options: OutboundOptions): OutboundWithAddresses {
  const lookups = new Lookups(options.resolve ?? systemResolver, options.maxConcurrentLookups ?? CONCURRENT_LOOKUPS);
  const exempt = {
    addresses: new AllowList(options.allow),
    localNames: options.allowLocalNames ?? false,
    hosts: new NamedHosts(options.namedHosts ?? []),
  };
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // one per running request

  return {
    async request(request, limits, signal, onRefused = options.onRefused ?? (() => undefined)) {
      const guard = new AddressGuard(exempt, lookups, onRefused);
      const execution = new RequestExecution(guard, limits, firstHop(request, limits), request.authorize);
      const { ended, release } = firstOf(signal === undefined ? [closing.signal] : [closing.signal, signal]);
      const timer = setTimeout(() => ended.abort(execution.timeoutError()), limits.timeoutMs);
      try {
        return await execution.run(ended.signal);
      } finally {
        clearTimeout(timer);
        release();
      }
    },
    async check(url, limits) {
      const hop: Hop = { method: 'GET', url: parseTargetUrl(url), headers: {}, body: undefined, redirects: 0 };
      checkHostLists(hostnameOf(hop.url), limits, targetName(hop));
      const guard = new AddressGuard(exempt, lookups, options.onRefused ?? (() => undefined));
      try {
        await guard.admit(hop, AbortSignal.any([closing.signal, AbortSignal.timeout(limits.timeoutMs)]));
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'address_forbidden') throw error;
      }
    },
    async addressesOf(host, port, timeoutMs, signal) {
      const url = parseTargetUrl(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`);
      const hop: Hop = { method: 'GET', url, headers: {}, body: undefined, redirects: 0 };
      const guard = new AddressGuard(exempt, lookups, options.onRefused ?? (() => undefined));
      const { ended, release } = firstOf([closing.signal, signal]);
      const late = () => new ServiceError('deadline_exceeded', `${targetName(hop)} was not resolved in time.`);
      // Unlike `AbortSignal.timeout`, it holds nothing of the call until the time is over.
      const timer = setTimeout(() => ended.abort(late()), Math.ceil(timeoutMs));
      try {
        const addresses = await guard.admit(hop, ended.signal);
        return addresses.map(({ address }) => address);
      } catch (error) {
        throw ended.signal.aborted ? ended.signal.reason : targetError(error, hop);
      } finally {
        clearTimeout(timer);
        release();
      }
    },
    close: () => closing.abort(new ServiceError('unavailable', 'The service is stopping; try again in a moment.')),
  };
}

/** Aborts with the first of the signals, until it is released: no listener outlives the request. */
function firstOf(signals: readonly AbortSignal[]): { ended: AbortController; release: () => void } {
  const ended = new AbortController();
  const cleanup = new AbortController();
  for (const source of signals) {
    const abort = (): void => ended.abort(source.reason);
    if (source.aborted) abort();
    source.addEventListener('abort', abort, { once: true, signal: cleanup.signal });
  }
  return { ended, release: () => cleanup.abort() };
}

/** Executes one request hop by hop and tracks the stage reached. */
class RequestExecution {
  private stage: Stage = 'lookup';

  constructor(
    private readonly guard: AddressGuard,
    private readonly limits: OutboundLimits,
    private hop: Hop,
    private readonly authorize: Authorize | undefined,
  ) {}

  async run(signal: AbortSignal): Promise<OutboundResponse> {
    for (;;) {
      signal.throwIfAborted();
      const result = await this.execute(this.hop, signal);
      if (!('next' in result)) return result;
      this.hop = result.next;
    }
  }

  timeoutError(): ServiceError {
    return new ServiceError(
      'deadline_exceeded',
      `${targetName(this.hop)} took longer than ${this.limits.timeoutMs} ms: ${MISSING[this.stage]}.`,
    );
  }

  private async execute(hop: Hop, signal: AbortSignal): ReturnType<typeof exchange> {
    const onStage = (stage: Stage): void => {
      this.stage = stage;
    };
    onStage('lookup');
    try {
      checkHostLists(hostnameOf(hop.url), this.limits, targetName(hop));
      // Before the name is looked up: it may be one that must not be.
      const credential = this.authorize?.(hop);
      if (credential !== undefined && credential.url.origin !== hop.url.origin)
        throw new Error('a credential must not change the origin of a hop');
      const addresses = await this.guard.admit(hop, signal);
      const limits = { ...this.limits, mustDecode: this.authorize !== undefined };
      return await exchange({ ...hop, credential }, addresses, limits, onStage, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof WrongAddress) throw this.guard.refuseReached(hop, error.address);
      throw targetError(error, hop);
    }
  }
}

/**
 * Checks everything that can be wrong with a request by itself.
 *
 * @throws ServiceError `invalid_parameter`, or `request_too_large` for the body.
 */
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
