/** `scripts/start`: from a clean clone to a service that answers, and back to nothing running. */
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare/prepare.mjs';
import { REDIS } from './prepare/system-packages.mjs';
import { runCommand } from './problem.mjs';
import { makeDataFolder } from './service/data-folder.mjs';
import { serve } from './service/serve.mjs';
import { HELP, readSettings } from './service/settings.mjs';
import { Progress } from './terminal/progress.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async (stop) => {
  const settings = readSettings(process.argv.slice(2), process.env, root, process.cwd());
  const progress = new Progress();
  if (settings.help) {
    progress.line(HELP.trimEnd());
    return 0;
  }
  await makeDataFolder(settings.data);
  const { given } = settings;
  const browser = await prepare({ root, env: given, progress, signal: stop }, given['REDIS_URL'] ? [] : [REDIS]);
  await serve({ settings, progress, browser, stop });
  return 0;
});
