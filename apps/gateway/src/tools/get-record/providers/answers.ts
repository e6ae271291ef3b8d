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
import { isObject, recordsFrom } from './record-json.js';

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
export const listIn = (name: string, read: Read<TableRecord>): Read<TableRecord[]> =>
  inObject((json) => recordsFrom(json[name], (item) => read(item, '')));

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
  : Answer extends TableRecord[]
    ? ReadRecord[]
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
