/** Runs Redis, the gateway and a worker in the foreground. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, signalGroup } from '../run.mjs';
import { readableLine } from '../terminal/log-lines.mjs';
import { dataPaths, loadSecrets, readEnvFile, writeEnvFile } from './data-folder.mjs';
import { connectSampleBase, ensureApiToken, renderSamples, studioLink, welcome } from './first-caller.mjs';
import { redisService } from './redis.mjs';
import { callsItself, choosePort, localUrl, serviceEnvironment } from './settings.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

/** The limit for a service that hangs. The gateway and the worker have shorter limits, which settings may extend. */
const STOP_LIMIT_MS = 10 * 60_000;
const APPS = ['gateway', 'worker'];

/** @typedef {import('./settings.mjs').Settings} Settings @typedef {import('../terminal/progress.mjs').Progress} Progress */

/**
 * Runs the services until `stop` is aborted. Stops all of them in any case.
 *
 * @param {{ settings: Settings, progress: Progress, browser: string, stop: AbortSignal }} serving `browser`: its path
 */
export async function serve({ settings, progress, browser, stop }) {
  const { host, given, reload } = settings;
  const paths = dataPaths(settings.data);
  /** @type {Map<string, SupervisedProcess>} */
  const services = new Map();
  const stopped = new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  stop.throwIfAborted();
  try {
    await Promise.race([startAll(), stopped]);
    await stopped;
    progress.line();
  } finally {
    // The gateway stops first and Redis last, so that accepted work is completed and answered.
    for (const name of [...APPS, 'sample-base', 'redis']) {
      const service = services.get(name);
      if (service) await progress.step(`Stopping ${name}`, () => service.stop(STOP_LIMIT_MS));
    }
  }

  /** Starts all services and prepares the first call. */
  async function startAll() {
    const secrets = await loadSecrets(paths.secrets);
    const port = await choosePort(host, settings.port);
    const redisUrl = given['REDIS_URL'] ?? (await progress.step('Redis', startRedis));
    const samplePort = await choosePort('127.0.0.1', 0);
    const env = serviceEnvironment(settings, { port, redisUrl, browser, secrets, samplePort });
    await progress.step('Gateway and worker', () =>
      Promise.all([...APPS.map((name) => startApp(name, env)), startSampleBase(samplePort)]),
    );

    const baseUrl = localUrl(host, port);
    const adminToken = given['ADMIN_TOKEN'] ?? secrets.ADMIN_TOKEN;
    const { API_TOKEN: kept } = await readEnvFile(paths.credentials);
    const token = await ensureApiToken(baseUrl, adminToken, kept, stop);
    await writeEnvFile(paths.credentials, { BASE_URL: baseUrl, API_TOKEN: token, ADMIN_TOKEN: adminToken });
    const warn = (/** @type {string} */ text) => progress.warn(text);
    await connectSampleBase({ baseUrl, token, port: samplePort, warn, signal: stop });
    if (reload) {
      // Node.js restarts the gateway and the worker after changes. Those who see them are children of the process started here.
      const watching = [
        ['node_modules/.bin/tsc', '--build', '--watch', '--preserveWatchOutput'],
        [process.execPath, 'packages/studio/build.mjs', '--watch'],
      ];
      for (const [command = '', ...args] of watching) {
        const { pid } = spawn(command, args, { cwd: ROOT, stdio: 'inherit', detached: true });
        stop.addEventListener('abort', () => signalGroup(pid, 'SIGTERM'));
      }
    }
    const ready = `  Ready after ${(performance.now() / 1000).toFixed(1)} s: ${baseUrl}`;
    const link = await studioLink({ baseUrl, adminToken, token, warn, signal: stop });
    const texts = welcome(baseUrl, paths, given['OUTBOUND_ALLOW'], callsItself(settings), link);
    progress.line(`\n${progress.paint('bold', ready)}\n\n${texts}`);
    // Last: a first document of the caller does not wait for them.
    await renderSamples({ baseUrl, token, path: paths.sample, warn, signal: stop });
  }

  /** @returns {Promise<string>} the URL of a new Redis */
  async function startRedis() {
    const { url, ...redis } = await redisService(paths.redis, given);
    await start(redis);
    return url;
  }

  /** Starts the sample base for get-record. @param {number} port */
  async function startSampleBase(port) {
    const args = [join(ROOT, 'scripts/lib/service/sample-base.mjs'), String(port), paths.sampleBase];
    await start({ name: 'sample-base', command: process.execPath, args, env: { PATH: given['PATH'] ?? '' } });
  }

  /** @param {string} name @param {Record<string, string>} env */
  async function startApp(name, env) {
    const flags = ['--max-semi-space-size=16', ...(reload ? ['--enable-source-maps', '--watch'] : [])];
    const args = [...flags, join(ROOT, 'apps', name, 'dist/main.js')];
    const onLine = (/** @type {string} */ line) => {
      const readable = readableLine(name, line, reload ? 'info' : 'warn');
      if (readable !== undefined) progress.line(`  ${progress.paint('dim', readable)}`);
    };
    // Node.js keeps compiled code there for the next start. Not in an image, where a process must not change the code that it runs.
    await start({ name, command: process.execPath, args, env: { NODE_COMPILE_CACHE: paths.compiled, ...env }, onLine });
  }

  /** @param {Omit<import('./supervised-process.mjs').ServiceOptions, 'log' | 'report'>} options */
  async function start(options) {
    stop.throwIfAborted(); // do not start services after the end
    const log = join(paths.logs, `${options.name}.log`);
    const service = new SupervisedProcess({ ...options, log, report: (text) => progress.warn(text) });
    services.set(options.name, service);
    await service.start();
  }
}
