/** Name look-ups: few at a time, and never awaited longer than their request lives. */
import { lookup } from 'node:dns/promises';
import { orAborted } from './ending.js';

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
