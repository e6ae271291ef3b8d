/** `scripts/admin`: the operator's command line over the admin API of a running service. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNpmPackages } from './prepare/npm-packages.mjs';
import { runCommand } from './problem.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async ({ stop }) => {
  // Only when they are missing: who asks for a list waits for no installation because the lock file has changed.
  if (!existsSync(join(root, 'node_modules/commander/package.json'))) {
    process.stderr.write('Installing the npm packages, this once.\n');
    await installNpmPackages(root, stop);
  }
  const { administer } = await import('./admin/program.mjs');
  return administer(process.argv.slice(2), { root, cwd: process.cwd(), env: process.env, signal: stop });
});
