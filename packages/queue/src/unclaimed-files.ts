/**
 * Unclaimed files. A worker records the id of each file before it stores the file. The gateway that claims the file
 * for an account removes the id in the same step that counts the file as stored. The remaining files are unused: the
 * worker or the gateway was killed, or another worker had taken the job. They are deleted after an hour.
 */
import { type Redis, RedisScript } from '@toolpress/runtime';
import { filesKey, UNCLAIMED_FILES, unclaimedFile } from './queues.js';

/** Exists while sweeps run regularly. */
const SWEPT = `${UNCLAIMED_FILES}:swept`;

/** The age of an unclaimed file from which it is deleted. Longer than any job and its charge take: an archive may take 15 minutes. */
export const CLAIMED_WITHIN_SECONDS = 3_600;
/** The maximum number of files that a file store deletes in one call. */
const AT_A_TIME = 1_000;

const noteScript = RedisScript.fromFile<{ file: string }>(new URL('../src/note-file.lua', import.meta.url));

/** Records a file before it is stored. It is deleted unless an account claims it. */
export async function noteFile(redis: Redis, accountId: string, fileId: string): Promise<void> {
  await noteScript.run(redis, [UNCLAIMED_FILES], { file: unclaimedFile(accountId, fileId) });
}

export interface SweptFiles {
  /** Deletes up to 1,000 files; one that does not exist counts as deleted. What it fails to delete is deleted by a later sweep. */
  remove(...fileIds: string[]): Promise<void>;
  /** The day (UTC, `YYYY-MM-DD`) on which a file expires. */
  dayOf(fileId: string): string;
}

/**
 * Deletes the files that were not claimed within an hour. The first sweep after a pause deletes none, because after
 * an outage gateways may still have to claim older files. Files that their account lists are never deleted: a record
 * may arrive late, from an abandoned connection.
 *
 * @param everyMs the interval of sweeps over all processes, in milliseconds.
 * @returns the number of deleted files.
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
