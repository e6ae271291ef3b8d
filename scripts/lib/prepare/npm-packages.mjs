/** The project's npm packages: installed when they are not those of the lock file. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../problem.mjs';
import { excerpt, findProgram, mustRun, run } from '../run.mjs';

/** Marks a node_modules as made here, and for which lock file; npm removes it with the rest. */
const STAMP = 'node_modules/.toolpress-installed';
const UNFINISHED = 'unfinished\n';
/** No waiting for a network that is not there. */
const AT_ONCE = ['--fetch-retries=0', '--fetch-timeout=10000'];

/**
 * @param {string} root of the project
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean>} whether there was something to install
 * @throws {Problem} also when node_modules does not fit the lock file and was not made here: it is never removed
 */
export async function installNpmPackages(root, signal) {
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
  const stamp = join(root, STAMP);
  const made = await readFile(stamp, 'utf8').catch(() => undefined);
  if (made === wanted) return false;
  const modules = join(root, 'node_modules');
  if (made === undefined && existsSync(modules) && readdirSync(modules).some((name) => !name.startsWith('.'))) {
    if (fits(modules, lock)) return false;
    throw new Problem(
      `${modules} was not made by this command, and its packages are not those of package-lock.json.\n` +
        'Run "npm ci" yourself, which replaces it, or move it away; then run this again.',
    );
  }
  const npm = findProgram('npm');
  if (npm === undefined) throw new Problem('npm is missing: it comes with Node.js, https://nodejs.org/en/download.');
  const reached = await run(npm, ['view', 'typescript', 'version', ...AT_ONCE], { cwd: root, signal });
  // --include=dev: the build needs the compiler, whatever NODE_ENV says.
  const ci = ['ci', '--include=dev', '--no-progress', '--no-audit', '--no-fund'];
  try {
    if (reached.code === 0) await mustRun('npm ci', npm, ci, { cwd: root, signal });
    else if ((await run(npm, [...ci, '--offline'], { cwd: root, signal })).code !== 0) {
      throw new Problem(
        `npm can't reach its registry. Is there a network? Is a proxy needed?\n\n${excerpt(reached.output, 20)}`,
      );
    }
  } catch (error) {
    await mkdir(dirname(stamp), { recursive: true });
    await writeFile(stamp, UNFINISHED);
    throw error;
  }
  await writeFile(stamp, wanted);
  return true;
}

/** @param {string} modules @param {string} lock @returns whether npm's own record of node_modules has what the lock names */
function fits(modules, lock) {
  const record = join(modules, '.package-lock.json');
  const installed = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {};
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) =>
      optional || !path.startsWith('node_modules/') || (path in installed && installed[path].version === version),
  );
}
