/**
 * Loaded into the gateway by `NODE_OPTIONS`: how long its event loop works at a time, by the processor's time alone. What it
 * waits for a core, on a machine that is busy, is not in it. At SIGUSR2 the longest since the last one, milliseconds, goes
 * to the file that TOOLPRESS_OWN_WORK names.
 */
import { existsSync, openSync, readSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';

const LOOK_EVERY_MS = 2;
const SCHEDSTAT = '/proc/thread-self/schedstat';
const file = process.env['TOOLPRESS_OWN_WORK'];

if (isMainThread && file !== undefined && /\bgateway\b/.test(process.argv[1] ?? '')) watch(file);

/** @param {string} file */
function watch(file) {
  const buffer = Buffer.alloc(64);
  const schedstat = existsSync(SCHEDSTAT) ? openSync(SCHEDSTAT, 'r') : undefined; // Linux has it
  /** @returns {number} milliseconds of processor time that this thread has had */
  const worked = () => {
    if (schedstat === undefined) return Number.NaN;
    return Number(buffer.toString('latin1', 0, readSync(schedstat, buffer, 0, 64, 0)).split(' ')[0]) / 1e6;
  };

  let before = worked();
  let longest = 0;
  setInterval(() => {
    const now = worked();
    longest = Math.max(longest, now - before);
    before = now;
  }, LOOK_EVERY_MS).unref();
  process.on('SIGUSR2', async () => {
    const reached = longest;
    longest = 0;
    await writeFile(`${file}.partial`, String(reached));
    await rename(`${file}.partial`, file); // who waits for the file finds all of it
  });
}
