/** Something the person at the terminal can mend: shown as it is, without a stack, and the command ends with 1. */
export class Problem extends Error {
  /** @override */
  name = 'Problem';
}

/**
 * @typedef {object} Interruption
 * @property {AbortSignal} stop aborted by the first SIGINT, SIGTERM or SIGHUP; its `reason` is an {@link Interrupted}
 * @property {AbortSignal} hurry aborted by the second one: no more waiting
 */

/**
 * Runs a command's story and ends the process with its exit code.
 *
 * @param {(interruption: Interruption) => Promise<number>} story
 */
export async function runCommand(story) {
  const stop = new AbortController();
  const hurry = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => (stop.signal.aborted ? hurry : stop).abort(new Interrupted(name)));
  }
  // A terminal that went away must not keep the services from being stopped in order.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.exit(await story({ stop: stop.signal, hurry: hurry.signal }).catch(explain));
}

/** The person, or whoever runs the command, asked for its end. */
export class Interrupted extends Error {
  /** @override */
  name = 'Interrupted';

  /** @param {NodeJS.Signals} signalName */
  constructor(signalName) {
    super(`interrupted by ${signalName}`);
    this.exitCode = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }[/** @type {string} */ (signalName)] ?? 1;
  }
}

/**
 * @param {unknown} error
 * @returns {number} the exit code
 */
function explain(error) {
  if (error instanceof Interrupted) return error.exitCode;
  const text = error instanceof Problem ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${text}\n`);
  return 1;
}
