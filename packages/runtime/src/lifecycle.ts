/** The start and the shutdown of a process. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { ConfigError } from './config.js';
import { reasonOf } from './logged-error.js';
import type { Logger } from './logger.js';
import { ownWork, requestsAtWork, UncaughtError } from './own-work.js';

/**
 * Small buffers are parts of larger ones, and one that is still referenced keeps all of its neighbours in memory. Node.js 24 makes the
 * larger ones 64 KiB, and zlib's buffers live until a full garbage collection: with both, most PDFs did so as well.
 */
const POOL_BYTES = 8 * 1024;

/**
 * Runs an app's `main`. Prints an invalid configuration with one line per fault, and any other failure with its
 * stack. Both end the process with exit code 1.
 */
export function start(main: () => Promise<void>): void {
  Buffer.poolSize = POOL_BYTES;
  main().catch((error: unknown) => {
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`, () => process.exit(1));
  });
}

/**
 * Starts to listen.
 *
 * @param variable the environment variable that sets the port.
 * @throws ConfigError if the address is in use or not available on this host.
 */
export async function listen(server: Server, port: number, host: string, variable: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new ConfigError([`HOST and ${variable} can’t be used: ${reasonOf(error)}`]);
  });
}

/**
 * Announces that an app is ready: in the log, and to the parent process, independent of the log level.
 *
 * @param missing the names of unavailable parts; empty when all are available.
 */
export function announceStart(logger: Logger, facts: object, missing: readonly string[]): void {
  if (missing.length === 0) logger.info(facts, 'ready');
  else logger.warn(facts, `started without ${missing.join(' and ')}: requests that need it fail until it is available`);
  // The parent process may have ended.
  process.send?.('started', undefined, undefined, () => undefined);
}

/** The limit of request ids in a log line. */
const MAX_LOGGED_IDS = 20;

interface Step {
  name: string;
  close: () => Promise<unknown> | unknown;
}

/** Closes resources in reverse order of their opening, within a time limit. */
export class Shutdown {
  private readonly steps: Step[] = [];
  private ending: Promise<void> | undefined;
  private exitCode: number | undefined;

  /** @param limitMs the time limit of all steps together, in milliseconds, after which the process ends. */
  constructor(
    private readonly logger: Logger,
    private readonly limitMs: number,
  ) {}

  /** Whether the shutdown has started. */
  get hasBegun(): boolean {
    return this.ending !== undefined;
  }

  /** Registers a resource. The last opened resource is closed first. */
  add(name: string, close: Step['close']): void {
    this.steps.push({ name, close });
  }

  /** Closes all resources once. Later calls wait for the same end. If a step fails, the others still run. */
  run(): Promise<void> {
    this.ending ??= this.closeAll();
    return this.ending;
  }

  /**
   * Closes all resources and exits on SIGTERM and SIGINT, with 0 when all steps ended in time, else with 1. Does the
   * same when the parent process with an IPC channel has ended, because no other process would stop this one.
   */
  onSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void this.exit(0, { signal }));
    process.once('disconnect', () => void this.exit(0, { reason: 'the supervisor is gone' }));
  }

  /**
   * On an uncaught exception or rejection, fails the request that it belongs to, and shuts down with exit code 1: the
   * state of the process is unknown, so it takes no new work, but completes the active requests. If the exception
   * belongs to no request, the log has the ids of all active requests.
   */
  onUncaught(): void {
    process.on('uncaughtException', (error, origin) => {
      const work = ownWork();
      const whose =
        work === undefined ? { atWork: requestsAtWork().slice(0, MAX_LOGGED_IDS) } : { requestId: work.requestId };
      this.logger.fatal({ err: error, origin, ...whose }, 'uncaught exception; the process ends');
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
    // Flush while errors are still handled: at the exit itself, pino would retry forever if its output is closed. Flush twice, because the first flush may only wait for lines that were already being written.
    this.logger.flush(() => this.logger.flush(() => process.exit(this.exitCode)));
  }

  private async closeAll(): Promise<void> {
    for (const step of this.steps.reverse()) {
      try {
        await step.close();
      } catch (error) {
        this.logger.warn({ err: error, step: step.name }, 'a resource did not close cleanly');
      }
    }
  }
}
