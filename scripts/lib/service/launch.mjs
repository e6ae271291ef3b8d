/** From nothing running to a service that answers, with all that its first caller needs. */
import { seconds } from '../terminal/progress.mjs';
import { ensureApiToken } from './account.mjs';
import { dataPaths, loadSecrets } from './data-folder.mjs';
import { readEnvFile, writeEnvFile } from './env-file.mjs';
import { choosePort } from './ports.mjs';
import { renderSample, sampleNames } from './samples.mjs';
import { localUrl, serviceEnvironment } from './settings.mjs';
import { welcome } from './welcome.mjs';

/**
 * @param {Pick<import('./serve.mjs').Serving, 'settings' | 'progress' | 'browser' | 'stop'>} serving
 * @param {import('./stack.mjs').Stack} stack that is started
 * @throws {Problem} when something does not come up; what did is still running then
 */
export async function launch({ settings, progress, browser, stop }, stack) {
  const paths = dataPaths(settings.data);
  const secrets = await loadSecrets(paths.secrets, settings.given);
  const port = await choosePort(settings.host, settings.port);
  if (settings.port === undefined && port !== 8080) progress.warn(`Port 8080 is taken: using ${port}.`);
  const redisUrl = settings.given['REDIS_URL'] ?? (await startRedis(stack, progress));
  const baseUrl = localUrl(settings.host, port);
  const env = serviceEnvironment(settings, { port, redisUrl, browser, secrets });
  await progress.step('Gateway and worker', () => stack.startApps(env));

  const kept = await readEnvFile(paths.credentials);
  const token = await progress.step('API token', () =>
    ensureApiToken(baseUrl, secrets.ADMIN_TOKEN, kept['API_TOKEN'], stop),
  );
  await writeEnvFile(paths.credentials, { BASE_URL: baseUrl, API_TOKEN: token, ADMIN_TOKEN: secrets.ADMIN_TOKEN });
  for (const name of await sampleNames(settings.root)) {
    await progress.step(
      `Sample ${name}`,
      () => renderSample({ root: settings.root, name, baseUrl, token, path: paths.sample(name), signal: stop }),
      (result) => result,
    );
  }
  progress.line(welcome({ baseUrl, paths, took: seconds(0), progress }));
}

/**
 * @param {import('./stack.mjs').Stack} stack
 * @param {import('../terminal/progress.mjs').Progress} progress
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
