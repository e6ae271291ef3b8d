/** A service that is started, awaited, started again when it dies, and stopped. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.mjs';

/** @typedef {{ firstMs: number, capMs: number, stableMs: number }} BackOff */

/** A service that has lived for `stableMs` counts as healthy: the next restart is quick again. */
/** @type {BackOff} */
const BACK_OFF = { firstMs: 200, capMs: 15_000, stableMs: 30_000 };
const READY_LIMIT_MS = 60_000;
const LAST_WORDS_MS = 500;

/**
 * @typedef {object} ServiceOptions
 * @property {string} name as the person reads it
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Record<string, string>} env
 * @property {(line: string) => boolean} isReady recognises the line of output that says that the service is up
 * @property {import('./child-output.mjs').ChildOutput} output
 * @property {(line: string) => void} onLine sees every line of a service that is up
 * @property {(text: string) => void} report hears when the service died or came back
 * @property {import('./running.mjs').RunningProcesses} running
 * @property {number} [readyLimitMs]
 * @property {BackOff} [backOff]
 */

/**
 * @typedef {object} Run one life of the service
 * @property {number} pid
 * @property {number} since
 * @property {Promise<void>} ready rejects when it ends before
 * @property {Promise<string>} ended resolves with how
 */

export class SupervisedProcess {
  /** @type {Run | undefined} */
  #run;
  /** Aborted when the service is to stay down. */
  #down = new AbortController();
  /** @type {Promise<void>} */
  #watch = Promise.resolve();

  /** @param {ServiceOptions} options */
  constructor(options) {
    this.options = { readyLimitMs: READY_LIMIT_MS, backOff: BACK_OFF, ...options };
  }

  /** @returns {number | undefined} the process that serves now */
  get pid() {
    return this.#run?.pid;
  }

  /**
   * Starts the service and resolves when it is up. From then on it is kept up.
   *
   * @throws {Problem} with what it said, when it ends before it is up: a service that can't start once won't start later
   */
  async start() {
    this.#down = new AbortController();
    const run = this.#launch();
    try {
      await run.ready;
    } catch (error) {
      await this.#kill(run);
      throw error;
    }
    this.#watch = this.#keepUp(run);
  }

  /**
   * Asks the service to end, and kills it when it takes too long.
   *
   * @param {number} limitMs
   * @param {AbortSignal} [hurry] kills it at once
   */
  async stop(limitMs, hurry) {
    this.#down.abort();
    const run = this.#run;
    if (run !== undefined) {
      signalGroup(run.pid, 'SIGTERM');
      const overdue = AbortSignal.any([AbortSignal.timeout(limitMs), ...(hurry ? [hurry] : [])]);
      const kill = () => signalGroup(run.pid, 'SIGKILL');
      if (overdue.aborted) kill();
      overdue.addEventListener('abort', kill);
      await run.ended;
      overdue.removeEventListener('abort', kill);
    }
    await this.#watch;
  }

  /** @param {Run} run */
  async #kill(run) {
    if (this.#run === run) signalGroup(run.pid, 'SIGKILL');
    await run.ended;
  }

  /** @returns {Run} */
  #launch() {
    const { name, command, args, env, output, running, readyLimitMs } = this.options;
    output.startOver();
    // A group of its own: what the terminal sends to ours does not reach it, so that it is stopped in its turn.
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    if (child.pid !== undefined) running.add(name, child.pid);

    /** @type {Promise<string>} */
    const ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => {
        const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
        // Its last words may still be on their way; but a grandchild that holds the pipe must not keep it "alive".
        child.once('close', () => resolve(how));
        setTimeout(resolve, LAST_WORDS_MS, how).unref();
      });
    }).then((how) => {
      running.remove(name);
      if (this.#run === run) this.#run = undefined;
      return how;
    });

    /** @type {Promise<void>} */
    const ready = new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(this.#failure(`was not ready in ${readyLimitMs / 1000} s`)), readyLimitMs);
      ended
        .then((how) => reject(this.#failure(`ended before it was ready (${how})`)))
        .finally(() => clearTimeout(limit));
      let up = false;
      for (const stream of [child.stdout, child.stderr]) {
        output.read(stream, (line) => {
          if (up) this.options.onLine(line);
          else if (this.options.isReady(line)) {
            up = true;
            clearTimeout(limit);
            resolve();
          }
        });
      }
    });
    ready.catch(() => undefined); // whoever awaits it hears of it

    const run = { pid: child.pid ?? 0, since: performance.now(), ready, ended };
    this.#run = run;
    return run;
  }

  /** @param {string} what */
  #failure(what) {
    const { name, output } = this.options;
    const said = output.last().join('\n') || '(nothing)';
    return new Problem(`The ${name} ${what}. It said:\n\n${said}\n\nIts log: ${output.path}`);
  }

  /**
   * Until the service is to stay down: when it ends, starts it again, later each time it fails in a row.
   *
   * @param {Run} run
   */
  async #keepUp(run) {
    const { name, report, backOff } = this.options;
    const down = this.#down.signal;
    for (let failures = 0; ; ) {
      const how = await run.ended;
      if (down.aborted) return;
      failures = performance.now() - run.since > backOff.stableMs ? 0 : failures;
      const delay = Math.min(backOff.firstMs * 2 ** failures, backOff.capMs);
      failures += 1;
      report(`The ${name} ended (${how}); it is started again in ${delay / 1000} s.`);
      await sleep(delay, undefined, { signal: down }).catch(() => undefined);
      if (down.aborted) return;
      run = this.#launch();
      const restarted = run;
      restarted.ready.then(
        () => report(`The ${name} is back.`),
        (/** @type {Error} */ error) => {
          if (down.aborted) return;
          report(error.message);
          return this.#kill(restarted);
        },
      );
    }
  }
}

/**
 * @param {number} pid of a group's leader; 0 when it could not be started
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  if (pid === 0) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
