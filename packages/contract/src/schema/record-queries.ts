/** Conditions, order and children of records, as lists of records and `data_from` take them. */
import Joi from 'joi';
import { inPlace } from './faults.js';
import { integer, listOf, mapOf, oneOf, shape, text } from './schema.js';

export const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'is_empty'] as const;
export type Operator = (typeof OPERATORS)[number];

export type FieldValue = string | number | boolean;

/** A condition for records. `in` has a list of values, `is_empty` true or false, the other operators one value. */
export interface Condition {
  field: string;
  op: Operator;
  value: FieldValue | readonly FieldValue[];
}

export interface SortKey {
  field: string;
  direction: 'asc' | 'desc';
}

/** The largest numbers of records, and bytes as JSON, of one list: with children and linked records. */
export const LIST_LIMITS = { records: 2_000, bytes: 5 * 1024 * 1024, tables: 10 };
/** The number of records that cost one action. */
export const RECORDS_PER_ACTION = 100;
/** Returns how many times a list is charged. @param records their number, with children and linked records. */
export const actionBlocks = (records: number): number => Math.max(1, Math.ceil(records / RECORDS_PER_ACTION));

const MAX_CONDITIONS = 20;
const MAX_SORT_KEYS = 5;
const MAX_FIELDS = 100;
const MAX_EXPANDED = 5;
/** The longest value in characters. */
const MAX_VALUE = 1_000;

/** Any text that can be one segment of a path: no `.` or `..`, no control characters, no halves of characters. */
export const segment = (what: string) =>
  text()
    .max(255)
    .pattern(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]+$/u)
    .message(`{{#label}} must be ${what}, without control characters`);

export const tableId = () => segment('a table’s ID or name');

const fieldName = () => segment('a field’s name');

export const fieldValue = (): Joi.AnySchema<FieldValue> =>
  Joi.alternatives(
    text()
      .max(MAX_VALUE)
      .pattern(/^\P{Cs}*$/u),
    Joi.number(),
    Joi.boolean(),
  ).messages({
    'alternatives.types': `{{#label}} must be a string of at most ${MAX_VALUE} characters, a number or a boolean`,
    'string.pattern.base': '{{#label}} must not contain half of a surrogate pair',
  }) as unknown as Joi.AnySchema<FieldValue>;

const isFieldValue = (value: unknown): boolean =>
  typeof value === 'string'
    ? value !== '' && value.length <= MAX_VALUE && !/\p{Cs}/u.test(value)
    : typeof value === 'boolean' || Number.isFinite(value);

const ONE_VALUE = `\` must be a string of 1 to ${MAX_VALUE} characters, a number or a boolean`;

/** Returns what is wrong with the value of an operator; undefined if nothing is, to follow its name. Joi would report each of thousands of values. */
function valueFault(op: Operator, value: unknown): string | undefined {
  if (op === 'is_empty') return typeof value === 'boolean' ? undefined : '` must be `true` or `false` with `is_empty`';
  if (op !== 'in') return isFieldValue(value) ? undefined : ONE_VALUE;
  const isList = Array.isArray(value) && value.length > 0 && value.length <= LIST_LIMITS.records;
  if (!isList) return `\` must be a list of 1 to ${LIST_LIMITS.records} values with \`in\``;
  const wrong = value.findIndex((each) => !isFieldValue(each));
  return wrong === -1 ? undefined : `[${wrong}]${ONE_VALUE}`;
}

/** Named, because client generators would otherwise create a type for each place. */
const named = (title: string) => ({ jsonSchema: { title } });

const condition = () =>
  shape(
    { field: fieldName().description('Name of the field.').example('Status') },
    {
      op: oneOf(...OPERATORS)
        .description(
          'The comparison; default `=`. `in`: one of a list. `contains`: part of a text, in any case. `is_empty`: no value, or an empty text. `!=` includes empty fields, the others do not.',
        )
        .example('>='),
      value: Joi.any()
        .meta({
          jsonSchema: {
            anyOf: [
              { type: 'string', minLength: 1, maxLength: MAX_VALUE },
              { type: 'number' },
              { type: 'boolean' },
              { type: 'array', items: {}, minItems: 1, maxItems: LIST_LIMITS.records },
            ],
          },
        })
        .description(
          `The value: a string of at most ${MAX_VALUE} characters, a number or a boolean; with \`in\` a list of at most ${LIST_LIMITS.records} of them; with \`is_empty\` \`true\` (default) or \`false\`.`,
        )
        .example(100),
    },
  )
    .custom((given: { field: string; op?: Operator; value?: unknown }, helpers) => {
      const { field, op = '=', value = op === 'is_empty' ? true : undefined } = given;
      const fault = valueFault(op, value);
      if (fault === undefined) return { field, op, value };
      return helpers.error('condition.value', { place: inPlace([...(helpers.state.path ?? []), ''], 'value'), fault });
    })
    .messages({ 'condition.value': '`{{#place}}{{#fault}}' })
    .meta({ ...named('RecordCondition'), required: ['value'] }) as unknown as Joi.ObjectSchema<Condition>;

export const conditions = (): Joi.ArraySchema<Condition[]> => listOf(condition()).min(1).max(MAX_CONDITIONS);

/** What chooses and orders records of a table. */
export const chosen = {
  where: conditions()
    .description('Conditions that all must be true.')
    .example([{ field: 'Status', op: '=', value: 'open' }]),
  sort: listOf(
    shape(
      { field: fieldName().description('Name of the field.').example('Date') },
      { direction: oneOf('asc', 'desc').description('Ascending (default) or descending.') },
    )
      .custom((given: { field: string }) => ({ direction: 'asc', ...given }))
      .meta(named('RecordSortKey')) as unknown as Joi.ObjectSchema<SortKey>,
  )
    .min(1)
    .max(MAX_SORT_KEYS)
    .description('The order: by the first field, then by the next. The default is the order of the keys.')
    .example([{ field: 'Date', direction: 'desc' }]),
};

export const limit = (what: string) => integer().min(1).max(LIST_LIMITS.records).description(what).example(100);

const LINKED_TABLE = tableId().required();

/** What is returned of a record. */
export const returned = {
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
      'Fields whose linked records are returned in place of their IDs, each with the linked table. One record: one more request per field, at most 100 linked records each. A list: one request per field for all of its records, or a few pages.',
    )
    .example({ Customer: 'Customers' }),
};

/** Records of another table that name a record, see `children`. */
export interface Children {
  table_id: string;
  /** The field that names the parent. */
  by: string;
  where?: Condition[];
  sort?: SortKey[];
  limit?: number;
  fields?: string[];
  expand?: Record<string, string>;
  children?: Record<string, Children>;
}

/** The largest number of lists of children per table. */
const MAX_CHILDREN = 5;
const LEVELS = 2;
/** A name that a tag can have. In data, `_record` is the record's id and time. */
const CHILD_NAME = /^(?!_record$)[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;

const childrenTo = (levels: number): Joi.ObjectSchema<Record<string, Children>> =>
  Joi.object<Record<string, Children>>()
    .pattern(
      /.*/,
      shape(
        {
          table_id: tableId().description('The table of the children.').example('order_items'),
          by: fieldName().description('The field of the children that names the parent’s ID.').example('order_id'),
        },
        {
          ...chosen,
          limit: limit('Only the first children of each parent. The others are read, and count towards the limits.'),
          ...returned,
          ...(levels > 1 && { children: childrenTo(levels - 1) }),
        },
      ).meta(named(levels > 1 ? 'RecordChildren' : 'RecordGrandchildren')),
    )
    .max(MAX_CHILDREN)
    .custom((members: object, helpers) => {
      const wrong = Object.keys(members).find((name) => !CHILD_NAME.test(name));
      return wrong === undefined ? members : helpers.error('children.name');
    })
    .messages({
      'children.name':
        '{{#label}} must have names of letters, digits, `_` and `-`, at most 64, not first a digit, and not `_record`',
    })
    .meta({ jsonSchema: { maxProperties: MAX_CHILDREN } })
    .description(
      'Records of other tables that name the record, such as the lines of an order: a list under each name. Two levels; one request per table, or a few pages.',
    )
    .example({ items: { table_id: 'order_items', by: 'order_id' } });

export const children = (): Joi.ObjectSchema<Record<string, Children>> => childrenTo(LEVELS);

/** Returns the number of tables that a list reads, each time that it names one. */
export const tablesOf = ({ expand = {}, children: of = {} }: Pick<Children, 'expand' | 'children'>): number =>
  1 + Object.keys(expand).length + Object.values(of).reduce((sum, each) => sum + tablesOf(each), 0);

/** The message of a request with too many tables. */
export const TOO_MANY_TABLES = `A list reads at most ${LIST_LIMITS.tables} tables: its own, and those of \`expand\` and \`children\``;
