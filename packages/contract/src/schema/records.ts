/** Specification 4.4: what the get-record tool takes, and 2.4: what it answers. */
import Joi from 'joi';
import { type Infer, jsonObject, listOf, mapOf, oneOf, orNull, shape, text, timestamp } from './schema.js';
import { refusingTags } from './tags.js';

/** Returns an id as the hosted provider has them. */
const id = (prefix: 'app' | 'rec') =>
  text()
    .max(64)
    .pattern(new RegExp(`^${prefix}[A-Za-z0-9]+$`))
    .message(`{{#label}} must begin with \`${prefix}\` and continue with letters and digits`);

/** Any text that can be one segment of a path: no `.` or `..`, no control characters, no halves of characters. */
export const segment = (what: string) =>
  text()
    .max(255)
    .pattern(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]+$/u)
    .message(`{{#label}} must be ${what}, without control characters`);

const tableId = () => segment('a table’s ID or name');

/** The ids of the hosted provider, which the specification defines. Other providers have other rules. */
export const TablebaseIds = shape({ base_id: id('app'), table_id: tableId() }, { record_id: id('rec') });

const MAX_FIELDS = 100;
const MAX_EXPANDED = 5;

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

const LINKED_TABLE = tableId().required();

const fieldName = () => segment('a field’s name');

const fieldValue = (): Joi.AnySchema<string | number | boolean> =>
  Joi.alternatives(
    text()
      .max(1_000)
      .pattern(/^\P{Cs}*$/u),
    Joi.number(),
    Joi.boolean(),
  ).messages({
    'alternatives.types': '{{#label}} must be a string of at most 1000 characters, a number or a boolean',
    'string.pattern.base': '{{#label}} must not contain half of a surrogate pair',
  }) as unknown as Joi.AnySchema<string | number | boolean>;

/** The condition for a search. */
export interface Where {
  field: string;
  value: string | number | boolean;
}

const whereField = () =>
  shape({
    field: fieldName().description('Name of the field.').example('Invoice No.'),
    value: fieldValue().description('The value that the field must be equal to.').example('2026-0815'),
  })
    .description(
      'Finds the record by the value of a field, in place of `record_id`. The value must match exactly one record.',
    )
    .example({ field: 'Invoice No.', value: '2026-0815' }) as unknown as Joi.ObjectSchema<Where>;

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

/** What is returned of a record. */
const returned = {
  fields: listOf(fieldName())
    .min(1)
    .max(MAX_FIELDS)
    .description('Only these fields are returned.')
    .example(['Customer', 'Amount']),
  expand: mapOf<string>(MAX_EXPANDED, (table) =>
    LINKED_TABLE.validate(table, { convert: false }).error === undefined
      ? undefined
      : 'must be the ID or name of the linked table',
  )
    .description(
      'Fields whose linked records are returned in place of their IDs, each with the linked table. Each field takes one more request; at most 100 linked records each.',
    )
    .example({ Customer: 'Customers' }),
  cell_format: oneOf('json', 'string')
    .description('`string`: values as text, as the provider shows them or as JavaScript prints them; default `json`.')
    .example('string'),
};

/** @param place the path of the object with a dot at the end; empty for the whole request. */
const recordRequest = (place: string): Joi.ObjectSchema<RecordRequest> =>
  shape(fromTable, {
    record_id: segment('a record’s ID')
      .description('ID of the record; begins with `rec` for `tablebase`. Required unless `where` is given.')
      .example('rec4711abcdEFGH12'),
    where: whereField(),
    ...returned,
  })
    .example({
      ...{ base_id: 'appLkNDICXNqxSDhG', table_id: 'Orders', record_id: 'rec4711abcdEFGH12' },
      _connections: { tablebase: 'sales' },
    })
    .or('record_id', 'where')
    .nand('record_id', 'where')
    .messages({
      'object.missing': `\`${place}record_id\` is required`,
      'object.nand': `\`${place}record_id\` and \`${place}where\` are not allowed together`,
    }) as unknown as Joi.ObjectSchema<RecordRequest>;

/** A record with the returned fields. */
export interface RecordRequest extends RecordOptions {
  record_id?: string;
  where?: Where;
}

/** What records of one table have in common. */
interface RecordOptions {
  base_id: string;
  table_id: string;
  _connections: { tablebase: string };
  fields?: string[];
  expand?: Record<string, string>;
  cell_format?: 'json' | 'string';
}

export const RecordRequest = refusingTags(recordRequest(''), 'send the value itself');

/** The record whose fields are data of a document. */
export const DataFrom = recordRequest('data_from.');

/** The records whose fields are the rows of a batch. @param most the largest number of records. */
export const rowsFrom = (most: number) =>
  shape(
    { ...fromTable, record_ids: recordIds(most).description(`IDs of the records; at most ${most}, one per row.`) },
    returned,
  ) as unknown as Joi.ObjectSchema<RowsFrom>;
export type RowsFrom = RecordOptions & { record_ids: string[] };

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
