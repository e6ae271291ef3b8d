/** Runs the services in the foreground, from their start to their end. */
import { ensureApiToken } from './api.mjs';
import { dataPaths, loadSecrets, readEnvFile, shellQuote, writeEnvFile } from './data-folder.mjs';
import { renderSamples } from './samples.mjs';
import { choosePort, localUrl, serviceEnvironment } from './settings.mjs';
import { STOP_ORDER, Stack } from './stack.mjs';

/**
 * Runs the services until `stop` is aborted; whatever happens, none of them is left running.
 *
 * @typedef {object} Serving
 * @property {import('./settings.mjs').Settings} settings
 * @property {import('../terminal/progress.mjs').Progress} progress
 * @property {import('./running.mjs').RunningProcesses} running claimed by this process
 * @property {string} browser its path
 * @property {AbortSignal} stop ends them in order
 * @property {AbortSignal} hurry ends the waiting for that
 *
 * @param {Serving} serving
 */
export async function serve(serving) {
  const { progress, running, stop, hurry } = serving;
  const leftovers = await running.endLeftovers(STOP_ORDER);
  if (leftovers.length > 0) progress.warn(`Ended what an earlier start had left running: ${leftovers.join(', ')}.`);
  const stack = new Stack(serving);
  const stopped = new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  stop.throwIfAborted();
  try {
    await Promise.race([launch(serving, stack), stopped]);
    if (!stop.aborted) await stopped;
    progress.line('');
  } finally {
    await stack.stop(hurry);
  }
}

/** Starts everything, and makes what the first caller needs. @param {Serving} serving @param {Stack} stack */
async function launch({ settings, progress, browser, stop }, stack) {
  const { host, given, root } = settings;
  const paths = dataPaths(settings.data);
  const secrets = await loadSecrets(paths.secrets, given);
  const port = await choosePort(host, settings.port);
  if (settings.port === undefined && port !== 8080) progress.warn(`Port 8080 is taken: using ${port}.`);
  const redisUrl = given['REDIS_URL'] ?? (await progress.step('Redis', () => stack.startRedis()));
  const env = serviceEnvironment(settings, { port, redisUrl, browser, secrets });
  await progress.step('Gateway and worker', () => stack.startApps(env));

  const baseUrl = localUrl(host, port);
  const { API_TOKEN: kept } = await readEnvFile(paths.credentials);
  const token = await ensureApiToken(baseUrl, secrets.ADMIN_TOKEN, kept, stop);
  await writeEnvFile(paths.credentials, { BASE_URL: baseUrl, API_TOKEN: token, ADMIN_TOKEN: secrets.ADMIN_TOKEN });
  const samples = { root, baseUrl, token, path: paths.sample, signal: stop };
  await progress.step('Samples', () => renderSamples(samples), String);
  if (settings.reload) await progress.step('Compiler', () => stack.watch());
  progress.line(`
${progress.paint('bold', `  Ready after ${(performance.now() / 1000).toFixed(1)} s: ${baseUrl}`)}

  Documentation  ${baseUrl}/docs
  Operations     ${baseUrl}/ops (sign in with ADMIN_TOKEN), the queue: ${baseUrl}/ops/queues
  Command line   ./scripts/admin --help
  Credentials    ${paths.credentials}
  Logs           ${paths.logs}

  Make a PDF, in another terminal:

    ${sampleCommand(paths.credentials)}

  Ctrl-C stops everything.
`);
}

/**
 * @param {string} credentials path of the file; it is sourced, so that no secret shows on the screen or in a history
 * @returns {string} a command for any shell, in any folder, that writes hello.pdf there
 */
export function sampleCommand(credentials) {
  const body = JSON.stringify({ html: '<h1>Hello [[who]]</h1>', data: { who: 'World' } });
  return (
    `. ${shellQuote(credentials)}; curl -s "$BASE_URL/api/utilities/html-to-pdf" ` +
    `-H "Authorization: Bearer $API_TOKEN" -H 'content-type: application/json' -d ${shellQuote(body)} | ` +
    String.raw`sed 's/.*"pdf_base64":"\([^"]*\).*/\1/' | base64 -d >hello.pdf`
  );
}
