/** Writes lists of records as JSON: with chosen fields, linked records in place of their ids, and children. Runs in a thread. */
import {
  isDeeperThan,
  type Json,
  LIST_LIMITS,
  MAX_JSON_DEPTH,
  RawJson,
  ServiceError,
  WithRaw,
} from '@toolpress/contract';
import { called } from '../../api/large-body-tasks.js';
import { nameTaken } from './field-names.js';
import type { ReadRecord } from './providers/answers.js';
import { type Carried, type Linked, linkedId, linkedIds, opened, picked } from './record-shape.js';

/** The records of a table as a thread receives them. */
export interface ReadTable {
  records: readonly (Omit<ReadRecord, 'fields'> & { fields: Carried })[];
  names: readonly string[] | undefined;
  /** The linked records by field. */
  linked: ReadonlyMap<string, Linked>;
  children: readonly ChildTable[];
}

/** Records of another table that name those of a table. */
export interface ChildTable extends ReadTable {
  name: string;
  by: string;
  /** The largest number of children per parent. */
  limit: number | undefined;
}

/**
 * The form of records. `answer`: `{id, fields, createdTime}`, in a list. `data`: the fields with `_record`, in a list. `one`: the first
 * record as in `data`. `rows`: records as in `data`, each in a row `{"data": …}` on its own line.
 */
export type ListForm = 'answer' | 'data' | 'one' | 'rows';

/** The member of data that holds the record's id and time, beside its fields. */
export const ABOUT = '_record';

export interface ListJson {
  json: RawJson;
  /** Whether the form `one` has a member `invoice`. */
  hasInvoice: boolean;
}

/** The largest size of the texts of records with all repetitions, in characters. Children and linked records count in each record again. */
const MAX_TEXT = 4 * LIST_LIMITS.bytes;

/**
 * Returns the records of a list as JSON.
 *
 * @throws ServiceError `response_too_large` for larger ones than allowed, `invalid_parameter` for names that conflict or data that is nested
 *   too deep, `provider_cannot` for children that name no parent.
 * @public
 */
export function listJson(table: ReadTable, form: ListForm): WithRaw<ListJson> {
  const writer = new Writer(form);
  const records = writer.texts(table, '');
  const lines = form === 'rows' ? records.map((record) => `{"data":${record}}`) : records;
  const text = form === 'one' ? (records[0] ?? '{}') : `[${lines.join(form === 'rows' ? ',\n' : ',')}]`;
  const content = new TextEncoder().encode(text);
  if (content.length > LIST_LIMITS.bytes) throw tooLarge();
  if (form !== 'answer' && isDeeperThan(MAX_JSON_DEPTH, JSON.parse(text) as object))
    throw new ServiceError(
      'invalid_parameter',
      `The records with their children and linked records must be nested at most ${MAX_JSON_DEPTH} levels deep.`,
    );
  return new WithRaw({ json: new RawJson(content), hasInvoice: writer.hasInvoice }, [['json']]);
}

export const LIST_JSON = called(import.meta.url, listJson);

/** `ListReading.within` replaces it by an error that names what was found. */
const tooLarge = (): ServiceError => new ServiceError('response_too_large', 'The list is too large.');

class Writer {
  hasInvoice = false;
  private length = 0;

  constructor(private readonly form: ListForm) {}

  /** Returns each record of a table. @param path of the table in the request, for messages. */
  texts({ records, names, linked, children }: ReadTable, path: string): string[] {
    const linkedTexts = new Map(
      [...linked].map(([field, of]) => [
        field,
        new Map(of.map(([id, record]) => [id, this.answer(record, jsonOf(record.fields))])),
      ]),
    );
    const groups = children.map(
      (child) => [child.name, this.groups(child, records, `${path}children.${child.name}`)] as const,
    );
    return records.map((record) => {
      const fields = picked(opened(record.fields), names);
      const members = Object.entries(fields).map(([name, value]) => {
        const texts = linkedTexts.get(name);
        return member(name, texts === undefined ? JSON.stringify(value) : this.linked(value, texts));
      });
      for (const [name, of] of groups) {
        // Not all servers list the fields of a table before its records are read.
        if (Object.hasOwn(fields, name)) throw nameTaken(`${path}children.${name}`);
        members.push(member(name, `[${(of.get(record.id) ?? []).map((text) => this.counted(text)).join(',')}]`));
      }
      if (this.form === 'answer') return this.counted(this.answer(record, `{${members.join(',')}}`));
      if (path === '')
        this.hasInvoice ||= [...Object.keys(fields), ...groups.map(([name]) => name)].includes('invoice');
      const { id, createdTime } = record;
      const own = members.filter((text) => !text.startsWith(`${JSON.stringify(ABOUT)}:`));
      return this.counted(`{${[...own, member(ABOUT, JSON.stringify({ id, createdTime }))].join(',')}}`);
    });
  }

  private answer({ id, createdTime }: { id: string; createdTime: string | null }, fields: string): string {
    return `{"id":${JSON.stringify(id)},"fields":${fields},"createdTime":${JSON.stringify(createdTime)}}`;
  }

  /** Returns linked records in place of their ids: a list if the field has a list. Ids without a record stay. */
  private linked(value: Json, texts: ReadonlyMap<string, string>): string {
    const textOf = (item: Json): string => this.counted(texts.get(linkedId(item) ?? '') ?? JSON.stringify(item));
    return Array.isArray(value) ? `[${value.map(textOf).join(',')}]` : textOf(value);
  }

  /** Returns the children of each parent, in order. */
  private groups(child: ChildTable, parents: ReadTable['records'], path: string): Map<string, string[]> {
    const texts = this.texts(child, `${path}.`);
    const groups = new Map<string, string[]>(parents.map(({ id }) => [id, []]));
    const asNumber = new Map(parents.map(({ id }) => [numberIn(id), id]));
    child.records.forEach(({ fields }, at) => {
      const named = parentsIn(fields, child.by).flatMap((id) =>
        groups.has(id) ? id : (asNumber.get(numberIn(id) ?? Number.NaN) ?? []),
      );
      if (named.length === 0)
        throw new ServiceError(
          'provider_cannot',
          `\`${path}.by\`: the provider returned a record whose \`${child.by}\` names none of the parents by their \`id\`.`,
        );
      for (const id of new Set(named)) {
        const group = groups.get(id) ?? [];
        if (child.limit === undefined || group.length < child.limit) group.push(texts[at] ?? '');
      }
    });
    return groups;
  }

  /** @throws ServiceError `response_too_large`. */
  private counted(text: string): string {
    this.length += text.length;
    if (this.length > MAX_TEXT) throw tooLarge();
    return text;
  }
}

const jsonOf = (fields: Carried): string =>
  fields instanceof Uint8Array ? Buffer.from(fields).toString() : JSON.stringify(fields);

const member = (name: string, json: string): string => `${JSON.stringify(name)}:${json}`;

/** Returns the ids in the field that names the parent. */
const parentsIn = (fields: Carried, by: string): string[] => {
  const all = opened(fields);
  return Object.hasOwn(all, by) ? linkedIds(all[by] as Json) : [];
};

/** Returns the number that an id is written as: `7.00` and `7` are one key. */
function numberIn(id: string): number | undefined {
  return /^-?\d+(?:\.\d+)?$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}
