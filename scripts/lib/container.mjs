/** The process of the image with all parts: runs Redis, the gateway and a worker with their data in one volume. */
import { join } from 'node:path';
import { runCommand } from './problem.mjs';
import { ROOT } from './run.mjs';
import { dataPaths, loadSecrets, makeDataFolder, readEnvFile, writeEnvFile } from './service/data-folder.mjs';
import { ensureApiToken } from './service/first-caller.mjs';
import { redisService } from './service/redis.mjs';
import { localUrl, readSettings, serviceEnvironment } from './service/settings.mjs';
import { SupervisedProcess } from './service/supervised-process.mjs';

/** The limit for a service that hangs. The gateway and the worker have shorter limits, which settings may extend. */
const STOP_LIMIT_MS = 10 * 60_000;
const DEFAULTS = { TOOLPRESS_DATA: '/data', HOST: '0.0.0.0', PORT: '8080', REDIS_MAXMEMORY: '512mb' };

await runCommand(async ({ stop }) => {
  const settings = readSettings([], { ...DEFAULTS, ...process.env }, ROOT, '/');
  const { data, host, given, port = 8080 } = settings;
  await makeDataFolder(data);
  const paths = dataPaths(data);
  const secrets = await loadSecrets(paths.secrets);
  /** @type {SupervisedProcess[]} */
  const services = [];
  const stopped = new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  try {
    await Promise.race([startAll(), stopped]);
    await stopped;
  } finally {
    // The gateway stops first and Redis last, so that accepted work is completed and answered.
    for (const service of services.reverse()) await service.stop(STOP_LIMIT_MS);
  }
  return 0;

  async function startAll() {
    const redisUrl = given['REDIS_URL'] ?? (await startRedis());
    const env = serviceEnvironment(settings, { port, redisUrl, secrets });
    await Promise.all(['worker', 'gateway'].map((name) => startApp(name, env)));
    // The token of the first caller. BASE_URL is for the command line in this container.
    const baseUrl = localUrl(host, port);
    const adminToken = given['ADMIN_TOKEN'] ?? secrets.ADMIN_TOKEN;
    const { API_TOKEN: kept } = await readEnvFile(paths.credentials);
    const token = await ensureApiToken(baseUrl, adminToken, kept, stop);
    await writeEnvFile(paths.credentials, { BASE_URL: baseUrl, API_TOKEN: token, ADMIN_TOKEN: adminToken });
  }

  async function startRedis() {
    const { url, ...redis } = await redisService(paths.redis, given, [`maxmemory ${given['REDIS_MAXMEMORY']}`]);
    await start(redis);
    return url;
  }

  /** @param {string} name @param {Record<string, string>} env */
  async function startApp(name, env) {
    const args = ['--max-semi-space-size=16', join(ROOT, 'apps', name, 'dist/main.js')];
    await start({ name, command: process.execPath, args, env });
  }

  /** @param {Omit<import('./service/supervised-process.mjs').ServiceOptions, 'report'>} options */
  async function start(options) {
    stop.throwIfAborted(); // do not start services after the end
    const write = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
    const service = new SupervisedProcess({ ...options, onLine: write, report: write });
    services.push(service);
    await service.start();
  }
});
