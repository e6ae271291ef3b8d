/** Installs the npm packages if they differ from the lock file. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { Problem } from '../problem.mjs';
import { mustRun, run } from '../run.mjs';
import { obstacleTo } from './writable.mjs';

// --include=dev: the build needs the compiler, also with NODE_ENV=production.
const CI = ['ci', '--include=dev', '--no-progress', '--no-audit', '--no-fund'];
/** Fails fast without a network. */
const AT_ONCE = ['--fetch-retries=0', '--fetch-timeout=10000'];

/**
 * Plans and installs the packages. @param {string} root @param {AbortSignal} [signal] @returns {Promise<string>} what
 * was done, in words
 */
export const installNpmPackages = async (root, signal) => (await planNpmPackages(root, signal))();

/**
 * Checks whether packages must be installed, and whether that is possible.
 *
 * @param {string} root of the project @param {AbortSignal} [signal]
 * @returns {Promise<() => Promise<string>>} installs them; returns a description of the result
 * @throws {Problem} also when node_modules differs from the lock file and was not created here: it is never removed
 */
export async function planNpmPackages(root, signal) {
  const modules = join(root, 'node_modules');
  // Marks a node_modules that this command created, and the platform of its native packages. npm removes the mark with the folder.
  const machine = `${process.platform} ${process.arch}`;
  const mark = join(modules, '.toolpress-installed');
  const madeFor = await readFile(mark, 'utf8').catch(() => undefined);
  if ((madeFor ?? machine) === machine && (await fits(root))) return async () => 'up to date';
  const there = await readdir(modules).catch(() => []);
  if (madeFor === undefined && there.some((name) => !name.startsWith('.'))) {
    throw new Problem(
      `${modules} was not created by this command, and its packages differ from package-lock.json.\n` +
        'Run "npm ci", which replaces it, or move it; then run this again.',
    );
  }
  await checkFolders(root, signal);
  const install = async (/** @type {string} */ what, /** @type {string[]} */ args) => {
    try {
      await mustRun(what, 'npm', args, { cwd: root, signal });
    } finally {
      await mkdir(modules, { recursive: true });
      await writeFile(mark, machine);
    }
  };
  return async () => {
    const ask = () => run('npm', ['view', 'typescript', 'version', ...AT_ONCE], { cwd: root, signal });
    // A busy name server may fail once although there is a network. npm does not retry, so this does.
    const isOffline = process.env['npm_config_offline'] === 'true';
    if (isOffline) {
      await install('npm ci, from npm’s cache alone,', CI);
      return 'installed from the cache';
    }
    const { code, output } = await ask().then((first) => (first.output.includes('EAI_AGAIN') ? ask() : first));
    const unreached = `npm can't reach its registry. Is there a network? Is a proxy needed?\n\n${output}\n\n`;
    await (code === 0 ? install('npm ci', CI) : install(`${unreached}npm ci`, [...CI, '--offline']));
    return 'installed';
  };
}

/**
 * Checks folders before npm does, because npm does not name an unwritable cache in its message.
 *
 * @param {string} root @param {AbortSignal} [signal] @throws {Problem} when npm can't write its cache or the packages
 */
async function checkFolders(root, signal) {
  const ofProject = await obstacleTo(root);
  if (ofProject !== undefined)
    throw new Problem(
      `The npm packages can't be installed in ${root}: ${ofProject}.\nCopy the project to a folder that this user may write to, then run this again there.`,
    );
  const { code, output } = await run('npm', ['config', 'get', 'cache', '--loglevel=silent'], { cwd: root, signal });
  const cache = output.trim();
  if (code !== 0 || !isAbsolute(cache)) return; // npm reports what is wrong
  const ofCache = await obstacleTo(cache);
  if (ofCache !== undefined)
    throw new Problem(
      `npm can't write its cache ${cache}: ${ofCache}.\nName another folder for it: npm_config_cache=/tmp/npm-cache ./scripts/start`,
    );
}

/** @param {string} root @returns whether npm's record of node_modules, which it writes last, matches the lock file */
async function fits(root) {
  const packagesOf = async (/** @type {string} */ file) =>
    JSON.parse(await readFile(join(root, file), 'utf8').catch(() => '{"packages":{}}')).packages;
  const installed = await packagesOf('node_modules/.package-lock.json');
  return Object.entries(await packagesOf('package-lock.json')).every(
    ([path, { version, optional }]) =>
      optional || !path.includes('node_modules/') || (path in installed && installed[path].version === version),
  );
}
