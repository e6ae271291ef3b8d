/** The project's npm packages: installed when they are not those of the lock file. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { mustRun, run } from '../run.mjs';

// --include=dev: the build needs the compiler, whatever NODE_ENV says.
const CI = ['ci', '--include=dev', '--no-progress', '--no-audit', '--no-fund'];
/** No waiting for a network that is not there. */
const AT_ONCE = ['--fetch-retries=0', '--fetch-timeout=10000'];

/**
 * @param {string} root of the project @param {AbortSignal} [signal]
 * @returns what was done, in words
 * @throws {Problem} also when node_modules does not fit the lock file and was not made here: it is never removed
 */
export async function installNpmPackages(root, signal) {
  const modules = join(root, 'node_modules');
  // Marks a node_modules as made here, and for which lock file; npm removes it with the rest.
  const stamp = join(modules, '.toolpress-installed');
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
  const made = await readFile(stamp, 'utf8').catch(() => undefined);
  if (made === wanted) return 'up to date';
  const there = await readdir(modules).catch(() => []);
  if (made === undefined && there.some((name) => !name.startsWith('.'))) {
    if (await fits(modules, lock)) return 'up to date';
    throw new Problem(
      `${modules} was not made by this command, and its packages are not those of package-lock.json.\n` +
        'Run "npm ci" yourself, which replaces it, or move it away; then run this again.',
    );
  }
  const { code, output } = await run('npm', ['view', 'typescript', 'version', ...AT_ONCE], { cwd: root, signal });
  const unreached = `npm can't reach its registry. Is there a network? Is a proxy needed?\n\n${output}\n\nnpm ci`;
  let state = 'unfinished\n';
  try {
    if (code === 0) await mustRun('npm ci', 'npm', CI, { cwd: root, signal });
    else await mustRun(unreached, 'npm', [...CI, '--offline'], { cwd: root, signal });
    state = wanted;
  } finally {
    await mkdir(modules, { recursive: true });
    await writeFile(stamp, state);
  }
  return 'installed';
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
