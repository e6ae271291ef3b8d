/**
 * Works off a queue in Redis whose items are leased. Each gateway takes items while it has room; accounts take turns. When a gateway dies,
 * others take its items after their leases expire. `leased-queue.lua` implements the turns for the scripts that take items.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface LeasedQueueOptions<Item> {
  /**
   * Returns the next items under leases; none when none is due or there is no room. Must not reject.
   *
   * @param running the items that run at this gateway.
   */
  take(running: readonly Item[]): Promise<readonly Item[]>;
  /** Runs an item, and ends or releases its lease. Must not reject. @param end aborted when the gateway stops. */
  run(item: Item, end: AbortController): Promise<void>;
  /** The interval in milliseconds at which to look for items that became due or that other gateways added. */
  pollEveryMs: number;
}

export class LeasedQueue<Item> {
  isClosing = false;
  private readonly running = new Map<Promise<void>, { item: Item; end: AbortController }>();
  private woken = new AbortController();
  private readonly polling: Promise<void>;

  constructor(private readonly options: LeasedQueueOptions<Item>) {
    this.polling = this.poll();
  }

  /** Looks for items immediately. */
  wake(): void {
    this.woken.abort();
  }

  /** Takes no more items, aborts the running ones, and waits for them. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.wake();
    for (const { end } of this.running.values()) end.abort(new Error('the gateway ends'));
    await this.polling;
    await Promise.all(this.running.keys());
  }

  private async poll(): Promise<void> {
    while (!this.isClosing) {
      this.woken = new AbortController();
      const items = await this.options.take([...this.running.values()].map((one) => one.item));
      for (const item of items) this.begin(item);
      if (items.length === 0)
        await sleep(this.options.pollEveryMs, undefined, { signal: this.woken.signal }).catch(() => undefined);
    }
  }

  private begin(item: Item): void {
    const end = new AbortController();
    if (this.isClosing) end.abort(new Error('the gateway ends'));
    const run = this.options.run(item, end).finally(() => {
      this.running.delete(run);
      this.wake();
    });
    this.running.set(run, { item, end });
  }
}
