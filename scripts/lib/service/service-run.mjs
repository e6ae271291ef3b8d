/** One life of a service's process: from its start, over its being ready, to its end. */
import { spawn } from 'node:child_process';
import { Problem } from '../problem.mjs';
import { signalGroup } from '../process-group.mjs';
import { isLogEntry, readableLine } from '../terminal/log-lines.mjs';

const READY_LIMIT_MS = 60_000;
const LAST_WORDS_MS = 500;

/**
 * @typedef {object} ServiceOptions
 * @property {string} name as the person reads it
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Record<string, string>} env
 * @property {(line: string) => boolean} [isReady] recognises the line of output that says that the service is up. Without it
 *   the process sends a message: our own apps do, and what they log is the person's to choose
 * @property {import('./child-output.mjs').ChildOutput} output
 * @property {(line: string, up: boolean) => void} onLine sees every line of its output; `up`: it had been ready before
 * @property {import('./running.mjs').RunningProcesses} running
 * @property {number} [readyLimitMs]
 */

export class ServiceRun {
  #started = performance.now();
  #over = false;

  /** @param {ServiceOptions} options */
  constructor(options) {
    this.options = options;
    options.output.startOver();
    // A group of its own: what the terminal sends to ours does not reach it, so that it is stopped in its turn.
    const { command, args, env } = options;
    const channel = options.isReady === undefined ? /** @type {const} */ (['ipc']) : [];
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', ...channel], detached: true });
    if (child.pid !== undefined) options.running.add(options.name, child.pid);
    /** The process; undefined when it could not be started. */
    this.pid = child.pid;
    /** Resolves when the process has ended, with how it did. */
    this.ended = this.#end(child);
    /** Resolves when the service is up; rejects with a {@link Problem} when it ends before or takes too long. */
    this.ready = this.#ready(child);
    this.ready.catch(() => undefined); // whoever awaits it hears of it
  }

  get isOver() {
    return this.#over;
  }

  /** How long it has lived so far. */
  get ageMs() {
    return performance.now() - this.#started;
  }

  /** @param {NodeJS.Signals} signal for the process and its group, unless it has ended */
  kill(signal) {
    if (!this.#over) signalGroup(this.pid, signal);
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @returns {Promise<string>}
   */
  async #end(child) {
    const how = await new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => {
        const told = signal === null ? `exit code ${code}` : `signal ${signal}`;
        // Its last words may still be on their way; but a grandchild that holds the pipe must not keep it "alive".
        child.once('close', () => resolve(told));
        setTimeout(resolve, LAST_WORDS_MS, told).unref();
      });
    });
    this.#over = true;
    this.options.running.remove(this.options.name);
    return how;
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @returns {Promise<void>}
   */
  #ready(child) {
    const { output, onLine, isReady, readyLimitMs = READY_LIMIT_MS } = this.options;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(this.#failure(`was not ready in ${readyLimitMs / 1000} s`)), readyLimitMs);
      void this.ended.then((how) => {
        clearTimeout(limit);
        reject(this.#failure(`ended before it was ready (${how})`));
      });
      let up = false;
      const nowUp = () => {
        up = true;
        clearTimeout(limit);
        resolve();
      };
      if (isReady === undefined) child.once('message', nowUp);
      for (const stream of [child.stdout, child.stderr]) {
        if (stream === null) continue; // it could not be started
        output.read(stream, (line) => {
          onLine(line, up);
          if (!up && isReady?.(line)) nowUp();
        });
      }
    });
  }

  /** @param {string} what */
  #failure(what) {
    const { name, output } = this.options;
    const said = output.last().map((line) => (isLogEntry(line) ? readableLine(name, line, 'info') : line));
    return new Problem(`The ${name} ${what}. It said:\n\n${said.join('\n') || '(nothing)'}\n\nIts log: ${output.path}`);
  }
}
