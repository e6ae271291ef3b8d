/** The last release, built of git's history, to run beside this one. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type StartedProcess, startProcess } from '@toolpress/testkit';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The last release: the commit in which its version appears in the changelog. */
export const RELEASE = { version: '0.1.0', commit: '85aae25c9d50ccedaac399063ecb24ee5e01d97b' };
/** Matches when an app of either release serves, maybe without an optional dependency. */
export const READY = /"msg":"(?:ready"|started without )/;
/** It is kept: a build takes minutes. */
const FOLDER = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  `toolpress/release-${RELEASE.version}-${RELEASE.commit.slice(0, 8)}`,
);

/** Returns why the tests beside the last release can't run; undefined when they can. */
export async function reasonToSkip(): Promise<string | undefined> {
  if (!process.env['TOOLPRESS_UPGRADE_TEST']) return 'TOOLPRESS_UPGRADE_TEST is not set';
  const isThere = await run('git', ['cat-file', '-e', `${RELEASE.commit}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
  return isThere
    ? undefined
    : `git's history does not go back to ${RELEASE.commit}; a shallow clone has to be fetched whole`;
}

/** Builds the release once, with its own dependencies; those that npm has in its cache are not fetched. */
export async function buildRelease(): Promise<void> {
  if (existsSync(FOLDER)) return;
  const folder = `${FOLDER}.${process.pid}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, RELEASE.commit], { cwd: ROOT });
  await run('tar', ['-xf', archive, '-C', folder]);
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  await run('npm', ['run', 'build'], { cwd: folder });
  await rename(folder, FOLDER);
}

/** Starts an app of the release. @param env its settings */
export const startOld = (app: 'gateway' | 'worker', env: Record<string, string>): StartedProcess =>
  startProcess(process.execPath, [join(FOLDER, `apps/${app}/dist/main.js`)], { env });
