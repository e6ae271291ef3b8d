/** Specification 4.4: what the get-record tool takes, and 2.4: what it answers. */
import { type Infer, jsonObject, shape, text, timestamp } from './schema.js';

const id = (prefix: 'app' | 'rec') =>
  text()
    .max(64)
    .pattern(new RegExp(`^${prefix}[A-Za-z0-9]+$`))
    .message(`{{#label}} must begin with \`${prefix}\` and go on with letters and digits`);

export const RecordRequest = shape({
  base_id: id('app').description('Base ID; begins with `app`.').example('appLkNDICXNqxSDhG'),
  table_id: text()
    .max(255)
    // `.` and `..` would lead elsewhere in a path; control characters and halves of characters have no place in a URL.
    .pattern(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]+$/u)
    .message('{{#label}} must be a table’s ID or name, without control characters')
    .description('Table ID or table name; an ID begins with `tbl`.')
    .example('Orders'),
  record_id: id('rec').description('ID of the record; begins with `rec`.').example('rec4711abcdEFGH12'),
  _connections: shape({
    tablebase: text().max(200).description('Slug of the caller’s connection to the provider.').example('sales-base'),
  }).description('Which connections to use: `tablebase`, a slug.'),
});
export type RecordRequest = Infer<typeof RecordRequest>;

/** As the provider gives it; it leaves out fields that are empty. */
export const TableRecord = shape({
  id: text().pattern(/^rec/).description('ID of the record.'),
  fields: jsonObject().description('Field names to values; empty fields are left out, as the provider does.'),
  createdTime: timestamp().description('When the record was created.'),
});
export type TableRecord = Infer<typeof TableRecord>;
