/** Redis, the gateway and a worker on one machine: started, kept up, and stopped in order. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiler } from '../prepare/prepare.mjs';
import { Problem } from '../problem.mjs';
import { findProgram } from '../run.mjs';
import { isLogEntry, readableLine } from '../terminal/log-lines.mjs';
import { dataPaths } from './data-folder.mjs';
import { tryPort } from './settings.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

/** A Redis with much data takes its time to load it. */
const REDIS_READY_LIMIT_MS = 600_000;
/** The gateway and the worker end their work within the deadline of a request; on top of it, what closing takes. */
const RENDER_DEADLINE_MS = 60_000;
const MARGIN_MS = 10_000;
/** A developer who has just saved a file does not wait for requests at work. */
const RELOAD_LIMIT_MS = 5_000;
const APPS = /** @type {const} */ (['gateway', 'worker']);

/** Whoever takes in work first, whoever keeps it last: what was taken in is still done and answered. */
export const STOP_ORDER = ['compiler', ...APPS, 'redis'];

export class Stack {
  /** @type {Map<string, SupervisedProcess>} */
  #services = new Map();
  #stopping = false;
  #reloading = Promise.resolve();

  /** @param {Pick<import('./serve.mjs').Serving, 'settings' | 'progress' | 'running'>} serving */
  constructor({ settings, progress, running }) {
    this.settings = settings;
    this.progress = progress;
    this.running = running;
  }

  /** @returns {Promise<string>} the URL of an own Redis: only this machine reaches it, every write is kept, nothing evicted */
  async startRedis() {
    const folder = dataPaths(this.settings.data).redis;
    const command = findProgram('redis-server');
    if (command === undefined) throw new Problem('redis-server is missing.');
    const port = await tryPort('127.0.0.1', 0);
    const password = randomBytes(24).toString('base64url');
    const config = [
      ...['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, `dir ${JSON.stringify(folder)}`, 'daemonize no'],
      ...['appendonly yes', 'appendfsync everysec', 'save ""', 'maxmemory-policy noeviction', ''],
    ];
    // In a file and not on the command line, which every user of the machine can read.
    await writeFile(join(folder, 'redis.conf'), config.join('\n'), { mode: 0o600 });
    await this.#start('redis', {
      ...{ command, args: [join(folder, 'redis.conf')], env: this.settings.given, readyLimitMs: REDIS_READY_LIMIT_MS },
      // It says so only after it has loaded its data.
      isReady: (line) => line.includes('Ready to accept connections'),
      onLine: (line, up) => {
        // Redis marks trouble with #, and the story of its end too.
        if (up && /^\d+:\S .* # /.test(line) && !/shutdown|ready to exit/i.test(line))
          this.progress.warn(`redis: ${line}`);
      },
    });
    return `redis://:${password}@127.0.0.1:${port}`;
  }

  /** Starts the gateway and the worker side by side. @param {Record<string, string>} env see serviceEnvironment() */
  async startApps(env) {
    const { reload, root } = this.settings;
    const onLine = (/** @type {string} */ name) => (/** @type {string} */ line, /** @type {boolean} */ up) => {
      // The plain words of a start that fails come with its failure.
      const readable = up || isLogEntry(line) ? readableLine(name, line, reload ? 'info' : 'warn') : undefined;
      if (readable !== undefined) this.progress.line(`  ${this.progress.paint('dim', readable)}`);
    };
    const start = (/** @type {string} */ name) => {
      const args = [...(reload ? ['--enable-source-maps'] : []), join(root, 'apps', name, 'dist/main.js')];
      return this.#start(name, { command: process.execPath, args, env, onLine: onLine(name) });
    };
    await Promise.all(APPS.map(start));
  }

  /** For development: compiles on change, and restarts the gateway and the worker with what compiles. */
  async watch() {
    const { root, given } = this.settings;
    const compiles = (/** @type {string} */ line) => / Found 0 errors/.test(line);
    await this.#start('compiler', {
      command: process.execPath,
      args: [compiler(root), '--build', root, '--watch', '--preserveWatchOutput'],
      env: given,
      isReady: compiles,
      onLine: (line, up) => {
        if (line.trim() !== '') this.progress.line(`  ${this.progress.paint('dim', line)}`);
        if (up && compiles(line)) this.#reloading = this.#reloading.then(() => this.#restartApps());
      },
    });
  }

  /** With the code that is there now. What does not come up stays down, until the next time. */
  async #restartApps() {
    for (const name of this.#stopping ? [] : APPS) {
      const restart = async () => {
        await this.#services.get(name)?.stop(RELOAD_LIMIT_MS);
        await this.#services.get(name)?.start();
      };
      await this.progress.step(`Restarting ${name}`, restart).catch((error) => this.progress.warn(error.message));
    }
  }

  /** @param {AbortSignal} hurry ends the waiting */
  async stop(hurry) {
    this.#stopping = true;
    await this.#services.get('compiler')?.stop(RELOAD_LIMIT_MS);
    await this.#reloading;
    const deadline = Number(this.settings.given['RENDER_DEADLINE_MS']) || RENDER_DEADLINE_MS;
    for (const name of [...APPS, 'redis']) {
      const service = this.#services.get(name);
      // Redis is never hurried: it still writes what it holds.
      const stop = async () =>
        service?.stop(MARGIN_MS + (name === 'redis' ? 0 : deadline), name === 'redis' ? undefined : hurry);
      await (service?.pid === undefined ? stop() : this.progress.step(`Stopping ${name}`, stop));
    }
  }

  /**
   * @param {string} name
   * @param {Omit<import('./supervised-process.mjs').ServiceOptions, 'name' | 'log' | 'report' | 'running'>} options
   * @throws {Error} when everything is being stopped: nothing may be started behind that
   */
  async #start(name, options) {
    if (this.#stopping) throw new Error('stopping');
    const log = join(dataPaths(this.settings.data).logs, `${name}.log`);
    const report = (/** @type {string} */ text) => this.progress.warn(text);
    const service = new SupervisedProcess({ ...options, name, log, report, running: this.running });
    this.#services.set(name, service);
    await service.start();
  }
}
