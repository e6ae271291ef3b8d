/** Prepares the store at an app's start, or later as soon as it is available. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@toolpress/contract';
import { ConfigError, type Logger, reasonOf, withTimeout } from '@toolpress/runtime';
import type { FileStore } from './file-store.js';
import type { FileStoreOptions } from './options.js';

/** How long a start waits for the store, which may be starting itself. */
const START_LIMIT_MS = 2_000;
const TRY_EVERY_MS = 250;

/**
 * Prepares the store. One that does not answer is waited for in the background; the log says so once, and when it is over.
 *
 * @returns whether the store is available.
 * @throws ConfigError when it refuses access: waiting would not help.
 */
export async function prepareStore(store: FileStore, options: FileStoreOptions, logger: Logger): Promise<boolean> {
  const where =
    options.driver === 's3' ? { endpoint: options.endpoint, bucket: options.bucket } : { folder: options.folder };
  let isStarting = true;
  let fault: StoreFault = { reason: `no answer within ${START_LIMIT_MS} ms`, setting: undefined };
  const prepared = (async () => {
    for (let told: string | undefined; ; ) {
      try {
        return await store.prepare();
      } catch (error) {
        fault = storeFault(error);
      }
      const { reason, setting } = fault;
      if (setting !== undefined && isStarting) throw new ConfigError([refusalMessage(where, fault)]);
      if (setting !== undefined && setting !== told)
        logger.error({ ...where, reason, setting }, 'the file store refuses');
      told = setting;
      await sleep(TRY_EVERY_MS, undefined, { ref: false });
    }
  })();
  const isThere = await withTimeout(
    prepared.then(() => true),
    START_LIMIT_MS,
    () => false,
  );
  isStarting = false;
  if (isThere) return true;
  logger.warn({ ...where, reason: fault.reason }, 'the file store is unavailable');
  void prepared.then(() => logger.info(where, 'the file store is available again'));
  return false;
}

const refusalMessage = (where: Record<string, string>, { reason, setting }: StoreFault): string =>
  `${setting}: ${reason} (${Object.values(where).join(', ')})`;

/** Why a store can't be used, for the operator: what the store or the system said, and which setting is wrong. */

/** Answers of a store that are permanent, by S3's code. */
const S3_REFUSALS: Readonly<Record<string, string>> = {
  AccessDenied: 'S3_ACCESS_KEY has no access to the bucket S3_BUCKET',
  AuthorizationHeaderMalformed: 'S3_REGION does not match the bucket’s region',
  ExpiredToken: 'S3_SESSION_TOKEN has expired',
  InvalidAccessKeyId: 'S3_ACCESS_KEY is unknown to the store',
  InvalidBucketName: 'S3_BUCKET is not a valid bucket name',
  InvalidToken: 'S3_SESSION_TOKEN does not belong to S3_ACCESS_KEY',
  InvalidTokenId: 'S3_SESSION_TOKEN does not belong to S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'S3_SECRET_KEY does not match S3_ACCESS_KEY',
};
/** The same for a folder, by the system's code. */
const FOLDER_REFUSALS = ['EACCES', 'EEXIST', 'ENOTDIR', 'EPERM', 'EROFS'];

interface StoreFault {
  /** The message with its code; it holds no secret. */
  reason: string;
  /** What is wrong with which setting, where that is certain. */
  setting: string | undefined;
}

/** @param error as a file store threw it. */
function storeFault(error: unknown): StoreFault {
  const cause = error instanceof ServiceError ? error.cause : error;
  const text = reasonOf(cause);
  const code = codeOf(cause);
  return { reason: text.includes(code) ? text : `${code}: ${text}`, setting: settingOf(cause, code) };
}

function settingOf(cause: unknown, code: string): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause.name === 'S3Error') return S3_REFUSALS[code];
  const isFolder = (cause as NodeJS.ErrnoException).syscall === 'mkdir';
  return isFolder && FOLDER_REFUSALS.includes(code) ? 'STORAGE_FOLDER is not a writable folder' : undefined;
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? '') : '';
