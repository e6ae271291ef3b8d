/** Reads lists of records from REST servers: splits long conditions, follows pages, merges what it finds. */
import { type Condition, type JsonObject, type RawJson, ServiceError } from '@toolpress/contract';
import { providerBroken } from '../provider-errors.js';
import type { Page, ReadRecord, Wanted } from './answers.js';
import { compared, valuesOf } from './conditions.js';
import { linked, refuseLinks } from './link-conditions.js';
import { type Ask, type At, providerCannot, type RecordQuery, type Search, type TableIds } from './provider.js';
import { partsOf } from './query-parts.js';

/** The largest number of records that a server may return for a list, with those that do not meet its conditions. */
export const MAX_READ = 10_000;

/** The largest number of pages. The smallest that servers allow have 100 records. */
const MAX_PAGES = 200;

/** A record, and the values of its sort fields. */
interface Found {
  record: ReadRecord;
  keys: Page['keys'][number];
}

const wantsEmpty = ({ op, value }: Condition): boolean => op === 'is_empty' && value === true;

/** Whether a condition is for empty fields. Servers have empty texts only in fields of texts, and reject them for others. */
export const hasEmpty = (where: readonly Condition[]): boolean => where.some(wantsEmpty);

/** Returns conditions without those for empty fields, if they are several: which of the fields are texts is not known. */
export const withoutEmpty = (where: readonly Condition[]): readonly Condition[] =>
  where.filter(wantsEmpty).length > 1 ? where.filter((each) => !wantsEmpty(each)) : where;

/**
 * Returns the records that a query asks for. Each is checked against the conditions.
 *
 * @param isText whether the server returns values as text, which cannot be checked.
 * @throws ServiceError `provider_cannot`; `unavailable` if the list changes while it is read; what `ask` throws.
 */
export async function searched(
  search: Search,
  table: TableIds,
  query: RecordQuery,
  ask: Ask,
  isText = false,
): Promise<ReadRecord[]> {
  query.where.forEach(refuseNull);
  const parts = partsOf(search, query);
  const lists: Found[][] = [];
  // Any part can have the first records of the order.
  for (const part of parts) lists.push(await emptyLast(search, table, part, ask, isText));
  const all = lists.length > 1 ? merged(lists, query) : lists.flat();
  if (all.length === 0) await refuseLinks(search, table, query, ask);
  // A record with several values in a field can meet the conditions of several parts.
  return [...new Map(all.map(({ record }) => [record.id, record])).values()].slice(0, query.limit);
}

function refuseNull(condition: Condition): void {
  // Databases do not have it in texts, and some end a text there.
  if (valuesOf(condition.value).some((value) => typeof value === 'string' && value.includes('\0')))
    throw new ServiceError(
      'invalid_parameter',
      `\`where\`: the value of \`${condition.field}\` must not contain U+0000.`,
    );
}

/**
 * Reads a list with empty values of the sort fields last, wherever the server puts them. If its limit cuts the list, records with a value
 * are read before the others.
 */
async function emptyLast(
  search: Search,
  table: TableIds,
  query: RecordQuery,
  ask: Ask,
  isText: boolean,
): Promise<Found[]> {
  const [first] = query.sort;
  const list = await listOf(search, table, query, ask, isText);
  const isCut = list.length === query.limit;
  if (first === undefined || !isCut || !list.some(isEmptyAt(0))) return withEmptyLast(list, 0, query.sort.length);
  const filled: Condition = { field: first.field, op: 'is_empty', value: false };
  const [chosen, empty] = [filled, { ...filled, value: true }].map((each) => ({
    ...query,
    where: [...query.where, each],
  }));
  const some = await listOf(search, table, chosen as RecordQuery, ask, isText);
  const left = query.limit - some.length;
  const others = left > 0 ? await listOf(search, table, { ...(empty as RecordQuery), limit: left }, ask, isText) : [];
  return withEmptyLast([...some, ...others], 0, query.sort.length);
}

const isEmptyAt =
  (at: number) =>
  ({ keys }: Found): boolean =>
    (keys[at] ?? null) === null;

/** Moves empty values of a sort field behind others, among records whose values of the fields before are equal. */
function withEmptyLast(list: readonly Found[], at: number, count: number): Found[] {
  if (at === count) return [...list];
  const isEmpty = isEmptyAt(at);
  const ordered = [...list.filter((each) => !isEmpty(each)), ...list.filter(isEmpty)];
  const runs: Found[][] = [];
  for (const each of ordered) {
    const run = runs.at(-1);
    const isEqual = run !== undefined && JSON.stringify(run[0]?.keys[at]) === JSON.stringify(each.keys[at]);
    if (isEqual) run.push(each);
    else runs.push([each]);
  }
  return runs.flatMap((run) => (run.length > 1 ? withEmptyLast(run, at + 1, count) : run));
}

const CHANGED = new Error('the list changed');

/** The error for a list that changed while its pages were read. It is read once more. */
export const listChanged = (): ServiceError =>
  new ServiceError('unavailable', 'The list changes while its pages are read; try again.', {
    cause: CHANGED,
    headers: { 'Retry-After': '1' },
  });

/** Reads a list, once more if it changes between two pages. */
async function listOf(search: Search, ...rest: Rest): Promise<Found[]> {
  const [, { where }] = rest;
  try {
    return await pagesOf(search, ...rest);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.cause === CHANGED) return pagesOf(search, ...rest);
    const { other } = search;
    if (other === undefined || error.code !== 'invalid_parameter' || !other.isFor(where)) throw error;
    return listOf(other.search, ...rest);
  }
}

type Rest = readonly [table: TableIds, query: RecordQuery, ask: Ask, isText: boolean];

/** Returns with what the records of pages are checked and put in order. */
const givenFor = (
  { isUtc = false, isExact, sampleOf }: Search,
  { where, sort }: RecordQuery,
  isText: boolean,
): string =>
  JSON.stringify({
    where: isText ? [] : where,
    sort,
    isUtc,
    ...(isExact !== undefined && { isExact }),
    refusesLinks: sampleOf !== undefined,
  } satisfies Wanted);

async function pagesOf(
  search: Search,
  table: TableIds,
  query: RecordQuery,
  ask: Ask,
  isText: boolean,
  size = Math.min(search.size, query.limit),
): Promise<Found[]> {
  const { limit } = query;
  const given = givenFor(search, query, isText);
  const found = new Map<string, Found>();
  const cursors = new Set<string>();
  let at: At = { cursor: undefined, read: 0, size };
  let total: number | undefined;
  do {
    const page = await ask({ ...search.page(table, query, at), given }).catch((error: unknown) => {
      // The server took the same conditions for the page before. A list that has become shorter has no such page.
      const isGone = error instanceof ServiceError && error.code === 'invalid_parameter' && at.cursor !== undefined;
      throw isGone ? listChanged() : error;
    });
    refuseUnchecked(page);
    total ??= page.total;
    if (page.total !== total) throw listChanged();
    page.records.forEach((record, index) => {
      if (!found.has(record.id)) found.set(record.id, { record, keys: page.keys[index] ?? [] });
    });
    const read = at.read + page.read;
    const isLast = page.read === 0 && page.next === undefined;
    const cursor = isLast ? undefined : search.next(page, { ...at, read }, query);
    // Of many records that do not meet the conditions, small pages would be too many.
    if (cursor !== undefined && page.records.length < page.read && size < search.size)
      return pagesOf(search, table, query, ask, isText, search.size);
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size > MAX_PAGES))
      throw providerBroken('its pages repeat, or are too many');
    cursors.add(cursor ?? '');
    at = { ...at, cursor, read };
    if (found.size < limit && read > MAX_READ) throw tooManyRead();
  } while (at.cursor !== undefined && found.size < limit);
  if (found.size < limit && total !== undefined && at.read < total) throw listChanged();
  const list = [...found.values()].slice(0, limit);
  refuseTextOrder(list, query);
  return list;
}

/** Refuses what cannot be checked: fields that the records do not have, and records without a key of their own. */
function refuseUnchecked({ unknown, unsure, records }: Page<JsonObject | RawJson>): void {
  if (unknown !== undefined)
    throw new ServiceError(
      'invalid_parameter',
      `\`where\`: the records have no field \`${unknown}\`. Use the name of a field as the records have it.`,
    );
  if (unsure !== undefined) throw linked(unsure);
  if (new Set(records.map(({ id }) => id)).size < records.length)
    throw providerCannot('lists of this table: several of its rows have the same `id`, which is not its key');
}

const tooManyRead = (): ServiceError =>
  new ServiceError(
    'provider_cannot',
    `The provider returns more than ${MAX_READ.toLocaleString('en')} records for these conditions, of which too few meet them. Add a condition.`,
  );

/** Servers that keep numbers as text would put 10 before 9. */
function refuseTextOrder(list: readonly Found[], { sort: [first] }: RecordQuery): void {
  if (first === undefined) return;
  const sign = first.direction === 'asc' ? 1 : -1;
  const isWrong = list.some(({ keys: [key] }, at) => {
    const before = list[at - 1]?.keys[0];
    return typeof before === 'number' && typeof key === 'number' && sign * (before - key) > 0;
  });
  if (isWrong) throw providerCannot(`an order of \`${first.field}\` by number`);
}

/**
 * Merges lists in order; without `sort` by key. For `sort`, each must already be in the order that merging has, which a server with other
 * rules for text may not follow.
 */
function merged(lists: readonly Found[][], { sort }: RecordQuery): Found[] {
  if (sort.length === 0)
    return lists.flat().sort(({ record: one }, { record: other }) => compared(one.id, other.id, 'asc'));
  const order = (one: Found, other: Found): number =>
    sort
      .map(({ direction }, at) => compared(one.keys[at] ?? null, other.keys[at] ?? null, direction))
      .find((difference) => difference !== 0) ?? 0;
  const isOrdered = lists.every((list) =>
    list.every((each, at) => at === 0 || order(list[at - 1] as Found, each) <= 0),
  );
  if (isOrdered) return lists.flat().sort(order);
  throw providerCannot(
    `one order of ${sort.map(({ field }) => `\`${field}\``).join(', ')} for this number of values of \`in\`, which take several requests. Ask for fewer values, or without \`sort\``,
  );
}
