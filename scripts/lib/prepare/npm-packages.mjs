/** The project's npm packages: installed when they are not those of the lock file. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { findProgram, mustRun, run } from '../run.mjs';

// --include=dev: the build needs the compiler, whatever NODE_ENV says.
const CI = ['ci', '--include=dev', '--no-progress', '--no-audit', '--no-fund'];
/** No waiting for a network that is not there. */
const AT_ONCE = ['--fetch-retries=0', '--fetch-timeout=10000'];

/**
 * @param {string} root of the project
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean>} whether there was something to install
 * @throws {Problem} also when node_modules does not fit the lock file and was not made here: it is never removed
 */
export async function installNpmPackages(root, signal) {
  const modules = join(root, 'node_modules');
  // Marks a node_modules as made here, and for which lock file; npm removes it with the rest.
  const stamp = join(modules, '.toolpress-installed');
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
  const made = await readFile(stamp, 'utf8').catch(() => undefined);
  if (made === wanted) return false;
  const there = await readdir(modules).catch(() => []);
  if (made === undefined && there.some((name) => !name.startsWith('.'))) {
    if (await fits(modules, lock)) return false;
    throw new Problem(
      `${modules} was not made by this command, and its packages are not those of package-lock.json.\n` +
        'Run "npm ci" yourself, which replaces it, or move it away; then run this again.',
    );
  }
  const npm = findProgram('npm');
  if (npm === undefined) throw new Problem('npm is missing: it comes with Node.js, https://nodejs.org/en/download.');
  const reached = await run(npm, ['view', 'typescript', 'version', ...AT_ONCE], { cwd: root, signal });
  const [what, offline] =
    reached.code === 0
      ? ['npm ci', []]
      : [
          `npm can't reach its registry. Is there a network? Is a proxy needed?\n\n${reached.output}\n\nnpm ci`,
          ['--offline'],
        ];
  let state = 'unfinished\n';
  try {
    await mustRun(what, npm, [...CI, ...offline], { cwd: root, signal });
    state = wanted;
  } finally {
    await mkdir(modules, { recursive: true });
    await writeFile(stamp, state);
  }
  return true;
}

/** @param {string} modules @param {string} lock @returns whether npm's own record of node_modules has what the lock names */
async function fits(modules, lock) {
  const record = await readFile(join(modules, '.package-lock.json'), 'utf8').catch(() => '{"packages":{}}');
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) =>
      optional || !path.startsWith('node_modules/') || (path in installed && installed[path].version === version),
  );
}
