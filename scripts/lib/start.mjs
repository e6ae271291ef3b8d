/** `scripts/start`: from a clean clone to a service that answers, and back to nothing running. */
import { fileURLToPath } from 'node:url';
import { compile, install } from './prepare/prepare.mjs';
import { REDIS } from './prepare/system-packages.mjs';
import { runCommand } from './problem.mjs';
import { dataPaths, makeDataFolder } from './service/data-folder.mjs';
import { RunningProcesses } from './service/running.mjs';
import { serve } from './service/serve.mjs';
import { HELP, readSettings } from './service/settings.mjs';
import { Progress } from './terminal/progress.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

await runCommand(async ({ stop, hurry }) => {
  const settings = readSettings(process.argv.slice(2), process.env, root, process.cwd());
  const progress = new Progress();
  if (settings.help) {
    progress.line(HELP.trimEnd());
    return 0;
  }
  await makeDataFolder(settings.data);
  const running = new RunningProcesses(dataPaths(settings.data).running);
  running.claim();
  try {
    const preparation = { root, env: settings.given, progress, signal: stop };
    const browser = await install(preparation, settings.given['REDIS_URL'] ? [] : [REDIS]);
    await compile(preparation);
    await serve({ settings, progress, running, browser, stop, hurry });
  } finally {
    running.release();
  }
  return 0;
});
