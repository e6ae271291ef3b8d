/** PostgreSQL: a base is a database, a table a table or view, and a record the row with a primary key of one column. */
import { ServiceError, segment } from '@toolpress/contract';
import { parsePostgresUrl } from '../../../../accounts/connections/server-url.js';
import { tokenRejected } from '../../provider-errors.js';
import type { ReadRecord } from '../answers.js';
import { type Access, type Call, idRule, notUnique, type RecordProvider, type TableIds, unique } from '../provider.js';
import { recordsOfRows } from './record.js';
import { Session } from './session.js';

/** The error of a login that succeeded, to a database that cannot be used. */
const LOGGED_IN = new ServiceError('provider_refused', 'The database is missing or forbidden.');

export const postgres: RecordProvider = {
  ids: idRule({ base_id: segment('the name of a database').max(63) }),
  open(access, call) {
    const sessions = new Map<string, Promise<Session>>();
    /** @param accepted the SQLSTATEs that show that the server accepts the login. */
    const sessionOf = (database: string, accepted: readonly string[] = []): Promise<Session> => {
      const server = { ...parsePostgresUrl(access.url), password: access.token, database };
      const errors = errorsOf(access, database);
      const open = () => Session.open(server, call, (code) => (accepted.includes(code) ? LOGGED_IN : errors(code)));
      const session = sessions.get(database) ?? open();
      sessions.set(database, session);
      return session;
    };
    const rows = async (ids: TableIds, column: string | undefined, values: readonly string[], most: number) => {
      const session = await sessionOf(ids.base_id);
      const table = await readTable(session, ids.table_id, access);
      return selectRows(session, table, table.column(column), values, most, call);
    };
    return {
      async get(ids) {
        const [record, second] = await rows(ids, undefined, [ids.record_id], 2);
        if (second !== undefined) throw notUnique('record_id');
        if (record !== undefined) return record;
        throw new ServiceError('record_not_found', `The table has no record \`${ids.record_id}\`.`);
      },
      find: (ids, { field, value }) => rows(ids, field, [String(value)], 2),
      async list(ids, recordIds) {
        return unique(await rows(ids, undefined, recordIds, recordIds.length + 1));
      },
      test: async () => {
        // Most servers have a database of this name. The answers that it is missing or forbidden come after the login.
        await sessionOf('postgres', ['3D000', '42501']).catch((error: unknown) => {
          if (error !== LOGGED_IN) throw error;
        });
      },
      close() {
        for (const session of sessions.values()) session.then((opened) => opened.close()).catch(() => undefined);
      },
    };
  },
};

interface Column {
  name: string;
  /** The type as SQL, from the catalog. */
  type: string;
  /** The type of the items of an array; 0 for other types. */
  item: number;
}

interface Table {
  schema: string;
  name: string;
  columns: readonly Column[];
  /** The column that holds the record's id; undefined for a table without one that the role may read. */
  key: Column | undefined;
  /** @param name the primary key if it is absent. @throws ServiceError `invalid_parameter` if there is none. */
  column(name: string | undefined): Column;
}

/**
 * Finds a table or view, its columns, and which of them the role may read. A type has the modifier -1, because without one `character` and
 * `bit` have the length 1.
 */
const TABLE = `
SELECT a.attname AS name, pg_catalog.format_type(a.atttypid, -1) AS type,
       CASE WHEN t.typoutput = 'array_out'::regproc AND e.typdelim = ',' THEN t.typelem ELSE 0 END AS item,
       a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]) AS is_key,
       pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT') AS is_readable
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
LEFT JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'v', 'm')
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
ORDER BY a.attnum`;

/** @throws ServiceError `record_not_found` or `provider_refused` for the table. */
async function readTable(session: Session, tableId: string, access: Access): Promise<Table> {
  const [schema, name] = qualified(tableId);
  const isListed = access.tables?.some((listed) => qualified(listed).join('.') === `${schema}.${name}`) ?? true;
  if (!isListed)
    throw new ServiceError(
      'provider_refused',
      `The connection \`${access.slug}\` does not list this table in \`tables\`.`,
    );
  const found = await session.query(TABLE, [schema, name]);
  if (found.length === 0)
    throw new ServiceError(
      'record_not_found',
      `The database has no table or view \`${tableId}\`, or the role cannot see it.`,
    );
  const columns = found
    .filter(({ is_readable }) => is_readable === 't')
    .map((row) => ({
      ...{ name: String(row['name']), type: String(row['type']) },
      item: Number(row['item']),
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
  return { schema, name, columns, key, column: (wanted) => columnOf(columns, wanted, key) };
}

/** `orders` is in the schema `public`. */
function qualified(tableId: string): [schema: string, name: string] {
  const dot = tableId.indexOf('.');
  return dot === -1 ? ['public', tableId] : [tableId.slice(0, dot), tableId.slice(dot + 1)];
}

function columnOf(columns: readonly Column[], wanted: string | undefined, key: Column | undefined): Column {
  if (wanted !== undefined) {
    const column = columns.find(({ name }) => name === wanted);
    if (column !== undefined) return column;
    throw new ServiceError('invalid_parameter', '`where.field` must be a column of the table that the role may read.');
  }
  if (key !== undefined) return key;
  throw new ServiceError(
    'invalid_parameter',
    'The table must have a primary key of one column that the role may read, or a view a column `id`. Use `where` instead of `record_id`.',
  );
}

/** All names come from the catalog and are quoted, and all values are parameters. */
async function selectRows(
  session: Session,
  table: Table,
  by: Column,
  values: readonly string[],
  most: number,
  call: Call,
): Promise<ReadRecord[]> {
  const columns = table.columns.map(({ name }) => quotedName(name)).join(', ');
  const rows = await session.query(
    `SELECT ${columns} FROM ${quotedName(table.schema)}.${quotedName(table.name)} WHERE ${quotedName(by.name)} = ANY ($1::text[]::${by.type}[]) LIMIT $2`,
    [values, most],
  );
  const typed = table.columns.map(({ name, item }) => ({ name, item, type: session.typeOf(name) }));
  return recordsOfRows({ rows, columns: typed, key: (table.key ?? by).name, by: by.name }, call);
}

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the errors of PostgreSQL for callers, by SQLSTATE. */
function errorsOf({ slug }: Access, database: string) {
  const invalid = (): ServiceError =>
    new ServiceError('invalid_parameter', 'The value does not match the column’s type, such as text for a number.');
  const busy = (): ServiceError =>
    new ServiceError('unavailable', 'The PostgreSQL server accepts no more connections; try again in 5 s.', {
      headers: { 'Retry-After': '5' },
      reason: 'provider_busy',
    });
  const late = (): ServiceError =>
    new ServiceError('deadline_exceeded', 'The provider did not answer within the time limit.');
  const refused = (): ServiceError =>
    new ServiceError(
      'provider_refused',
      `The role of the connection \`${slug}\` lacks a permission in \`${database}\`.`,
    );
  const wrongToken = (): ServiceError => tokenRejected(slug);
  const noLogin = (): ServiceError =>
    new ServiceError(
      'provider_refused',
      `The server does not let the role of the connection \`${slug}\` log in to \`${database}\`: the role may not log in, or the server refuses it from this address or without TLS.`,
    );
  const errors: Record<string, () => ServiceError> = {
    ...{ '28P01': wrongToken, '28000': noLogin, '42501': refused },
    '3D000': () => new ServiceError('record_not_found', `The server has no database \`${database}\`.`),
    ...{ '22P02': invalid, '22003': invalid, '22007': invalid, '22008': invalid, '22021': invalid, '42883': invalid },
    ...{ '42846': invalid, '53300': busy, '57P03': busy, '57014': late, '55P03': late },
  };
  return (code: string): ServiceError | undefined => (Object.hasOwn(errors, code) ? errors[code]?.() : undefined);
}
