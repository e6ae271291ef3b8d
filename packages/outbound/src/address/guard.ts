/** The gate of every hop: from a URL's host to the addresses that may be dialled, or a refusal. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ServiceError } from '@toolpress/contract';
import { orAborted } from '../client.js';
import { type Hop, targetName } from '../hop.js';
import { hostnameOf } from '../target-url.js';
import { type AllowList, classifyAddress } from './rule.js';
import { isLocalName } from './table.js';

/** An address that passed the rule. Nothing else is dialled: the name is not looked up again. */
export interface DialAddress {
  readonly address: string;
  readonly family: 4 | 6;
  /** The operator exempted it: the filtering agent has to be told. */
  readonly exempt: boolean;
}

/** A refusal, of which the log gets all but the host; the caller learns only that the target is not allowed. */
export interface Refusal {
  /** As the caller wrote it. */
  readonly host: string;
  /** Absent when the name itself is refused. */
  readonly address?: string;
  readonly rule: string;
}

/** A name may have any number of addresses; attempts to connect are for the first few. */
const MOST_DIALLED = 6;

export class AddressGuard {
  constructor(
    private readonly exempt: { readonly addresses: AllowList; readonly localNames: boolean },
    private readonly lookups: Lookups,
    private readonly onRefused: (refusal: Refusal) => void,
  ) {}

  /**
   * @returns the addresses of the hop's host, at least one.
   * @throws ServiceError `address_forbidden` when the name means this machine or even one of its addresses is refused.
   * @throws the resolver's error when the name has no address; the signal's reason once it is aborted.
   */
  async admit(hop: Hop, signal: AbortSignal): Promise<readonly DialAddress[]> {
    const host = hostnameOf(hop.url);
    if (isIP(host) !== 0) return [this.judge(hop, host)];
    if (isLocalName(host) && !this.exempt.localNames) throw this.refuse(hop, { host, rule: 'name of this machine' });
    const found = await this.lookups.find(hop.url.hostname, signal);
    if (found.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
    return found.map(({ address }) => this.judge(hop, address)).slice(0, MOST_DIALLED);
  }

  private judge(hop: Hop, address: string): DialAddress {
    const family = isIP(address) === 6 ? 6 : 4;
    if (this.exempt.addresses.exempts(address)) return { address, family, exempt: true };
    const verdict = classifyAddress(address);
    if (verdict.public) return { address, family, exempt: false };
    throw this.refuse(hop, { host: hostnameOf(hop.url), address, rule: verdict.rule });
  }

  /** The last belt: the socket had reached an address that was never checked. @returns the caller's error. */
  refuseReached(hop: Hop, address: string): ServiceError {
    return this.refuse(hop, { host: hostnameOf(hop.url), address, rule: 'connected to, but not checked' });
  }

  /** Reports a refusal to the log. @returns the caller's error. */
  private refuse(hop: Hop, refusal: Refusal): ServiceError {
    this.onRefused(refusal);
    return new ServiceError(
      'address_forbidden',
      `${targetName(hop)} is not allowed: only public internet addresses can be requested.`,
    );
  }
}

/** Name look-ups: few at a time, and never awaited longer than their request lives. */

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds every address of a name, as `dns.promises.lookup` does with `all: true`; rejects with its error codes. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The system's: /etc/hosts, search domains and name servers, in the order that it gives. */
export const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true, order: 'verbatim' });

/**
 * A look-up of the system's can't be cancelled and holds a thread of a small pool until the name server answers or the
 * system gives up. Requests beyond `limit` wait here, where those whose time is up can still leave.
 */
export class Lookups {
  private free: number;
  private readonly queue: Array<() => void> = [];

  constructor(
    private readonly resolve: Resolver,
    limit: number,
  ) {
    this.free = limit;
  }

  /** @throws the resolver's error, or the signal's reason once it is aborted. */
  async find(hostname: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    await this.takeSlot(signal);
    return orAborted(this.lookUp(hostname), signal);
  }

  private async lookUp(hostname: string): Promise<readonly ResolvedAddress[]> {
    try {
      return await this.resolve(hostname);
    } finally {
      this.releaseSlot();
    }
  }

  private async takeSlot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free--;
      return;
    }
    let enter = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      enter = resolve;
    });
    this.queue.push(enter);
    try {
      await orAborted(turn, signal);
    } catch (error) {
      this.leaveQueue(enter);
      throw error;
    }
  }

  private releaseSlot(): void {
    const next = this.queue.shift();
    if (next === undefined) this.free++;
    else next();
  }

  /** One that was given its turn in the very moment of its abort passes it on. */
  private leaveQueue(enter: () => void): void {
    const place = this.queue.indexOf(enter);
    if (place === -1) this.releaseSlot();
    else this.queue.splice(place, 1);
  }
}
