/** The service as it runs in production: Redis, gateway and workers, each a process, and its callers. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { descendantsOf, measureCpu, TestService } from '@toolpress/testkit';
import { launchClients } from './targets/launch.mjs';

/** The paths of PDFs by the form of the requests. */
const PATHS = { service: '/api/utilities/html-to-pdf', gotenberg: '/forms/chromium/convert/html' };

/**
 * @typedef {object} Around what all benchmarks share
 * @property {string} browser path of Chromium
 * @property {string} temporary folder for everything that is written on the way
 * @property {AbortSignal} signal
 *
 * @typedef {(around: Around, section: import('./report.mjs').Section, options: Options) => Promise<void>} Benchmark
 *
 * @typedef {object} Options
 * @property {boolean} quick
 * @property {number | undefined} count of documents
 * @property {string | undefined} against folder of another build
 * @property {number | undefined} rounds
 * @property {number | undefined} warm PDFs before the first round
 * @property {boolean} store whether the gate stores the measured ratio
 * @property {string | undefined} because the text of a line in the changelog
 * @property {string | undefined} only the names of features, or numbers of simulated workers, separated by commas
 * @property {import('../../scripts/lib/terminal/progress.mjs').Progress} progress
 *
 * @typedef {import('./targets/launch.mjs').Target & { service: TestService, callers: number[], clients: (token: string) => Promise<import('./targets/launch.mjs').Target> }} RunningService
 *   `callers`: the process that asks; it is not part of the service. `clients` starts such a process for another account
 */

/**
 * @param {Around} around
 * @param {{ workers?: number, concurrency?: number, env?: Record<string, string>, build?: string | undefined, form?: keyof typeof PATHS }} [options]
 *   default: one worker with two pages for each core. `build`: the folder of another checkout, which is built. `form`: of the requests
 * @returns {Promise<RunningService>}
 */
export async function startService(around, options = {}) {
  const { workers = 1, concurrency = 2 * availableParallelism(), env = {}, build, form = 'service' } = options;
  around.signal.throwIfAborted();
  const testkit = build && pathToFileURL(join(build, 'packages/testkit/dist/index.js')).href;
  /** @type {typeof TestService} */
  const Service = testkit ? (await import(testkit)).TestService : TestService;
  const service = await Service.start({
    workers,
    env: {
      RENDER_CONCURRENCY: String(concurrency),
      LOG_LEVEL: 'info',
      CHROME_PATH: around.browser,
      TMPDIR: around.temporary,
      ...(form === 'gotenberg' && { COMPAT: form }),
      ...env,
    },
  });
  try {
    const whose = build === undefined ? 'the service' : 'the other build';
    const name = form === 'gotenberg' ? `${whose}, by Gotenberg’s forms` : whose;
    const clients = (/** @type {string} */ token) =>
      launchClients(name, { url: service.url + PATHS[form], token, form }, around);
    const callers = await clients(service.token);
    return {
      name,
      service,
      roots: [service.redis.pid, service.gateway.pid, ...service.workers.map(({ pid }) => pid)],
      callers: callers.roots,
      run: callers.run,
      clients,
      async end() {
        await callers.end();
        // Ctrl-C has reached Redis as well, and without it nothing ends in order.
        if (around.signal.aborted) await kill(service);
        await service.stop();
      },
    };
  } catch (error) {
    if (around.signal.aborted) await kill(service);
    await service.stop();
    throw error;
  }
}

/** @param {TestService} service */
async function kill({ gateway, workers }) {
  await Promise.all([gateway, ...workers].map((process) => process.end('SIGKILL')));
}

/**
 * @param {TestService} service
 * @returns {Record<'gateway' | 'worker' | 'Redis' | 'Chromium', number[]>} the pids of each part
 */
export function partsOf(service) {
  const workers = service.workers.map(({ pid }) => pid);
  return {
    gateway: [service.gateway.pid],
    worker: workers,
    Redis: [service.redis.pid],
    Chromium: workers.flatMap(descendantsOf).map(({ pid }) => pid),
  };
}

/**
 * Begins to measure the processor time of each part.
 *
 * @param {TestService} service
 * @returns {() => Record<keyof ReturnType<typeof partsOf>, number>} the seconds since then
 */
export function measureParts({ gateway, redis, workers }) {
  const ofWorkers = measureCpu(workers.map(({ pid }) => pid));
  const [ofGateway, ofRedis] = [measureCpu([gateway.pid]), measureCpu([redis.pid])];
  return () => {
    const { own, all } = ofWorkers();
    return { gateway: ofGateway().all, worker: own, Redis: ofRedis().all, Chromium: all - own };
  };
}
