/** Redis, the gateway and a worker on one machine: started, kept up, and stopped in order. */
import { join } from 'node:path';
import { isLogEntry, readableLine } from '../terminal/log-lines.mjs';
import { ChildOutput, rotate } from './child-output.mjs';
import { dataPaths } from './data-folder.mjs';
import { configureRedis, isRedisReady, isRedisTrouble } from './redis.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

/** A Redis with much data takes its time to load it. */
const REDIS_READY_LIMIT_MS = 600_000;
/** The gateway and the worker end their work within the deadline of a request; on top of it, what closing takes. */
const RENDER_DEADLINE_MS = 60_000;
const MARGIN_MS = 10_000;
/** A developer who has just saved a file does not wait for requests at work. */
const RELOAD_LIMIT_MS = 5_000;

/** Whoever takes in work first, whoever keeps it last: what was taken in is still done and answered. */
export const STOP_ORDER = /** @type {const} */ (['gateway', 'worker', 'redis']);

/** @typedef {typeof STOP_ORDER[number]} ServiceName */

export class Stack {
  /** @type {Map<ServiceName, SupervisedProcess>} */
  #services = new Map();
  /** @type {ChildOutput[]} */
  #outputs = [];
  #stopping = false;

  /**
   * @param {import('./settings.mjs').Settings} settings
   * @param {import('../terminal/progress.mjs').Progress} progress
   * @param {import('./running.mjs').RunningProcesses} running
   */
  constructor(settings, progress, running) {
    this.settings = settings;
    this.progress = progress;
    this.running = running;
    this.paths = dataPaths(settings.data);
  }

  /** @returns {Promise<{ url: string, port: number }>} an own Redis, up, its data loaded */
  async startRedis() {
    const { command, args, url, port } = await configureRedis(this.paths.redis);
    const redis = await this.#add('redis', {
      ...{ command, args, env: this.settings.given, readyLimitMs: REDIS_READY_LIMIT_MS },
      isReady: isRedisReady,
      onLine: (line, up) => {
        if (up && isRedisTrouble(line)) this.progress.warn(`redis: ${line}`);
      },
    });
    await this.#start(redis);
    return { url, port };
  }

  /**
   * Starts the gateway and the worker side by side.
   *
   * @param {Record<string, string>} env see serviceEnvironment()
   */
  async startApps(env) {
    const apps = await Promise.all([this.#addApp('gateway', env), this.#addApp('worker', env)]);
    await Promise.all(apps.map((app) => this.#start(app)));
  }

  /**
   * Restarts an app with the code that is there now. If it does not come up it stays down, until the next time.
   *
   * @param {ServiceName} name
   */
  async restart(name) {
    const service = this.#services.get(name);
    if (service === undefined) return;
    await service.stop(RELOAD_LIMIT_MS);
    await this.#start(service);
  }

  /** @param {AbortSignal} hurry ends the waiting */
  async stop(hurry) {
    this.#stopping = true;
    for (const name of STOP_ORDER) {
      const service = this.#services.get(name);
      if (service === undefined) continue;
      // Redis is never hurried: it still writes what it holds.
      const stop = () => service.stop(this.#stopLimitMs(name), name === 'redis' ? undefined : hurry);
      await (service.pid === undefined ? stop() : this.progress.step(`Stopping ${name}`, stop));
    }
    await Promise.all(this.#outputs.map((output) => output.close()));
  }

  /**
   * @param {SupervisedProcess} service
   * @throws {Error} when everything is being stopped: nothing may be started behind that
   */
  async #start(service) {
    if (this.#stopping) throw new Error('stopping');
    await service.start();
  }

  /** @param {ServiceName} name */
  #stopLimitMs(name) {
    const deadline = Number(this.settings.given['RENDER_DEADLINE_MS']) || RENDER_DEADLINE_MS;
    return { gateway: deadline + MARGIN_MS, worker: deadline + MARGIN_MS, redis: MARGIN_MS }[name];
  }

  /**
   * @param {ServiceName} name
   * @param {Record<string, string>} env
   */
  #addApp(name, env) {
    const least = this.settings.reload ? 'info' : 'warn';
    return this.#add(name, {
      command: process.execPath,
      args: [
        ...(this.settings.reload ? ['--enable-source-maps'] : []),
        join(this.settings.root, 'apps', name, 'dist/main.js'),
      ],
      env,
      onLine: (line, up) => {
        if (!up && !isLogEntry(line)) return; // the plain words of a start that fails come with its failure
        const readable = readableLine(name, line, least);
        if (readable !== undefined) this.progress.line(`  ${this.progress.paint('dim', readable)}`);
      },
    });
  }

  /**
   * @param {ServiceName} name
   * @param {Omit<import('./service-run.mjs').ServiceOptions, 'name' | 'output' | 'running'>} options
   */
  async #add(name, options) {
    const log = join(this.paths.logs, `${name}.log`);
    await rotate(log);
    const output = new ChildOutput(log);
    this.#outputs.push(output);
    const report = (/** @type {string} */ text) => this.progress.warn(text);
    const service = new SupervisedProcess({ ...options, name, output, running: this.running }, report);
    this.#services.set(name, service);
    return service;
  }
}
