/** `scripts/toolpress`: the command line (apps/cli), installed and built when it is not there yet. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installNpmPackages } from './prepare/npm-packages.mjs';
import { runCommand } from './problem.mjs';
import { mustRun, ROOT } from './run.mjs';

await runCommand(async ({ args, stop }) => {
  // Only when it is missing: who asks for a list waits for no installation because the lock file has changed.
  if (!existsSync(join(ROOT, 'apps/cli/dist/main.js'))) {
    process.stderr.write('Installing the npm packages and building, this once.\n');
    await installNpmPackages(ROOT, stop);
    await mustRun('The build', 'node_modules/.bin/tsc', ['--build', 'apps/cli'], { signal: stop });
  }
  const { run } = await import('../../apps/cli/dist/program.js');
  return run('scripts/toolpress', args);
});
