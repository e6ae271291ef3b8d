/**
 * Lists in pages. Each list is a sorted set of equal scores, which Redis sorts by member; ids begin with their time of
 * creation. A cursor is the last member of the page before: concurrent changes do not shift the next page.
 */
import type { Page, PageQuery } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';

const DEFAULT_LIMIT = 100;

/** Reads one page. @param load reads the item of a member; undefined when it is gone meanwhile, then it is left out. */
export async function readPage<Item>(
  redis: Redis,
  key: string,
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
  load: (member: string) => Promise<Item | undefined>,
): Promise<Page<Item>> {
  const after = cursor === undefined ? '-' : `(${Buffer.from(cursor, 'base64url').toString()}`;
  const members = await redis.zrange(key, after, '+', 'BYLEX', 'LIMIT', 0, limit + 1);
  const page = members.slice(0, limit);
  const items = (await Promise.all(page.map(load))).filter((item) => item !== undefined);
  const last = page.at(-1);
  const more = members.length > limit && last !== undefined;
  return { items, next_cursor: more ? Buffer.from(last).toString('base64url') : null };
}

/** A whole list, page by page; members that are not removed meanwhile come exactly once. */
export async function* everyPage(redis: Redis, key: string): AsyncGenerator<string[]> {
  let cursor: string | undefined;
  do {
    const page = await readPage(redis, key, cursor === undefined ? {} : { cursor }, async (member) => member);
    yield page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
