/** What forms need besides the PDF tool. */
import type { Outbound } from '@toolpress/outbound';
import type { SettingsStore } from '../accounts/settings/settings.js';
import { Counts } from '../api/limits.js';

export interface FormNeeds {
  outbound: Outbound;
  settings: Pick<SettingsStore, 'current'>;
  /** The longest life of a file in seconds. */
  fileTtl: number;
  /** The forms that are printed for webhooks. */
  running: RunningForms;
}

/** The deliveries of an account at a time that hold none of its concurrent requests. */
const FREE_DELIVERIES = 20;

/** Counts forms that are printed for webhooks, so that a process that stops finishes them first. */
export class RunningForms {
  private readonly running = new Set<Promise<void>>();
  private readonly deliveries = new Counts();

  async during(work: () => Promise<void>): Promise<void> {
    const one = work();
    this.running.add(one);
    await one.finally(() => this.running.delete(one));
  }

  /** Delivers a result. @param leave ends the request's count, if the account has few deliveries. */
  async deliver(accountId: string, leave: () => void, delivery: () => Promise<void>): Promise<void> {
    if (this.deliveries.of(accountId) < FREE_DELIVERIES) leave();
    await delivery().finally(this.deliveries.begin(accountId));
  }

  /** Resolves when no form is running. */
  async close(): Promise<void> {
    await Promise.allSettled(this.running);
  }
}
