/** Orderly ends: every resource registers its own close when it is opened; they run in reverse order, within a limit. */
import type { Logger } from './logger.js';

interface Step {
  name: string;
  close: () => Promise<unknown> | unknown;
}

export class Shutdown {
  private readonly steps: Step[] = [];
  private ending: Promise<void> | undefined;

  /** @param limitMs how long all steps together may take; after that the process ends all the same. */
  constructor(
    private readonly logger: Logger,
    private readonly limitMs: number,
  ) {}

  /** Whether the process is on its way out. */
  get hasBegun(): boolean {
    return this.ending !== undefined;
  }

  /** Registers how a resource is closed. What was opened last is closed first. */
  add(name: string, close: Step['close']): void {
    this.steps.push({ name, close });
  }

  /** Closes everything, once; later calls wait for the same end. A step that fails does not keep the others from running. */
  run(): Promise<void> {
    this.ending ??= this.closeAll();
    return this.ending;
  }

  /** On SIGTERM and SIGINT closes everything and exits: 0 when all steps ended in time, 1 otherwise. */
  onSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void this.exit(signal));
  }

  private async exit(signal: string): Promise<void> {
    this.logger.info({ signal }, 'stopping');
    const overdue = setTimeout(() => {
      this.logger.error({ limitMs: this.limitMs }, 'stopping took too long');
      process.exit(1);
    }, this.limitMs);
    await this.run();
    clearTimeout(overdue);
    this.logger.info('stopped');
    process.exit(0);
  }

  private async closeAll(): Promise<void> {
    for (const step of this.steps.reverse()) {
      try {
        await step.close();
      } catch (error) {
        this.logger.warn({ err: error, step: step.name }, 'a part did not close cleanly');
      }
    }
  }
}
