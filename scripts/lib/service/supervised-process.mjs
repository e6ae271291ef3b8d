/** A service that is started, awaited, started again when it dies, and stopped; its output goes to a log file. */
import { spawn } from 'node:child_process';
import { createWriteStream, renameSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.mjs';
import { signalGroup } from '../run.mjs';
import { isLogEntry, readableLine } from '../terminal/log-lines.mjs';

const READY_LIMIT_MS = 60_000;
const LAST_WORDS_MS = 500;
const REMEMBERED_LINES = 30;
const ROTATE_BYTES = 10 * 1024 * 1024;
/** A restart waits longer each time the service dies in a row; one that has lived for `stableMs` counts as healthy again. */
const BACK_OFF = { firstMs: 200, capMs: 15_000, stableMs: 30_000 };

/**
 * @typedef {object} ServiceOptions
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} args
 * @property {Record<string, string>} env
 * @property {string} log path of the log file; it is appended to
 * @property {(line: string) => boolean} [isReady] recognises the line of output that says that the service is up. Without
 *   it the process sends a message: our own apps do, and what they log is the person's to choose
 * @property {(line: string, up: boolean) => void} onLine sees every line of its output; `up`: it had been ready before
 * @property {(text: string) => void} report hears when the service died, and when it came back
 * @property {import('./running.mjs').RunningProcesses} running
 * @property {number} [readyLimitMs]
 * @property {typeof BACK_OFF} [backOff]
 */

export class SupervisedProcess {
  /** @type {ReturnType<typeof launch> | undefined} */
  #run;
  /** Aborted when the service is to stay down. */
  #down = new AbortController();
  /** @type {Promise<void>} */
  #watch = Promise.resolve();

  /** @param {ServiceOptions} options */
  constructor(options) {
    this.options = options;
  }

  /** @returns {number | undefined} the process that runs now */
  get pid() {
    return this.#run?.isOver() === false ? this.#run.pid : undefined;
  }

  /**
   * Starts the service and resolves when it is up. From then on it is kept up.
   *
   * @throws {Problem} with what it said, when it ends before it is up: a service that can't start once won't start later
   */
  async start() {
    this.#down = new AbortController();
    this.#run = launch(this.options);
    await this.#run.ready;
    this.#watch = this.#keepUp(this.#run, this.#down.signal);
  }

  /**
   * Asks the service to end, and kills it when it takes too long.
   *
   * @param {number} limitMs
   * @param {AbortSignal} [hurry] kills it at once
   */
  async stop(limitMs, hurry) {
    this.#down.abort();
    const kill = () => this.#run?.kill('SIGKILL');
    const limit = setTimeout(kill, limitMs);
    this.#run?.kill('SIGTERM');
    if (hurry?.aborted) kill();
    hurry?.addEventListener('abort', kill);
    await this.#run?.ended;
    hurry?.removeEventListener('abort', kill);
    clearTimeout(limit);
    await this.#watch;
  }

  /**
   * Until the service is to stay down: when it ends, starts it again.
   *
   * @param {ReturnType<typeof launch>} run
   * @param {AbortSignal} down
   */
  async #keepUp(run, down) {
    const { name, report, backOff = BACK_OFF } = this.options;
    for (let deaths = 0; ; deaths += 1) {
      const how = await run.ended;
      if (down.aborted) return;
      if (run.ageMs() > backOff.stableMs) deaths = 0;
      const delay = Math.min(backOff.firstMs * 2 ** deaths, backOff.capMs);
      report(`${name} ended (${how}); it is started again in ${delay / 1000} s.`);
      await sleep(delay, undefined, { signal: down }).catch(() => undefined);
      if (down.aborted) return;
      this.#run = run = launch(this.options);
      run.ready.then(
        () => report(`${name} is back.`),
        (error) => down.aborted || report(error.message),
      );
    }
  }
}

/**
 * One life of a service's process. `ready` rejects with a {@link Problem} when it ends before or takes too long, in which
 * case it is killed; `ended` resolves with how it did.
 *
 * @param {ServiceOptions} options
 */
function launch({ name, command, args, env, log, isReady, onLine, running, readyLimitMs = READY_LIMIT_MS }) {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) renameSync(log, `${log}.1`);
  const file = createWriteStream(log, { flags: 'a', mode: 0o600 });
  file.on('error', () => undefined); // a full disk must not take down the services with their log
  const channel = isReady === undefined ? /** @type {const} */ (['ipc']) : [];
  // A group of its own: what the terminal sends to ours does not reach it, so that it is stopped in its turn.
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', ...channel], detached: true });
  if (child.pid !== undefined) running.add(name, child.pid);
  const started = performance.now();
  let over = false;

  /** @type {Promise<string>} */
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      // Its last words may still be on their way; but a grandchild that holds the pipe must not keep it "alive".
      child.once('close', () => resolve(how));
      setTimeout(resolve, LAST_WORDS_MS, how).unref();
    });
  });
  const ended = exited.then(async (how) => {
    over = true;
    running.remove(name);
    await new Promise((resolve) => file.end(resolve));
    return how;
  });
  const kill = (/** @type {NodeJS.Signals} */ signal) => over || signalGroup(child.pid, signal);

  /** @type {string[]} */
  const said = [];
  /** @type {Promise<void>} */
  const up = new Promise((resolve, reject) => {
    let isUp = false;
    const nowUp = () => {
      isUp = true;
      resolve();
    };
    if (isReady === undefined) child.once('message', nowUp);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue; // it could not be started
      createInterface({ input: stream }).on('line', (line) => {
        if (!over) file.write(`${line}\n`);
        said.push(line);
        if (said.length > REMEMBERED_LINES) said.shift();
        onLine(line, isUp);
        if (!isUp && isReady?.(line)) nowUp();
      });
    }
    const limit = AbortSignal.timeout(readyLimitMs);
    limit.addEventListener('abort', () => reject(`was not ready in ${readyLimitMs / 1000} s`));
    void ended.then((how) => reject(`ended before it was ready (${how})`));
  });
  const ready = up.catch(async (what) => {
    kill('SIGKILL'); // it may live on, unready
    await ended;
    const words = said.map((line) => (isLogEntry(line) ? readableLine(name, line, 'info') : line)).join('\n');
    throw new Problem(`The ${name} ${what}. It said:\n\n${words || '(nothing)'}\n\nIts log: ${log}`);
  });
  ready.catch(() => undefined); // whoever awaits it hears of it
  return { pid: child.pid, ended, ready, kill, isOver: () => over, ageMs: () => performance.now() - started };
}
