/** A store at an app's start: prepared at once where it is there, else as soon as it is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, type Logger } from '@toolpress/runtime';
import type { FileStore } from './file-store.js';
import type { FileStoreOptions } from './options.js';
import { type StoreFault, storeFault } from './store-fault.js';

/** So long a start waits for the store, which may be starting itself. */
const PATIENCE_MS = 2_000;
const TRY_EVERY_MS = 250;

/**
 * Prepares the store. One that does not answer is waited for in the background; that is warned of once, and told when it is over.
 *
 * @returns whether the store is there.
 * @throws ConfigError when it refuses us: waiting would not help.
 */
export async function prepareStore(store: FileStore, options: FileStoreOptions, logger: Logger): Promise<boolean> {
  const where =
    options.driver === 's3' ? { endpoint: options.endpoint, bucket: options.bucket } : { folder: options.folder };
  let isStarting = true;
  let fault: StoreFault = { reason: `no answer within ${PATIENCE_MS} ms`, setting: undefined };
  const prepared = (async () => {
    for (let told: string | undefined; ; ) {
      try {
        return await store.prepare();
      } catch (error) {
        fault = storeFault(error);
      }
      const { reason, setting } = fault;
      if (setting !== undefined && isStarting) throw new ConfigError([refusal(where, fault)]);
      if (setting !== undefined && setting !== told)
        logger.error({ ...where, reason, setting }, 'the file store refuses');
      told = setting;
      await sleep(TRY_EVERY_MS, undefined, { ref: false });
    }
  })();
  const isThere = await Promise.race([prepared.then(() => true), sleep(PATIENCE_MS, false)]);
  isStarting = false;
  if (isThere) return true;
  logger.warn({ ...where, reason: fault.reason }, 'the file store is away');
  void prepared.then(() => logger.info(where, 'the file store is back'));
  return false;
}

const refusal = (where: Record<string, string>, { reason, setting }: StoreFault): string =>
  `${setting}: ${reason} (${Object.values(where).join(', ')})`;
