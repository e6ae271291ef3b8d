/** Runs commands: help, signals, exit codes and error messages. */
import { constants } from 'node:os';
import { Progress } from './terminal/progress.mjs';

/** An error that the user can fix. Its message is shown without a stack, and the exit code is 1. */
export class Problem extends Error {}

/**
 * Runs a command and ends the process with its exit code.
 *
 * @param {(given: { args: string[], progress: Progress, stop: AbortSignal }) => Promise<number>} command `stop` is
 *   aborted by the first SIGINT, SIGTERM or SIGHUP; the second one ends the process immediately
 * @param {string} [help] shown for --help instead of running the command
 */
export async function runCommand(command, help) {
  const stop = new AbortController(); // its reason is the exit code
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(stop.signal.reason);
      stop.abort(128 + constants.signals[name]);
    });
  }
  // A closed terminal must not prevent the services from stopping in order.
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
