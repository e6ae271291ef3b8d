/**
 * Loaded by `node --import` before a worker: blocks its main thread, as a fault in the program or in a package would, when it begins with a
 * job whose request's id the expression in the file `BLOCKING_REQUESTS` matches.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, writeSync } from 'node:fs';

type Run = (store: unknown, work: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown;

const run: Run = AsyncLocalStorage.prototype.run;
AsyncLocalStorage.prototype.run = function (
  this: AsyncLocalStorage<unknown>,
  ...[store, work, ...args]: Parameters<Run>
) {
  const blocking: typeof work = (...given) => {
    if (isBlocking(store)) for (;;);
    return work(...given);
  };
  return run.call(this, store, blocking, ...args);
} as typeof AsyncLocalStorage.prototype.run;

function isBlocking(store: unknown): boolean {
  const { jobId, requestId } = (store ?? {}) as { jobId?: string; requestId?: string };
  if (jobId === undefined || requestId === undefined) return false;
  if (!new RegExp(readFileSync(process.env['BLOCKING_REQUESTS'] ?? '', 'utf8')).test(requestId)) return false;
  writeSync(1, `blocked by ${requestId}\n`);
  return true;
}
