/** `scripts/admin`: the operator's command line (apps/cli), installed and built when it is not there yet. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNpmPackages } from './prepare/npm-packages.mjs';
import { compiler } from './prepare/prepare.mjs';
import { runCommand } from './problem.mjs';
import { mustRun } from './run.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async (stop) => {
  // Only when it is missing: who asks for a list waits for no installation because the lock file has changed.
  if (!existsSync(join(root, 'apps/cli/dist/main.js'))) {
    process.stderr.write('Installing the npm packages and building, this once.\n');
    await installNpmPackages(root, stop);
    await mustRun('The build', process.execPath, [compiler(root), '--build', 'apps/cli'], { cwd: root, signal: stop });
  }
  const { run } = await import('../../apps/cli/dist/program.js');
  return run('scripts/admin', process.argv.slice(2));
});
