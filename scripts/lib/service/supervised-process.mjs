/** Starts a service, restarts it when it dies, and stops it. Its output goes to a log file or to `onLine`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, renameSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.mjs';
import { excerpt, signalGroup } from '../run.mjs';
import { isLogEntry } from '../terminal/log-lines.mjs';

const ROTATE_BYTES = 10 * 1024 * 1024;
/** The pause before a restart grows with each crash in a row, and is reset after `stableMs` without a crash. */
const BACK_OFF = { firstMs: 200, capMs: 15_000, stableMs: 30_000 };

/**
 * @typedef {object} ServiceOptions
 * @property {string} name @property {string} command @property {readonly string[]} args @property {Record<string,
 *   string>} env
 * @property {string} [log] path of the log file; it is appended to
 * @property {(line: string) => boolean} [isReady] recognizes the line of output that says that the service is ready.
 *   Without it, the process sends the message `started`, as our apps do, because their log level may vary
 * @property {(line: string) => void} [onLine] sees its log entries and, once it is up, every line of its output; the
 *   plain words of a start that fails come with its failure
 * @property {(text: string) => void} report hears when the service died, and when it came back
 * @property {typeof BACK_OFF} [backOff]
 */

export class SupervisedProcess {
  /** @type {ReturnType<typeof launch> | undefined} */
  #run;
  /** Aborted when the service must not be restarted. */
  #down = new AbortController();

  constructor(/** @type {ServiceOptions} */ options) {
    this.options = options;
  }

  /** Starts the service, to be kept up once it is up. @throws {Problem} with what it said, when it ends before: it won't start later */
  async start() {
    this.#run = launch(this.options);
    await this.#run.ready;
    void this.#keepUp(this.#run);
  }

  /** Asks the service to end permanently, and kills it after the limit. @param {number} limitMs */
  async stop(limitMs) {
    this.#down.abort();
    this.#run?.kill('SIGTERM');
    const limit = setTimeout(() => this.#run?.kill('SIGKILL'), limitMs);
    await this.#run?.ended;
    clearTimeout(limit);
  }

  /** Until the service is to stay down: when it ends, starts it again. @param {ReturnType<typeof launch>} run */
  async #keepUp(run) {
    const { name, report, backOff = BACK_OFF } = this.options;
    const down = this.#down.signal;
    for (let deaths = 0; ; deaths += 1) {
      const since = performance.now();
      const how = await run.ended;
      if (down.aborted) return;
      if (performance.now() - since > backOff.stableMs) deaths = 0;
      const delay = Math.min(backOff.firstMs * 2 ** deaths, backOff.capMs);
      report(`${name} ended (${how}); it restarts in ${delay / 1000} s.`);
      await sleep(delay, undefined, { signal: down }).catch(() => undefined);
      if (down.aborted) return;
      this.#run = run = launch(this.options);
      run.ready.then(
        () => report(`${name} is running again.`),
        (error) => down.aborted || report(error.message),
      );
    }
  }
}

/** One life of the process: `ended` has how it did; `ready` rejects when it ends before. @param {ServiceOptions} options */
function launch({ name, command, args, env, log, isReady, onLine }) {
  const file = log === undefined ? undefined : openLog(log);
  // By descriptor 3 it knows whether this process lives. What the terminal sends to our group does not reach its own one, so
  // that it is stopped in its turn.
  const channel = isReady === undefined ? 'ipc' : 'pipe';
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', channel], detached: true });
  // What it has started goes with it, and so does not hold its output open.
  child.once('exit', () => signalGroup(child.pid, 'SIGKILL'));
  /** @type {Promise<string>} */
  const ended = once(child, 'close')
    .then(([code, signal]) => (signal ? `signal ${signal}` : `exit code ${code}`), String)
    .then((how) => new Promise((resolve) => (file ? file.end(() => resolve(how)) : resolve(how))));

  let isUp = false;
  /** @type {string[]} */
  const said = [];
  const ready = new Promise((resolve, reject) => {
    const up = () => {
      isUp = true;
      resolve(undefined);
    };
    child.on('message', (message) => message === 'started' && up());
    for (const input of [child.stdout, child.stderr]) {
      if (input === null) continue; // it could not be started
      createInterface({ input }).on('line', (line) => {
        file?.write(`${line}\n`);
        if (isUp || isLogEntry(line)) onLine?.(line);
        else said.push(line);
        if (isReady?.(line)) up();
      });
    }
    void ended.then((how) => {
      const words = excerpt(said.join('\n')) || '(nothing)';
      reject(
        new Problem(
          `The ${name} ended before it was ready (${how}). It said:\n\n${words}${log ? `\n\nIts log: ${log}` : ''}`,
        ),
      );
    });
  });
  ready.catch(() => undefined); // the caller that awaits it receives the error
  const kill = (/** @type {NodeJS.Signals} */ name) =>
    child.exitCode ?? child.signalCode ?? signalGroup(child.pid, name);
  return { ended, ready, kill };
}

/** @param {string} path of the log file */
function openLog(path) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) renameSync(path, `${path}.1`);
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  file.on('error', () => undefined); // a full disk must not take down the services with their log
  return file;
}
