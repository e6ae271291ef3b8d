/**
 * Lists in pages. Each list is a sorted set of equal scores, which Redis sorts by member; ids begin with their time of
 * creation. A cursor is the last member of the page before: concurrent changes do not shift the next page.
 */
import { createHash } from 'node:crypto';
import { type Page, type PageQuery, ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';

const DEFAULT_LIMIT = 100;

/** How many more are read at a time where items are left out. */
const READ_AT_LEAST = 100;
/** How many are read for one page: it may be short, or empty, where nearly all are left out. */
const MAX_READ = 2_000;

/** Reads the item of a member; undefined leaves it out: it is gone meanwhile, or not asked for. */
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

/** One page of a list of which all members are at hand. @param list the key that its cursors are of. */
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

/** Of the digest in front of a member: what somebody made up is told from a cursor of this list. Not a secret. */
const DIGEST_BYTES = 6;

const cursorOf = (member: string, list: string): string =>
  Buffer.concat([digestOf(member, list), Buffer.from(member)]).toString('base64url');

/** @throws ServiceError `invalid_parameter` for what is not a cursor of this list. */
function memberOf(cursor: string, list: string): string {
  const member = Buffer.from(cursor, 'base64url').subarray(DIGEST_BYTES).toString();
  if (cursorOf(member, list) === cursor) return member;
  throw new ServiceError(
    'invalid_parameter',
    '`cursor` must be `next_cursor` of the page before, of the same list; leave it out for the first page.',
  );
}

const digestOf = (member: string, list: string): Buffer =>
  createHash('sha256').update(`${list}\n${member}`).digest().subarray(0, DIGEST_BYTES);

/** A whole list, page by page; members that are not removed meanwhile come exactly once. */
export async function* everyPage(redis: Redis, key: string): AsyncGenerator<string[]> {
  let cursor: string | undefined;
  do {
    const page = await readPage(redis, key, cursor === undefined ? {} : { cursor }, async (member) => member);
    yield page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
