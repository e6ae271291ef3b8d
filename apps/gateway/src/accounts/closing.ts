/**
 * Closes an account: first its tokens, then its data, last the account itself. If it fails midway because the file store is unavailable,
 * it can be repeated. The usage is kept for accounting under the account's name,
 * and the audit log until its entries expire.
 */
import type { Redis } from '@toolpress/runtime';
import type { AccountData } from '../shared/account-data.js';
import { keys } from '../shared/keys.js';
import type { Accounts } from './accounts.js';

const SCAN_AT_A_TIME = 1_000;

export interface ClosingOptions {
  redis: Redis;
  accounts: Accounts;
  /** Deleted in this order. */
  data: readonly AccountData[];
}

/** Returns whether the account existed. @throws ServiceError `unavailable`. */
export async function closeAccount({ redis, accounts, data }: ClosingOptions, id: string): Promise<boolean> {
  const account = await accounts.find(id);
  if (account === undefined) return false;
  // Takes effect immediately on every gateway, regardless of the number of tokens.
  await accounts.change(account, { suspended: true });
  for (const each of data) await each.deleteAccount?.(id);
  const files = data.flatMap(({ filesByKey }) => (filesByKey === undefined ? [] : [filesByKey]));
  const kept = [keys.usage(id), keys.accountAudit(id)];
  // Records of idempotency keys are not listed, so all keys are scanned.
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', `${keys.account(id)}:*`, 'COUNT', SCAN_AT_A_TIME);
    for (const key of found.filter((each) => !kept.includes(each))) {
      for (const each of files) if (key.startsWith(each.prefix(id))) await each.delete(key);
      await redis.unlink(key);
    }
    cursor = next;
  } while (cursor !== '0');
  await accounts.remove(account);
  return true;
}
