/** `scripts/start`: from a clean clone to a service that answers, and back to nothing running. */
import { fileURLToPath } from 'node:url';
import { compile, install } from './prepare/prepare.mjs';
import { REDIS } from './prepare/system-packages.mjs';
import { runCommand } from './problem.mjs';
import { ensureApiToken } from './service/account.mjs';
import { dataPaths, loadSecrets, makeDataFolder } from './service/data-folder.mjs';
import { readEnvFile, writeEnvFile } from './service/env-file.mjs';
import { choosePort } from './service/ports.mjs';
import { watch } from './service/reload.mjs';
import { RunningProcesses } from './service/running.mjs';
import { renderSample } from './service/sample-invoice.mjs';
import { HELP, localUrl, readSettings, serviceEnvironment } from './service/settings.mjs';
import { STOP_ORDER, Stack } from './service/stack.mjs';
import { welcome } from './service/welcome.mjs';
import { Progress, seconds } from './terminal/progress.mjs';

/** @typedef {import('./service/settings.mjs').Settings} Settings */

const root = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async ({ stop, hurry }) => {
  const settings = readSettings(process.argv.slice(2), process.env, root, process.cwd());
  const progress = new Progress();
  if (settings.help) {
    progress.line(HELP.trimEnd());
    return 0;
  }
  await makeDataFolder(settings.data);
  const running = new RunningProcesses(dataPaths(settings.data).running);
  running.claim();
  try {
    const preparation = { root, env: settings.given, progress, signal: stop };
    const browser = await install(preparation, settings.given['REDIS_URL'] ? [] : [REDIS]);
    await compile(preparation);
    await serve({ settings, progress, running, browser, stop, hurry });
  } finally {
    running.release();
  }
  return 0;
});

/**
 * @typedef {object} Serving
 * @property {Settings} settings
 * @property {Progress} progress
 * @property {RunningProcesses} running
 * @property {string} browser
 * @property {AbortSignal} stop
 * @property {AbortSignal} hurry
 */

/**
 * Runs the services until `stop` is aborted; whatever happens, none of them is left running.
 *
 * @param {Serving} serving
 */
async function serve({ settings, progress, running, browser, stop, hurry }) {
  const leftovers = await running.endLeftovers(STOP_ORDER);
  if (leftovers.length > 0) progress.warn(`Ended what an earlier start had left running: ${leftovers.join(', ')}.`);
  const stack = new Stack(settings, progress, running);
  const stopped = new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  let stopWatching = async () => {};
  try {
    await Promise.race([launch({ settings, progress, browser, stop }, stack), stopped]);
    if (settings.reload && !stop.aborted) stopWatching = await reload(settings, progress, stack);
    if (!stop.aborted) await stopped;
    progress.line('');
  } finally {
    await stopWatching();
    await stack.stop(hurry);
  }
}

/**
 * From nothing running to the service answering, with all that a first caller needs.
 *
 * @param {Pick<Serving, 'settings' | 'progress' | 'browser' | 'stop'>} serving
 * @param {Stack} stack
 */
async function launch({ settings, progress, browser, stop }, stack) {
  const paths = dataPaths(settings.data);
  const secrets = await loadSecrets(paths.secrets, settings.given);
  const redisUrl = settings.given['REDIS_URL'] ?? (await startRedis(stack, progress));
  const port = await choosePort(settings.host, settings.port);
  if (settings.port === undefined && port !== 8080) progress.warn(`Port 8080 is taken: using ${port}.`);
  const baseUrl = localUrl(settings.host, port);
  const env = serviceEnvironment(settings, { port, redisUrl, browser, secrets });
  await progress.step('Gateway and worker', () => stack.startApps(env));

  const kept = await readEnvFile(paths.credentials);
  const token = await progress.step('API token', () =>
    ensureApiToken(baseUrl, secrets.ADMIN_TOKEN, kept['API_TOKEN'], stop),
  );
  await writeEnvFile(paths.credentials, { BASE_URL: baseUrl, API_TOKEN: token, ADMIN_TOKEN: secrets.ADMIN_TOKEN });
  await progress.step(
    'Sample invoice',
    () => renderSample({ root, baseUrl, token, path: paths.sample, signal: stop }),
    (result) => result,
  );
  progress.line(welcome({ baseUrl, paths, took: seconds(0), progress }));
}

/**
 * @param {Stack} stack
 * @param {Progress} progress
 * @returns {Promise<string>} its URL
 */
async function startRedis(stack, progress) {
  const { url } = await progress.step(
    'Redis',
    () => stack.startRedis(),
    ({ port }) => `127.0.0.1:${port}`,
  );
  return url;
}

/**
 * @param {Settings} settings
 * @param {Progress} progress
 * @param {Stack} stack
 */
function reload(settings, progress, stack) {
  return watch({
    root: settings.root,
    onLine: (line) => progress.line(`  ${progress.paint('dim', line)}`),
    onChange: async (apps) => {
      for (const app of STOP_ORDER.filter((name) => apps.includes(name))) {
        await progress
          .step(`Restarting ${app}`, () => stack.restart(app))
          .catch((/** @type {Error} */ error) => progress.warn(error.message));
      }
    },
  });
}
