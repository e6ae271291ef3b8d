/** Which service the operator means, and the token that opens it. */
import { Problem } from '../problem.mjs';
import { dataFolder, dataPaths } from '../service/data-folder.mjs';
import { readEnvFile } from '../service/env-file.mjs';

/**
 * @typedef {object} Surroundings
 * @property {string} root of the project
 * @property {string} cwd where the person stands
 * @property {Record<string, string | undefined>} env
 * @property {AbortSignal} signal ends whatever is going on
 *
 * @typedef {object} Target
 * @property {string} url of the service, without a slash at its end
 * @property {string} token the admin token
 * @property {string} tokenFrom where it was found, in words
 */

/**
 * What is given wins over what `scripts/start` has left in its data folder, so that after it no setting is needed.
 *
 * @param {string | undefined} url from the command line
 * @param {Surroundings} surroundings
 * @returns {Promise<Target>}
 * @throws {Problem} when one of the two is nowhere to be found
 */
export async function findTarget(url, { root, cwd, env }) {
  const { credentials } = dataPaths(dataFolder(env, root, cwd));
  const kept = await readEnvFile(credentials);
  const found = url || env['BASE_URL'] || kept['BASE_URL'] || env['PUBLIC_URL'];
  if (!found) {
    throw new Problem('Which service? Start one with ./scripts/start, or name one with --url or BASE_URL.');
  }
  const token = env['ADMIN_TOKEN'] || kept['ADMIN_TOKEN'];
  if (!token) {
    throw new Problem(`There is no admin token: set ADMIN_TOKEN; ./scripts/start would keep one in ${credentials}.`);
  }
  return {
    url: found.replace(/\/+$/, ''),
    token,
    tokenFrom: env['ADMIN_TOKEN'] ? 'ADMIN_TOKEN of the environment' : credentials,
  };
}
