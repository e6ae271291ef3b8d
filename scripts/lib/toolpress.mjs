/** `scripts/toolpress`: runs the command line (apps/cli). Installs and builds it on first use. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './prepare/compile.mjs';
import { installNpmPackages } from './prepare/npm-packages.mjs';
import { runCommand } from './problem.mjs';
import { ROOT } from './run.mjs';

await runCommand(async ({ args, stop }) => {
  // Only when it is missing: a changed lock file must not delay a simple command.
  if (!existsSync(join(ROOT, 'apps/cli/dist/main.js'))) {
    process.stderr.write('Installing the npm packages and building. This happens only once.\n');
    await installNpmPackages(ROOT, stop);
    await compile(ROOT, ['apps/cli']);
  }
  const { run } = await import('../../apps/cli/dist/program.js');
  return run('scripts/toolpress', args);
});
