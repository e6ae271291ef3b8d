import { constants } from 'node:os';

/** Something the person at the terminal can mend: shown as it is, without a stack, and the command ends with 1. */
export class Problem extends Error {}

/**
 * Runs a command and ends the process with its exit code.
 *
 * @param {(stop: AbortSignal) => Promise<number>} command `stop` is aborted by the first SIGINT, SIGTERM or SIGHUP; the
 *   second one ends the process at once
 */
export async function runCommand(command) {
  const stop = new AbortController();
  let interrupted = 0;
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(interrupted);
      interrupted = 128 + constants.signals[name];
      stop.abort();
    });
  }
  // A terminal that went away must not keep the services from being stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.exit(
    await command(stop.signal).catch((error) => {
      if (error === stop.signal.reason) return interrupted;
      process.stderr.write(`\n${error instanceof Problem ? error.message : (error?.stack ?? error)}\n`);
      return 1;
    }),
  );
}
