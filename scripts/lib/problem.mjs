/** What all commands have in common: their help, their end, and how they tell of a problem. */
import { constants } from 'node:os';
import { Progress } from './terminal/progress.mjs';

/** Something the person at the terminal can mend: shown as it is, without a stack, and the command ends with 1. */
export class Problem extends Error {}

/**
 * Runs a command and ends the process with its exit code.
 *
 * @param {(given: { args: string[], progress: Progress, stop: AbortSignal }) => Promise<number>} command `stop` is aborted by
 *   the first SIGINT, SIGTERM or SIGHUP; the second one ends the process at once
 * @param {string} [help] shown instead, for --help
 */
export async function runCommand(command, help) {
  const stop = new AbortController(); // its reason is the exit code
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(stop.signal.reason);
      stop.abort(128 + constants.signals[name]);
    });
  }
  // A terminal that went away must not keep the services from being stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const [args, progress] = [process.argv.slice(2), new Progress()];
  const showHelp = async () => progress.line(help) ?? 0;
  const isHelp = help !== undefined && args.some((arg) => arg === '--help' || arg === '-h');
  process.exit(
    await (isHelp ? showHelp() : command({ args, progress, stop: stop.signal })).catch((error) => {
      if (error === stop.signal.reason) return error;
      process.stderr.write(`\n${error instanceof Problem ? error.message : (error?.stack ?? error)}\n`);
      return 1;
    }),
  );
}
