/**
 * Reads lists in pages. Each list is a sorted set with equal scores, which Redis sorts by member. Ids begin with their time of creation. A
 * cursor is the last member of the previous page, so concurrent changes do not shift the next page.
 */
import { createHash } from 'node:crypto';
import { type Page, type PageQuery, ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';

const DEFAULT_LIMIT = 100;

/** The smallest number of members that are read at a time after items were omitted. */
const READ_AT_LEAST = 100;
/** The largest number of members that are read for one page. The page may be short or empty if most items are omitted. */
const MAX_READ = 2_000;

/** An id of a stream that Redis accepts. */
const STREAM_ID = /^[1-9]\d{0,14}-\d{1,15}$/;

/** Reads the item of a member. Returns undefined to omit it: it was deleted, or does not match the filter. */
type Load<Item> = (member: string) => Item | undefined | Promise<Item | undefined>;

/** Reads one page of a sorted set. */
export async function readPage<Item>(
  redis: Redis,
  key: string,
  query: PageQuery,
  load: Load<Item>,
): Promise<Page<Item>> {
  const membersAfter = (after: string | undefined, count: number): Promise<string[]> =>
    redis.zrange(key, after === undefined ? '-' : `(${after}`, '+', 'BYLEX', 'LIMIT', 0, count);
  return pageOf(membersAfter, key, query, load);
}

/** Returns one page of a stream's entries, the newest first. @param newest the id of the first entry; @param oldest of the last one. */
export async function pageOfStream<Item>(
  redis: Redis,
  key: string,
  { newest, oldest, ...query }: PageQuery & { newest: string; oldest: string },
  load: Load<Item>,
): Promise<Page<Item>> {
  const membersAfter = async (after: string | undefined, count: number): Promise<string[]> => {
    if (after !== undefined && !STREAM_ID.test(after)) throw cursorInvalid();
    const first = after === undefined ? newest : `(${after}`;
    return (await redis.xrevrange(key, first, oldest, 'COUNT', count)).map(([id]) => id);
  };
  return pageOf(membersAfter, key, query, load);
}

/** Returns one page of a list whose members are in memory. @param list the key that identifies the list in cursors. */
export async function pageOfMembers<Item>(
  members: readonly string[],
  list: string,
  query: PageQuery,
  load: Load<Item>,
): Promise<Page<Item>> {
  const sorted = [...members].sort();
  const membersAfter = async (after: string | undefined, count: number): Promise<string[]> => {
    const first = after === undefined ? 0 : sorted.findIndex((member) => member > after);
    return first === -1 ? [] : sorted.slice(first, first + count);
  };
  return pageOf(membersAfter, list, query, load);
}

async function pageOf<Item>(
  membersAfter: (after: string | undefined, count: number) => Promise<readonly string[]>,
  list: string,
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
  load: Load<Item>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let after = cursor === undefined ? undefined : memberOf(cursor, list);
  for (let read = 0, count = limit; ; count = Math.max(READ_AT_LEAST, limit - items.length)) {
    const members = await membersAfter(after, count + 1);
    const loaded = await Promise.all(members.slice(0, count).map(load));
    for (const [index, item] of loaded.entries()) {
      after = members[index] as string;
      if (item !== undefined) items.push(item);
      const hasMore = index < members.length - 1;
      if (items.length === limit) return { items, next_cursor: hasMore ? cursorOf(after, list) : null };
    }
    read += loaded.length;
    if (members.length <= count) return { items, next_cursor: null };
    if (read >= MAX_READ) return { items, next_cursor: cursorOf(after as string, list) };
  }
}

/** The length of the digest before the member in a cursor. It detects cursors of other lists, and is not secret. */
const DIGEST_BYTES = 6;

const cursorOf = (member: string, list: string): string =>
  Buffer.concat([digestOf(member, list), Buffer.from(member)]).toString('base64url');

/** Returns the member of a cursor. @throws ServiceError `invalid_parameter` for an invalid cursor or one of another list. */
function memberOf(cursor: string, list: string): string {
  const member = Buffer.from(cursor, 'base64url').subarray(DIGEST_BYTES).toString();
  if (cursorOf(member, list) === cursor) return member;
  throw cursorInvalid();
}

const cursorInvalid = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    '`cursor` must be `next_cursor` of the previous page of the same list; omit it for the first page.',
  );

const digestOf = (member: string, list: string): Buffer =>
  createHash('sha256').update(`${list}\n${member}`).digest().subarray(0, DIGEST_BYTES);

/** Yields a whole list, page by page. Members that are not removed meanwhile appear exactly once. */
export async function* everyPage(redis: Redis, key: string): AsyncGenerator<string[]> {
  let cursor: string | undefined;
  do {
    const page = await readPage(redis, key, cursor === undefined ? {} : { cursor }, async (member) => member);
    yield page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
