/** Resolves the host of every hop and checks its addresses before anything is connected. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ServiceError } from '@toolpress/contract';
import { orAborted } from '@toolpress/runtime';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Hop, targetName } from '../hop.js';
import { hostnameOf } from '../target-url.js';
import type { NamedHosts } from './named-hosts.js';
import { type AllowList, isPrivateUse, refusingRule } from './rule.js';
import { isLocalName } from './table.js';

/** An address that passed the rule. Only these are connected to: the name is not looked up again. */
export interface DialAddress {
  readonly address: string;
  readonly family: 4 | 6;
  /** Whether the operator exempted it. The filtering agent must then allow it. */
  readonly exempt: boolean;
}

/** What the log gets, without the host; the caller learns only that the target is not allowed. */
export interface RefusedTarget {
  /** As the caller wrote it. */
  readonly host: string;
  /** Absent when the name itself is refused. */
  readonly address?: string;
  readonly rule: string;
}

/** A name may have any number of addresses; only the first few are tried. */
const MAX_DIALLED = 6;

export class AddressGuard {
  constructor(
    private readonly exempt: {
      readonly addresses: AllowList;
      readonly localNames: boolean;
      /** They may be at private addresses (`isPrivateUse`). */
      readonly hosts: NamedHosts;
    },
    private readonly lookups: Lookups,
    private readonly onRefused: (target: RefusedTarget) => void,
  ) {}

  /**
   * @returns the addresses of the hop's host, at least one.
   * @throws ServiceError `address_forbidden` when the name means this machine or even one of its addresses is refused.
   * @throws the resolver's error when the name has no address; the signal's reason once it is aborted.
   */
  async admit(hop: Hop, signal: AbortSignal): Promise<readonly DialAddress[]> {
    const host = hostnameOf(hop.url);
    const isNamed = this.exempt.hosts.has(hop.url);
    if (isIP(host) !== 0) return [this.check(hop, host, isNamed)];
    if (isLocalName(host) && !this.exempt.localNames && !isNamed)
      throw this.refuse(hop, { host, rule: 'name of this machine' });
    const found = await this.lookups.find(hop.url.hostname, signal);
    if (found.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
    const addresses = found.map(({ address }) => this.check(hop, address, isNamed));
    // A host is either inside or outside. Both is what a name server answers that somebody has tampered with.
    const inside = addresses.find(({ exempt }) => exempt);
    if (isNamed && inside !== undefined && addresses.some(({ exempt }) => !exempt))
      throw this.refuse(hop, { host, address: inside.address, rule: 'private beside public addresses' });
    return addresses.slice(0, MAX_DIALLED);
  }

  private check(hop: Hop, address: string, isNamed: boolean): DialAddress {
    const family = isIP(address) === 6 ? 6 : 4;
    if (this.exempt.addresses.exempts(address) || (isNamed && isPrivateUse(address)))
      return { address, family, exempt: true };
    const rule = refusingRule(address);
    if (rule === undefined) return { address, family, exempt: false };
    throw this.refuse(hop, { host: hostnameOf(hop.url), address, rule });
  }

  /** The last check: the socket had connected to an address that was never checked. @returns the caller's error. */
  refuseReached(hop: Hop, address: string): ServiceError {
    return this.refuse(hop, { host: hostnameOf(hop.url), address, rule: 'connected to, but not checked' });
  }

  /** Reports a refused target to the log. @returns the caller's error. */
  private refuse(hop: Hop, target: RefusedTarget): ServiceError {
    this.onRefused(target);
    return new ServiceError(
      'address_forbidden',
      `${targetName(hop)} is not allowed: only public internet addresses can be requested. The operator of this service can exempt addresses of an internal network by \`OUTBOUND_ALLOW\`.`,
    );
  }
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds every address of a name, as `dns.promises.lookup` does with `all: true`; rejects with its error codes. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The system resolver: /etc/hosts, search domains and name servers, in its order. */
export const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true, order: 'verbatim' });

/**
 * A system look-up can't be cancelled and holds a thread of a small pool until the name server answers or the system gives
 * up. Requests beyond the limit wait here; an aborted one leaves at once.
 */
export class Lookups {
  private readonly limit: LimitFunction;

  constructor(
    private readonly resolve: Resolver,
    concurrency: number,
  ) {
    this.limit = pLimit(concurrency);
  }

  /** @throws the resolver's error, or the signal's reason once it is aborted. */
  async find(hostname: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    signal.throwIfAborted();
    return orAborted(
      this.limit(async () => (signal.aborted ? [] : this.resolve(hostname))),
      signal,
    );
  }
}
