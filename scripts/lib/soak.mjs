/** `scripts/soak`: loads the service for hours and looks for leaks. */
import { Problem, runCommand } from './problem.mjs';
import { prepareTests } from './testing/prepare-tests.mjs';

const HELP = `scripts/soak HOURS [FILE]

Installs missing dependencies, builds, and loads a separate service for HOURS (such as 0.1 or 12): PDF calls, jobs, batches that are
deleted when they are done, and hostile documents. Samples memory, open descriptors and processes of gateway, worker and
Chromium, and memory, keys and connections of Redis, and files in the store. Prints the median of the second quarter and of the last one of
each; FILE gets every sample as a line of JSON meanwhile. Ctrl-C ends it with a report of the time so far. The exit code is 0 when none has grown beyond its limit, every answer was one of the expected ones, and the logs have no errors.`;

const HOUR_MS = 3_600_000;

await runCommand(async ({ args, progress, stop }) => {
  const hours = Number(args[0]);
  if (!(hours > 0)) throw new Problem(`HOURS must be a number above 0.\n\n${HELP}`);
  process.env['CHROME_PATH'] = await prepareTests(progress, stop);
  const { trySoak } = await import('@toolpress/e2e');
  return (await trySoak(hours * HOUR_MS, args[1], progress, stop)) ? 0 : 1;
}, HELP);
