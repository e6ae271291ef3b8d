/**
 * Lists in pages. Each list is a sorted set of equal scores, which Redis sorts by member; ids begin with their time of
 * creation. A cursor is the last member of the page before: concurrent changes do not shift the next page.
 */
import { createHash } from 'node:crypto';
import { type Page, type PageQuery, ServiceError } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';

const DEFAULT_LIMIT = 100;

/** Reads one page. @param load reads the item of a member; undefined when it is gone meanwhile, then it is left out. */
export async function readPage<Item>(
  redis: Redis,
  key: string,
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
  load: (member: string) => Promise<Item | undefined>,
): Promise<Page<Item>> {
  const after = cursor === undefined ? '-' : `(${memberOf(cursor, key)}`;
  const members = await redis.zrange(key, after, '+', 'BYLEX', 'LIMIT', 0, limit + 1);
  const { items: page, next_cursor } = firstPage(members, key, limit);
  return { items: (await Promise.all(page.map(load))).filter((item) => item !== undefined), next_cursor };
}

/** One page of a list of which all members are at hand. @param list the key that its cursors are of. */
export function pageOfMembers(members: string[], list: string, { limit = DEFAULT_LIMIT, cursor }: PageQuery) {
  const after = cursor === undefined ? '' : memberOf(cursor, list);
  return firstPage(members.filter((member) => member > after).sort(), list, limit);
}

function firstPage(members: readonly string[], list: string, limit: number): Page<string> {
  const items = members.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: members.length > limit && last !== undefined ? cursorOf(last, list) : null };
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
