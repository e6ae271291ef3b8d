/** Reads lists of records with their children and linked records: one request per table or a few pages, never one per record. */
import { type Children, LIST_LIMITS, ServiceError } from '@toolpress/contract';
import { called } from '../../api/large-body-tasks.js';
import { checkNames, checkRecord } from './field-names.js';
import { type ChildTable, LIST_JSON, type ListForm, type ListJson, type ReadTable } from './list-shape.js';
import type { ReadRecord } from './providers/answers.js';
import type { Call, Reader, TableIds } from './providers/provider.js';
import { type Carried, carriedOf, type Linked, linkedIds, opened, picked } from './record-shape.js';

const MEBIBYTE = 1024 * 1024;

/** What is read of a table, and returned of its records. */
export type WantedTable = Pick<Children, 'table_id' | 'where' | 'sort' | 'limit' | 'fields' | 'expand' | 'children'> & {
  by?: string;
};

export interface ReadList {
  table: ReadTable;
  /** Whether the limit left out records. */
  hasMore: boolean;
  /** The number of records, with children and linked records. */
  count: number;
}

/** Reads the tables of one list. */
export class ListReading {
  /** The number of records by table. */
  private readonly found = new Map<string, number>();

  constructor(
    private readonly reader: Reader,
    private readonly baseId: string,
    private readonly call: Call,
  ) {}

  /**
   * Reads the records that meet the conditions, with children and linked records.
   *
   * @throws ServiceError `too_many_records` beyond the limits, with the numbers that were found; `invalid_parameter` for unknown fields;
   *   `provider_cannot`; what the reader throws.
   */
  async list(wanted: WantedTable): Promise<ReadList> {
    await this.prepare(wanted);
    const records = await this.query(wanted, wanted.limit);
    const hasMore = wanted.limit !== undefined && records.length > wanted.limit;
    const table = await this.whole(hasMore ? records.slice(0, wanted.limit) : records, wanted, '');
    return { table, hasMore, count: this.count() };
  }

  /**
   * Returns records as JSON in a form. The work is done in a thread.
   *
   * @throws ServiceError as `listJson`.
   */
  async json({ table }: ReadList, form: ListForm): Promise<ListJson> {
    const { largeBodies, owner, roomFor, received } = this.call;
    const written = await largeBodies.call(LIST_JSON, [table, form], received(), owner);
    // Linked records and children that are named many times.
    await roomFor(Math.max(0, written.json.sizeBytes - received()), true);
    return written;
  }

  /**
   * Does the work of a list.
   *
   * @throws ServiceError `too_many_records` in place of the error for answers that are too large.
   */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    return work().catch((error: unknown) => {
      const isLarge = error instanceof ServiceError && error.code === 'response_too_large';
      throw isLarge ? this.tooMany(`more than ${LIST_LIMITS.bytes / MEBIBYTE} MiB`) : error;
    });
  }

  /** Reads children and linked records of one record. @throws ServiceError as `list`. */
  async one(record: ReadRecord, wanted: WantedTable): Promise<ReadList> {
    await this.prepare(wanted);
    this.add(wanted.table_id, 1);
    return { table: await this.whole([record], wanted, ''), hasMore: false, count: this.count() };
  }

  private async prepare(wanted: WantedTable): Promise<void> {
    await this.reader.prepare?.(this.baseId, [...new Set(tablesIn(wanted))]);
    await this.checkNames(wanted, '');
  }

  /** Checks the fields and keys of all tables before records are read. @param path of the table, with a dot at the end. */
  private async checkNames(wanted: WantedTable, path: string): Promise<void> {
    const children = Object.entries(wanted.children ?? {});
    await checkNames(this.reader, this.ids(wanted), wanted, path);
    if (children.length > 0 && (await this.reader.hasKey?.(this.ids(wanted))) === false)
      throw new ServiceError(
        'provider_cannot',
        `\`${path}children\` need a key that they can name: the table \`${wanted.table_id}\` has no readable primary key of one column, and is not a view with a column \`id\`.`,
      );
    for (const [name, child] of children) await this.checkNames(child, `${path}children.${name}.`);
  }

  private readonly ids = ({ table_id }: WantedTable): TableIds => ({ base_id: this.baseId, table_id });

  private count(): number {
    return [...this.found.values()].reduce((sum, each) => sum + each, 0);
  }

  /** @param limit of the table; the default is all. The result may have one record more. */
  private async query(wanted: WantedTable, limit = Number.POSITIVE_INFINITY): Promise<ReadRecord[]> {
    const { where = [], sort = [], table_id, by = [] } = wanted;
    const fields = wanted.fields?.concat(by);
    if (this.reader.query === undefined)
      throw new ServiceError('provider_cannot', 'Lists of records are not supported by this provider.');
    const left = LIST_LIMITS.records - this.count();
    const records = await this.reader.query(this.ids(wanted), {
      ...{ where, sort, limit: Math.min(limit, left) + 1 },
      ...(fields && { fields }),
    });
    this.add(table_id, Math.min(records.length, limit));
    return records;
  }

  /** Counts records. @throws ServiceError `too_many_records`. */
  private add(table: string, records: number): void {
    this.found.set(table, (this.found.get(table) ?? 0) + records);
    if (this.count() > LIST_LIMITS.records) throw this.tooMany();
  }

  /** The error of a list with too many records, or too large ones. */
  tooMany(what = `more than ${LIST_LIMITS.records} records`): ServiceError {
    const tables = [...this.found].map(([table, records]) => `${records} of \`${table}\``).join(', ');
    return new ServiceError(
      'too_many_records',
      `The list has ${what}, with children and linked records; found were ${tables || 'none'}. Use \`where\`, \`limit\` or \`fields\`, or several lists.`,
    );
  }

  /** @param path of the table in the request, with a dot at the end; empty for the first table. */
  private async whole(records: readonly ReadRecord[], wanted: WantedTable, path: string): Promise<ReadTable> {
    const [first] = records;
    if (first !== undefined) await checkRecord(this.reader, this.ids(wanted), wanted, first, path);
    const carried = records.map(carriedRecord);
    const linked = await this.linked(carried, wanted, path);
    const children: ChildTable[] = [];
    for (const [name, child] of Object.entries(wanted.children ?? {}))
      children.push(await this.children(carried, name, child, `${path}children.${name}.`));
    return { records: carried, names: wanted.fields, linked, children };
  }

  private async children(
    parents: ReadTable['records'],
    name: string,
    wanted: Children,
    path: string,
  ): Promise<ChildTable> {
    const { by, limit, where = [] } = wanted;
    const ids = [...new Set(parents.map(({ id }) => id))];
    const own = { field: by, op: 'in', value: ids } as const;
    const records = ids.length === 0 ? [] : await this.query({ ...wanted, where: [own, ...where] });
    return { ...(await this.whole(records, wanted, path)), name, by, limit };
  }

  private async linked(
    records: ReadTable['records'],
    { expand = {}, fields }: WantedTable,
    path: string,
  ): Promise<Map<string, Linked>> {
    const linked = new Map<string, Linked>();
    const wanted = Object.entries(expand).filter(([field]) => fields?.includes(field) ?? true);
    if (wanted.length === 0 || records.length === 0) return linked;
    const { owner, largeBodies, received } = this.call;
    const names = wanted.map(([field]) => field);
    const found = await largeBodies.call(LINKS, [records.map((record) => record.fields), names], received(), owner);
    for (const table_id of new Set(Object.values(expand))) {
      const of = wanted.filter(([, table]) => table === table_id).map(([field]) => field);
      const ids = [...new Set(of.flatMap((field) => found[field] ?? []))];
      const read = await this.byIds({ base_id: this.baseId, table_id }, ids, `${path}expand.${of[0]}`);
      for (const field of of) linked.set(field, read);
    }
    return linked;
  }

  private async byIds(table: TableIds, ids: readonly string[], parameter: string): Promise<Linked> {
    const { list } = this.reader;
    if (list === undefined)
      throw new ServiceError('provider_cannot', `\`${parameter}\`: \`expand\` is not supported by this provider.`);
    if (ids.length > LIST_LIMITS.records - this.count()) {
      this.found.set(table.table_id, ids.length);
      throw this.tooMany();
    }
    const records = ids.length === 0 ? [] : await list(table, ids);
    this.add(table.table_id, records.length);
    return records.map((record) => [record.id, carriedRecord(record)]);
  }
}

const tablesIn = ({ table_id, expand = {}, children = {} }: WantedTable): string[] => [
  table_id,
  ...Object.values(expand),
  ...Object.values(children).flatMap(tablesIn),
];

const carriedRecord = ({ id, createdTime, fields }: ReadRecord): Linked[number][1] => ({
  id,
  createdTime,
  fields: carriedOf(fields),
});

/** Returns the ids of linked records in fields of all records, each once. @public */
export function linksOfAll(records: readonly Carried[], fields: readonly string[]): Record<string, string[]> {
  const ids = new Map(fields.map((field) => [field, new Set<string>()]));
  for (const record of records) {
    const chosen = picked(opened(record), fields);
    for (const [field, value] of Object.entries(chosen)) for (const id of linkedIds(value)) ids.get(field)?.add(id);
  }
  return Object.fromEntries([...ids].map(([field, found]) => [field, [...found]]));
}

const LINKS = called(import.meta.url, linksOfAll);
