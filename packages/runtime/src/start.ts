import { ConfigError } from './config.js';
import type { Logger } from './logger.js';

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
