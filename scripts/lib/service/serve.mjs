/** Runs the services in the foreground, from their start to their end. */
import { launch } from './launch.mjs';
import { COMPILER, watch } from './reload.mjs';
import { STOP_ORDER, Stack } from './stack.mjs';

/**
 * @typedef {object} Serving
 * @property {import('./settings.mjs').Settings} settings
 * @property {import('../terminal/progress.mjs').Progress} progress
 * @property {import('./running.mjs').RunningProcesses} running claimed by this process
 * @property {string} browser its path
 * @property {AbortSignal} stop ends them in order
 * @property {AbortSignal} hurry ends the waiting for that
 */

/**
 * Runs the services until `stop` is aborted; whatever happens, none of them is left running.
 *
 * @param {Serving} serving
 */
export async function serve({ settings, progress, running, browser, stop, hurry }) {
  const leftovers = await running.endLeftovers([COMPILER, ...STOP_ORDER]);
  if (leftovers.length > 0) progress.warn(`Ended what an earlier start had left running: ${leftovers.join(', ')}.`);
  const stack = new Stack(settings, progress, running);
  const stopped = new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  stop.throwIfAborted();
  let stopWatching = async () => {};
  try {
    await Promise.race([launch({ settings, progress, browser, stop }, stack), stopped]);
    if (settings.reload && !stop.aborted) stopWatching = await reload({ settings, progress, running }, stack);
    if (!stop.aborted) await stopped;
    progress.line('');
  } finally {
    await stopWatching();
    await stack.stop(hurry);
  }
}

/**
 * @param {Pick<Serving, 'settings' | 'progress' | 'running'>} serving
 * @param {Stack} stack
 */
function reload({ settings, progress, running }, stack) {
  return watch({
    root: settings.root,
    running,
    onLine: (line) => progress.line(`  ${progress.paint('dim', line)}`),
    onChange: async (apps) => {
      for (const app of STOP_ORDER.filter((name) => apps.includes(name))) {
        await progress
          .step(`Restarting ${app}`, () => stack.restart(app))
          .catch((/** @type {Error} */ error) => progress.warn(error.message));
      }
    },
  });
}
