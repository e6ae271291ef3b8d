/**
 * Files that nobody has claimed. A worker notes the id of each file here before it stores it; the gateway that takes the file over for an
 * account takes it out of here, in the step in which it counts it as stored. What stays was printed for nobody: its worker was killed before
 * it told of it, or the gateway that waited, or another had the job by then. It is deleted an hour later.
 */
import type { Redis } from '@toolpress/runtime';
import { KEY_PREFIX, luaScript } from './queues.js';

/** Sorted set of such files, `account:file`, by when they were noted, epoch seconds by the clock of Redis. */
export const UNCLAIMED_FILES = `${KEY_PREFIX}:unclaimed-files`;
/** There while sweeps follow each other. */
const SWEPT = `${UNCLAIMED_FILES}:swept`;

/** A file in that set. */
export const unclaimedFile = (accountId: string, fileId: string): string => `${accountId}:${fileId}`;

/** Hash of the account's files that expire on a day (UTC) to their bytes; it goes when the day is over. Gateways write it. */
export const filesKey = (accountId: string, day: string): string => `${KEY_PREFIX}:account:${accountId}:files:${day}`;

/** Longer than any job takes, and its charge: an archive has 15 minutes. */
const CLAIMED_WITHIN_SECONDS = 3_600;
/** The most that a file store deletes at a time. */
const AT_A_TIME = 1_000;

const note = luaScript('note-file');

/** Notes a file that is about to be stored. Unless somebody claims it, it is deleted. */
export async function noteFile(redis: Redis, accountId: string, fileId: string): Promise<void> {
  await note(redis, [UNCLAIMED_FILES], [unclaimedFile(accountId, fileId)]);
}

export interface SweptFiles {
  /** Deletes up to 1,000 files; one that does not exist counts as deleted. What it fails to delete is deleted by a later sweep. */
  remove(...fileIds: string[]): Promise<void>;
  /** The day (UTC, `YYYY-MM-DD`) on which a file expires. */
  dayOf(fileId: string): string;
}

/**
 * Deletes the files that nobody has claimed within an hour. The first sweep after a pause deletes none: after an outage, gateways may
 * have charges to make, and files to claim, that are older than that. What its account lists is never deleted: a note may come late, by a
 * connection that was given up.
 *
 * @param everyMs between two sweeps, milliseconds, by whichever process.
 * @returns how many.
 */
export async function sweepUnclaimedFiles(
  redis: Redis,
  { remove, dayOf }: SweptFiles,
  everyMs: number,
): Promise<number> {
  if ((await redis.set(SWEPT, '', 'PX', 2 * everyMs, 'GET')) === null) return 0;
  const [now = 0] = await redis.time();
  const until = String(Number(now) - CLAIMED_WITHIN_SECONDS);
  const isListed = async (accountId: string, fileId: string): Promise<boolean> =>
    (await redis.hexists(filesKey(accountId, dayOf(fileId)), fileId)) === 1;
  for (let deleted = 0; ; ) {
    const members = await redis.zrange(UNCLAIMED_FILES, '-inf', until, 'BYSCORE', 'LIMIT', 0, AT_A_TIME);
    if (members.length === 0) return deleted;
    const unlisted = await Promise.all(
      members.map(async (member) => {
        const [accountId = '', fileId = ''] = member.split(':');
        return (await isListed(accountId, fileId)) ? [] : [fileId];
      }),
    );
    const ids = unlisted.flat();
    if (ids.length > 0) await remove(...ids);
    await redis.zrem(UNCLAIMED_FILES, ...members);
    deleted += ids.length;
  }
}
