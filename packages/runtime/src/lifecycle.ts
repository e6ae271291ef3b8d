/** The life of a process: how it starts, and how it ends in order. */
import { ConfigError } from './config.js';
import type { Logger } from './logger.js';
import { ownWork, requestsAtWork, UncaughtError } from './own-work.js';

/**
 * Runs an app's `main`. A faulty configuration is printed as it is, one line a fault; any other failure to start with
 * its stack. Both end the process with 1, so that a supervisor sees it.
 */
export function start(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`, () => process.exit(1));
  });
}

/**
 * Says that an app serves: in the log, and to the process that started it, whatever the log shows.
 *
 * @param missing parts that it has to do without for the moment, in words; none when all is well.
 */
export function announceStart(logger: Logger, facts: object, missing: readonly string[]): void {
  if (missing.length === 0) logger.info(facts, 'ready');
  else logger.warn(facts, `started without ${missing.join(' and ')}: what needs it is refused until it is there`);
  // Whoever started it may be gone.
  process.send?.('started', undefined, undefined, () => undefined);
}

/** Of more requests than these the log need not know that they were at work. */
const MAX_LOGGED_IDS = 20;

interface Step {
  name: string;
  close: () => Promise<unknown> | unknown;
}

/** Every resource registers its own close when it is opened; they run in reverse order, within a limit. */
export class Shutdown {
  private readonly steps: Step[] = [];
  private ending: Promise<void> | undefined;
  private exitCode: number | undefined;

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

  /**
   * On SIGTERM and SIGINT closes everything and exits: 0 when all steps ended in time, 1 otherwise. Likewise when a supervisor
   * that had a channel to this process is gone: nobody would stop it in its turn.
   */
  onSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void this.exit(0, { signal }));
    process.once('disconnect', () => void this.exit(0, { reason: 'the supervisor is gone' }));
  }

  /**
   * On an exception or rejection that nobody caught fails the work it belongs to, and ends as a signal would, with 1: the process
   * is in a state that nobody knows, so it takes no new work, but what others wait for is brought to its end. Of an exception
   * that is nobody's the log has the ids of all requests at work.
   */
  onUncaught(): void {
    process.on('uncaughtException', (error, origin) => {
      const work = ownWork();
      const whose =
        work === undefined ? { atWork: requestsAtWork().slice(0, MAX_LOGGED_IDS) } : { requestId: work.requestId };
      this.logger.fatal({ err: error, origin, ...whose }, 'an exception that nobody caught; the process ends');
      work?.fail(new UncaughtError(error));
      void this.exit(1, { origin });
    });
  }

  private async exit(code: number, reason: object): Promise<void> {
    const isExiting = this.exitCode !== undefined;
    this.exitCode = Math.max(code, this.exitCode ?? 0);
    if (isExiting) return;
    this.logger.info(reason, 'stopping');
    const overdue = setTimeout(() => {
      this.logger.error({ limitMs: this.limitMs }, 'stopping took too long');
      process.exit(1);
    }, this.limitMs);
    await this.run();
    clearTimeout(overdue);
    this.logger.info('stopped');
    // Written here, while errors are still heard: at the exit itself pino tries for ever when nobody reads its output any more.
    // Twice, because the first flush may only wait for lines that were being written when it was asked for.
    this.logger.flush(() => this.logger.flush(() => process.exit(this.exitCode)));
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
