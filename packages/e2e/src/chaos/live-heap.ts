/**
 * Loaded by `node --import` before a program: regularly collects garbage and writes the bytes of the remaining objects into a file named
 * after the process, in the folder `LIVE_HEAP_FOLDER`. The memory of a process also has free parts of its heap, which grow with its load.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5_000;

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const file = join(process.env['LIVE_HEAP_FOLDER'] ?? '', String(process.pid));
  setInterval(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(file, String(heapUsed + external));
  }, EVERY_MS).unref();
}
