/**
 * Closes an account: first its tokens, then what it keeps, at last the account itself. A closing that failed in between, as the file
 * store was unavailable, is done again from the start. Its usage stays for the books, under its name.
 */
import { fontsKey } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import type { Tokens } from '../auth/tokens.js';
import type { Batches } from '../jobs/batches.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Uploads } from '../jobs/uploads.js';
import { keys } from '../shared/keys.js';
import { everyPage } from '../shared/pagination.js';
import type { Accounts } from './accounts.js';
import type { Files } from './files/files.js';
import type { Fonts } from './fonts/fonts.js';

const SCAN_AT_A_TIME = 1_000;

export interface ClosingOptions {
  redis: Redis;
  accounts: Accounts;
  tokens: Tokens;
  fonts: Fonts;
  files: Files;
  jobs: Pick<Jobs, 'removeInput'>;
  batches: Pick<Batches, 'removeFiles'>;
  uploads: Pick<Uploads, 'removeFiles'>;
}

/** @returns whether there was such an account. @throws ServiceError `unavailable`. */
export async function closeAccount(
  { redis, accounts, tokens, fonts, files, jobs, batches, uploads }: ClosingOptions,
  id: string,
) {
  const account = await accounts.find(id);
  if (account === undefined) return false;
  // At once, on every gateway, however many tokens there are.
  await accounts.change(account, { suspended: true });
  for await (const ids of everyPage(redis, keys.accountTokens(id))) {
    for (const token of ids) await tokens.revoke(token);
  }
  for (const name of await redis.hkeys(fontsKey(id))) await fonts.remove(id, name);
  // Records of idempotency keys are in no list: all keys are looked through.
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', `${keys.account(id)}:*`, 'COUNT', SCAN_AT_A_TIME);
    for (const key of found.filter((each) => each !== keys.usage(id))) {
      if (key.startsWith(keys.files(id, ''))) await files.removeDay(key);
      if (key.startsWith(keys.job(id, ''))) await jobs.removeInput(key);
      if (key.startsWith(keys.batch(id, ''))) await batches.removeFiles(key);
      if (key.startsWith(keys.upload(id, ''))) await uploads.removeFiles(key);
      await redis.unlink(key);
    }
    cursor = next;
  } while (cursor !== '0');
  await accounts.remove(account);
  return true;
}
