import { ConfigError } from './config.js';

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
