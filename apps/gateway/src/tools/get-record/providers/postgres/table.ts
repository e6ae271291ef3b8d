/** Reads the catalog of PostgreSQL: the columns of a table or view, and its key. */
import { ServiceError } from '@toolpress/contract';
import type { Access, TableIds } from '../provider.js';
import type { Session } from './session.js';
import type { RawRow } from './values.js';

export interface Column {
  name: string;
  /** The type in which the column is compared, as SQL from the catalog: that below a domain. */
  type: string;
  /** Its category in `pg_type`, such as `S` for texts and `E` for enumerations. */
  category: string;
  /** The type of the items of an array, and its category; 0 for other types. */
  item: number;
  itemCategory: string;
}

export interface Table {
  schema: string;
  name: string;
  columns: readonly Column[];
  /** The column that holds the record's id; undefined for a table without one that the role may read. */
  key: Column | undefined;
  /** The columns of the primary key that the role may read, or `id` of a view. */
  keys: readonly Column[];
  /**
   * @param name the primary key if it is absent. @param parameter names the parameter in messages.
   * @throws ServiceError `invalid_parameter` if there is none.
   */
  column(name: string | undefined, parameter?: 'where' | 'sort'): Column;
}

/** The tables of one call. Each is read once. */
export class Tables {
  private readonly read = new Map<string, Table>();

  constructor(
    private readonly sessionOf: (database: string) => Promise<Session>,
    private readonly access: Access,
  ) {}

  /** Reads several tables of a database by one statement. @throws ServiceError as `opened`. */
  async prepare(base_id: string, tableIds: readonly string[]): Promise<void> {
    const found = await readTables(await this.sessionOf(base_id), tableIds);
    tableIds.forEach((table_id, at) => {
      this.read.set(keyOf({ base_id, table_id }), tableOf(table_id, found[at] ?? [], this.access));
    });
  }

  /** @throws ServiceError `record_not_found` or `provider_refused` for the table. */
  async opened(ids: TableIds): Promise<{ session: Session; table: Table }> {
    if (!this.read.has(keyOf(ids))) await this.prepare(ids.base_id, [ids.table_id]);
    return { session: await this.sessionOf(ids.base_id), table: this.read.get(keyOf(ids)) as Table };
  }
}

const keyOf = ({ base_id, table_id }: TableIds): string => JSON.stringify([base_id, table_id]);

/**
 * Joins the type below all domains, by which values are compared: a cast to a domain would cut, round or check the value that is compared. A type
 * has the modifier -1, because without one `character` and `bit` have the length 1. `"char"` and `name` cut texts, too.
 */
const baseOf = (type: string): string => `LATERAL (
  WITH RECURSIVE b AS (
    SELECT oid, typbasetype, typoutput, typelem, typdelim, typcategory FROM pg_catalog.pg_type WHERE oid = ${type}
    UNION ALL
    SELECT n.oid, n.typbasetype, n.typoutput, n.typelem, n.typdelim, n.typcategory FROM b JOIN pg_catalog.pg_type n ON n.oid = b.typbasetype)
  SELECT oid, typoutput, typelem, typdelim, CASE WHEN is_short THEN 'S' ELSE typcategory END AS category,
         CASE WHEN is_short THEN 'text' ELSE pg_catalog.format_type(oid, -1) END AS type
  FROM (SELECT *, oid IN ('"char"'::regtype, 'name'::regtype) AS is_short FROM b WHERE typbasetype = 0) last)`;

/** Finds tables and views, their columns, and which of them the role may read. */
const TABLES = `
SELECT n.nspname AS schema, c.relname AS table, a.attname AS name, coalesce(e.type || '[]', t.type) AS type,
       CASE WHEN e.typdelim = ',' THEN e.oid ELSE 0 END AS item, t.category AS category, e.category AS item_category,
       a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]) AS is_key,
       pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT') AS is_readable
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN ${baseOf('a.atttypid')} t ON true
LEFT JOIN ${baseOf("CASE WHEN t.typoutput = 'array_out'::regproc THEN t.typelem END")} e ON true
LEFT JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary
JOIN unnest($1::text[], $2::text[]) AS w (schema, name) ON w.schema = n.nspname AND w.name = c.relname
WHERE c.relkind IN ('r', 'p', 'v', 'm')
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
ORDER BY a.attnum`;

/** Reads what the catalog has of several tables by one statement. @returns the rows of each. */
async function readTables(session: Session, tableIds: readonly string[]): Promise<RawRow[][]> {
  const names = tableIds.map(qualified);
  const rows = await session.query(TABLES, [names.map(([schema]) => schema), names.map(([, name]) => name)]);
  return names.map(([schema, name]) => rows.filter((row) => row['schema'] === schema && row['table'] === name));
}

/** @param found the rows of `readTables`. @throws ServiceError `record_not_found` or `provider_refused` for the table. */
function tableOf(tableId: string, found: readonly RawRow[], access: Access): Table {
  const [schema, name] = qualified(tableId);
  const isListed = access.tables?.some((listed) => qualified(listed).join('.') === `${schema}.${name}`) ?? true;
  if (!isListed)
    throw new ServiceError(
      'provider_refused',
      `The connection \`${access.slug}\` does not list this table in \`tables\`.`,
    );
  if (found.length === 0)
    throw new ServiceError(
      'record_not_found',
      `The database has no table or view \`${tableId}\`, or the role cannot see it.`,
    );
  const columns = found
    .filter(({ is_readable }) => is_readable === 't')
    .map((row) => ({
      ...{ name: String(row['name']), type: String(row['type']) },
      ...{ item: Number(row['item']), category: String(row['category']), itemCategory: String(row['item_category']) },
    }));
  if (columns.length === 0)
    throw new ServiceError(
      'provider_refused',
      `The role of the connection \`${access.slug}\` has no permission to read the table \`${tableId}\`.`,
    );
  // A part of a key, or another column beside a key that the role may not read, is not unique.
  const keys = found.filter(({ is_key }) => is_key === 't').map((row) => String(row['name']));
  const id = keys.length === 0 ? 'id' : keys.length === 1 ? keys[0] : undefined;
  const key = columns.find((column) => column.name === id);
  const named = keys.length === 0 ? [id] : keys;
  return {
    ...{ schema, name, columns, key, keys: columns.filter((column) => named.includes(column.name)) },
    column: (wanted, parameter = 'where') => columnOf(columns, wanted, key, parameter),
  };
}

/** `orders` is in the schema `public`. */
function qualified(tableId: string): [schema: string, name: string] {
  const dot = tableId.indexOf('.');
  return dot === -1 ? ['public', tableId] : [tableId.slice(0, dot), tableId.slice(dot + 1)];
}

function columnOf(
  columns: readonly Column[],
  wanted: string | undefined,
  key: Column | undefined,
  parameter: 'where' | 'sort',
): Column {
  if (wanted !== undefined) {
    const column = columns.find(({ name }) => name === wanted);
    if (column !== undefined) return column;
    throw new ServiceError(
      'invalid_parameter',
      `\`${parameter}.field\` must be a column of the table that the role may read.`,
    );
  }
  if (key !== undefined) return key;
  throw new ServiceError(
    'invalid_parameter',
    'The table must have a primary key of one column that the role may read, or a view a column `id`. Use `where` instead of `record_id`.',
  );
}

/** Returns a column as SQL, in the type in which it is compared. The cast changes domains, `"char"` and `name` alone. */
export const comparedName = ({ name, type }: Column): string => `${quotedName(name)}::${type}`;

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Foreign keys of one column from a table that the role may read. */
const REFERENCES = `
SELECT a.attname AS field, f.attname AS referred
FROM pg_catalog.pg_constraint k
JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_class o ON o.oid = k.confrelid
JOIN pg_catalog.pg_namespace m ON m.oid = o.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
JOIN pg_catalog.pg_attribute f ON f.attrelid = o.oid AND f.attnum = k.confkey[1]
WHERE k.contype = 'f' AND pg_catalog.cardinality(k.conkey) = 1
  AND n.nspname = $1 AND c.relname = $2 AND m.nspname = $3 AND o.relname = $4
  AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
ORDER BY a.attnum`;

/** Returns the columns of a table that refer to the key of another one by a foreign key. */
export async function referencesTo(session: Session, table: Table, from: string): Promise<string[]> {
  const found = await session.query(REFERENCES, [...qualified(from), table.schema, table.name]);
  return found.filter(({ referred }) => referred === table.key?.name).map(({ field }) => String(field));
}
