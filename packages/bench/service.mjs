/** The service as it runs in production: Redis, gateway and workers, each a process, and its callers. */
import { availableParallelism } from 'node:os';
import { descendantsOf, TestService } from '@toolpress/testkit';
import { launchTarget } from './targets/launch.mjs';

const PDF_PATH = '/api/utilities/html-to-pdf';
const CALLERS = new URL('./targets/http-clients.mjs', import.meta.url);

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
 * @property {import('../../scripts/lib/terminal/progress.mjs').Progress} progress
 *
 * @typedef {import('./targets/launch.mjs').Target & { service: TestService, callers: number[] }} RunningService
 *   `callers`: the process that asks; it is not part of the service
 */

/**
 * @param {Around} around
 * @param {{ workers?: number, concurrency?: number, env?: Record<string, string> }} [options] one worker with two
 *   pages for each core, as is its default
 * @returns {Promise<RunningService>}
 */
export async function startService(around, { workers = 1, concurrency = 2 * availableParallelism(), env = {} } = {}) {
  around.signal.throwIfAborted();
  const service = await TestService.start({
    workers,
    env: {
      RENDER_CONCURRENCY: String(concurrency),
      LOG_LEVEL: 'info',
      CHROME_PATH: around.browser,
      TMPDIR: around.temporary,
      ...env,
    },
  });
  try {
    const target = { url: service.url + PDF_PATH, token: service.token };
    const callers = await launchTarget('service', CALLERS, target, around);
    return {
      name: 'the service',
      service,
      roots: [service.redis.pid, service.gateway.pid, ...service.workers.map(({ pid }) => pid)],
      callers: callers.roots,
      run: callers.run,
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
