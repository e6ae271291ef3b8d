import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a folder's `package.json` once. Returns whether they are installed: npm may not reach its registry. In CI that is
 * a failure.
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
