/** A service that is started, awaited, started again when it dies, and stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceRun } from './service-run.mjs';

/**
 * A restart waits longer each time the service dies in a row; one that has lived for `stableMs` counts as healthy again.
 *
 * @typedef {{ firstMs: number, capMs: number, stableMs: number }} BackOff
 */

/** @type {BackOff} */
const BACK_OFF = { firstMs: 200, capMs: 15_000, stableMs: 30_000 };

export class SupervisedProcess {
  /** @type {ServiceRun | undefined} */
  #run;
  /** Aborted when the service is to stay down. */
  #down = new AbortController();
  /** @type {Promise<void>} */
  #watch = Promise.resolve();

  /**
   * @param {import('./service-run.mjs').ServiceOptions} options
   * @param {(text: string) => void} report hears when the service died, and when it came back
   * @param {BackOff} [backOff]
   */
  constructor(options, report, backOff = BACK_OFF) {
    this.options = options;
    this.report = report;
    this.backOff = backOff;
  }

  /** @returns {number | undefined} the process that runs now */
  get pid() {
    return this.#run?.isOver === false ? this.#run.pid : undefined;
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
      run.kill('SIGKILL');
      await run.ended;
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
      run.kill('SIGTERM');
      const overdue = AbortSignal.any([AbortSignal.timeout(limitMs), ...(hurry ? [hurry] : [])]);
      const kill = () => run.kill('SIGKILL');
      if (overdue.aborted) kill();
      overdue.addEventListener('abort', kill);
      await run.ended;
      overdue.removeEventListener('abort', kill);
    }
    await this.#watch;
  }

  #launch() {
    this.#run = new ServiceRun(this.options);
    return this.#run;
  }

  /**
   * Until the service is to stay down: when it ends, starts it again.
   *
   * @param {ServiceRun} run
   */
  async #keepUp(run) {
    const { name } = this.options;
    const down = this.#down.signal;
    for (let deaths = 0; ; ) {
      const how = await run.ended;
      if (down.aborted) return;
      deaths = run.ageMs > this.backOff.stableMs ? 0 : deaths;
      const delay = Math.min(this.backOff.firstMs * 2 ** deaths, this.backOff.capMs);
      deaths += 1;
      this.report(`${name} ended (${how}); it is started again in ${delay / 1000} s.`);
      await sleep(delay, undefined, { signal: down }).catch(() => undefined);
      if (down.aborted) return;
      run = this.#launch();
      void this.#reportReturn(run, down);
    }
  }

  /**
   * @param {ServiceRun} run
   * @param {AbortSignal} down
   */
  async #reportReturn(run, down) {
    try {
      await run.ready;
      this.report(`${this.options.name} is back.`);
    } catch (error) {
      if (!down.aborted) this.report(/** @type {Error} */ (error).message);
      run.kill('SIGKILL'); // it may live on, unready
    }
  }
}
