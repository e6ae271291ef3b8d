/** Writes a query of PostgreSQL. All names come from the catalog and are quoted, and all values are parameters. */
import { type Condition, type FieldValue, ServiceError } from '@toolpress/contract';
import { providerCannot, type RecordQuery } from '../provider.js';
import { type Column, comparedName, quotedName, type Table } from './table.js';

export interface Statement {
  text: string;
  values: unknown[];
  /** The columns of its rows, in order. */
  columns: readonly Column[];
}

/** Names of columns with the creation time. */
export const CREATED = ['created_at', 'createdAt', 'created_time', 'created'];

export const selected = (columns: readonly Column[], { schema, name }: Table): string =>
  `SELECT ${columns.map((column) => quotedName(column.name)).join(', ')} FROM ${quotedName(schema)}.${quotedName(name)}`;

/** @throws ServiceError `invalid_parameter` for an unknown column, `provider_cannot` for an operator that a type does not have. */
export function statementOf(table: Table, { where, sort, limit, fields }: RecordQuery): Statement {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions = where.map((each) => conditionOf(each, table.column(each.field, 'where'), parameter));
  const order = [
    ...sort.map(({ field, direction }) => `${quotedName(table.column(field, 'sort').name)} ${direction} NULLS LAST`),
    // Without a unique last key, equal rows would have any order.
    ...table.keys.map(({ name }) => quotedName(name)),
  ];
  const needed = fields && new Set([...fields, ...table.keys.map(({ name }) => name), ...CREATED]);
  const columns = table.columns.filter(({ name }) => needed?.has(name) ?? true);
  const text = [
    selected(columns, table),
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
    `LIMIT ${parameter(limit)}`,
  ].join(' ');
  return { text, values, columns };
}

function conditionOf({ field, op, value }: Condition, column: Column, parameter: (value: unknown) => string): string {
  const name = comparedName(column);
  switch (op) {
    case 'is_empty': {
      const empty = [`${name} IS NULL`, ...emptyForms(column, name)].join(' OR ');
      return value === false ? `NOT (${empty})` : `(${empty})`;
    }
    case 'contains':
      return containing(column, field, parameter(`%${String(value).replace(/[\\%_]/g, '\\$&')}%`));
    case 'in': {
      const texts = (value as readonly FieldValue[]).map(String);
      const type = typeFor(column, texts);
      const given = `${parameter(texts)}::text[]`;
      // An array of arrays is another value than a list of arrays.
      if (column.item !== 0) return `EXISTS (SELECT 1 FROM unnest(${given}) v WHERE ${name} = v::${type})`;
      return `${name} = ANY (${given}::${type}[])`;
    }
    default: {
      const given = `${parameter(String(value))}::text::${typeFor(column, [String(value)])}`;
      return op === '!=' ? `${name} IS DISTINCT FROM ${given}` : `${name} ${op} ${given}`;
    }
  }
}

/** A JSON text of null, an empty text or an empty list, which are empty fields in records. Backslashes depend on a setting of the role. */
const EMPTY_JSON = `'^[[:space:]]*(null|""|[[][[:space:]]*[]])[[:space:]]*$'`;

/** Returns the conditions for values that are empty beside NULL. */
function emptyForms({ type, category, item }: Column, name: string): string[] {
  if (item !== 0) return [`cardinality(${name}) = 0`];
  if (category === 'S') return [`${name}::text = ''`];
  return ['json', 'jsonb'].includes(type) ? [`${name}::text ~ ${EMPTY_JSON}`] : [];
}

/** Matches a part of a text in any case; of an array, of one of its items. */
function containing(column: Column, field: string, pattern: string): string {
  const { category, item, itemCategory } = column;
  const name = comparedName(column);
  const isText = ['S', 'E'].includes(item === 0 ? category : itemCategory);
  if (!isText)
    throw providerCannot(
      `the operator \`contains\` for the column \`${field}\`, which is no text; use \`=\` or \`in\``,
    );
  if (item === 0) return `${name}::text ILIKE ${pattern}`;
  return `EXISTS (SELECT 1 FROM unnest(${name}) v WHERE v::text ILIKE ${pattern})`;
}

const INTEGERS = new Set(['smallint', 'integer', 'bigint']);

/**
 * Returns the type of values that are compared with a column. Integers beyond the column's type, and fractions, are compared, too. The
 * comparison with `bigint` uses an index of each type of integers.
 */
const typeFor = ({ type }: Column, values: readonly string[]): string =>
  !INTEGERS.has(type) ? type : values.every((value) => /^-?\d{1,18}$/.test(value)) ? 'bigint' : 'numeric';

/** The error for an order or comparison that the column's type does not have. */
export const notComparable = (): ServiceError =>
  new ServiceError('provider_cannot', 'The type of a column of `where` or `sort` has no such comparison or order.');
