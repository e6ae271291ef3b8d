import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs once what a folder's own `package.json` names. Where npm can't reach its registry it is not there, which CI takes for a
 * failure.
 */
export function areInstalled(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return true;
  const isLocked = existsSync(join(folder, 'package-lock.json'));
  const flags = ['--legacy-peer-deps', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync(
    'npm',
    [...(isLocked ? ['ci'] : ['install', '--no-package-lock']), ...flags, '--fetch-retries=0'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0 && process.env['CI'] === 'true') throw new Error(`npm failed in ${folder}: ${stderr}`);
  return status === 0;
}
