/** What forms need besides the PDF tool. */
import type { Outbound } from '@toolpress/outbound';
import type { SettingsStore } from '../accounts/settings/settings.js';

export interface FormParts {
  outbound: Outbound;
  settings: Pick<SettingsStore, 'current'>;
  /** The longest life of a file in seconds. */
  fileTtl: number;
  /** The forms that are printed for webhooks. */
  running: RunningForms;
}

/** Counts forms that are printed for webhooks, so that a process that stops finishes them first. */
export class RunningForms {
  private readonly running = new Set<Promise<void>>();

  async during(work: () => Promise<void>): Promise<void> {
    const one = work();
    this.running.add(one);
    await one.finally(() => this.running.delete(one));
  }

  /** Resolves when no form is running. */
  async close(): Promise<void> {
    await Promise.allSettled(this.running);
  }
}
