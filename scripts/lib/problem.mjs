import { constants } from 'node:os';

/** Something the person at the terminal can mend: shown as it is, without a stack, and the command ends with 1. */
export class Problem extends Error {
  /** @override */
  name = 'Problem';
}

/** A signal asked for the command's end. */
class Interrupted extends Error {
  /** @param {NodeJS.Signals} signalName */
  constructor(signalName) {
    super(`interrupted by ${signalName}`);
    this.exitCode = 128 + constants.signals[signalName];
  }
}

/**
 * Runs a command and ends the process with its exit code.
 *
 * @param {(signals: { stop: AbortSignal, hurry: AbortSignal }) => Promise<number>} command `stop` is aborted by the first
 *   SIGINT, SIGTERM or SIGHUP, `hurry` by the second one: no more waiting
 */
export async function runCommand(command) {
  const stop = new AbortController();
  const hurry = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => (stop.signal.aborted ? hurry : stop).abort(new Interrupted(name)));
  }
  // A terminal that went away must not keep the services from being stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.exit(
    await command({ stop: stop.signal, hurry: hurry.signal }).catch((error) => {
      if (error instanceof Interrupted) return error.exitCode;
      process.stderr.write(`\n${error instanceof Problem ? error.message : (error?.stack ?? error)}\n`);
      return 1;
    }),
  );
}
