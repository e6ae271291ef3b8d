/** Specification 4.4: what the get-record tool takes, and 2.4: what it answers. */
import Joi from 'joi';
import {
  type Children,
  type Condition,
  children,
  chosen,
  conditions,
  type FieldValue,
  fieldValue,
  LIST_LIMITS,
  limit,
  returned,
  type SortKey,
  segment,
  TOO_MANY_TABLES,
  tableId,
  tablesOf,
} from './record-queries.js';
import { flag, type Infer, integer, jsonObject, listOf, oneOf, orNull, shape, text, timestamp } from './schema.js';
import { refusingTags, unfilledMessage, unfilledTag } from './tags.js';

/** Returns an id as the hosted provider has them. */
const id = (prefix: 'app' | 'rec') =>
  text()
    .max(64)
    .pattern(new RegExp(`^${prefix}[A-Za-z0-9]+$`))
    .message(`{{#label}} must begin with \`${prefix}\` and continue with letters and digits`);

/** The ids of the hosted provider, which the specification defines. Other providers have other rules. */
export const TablebaseIds = shape({ base_id: id('app'), table_id: tableId() }, { record_id: id('rec') });

const SEGMENT = segment('a record’s ID');
/** The ids of records, checked one after the other, because joi reports each of thousands. */
const recordIds = (most: number) =>
  Joi.array<string[]>()
    .min(1)
    .max(most)
    .custom((ids: unknown[], helpers) => {
      if (ids.length > most) return ids;
      const wrong = ids.findIndex((id) => SEGMENT.validate(id, { convert: false }).error !== undefined);
      return wrong === -1 ? ids : helpers.error('ids.item', { number: wrong });
    })
    .messages({ 'ids.item': '{{#label}}: item {{#number}} must be a record’s ID, without control characters' })
    .meta({ jsonSchema: { items: { type: 'string' } } });

/** The condition for a search by one value. */
export interface Where {
  field: string;
  value: FieldValue;
}

/** A field and its value, or a list of conditions, for keys of several fields. */
const whereField = (): Joi.AnySchema<Where | Condition[]> =>
  Joi.alternatives<Where | Condition[]>(
    shape({
      field: segment('a field’s name').description('Name of the field.').example('Invoice No.'),
      value: fieldValue().description('The value that the field must be equal to.').example('2026-0815'),
    }) as unknown as Joi.ObjectSchema<Where>,
    conditions(),
  )
    .description(
      'Finds the record by the value of a field, or by a list of conditions, in place of `record_id`. Exactly one record must match.',
    )
    .messages({ 'alternatives.types': '{{#label}} must be a field with its value, or a list of conditions' })
    .example({ field: 'Invoice No.', value: '2026-0815' });

/** The table, and the connection that reads it. */
const fromTable = {
  base_id: segment('a base’s ID')
    .description('Base ID; begins with `app` for `tablebase`.')
    .example('appLkNDICXNqxSDhG'),
  table_id: tableId().description('Table ID or table name; an ID begins with `tbl` for `tablebase`.').example('Orders'),
  _connections: shape({
    tablebase: text().max(200).description('Slug of the caller’s connection to the provider.').example('sales'),
  })
    .description('The connection to use: `tablebase` and its slug.')
    .example({ tablebase: 'sales' }),
};

const cellFormat = {
  cell_format: oneOf('json', 'string')
    .description('`string`: values as text, as the provider shows them or as JavaScript prints them; default `json`.')
    .example('string'),
};

/** The choice of one record. */
const oneRecord = {
  record_id: segment('a record’s ID')
    .description('ID of the record; begins with `rec` for `tablebase`. Required unless `where` is given.')
    .example('rec4711abcdEFGH12'),
  where: whereField(),
};

const RECORD_EXAMPLE = {
  ...{ base_id: 'appLkNDICXNqxSDhG', table_id: 'Orders', record_id: 'rec4711abcdEFGH12' },
  _connections: { tablebase: 'sales' },
};

/** What records of one table have in common. */
interface RecordOptions {
  base_id: string;
  table_id: string;
  _connections: { tablebase: string };
  fields?: string[];
  expand?: Record<string, string>;
}

/** A record with the returned fields. */
export interface RecordRequest extends RecordOptions {
  record_id?: string;
  where?: Where | Condition[];
  cell_format?: 'json' | 'string';
}

const NO_TAGS = 'send the value itself';
export const RecordRequest = refusingTags(
  (shape(fromTable, { ...oneRecord, ...returned, ...cellFormat }) as unknown as Joi.ObjectSchema<RecordRequest>)
    .example(RECORD_EXAMPLE)
    .or('record_id', 'where')
    .nand('record_id', 'where')
    .messages({
      'object.missing': '`record_id` is required',
      'object.nand': '`record_id` and `where` are not allowed together',
    }),
  NO_TAGS,
);

/** A list of records. */
export interface ListRecordsRequest extends RecordOptions {
  where?: Condition[];
  sort?: SortKey[];
  /** The default is all, within `LIST_LIMITS`. */
  limit?: number;
  children?: Record<string, Children>;
}

/** What a list takes, besides its table. */
const listed = {
  ...chosen,
  limit: limit(
    `The largest number of records of the table; without it, all. A list has at most ${LIST_LIMITS.records} records and 5 MiB, with children and linked records.`,
  ),
  ...returned,
  children: children(),
};

export const ListRecordsRequest = refusingTags(
  withRule(shape(fromTable, listed) as unknown as Joi.ObjectSchema<ListRecordsRequest>).example({
    ...{ base_id: 'appLkNDICXNqxSDhG', table_id: 'Orders', _connections: { tablebase: 'sales' } },
    where: [{ field: 'Amount', op: '>=', value: 1000 }],
  }),
  NO_TAGS,
);

/** Adds a rule that returns what is wrong with a request, and refuses too many tables. */
function withRule<Request extends Pick<Children, 'expand' | 'children'>>(
  schema: Joi.ObjectSchema<Request>,
  faultOf: (request: Request) => string | undefined = () => undefined,
): Joi.ObjectSchema<Request> {
  return schema
    .custom((request: Request, helpers) => {
      const fault = faultOf(request) ?? (tablesOf(request) > LIST_LIMITS.tables ? TOO_MANY_TABLES : undefined);
      return fault === undefined ? request : helpers.error('list.rule', { fault });
    })
    .messages({ 'list.rule': '{{#fault}}' });
}

/** The record, or with `list` the records, that are data of a document. */
export type DataFrom = RecordRequest & Pick<ListRecordsRequest, 'sort' | 'limit' | 'children'> & { list?: boolean };

/** Returns what is wrong with `data_from`; undefined if nothing is. */
function dataFault(from: DataFrom): string | undefined {
  const { list = false, record_id, where } = from;
  const extra = (['sort', 'limit'] as const).find((name) => from[name] !== undefined);
  if (!list) {
    if (record_id === undefined && where === undefined) return '`data_from.record_id` is required';
    if (record_id !== undefined && where !== undefined)
      return '`data_from.record_id` and `data_from.where` are not allowed together';
    if (extra !== undefined) return `\`data_from.${extra}\` is only allowed with \`"list": true\``;
  }
  if (list && record_id !== undefined) return '`data_from.record_id` is not allowed with `list`; use `where`';
  if (list && where !== undefined && !Array.isArray(where))
    return '`data_from.where` must be a list of conditions with `list`';
  if (from.cell_format !== undefined && (list || from.children !== undefined))
    return '`data_from.cell_format` is not allowed with `list` and `children`';
  return undefined;
}

export const DataFrom = withRule(
  shape(fromTable, {
    ...oneRecord,
    list: flag()
      .description('Whether all records of `where` are read, in `records`; default false: one record.')
      .example(true),
    ...{ ...listed, where: oneRecord.where },
    ...cellFormat,
  }) as unknown as Joi.ObjectSchema<DataFrom>,
  dataFault,
).example(RECORD_EXAMPLE);

/** The records whose fields are the rows of a batch: by their ids, or those of a list. @param most the largest number of ids. */
export const rowsFrom = (most: number) =>
  withRule(
    shape(fromTable, {
      record_ids: recordIds(most).description(
        `IDs of the records; at most ${most}, one per row. Without it, each record of the list is a row: those of \`where\`, else all of the table.`,
      ),
      ...listed,
      ...cellFormat,
    }) as unknown as Joi.ObjectSchema<RowsFrom>,
    rowsFault,
  );
export type RowsFrom = ListRecordsRequest & { record_ids?: string[]; cell_format?: 'json' | 'string' };

/** Returns what is wrong with `rows_from`; undefined if nothing is. */
function rowsFault(from: RowsFrom): string | undefined {
  if (from.record_ids === undefined)
    return from.cell_format === undefined ? undefined : '`rows_from.cell_format` is only allowed with `record_ids`';
  const extra = (['where', 'sort', 'limit', 'children'] as const).find((name) => from[name] !== undefined);
  return extra === undefined ? undefined : `\`rows_from.${extra}\` is not allowed with \`record_ids\``;
}

/** Returns the message of a tag in `rows_from`, which nothing fills; undefined without one. */
export function rowsFromFault(from: RowsFrom): string | undefined {
  const found = unfilledTag(from, 'rows_from');
  return found && unfilledMessage(found, NO_TAGS);
}

/** A record as the provider returns it, without empty fields. */
export const TableRecord = shape({
  id: text().description('ID of the record.').example('rec4711abcdEFGH12'),
  fields: jsonObject()
    .description('Field names and values, without empty fields.')
    .example({ Customer: 'Ada Lovelace', Amount: 1234.5 }),
  createdTime: orNull(timestamp())
    .example('2022-09-12T21:03:48.000Z')
    .description('When the record was created; null if the server does not record it.'),
});
export type TableRecord = Infer<typeof TableRecord>;

export const RecordList = shape({
  records: listOf(TableRecord).description(
    'The records in order. A list of children is a member of `fields` under its name, with records of the same form.',
  ),
  has_more: flag().description('Whether `limit` left out records.').example(false),
  count: integer()
    .min(0)
    .description('Number of records that were read, with children and linked records: 1 action per 100.')
    .example(2),
});
export type RecordList = Infer<typeof RecordList>;
