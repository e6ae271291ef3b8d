/** Reads the answers of servers, large ones in a thread. */
import {
  type Condition,
  exactJson,
  type Json,
  type JsonObject,
  type RawJson,
  rawOf,
  type SortKey,
  type TableRecord,
  WithRaw,
} from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound/decode-body';
import { Moved } from '@toolpress/runtime/peer';
import { countJson, type JsonCounts } from '../../../api/json.js';
import type { BodyOwner, LargeBodies } from '../../../api/large-bodies.js';
import { called, countUnlessLarge } from '../../../api/large-body-tasks.js';
import { checkOf, fieldValueOf } from './conditions.js';
import { isObject } from './record-json.js';

/** A record whose fields may be unparsed. */
export type ReadRecord = Omit<TableRecord, 'fields'> & {
  fields: JsonObject | RawJson;
  /** The names of the empty fields, which are left out. Only servers with `hasAllFields` name all. */
  empty?: readonly string[];
};

/** Returns what a JSON answer says; undefined when its shape is unexpected. @param given a text that some readers need. */
type Read<Answer> = (json: Json, given: string) => Answer | undefined;

export const inObject =
  <Answer>(read: (object: JsonObject, given: string) => Answer | undefined): Read<Answer> =>
  (json, given) =>
    isObject(json) ? read(json, given) : undefined;

/** A page of a list. */
export interface Page<Fields = JsonObject> {
  /** The records that meet the conditions. */
  records: (Omit<TableRecord, 'fields'> & { fields: Fields })[];
  /** The values of their sort fields; null for empty ones. */
  keys: Json[][];
  /** The number of records on the page, and the id of the last one. */
  read: number;
  last?: string;
  /** Where the next page begins, in the server's form. */
  next?: string;
  /** The number of records of the whole list. */
  total?: number;
  /** A field of the conditions that records do not have. */
  unknown?: string;
  /** A field of the conditions with lists or objects that can't be checked. */
  unsure?: string;
}

/** The conditions and the order of a list, with which its pages are read. */
export interface Wanted {
  where: readonly Condition[];
  sort: readonly SortKey[];
  /** Whether a date in a condition is its midnight in UTC. */
  isUtc?: boolean;
  /** As in `Search`. */
  isExact?: boolean;
  /** Whether `=` and `in` do not find what links and lists hold, see `Search.sampleOf`. */
  refusesLinks?: boolean;
}

interface PageShape {
  /** The member of the answer that is the list of records. Absent if the answer itself is the list. */
  in?: string;
  record: Read<TableRecord>;
  /** Returns all columns of a row, also the empty ones and those that are no fields. The default is the fields of the record. */
  columns?(row: JsonObject): Json | undefined;
  more?(json: JsonObject): Pick<Page, 'next' | 'total'>;
}

/** Returns a reader of a page. The given text is `Wanted` as JSON. */
export const pageIn =
  ({ in: member, record, columns, more }: PageShape): Read<Page> =>
  (json, given) => {
    const rows = member === undefined ? json : isObject(json) && json[member];
    const { where, sort, isUtc = false, isExact, refusesLinks } = JSON.parse(given) as Wanted;
    const checked = checkOf(where, isUtc, isExact, refusesLinks);
    if (!Array.isArray(rows)) return undefined;
    const page: Page = { records: [], keys: [], read: rows.length, ...(isObject(json) && more?.(json)) };
    for (const row of rows) {
      const found = record(row, '');
      if (found === undefined) return undefined;
      const { id, fields } = found;
      const all = columns?.(row as JsonObject) ?? fields;
      if (!isObject(all)) return undefined;
      const verdict = checked(id, all);
      page.last = id;
      if (typeof verdict === 'object') Object.assign(page, verdict);
      if (verdict !== 'in') continue;
      page.records.push(found);
      page.keys.push(sort.map(({ field }) => fieldValueOf(all, field) ?? null));
    }
    return page;
  };

/** A reader of answers, and where a thread finds it: in `answers` of the provider's module. */
export interface AnswerReader<Answer> {
  module: string;
  name: string;
  read: Read<Answer>;
}

type Readers<Of extends Record<string, Read<unknown>>> = {
  [Name in keyof Of]: AnswerReader<Exclude<ReturnType<Of[Name]>, undefined>>;
};

/** Any object or list: for requests that only test the token. */
const any = (json: Json): true | undefined => (typeof json === 'object' && json !== null ? true : undefined);

/** Returns the readers of a provider, which its module exports as `answers`. @param module the URL of the module. */
export function answersOf<Of extends Record<string, Read<unknown>>>(
  module: string,
  reads: Of,
): Readers<Of & { any: typeof any }> {
  const readers = Object.entries({ ...reads, any }).map(([name, read]) => [name, { module, name, read }]);
  return Object.fromEntries(readers) as Readers<Of & { any: typeof any }>;
}

/** What a reader returns. The fields of records may be unparsed. */
export type Carried<Answer> = Answer extends TableRecord
  ? ReadRecord
  : Answer extends Page
    ? Page<JsonObject | RawJson>
    : Answer;

/** Reads an answer. @returns undefined for an answer of another shape. */
export async function answerIn<Answer>(
  body: Buffer,
  { module, name, read }: AnswerReader<Answer>,
  given: string,
  largeBodies: Pick<LargeBodies, 'call'>,
  owner: BodyOwner,
): Promise<Carried<Answer> | undefined> {
  const counts = countUnlessLarge(body);
  const answer =
    counts === undefined
      ? await largeBodies.call(LARGE_ANSWER, [new Moved(body, body), module, name, given], body.length, owner)
      : readBy(body, counts, read, given);
  return answer as Carried<Answer> | undefined;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Numbers that a double cannot hold become texts. */
function readBy(body: Buffer, { hasLongNumber }: JsonCounts, read: Read<unknown>, given: string): unknown {
  const exact = hasLongNumber ? Buffer.from(exactJson(body.toString())) : body;
  const { body: json, bodyEncoding } = decodeBody({ headers: JSON_HEADERS, body: exact });
  return bodyEncoding === undefined ? read(json as Json, given) : undefined;
}

/** Reads a large answer in a thread. @public */
export async function largeAnswer(
  body: Uint8Array,
  module: string,
  name: string,
  given: string,
): Promise<WithRaw<unknown>> {
  const { answers } = (await import(module)) as { answers: Record<string, AnswerReader<unknown>> };
  const { read } = answers[name] as AnswerReader<unknown>;
  const answer = readBy(Buffer.from(body.buffer, body.byteOffset, body.length), countJson(body), read, given);
  if (typeof answer !== 'object' || answer === null) return new WithRaw(answer, []);
  if ('fields' in answer) return new WithRaw(withRawFields(answer as TableRecord), [['fields']]);
  if (!('records' in answer)) return new WithRaw(answer, []);
  const { records, ...page } = answer as Page;
  return new WithRaw(
    { ...page, records: records.map(withRawFields) },
    records.map((_, at) => ['records', String(at), 'fields']),
  );
}

export const withRawFields = (record: TableRecord): ReadRecord => ({ ...record, fields: rawOf(record.fields) });

const LARGE_ANSWER = called(import.meta.url, largeAnswer);
