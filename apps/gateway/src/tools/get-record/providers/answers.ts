/** Reads the answers of servers, large ones in a thread. */
import {
  exactJson,
  type Json,
  type JsonObject,
  type RawJson,
  rawOf,
  type TableRecord,
  WithRaw,
} from '@toolpress/contract';
import { decodeBody } from '@toolpress/outbound/decode-body';
import { Moved } from '@toolpress/runtime/peer';
import { countJson, type JsonCounts } from '../../../api/json.js';
import type { BodyOwner, LargeBodies } from '../../../api/large-bodies.js';
import { called, countUnlessLarge } from '../../../api/large-body-tasks.js';
import { isObject, isRecord, recordFrom, recordsFrom, without } from './record-json.js';

/** A record whose fields may be unparsed. */
export type ReadRecord = Omit<TableRecord, 'fields'> & { fields: JsonObject | RawJson };

/** The members of a Baserow row that are not fields, so their filters are ignored. */
export const NO_FIELDS: readonly string[] = ['id', 'order'];
/** The columns that every row of SeaTable has beside those of its table. */
const SYSTEM_COLUMNS = [
  ...['_id', '_ctime', '_mtime', '_creator', '_last_modifier'],
  ...['_archived', '_locked', '_locked_by'],
];

type Read<Answer> = (json: Json, given: string) => Answer | undefined;
type One = Read<TableRecord>;

const inObject =
  <Answer>(read: (object: JsonObject, given: string) => Answer | undefined): Read<Answer> =>
  (json, given) =>
    isObject(json) ? read(json, given) : undefined;
const listIn = (name: string, read: One): Read<TableRecord[]> =>
  inObject((json) => recordsFrom(json[name], (item) => read(item, '')));

/** The provider omits empty fields, and `fields` itself when all are empty. */
const tablebase = inObject((json) => {
  const { id, fields, createdTime } = { fields: {}, ...json } as TableRecord;
  const isOwn = isRecord({ id, fields, createdTime }) && id.startsWith('rec') && createdTime !== null;
  return isOwn ? { id, fields, createdTime } : undefined;
});
const pocketbase = inObject((json) =>
  recordFrom(json['id'], without(json, 'id', 'collectionId', 'collectionName', 'created', 'updated'), json['created']),
);
/** NocoDB returns the creation time as the field `CreatedAt`. */
const nocodb = inObject(({ id, fields }) =>
  isObject(fields) ? recordFrom(id, fields, fields['CreatedAt']) : undefined,
);
const baserow = inObject((json) => recordFrom(json['id'], without(json, ...NO_FIELDS), null));
const grist = inObject((json) => recordFrom(json['id'], json['fields'], null));
const postgrest = inObject((json) => recordFrom(json['id'], json, json['created_at']));
/** The primary key of Directus may have any name. @param id the record's ID, for a record without `id`. */
const directus = inObject((json, id) => recordFrom(json['id'] ?? id, json, json['date_created']));

/** Each returns what a JSON answer says; undefined when its shape is unexpected. */
const READERS = {
  /** Any object or list: for requests that only test the token. */
  any: (json: Json): true | undefined => (typeof json === 'object' && json !== null ? true : undefined),
  tablebase,
  tablebases: listIn('records', tablebase),
  'tablebase user': inObject((json): true | undefined => (typeof json['id'] === 'string' ? true : undefined)),
  pocketbase,
  pocketbases: listIn('items', pocketbase),
  nocodb,
  nocodbs: listIn('records', nocodb),
  /** An unknown token is one of a guest, without an id. */
  'nocodb user': inObject((json) => typeof json['id'] === 'string'),
  baserow,
  /** @param field a field that every row must have. */
  baserows: inObject(({ results }, field): TableRecord[] | 'unknown field' | undefined => {
    if (!Array.isArray(results)) return undefined;
    const isUnknown = results.some((row) => isObject(row) && !Object.hasOwn(row, field));
    return isUnknown ? 'unknown field' : recordsFrom(results, (row) => baserow(row, ''));
  }),
  grists: listIn('records', grist),
  teable: inObject((json) => recordFrom(json['id'], json['fields'], json['createdTime'])),
  seatable: inObject((json) => recordFrom(json['_id'], without(json, ...SYSTEM_COLUMNS), json['_ctime'])),
  'seatable base': inObject(({ access_token, dtable_uuid }) =>
    typeof access_token === 'string' && typeof dtable_uuid === 'string'
      ? { id: dtable_uuid, token: access_token }
      : undefined,
  ),
  directus: inObject((json, id) => directus(json['data'] ?? null, id)),
  directuses: listIn('data', (item) => directus(item, '')),
  postgrests: (json: Json) => recordsFrom(json, (item) => postgrest(item, '')),
};

export type ReaderName = keyof typeof READERS;

type Carried<Answer> = Answer extends TableRecord ? ReadRecord : Answer extends TableRecord[] ? ReadRecord[] : Answer;
/** What a reader returns. The fields of records may be unparsed. */
export type AnswerOf<Name extends ReaderName> = Carried<Exclude<ReturnType<(typeof READERS)[Name]>, undefined>>;

/** Reads an answer. @param given a text that some readers need. @returns undefined for an answer of another shape. */
export async function answerIn<Name extends ReaderName>(
  body: Buffer,
  name: Name,
  given: string,
  largeBodies: Pick<LargeBodies, 'call'>,
  owner: BodyOwner,
): Promise<AnswerOf<Name> | undefined> {
  const counts = countUnlessLarge(body);
  const read =
    counts === undefined
      ? await largeBodies.call(LARGE_ANSWER, [new Moved(body, body), name, given], body.length, owner)
      : readBy(body, counts, name, given);
  return read as AnswerOf<Name> | undefined;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Numbers that a double cannot hold become texts. */
function readBy(body: Buffer, { hasLongNumber }: JsonCounts, name: ReaderName, given: string): unknown {
  const exact = hasLongNumber ? Buffer.from(exactJson(body.toString())) : body;
  const { body: json, bodyEncoding } = decodeBody({ headers: JSON_HEADERS, body: exact });
  return bodyEncoding === undefined ? READERS[name](json as Json, given) : undefined;
}

/** Reads a large answer in a thread. @public */
export function largeAnswer(body: Uint8Array, name: ReaderName, given: string): WithRaw<unknown> {
  const answer = readBy(Buffer.from(body.buffer, body.byteOffset, body.length), countJson(body), name, given);
  if (Array.isArray(answer))
    return new WithRaw(
      answer.map(withRawFields),
      answer.map((_, at) => [String(at), 'fields']),
    );
  const isOne = typeof answer === 'object' && answer !== null && 'fields' in answer;
  return isOne ? new WithRaw(withRawFields(answer as TableRecord), [['fields']]) : new WithRaw(answer, []);
}

export const withRawFields = (record: TableRecord): ReadRecord => ({ ...record, fields: rawOf(record.fields) });

const LARGE_ANSWER = called(import.meta.url, largeAnswer);
