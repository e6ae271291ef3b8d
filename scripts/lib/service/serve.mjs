/** Runs Redis, the gateway and a worker in the foreground, from their start to their end in order. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, signalGroup } from '../run.mjs';
import { readableLine } from '../terminal/log-lines.mjs';
import { dataPaths, loadSecrets, readEnvFile, writeEnvFile } from './data-folder.mjs';
import { ensureApiToken, renderSamples, welcome } from './first-caller.mjs';
import { choosePort, localUrl, serviceEnvironment } from './settings.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

/** For one that hangs: the gateway and the worker end within limits of their own, which settings may lengthen. */
const STOP_LIMIT_MS = 10 * 60_000;
const APPS = ['gateway', 'worker'];

/**
 * Ends Redis when the pipe at descriptor 3 closes, as it does when this process is killed: two on one folder would spoil its
 * data. Gateway and worker see their own channel close.
 */
const TIED_REDIS = '"$0" "$1" & redis=$!; (cat <&3; kill $redis) & trap "" TERM; wait $redis';

/** @typedef {import('./settings.mjs').Settings} Settings @typedef {import('../terminal/progress.mjs').Progress} Progress */

/**
 * Runs the services until `stop` is aborted; whatever happens, none of them is left running.
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
    // Whoever takes in work first, whoever keeps it last: what was taken in is still done and answered.
    for (const name of [...APPS, 'redis']) {
      const service = services.get(name);
      if (service) await progress.step(`Stopping ${name}`, () => service.stop(STOP_LIMIT_MS));
    }
  }

  /** Starts everything, and makes what the first caller needs. */
  async function startAll() {
    const secrets = await loadSecrets(paths.secrets);
    const port = await choosePort(host, settings.port);
    const redisUrl = given['REDIS_URL'] ?? (await progress.step('Redis', startRedis));
    const env = serviceEnvironment(settings, { port, redisUrl, browser, secrets });
    await progress.step('Gateway and worker', () => Promise.all(APPS.map((name) => startApp(name, env))));

    const baseUrl = localUrl(host, port);
    const adminToken = given['ADMIN_TOKEN'] ?? secrets.ADMIN_TOKEN;
    const { API_TOKEN: kept } = await readEnvFile(paths.credentials);
    const token = await ensureApiToken(baseUrl, adminToken, kept, stop);
    await writeEnvFile(paths.credentials, { BASE_URL: baseUrl, API_TOKEN: token, ADMIN_TOKEN: adminToken });
    const warn = (/** @type {string} */ text) => progress.warn(text);
    const samples = { baseUrl, token, path: paths.sample, warn, signal: stop };
    await progress.step('Samples', () => renderSamples(samples), String);
    if (reload) {
      // Node restarts the gateway and the worker with what has changed. The compiler is a process below the one started here.
      const args = ['--build', '--watch', '--preserveWatchOutput'];
      const { pid } = spawn('node_modules/.bin/tsc', args, { cwd: ROOT, stdio: 'inherit', detached: true });
      stop.addEventListener('abort', () => signalGroup(pid, 'SIGTERM'));
    }
    const ready = `  Ready after ${(performance.now() / 1000).toFixed(1)} s: ${baseUrl}`;
    progress.line(`\n${progress.paint('bold', ready)}\n\n${welcome(baseUrl, paths, given['OUTBOUND_ALLOW'])}`);
  }

  /** @returns {Promise<string>} the URL of an own Redis: only this machine reaches it, every write is kept, nothing evicted */
  async function startRedis() {
    const port = await choosePort('127.0.0.1', 0);
    const password = randomBytes(24).toString('base64url');
    const config = [
      ...['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, `dir ${JSON.stringify(paths.redis)}`],
      ...['daemonize no', 'appendonly yes', 'appendfsync everysec', 'save ""', 'maxmemory-policy noeviction', ''],
    ];
    // In a file and not on the command line, which every user of the machine can read.
    const file = join(paths.redis, 'redis.conf');
    await writeFile(file, config.join('\n'), { mode: 0o600 });
    // It says so only after it has loaded its data.
    const isReady = (/** @type {string} */ line) => line.includes('Ready to accept connections');
    await start({ name: 'redis', command: 'sh', args: ['-c', TIED_REDIS, 'redis-server', file], env: given, isReady });
    return `redis://:${password}@127.0.0.1:${port}`;
  }

  /** @param {string} name @param {Record<string, string>} env */
  async function startApp(name, env) {
    const args = [...(reload ? ['--enable-source-maps', '--watch'] : []), join(ROOT, 'apps', name, 'dist/main.js')];
    const onLine = (/** @type {string} */ line) => {
      const readable = readableLine(name, line, reload ? 'info' : 'warn');
      if (readable !== undefined) progress.line(`  ${progress.paint('dim', readable)}`);
    };
    await start({ name, command: process.execPath, args, env, onLine });
  }

  /** @param {Omit<import('./supervised-process.mjs').ServiceOptions, 'log' | 'report'>} options */
  async function start(options) {
    stop.throwIfAborted(); // nothing may be started behind the end
    const log = join(paths.logs, `${options.name}.log`);
    const service = new SupervisedProcess({ ...options, log, report: (text) => progress.warn(text) });
    services.set(options.name, service);
    await service.start();
  }
}
