/** `scripts/start`: prepares a clone, runs the service, and stops it. */
import { prepare } from './prepare/prepare.mjs';
import { REDIS } from './prepare/system-packages.mjs';
import { runCommand } from './problem.mjs';
import { ROOT } from './run.mjs';
import { makeDataFolder } from './service/data-folder.mjs';
import { serve } from './service/serve.mjs';
import { HELP, readSettings } from './service/settings.mjs';

await runCommand(async ({ args, progress, stop }) => {
  const settings = readSettings(args, process.env, ROOT, process.cwd());
  await makeDataFolder(settings.data);
  // Every npm that runs here reads it, that of the fonts too.
  if (settings.offline) process.env['npm_config_offline'] = 'true';
  const programs = settings.given['REDIS_URL'] ? [] : [REDIS];
  const browser = await prepare({ programs, checked: settings.reload }, progress, stop);
  await serve({ settings, progress, browser, stop });
  return 0;
}, HELP);
