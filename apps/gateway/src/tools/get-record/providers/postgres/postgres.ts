/** PostgreSQL: a base is a database, a table a table or view, and a record the row with a primary key of one column. */
import { ServiceError, segment } from '@toolpress/contract';
import { parsePostgresUrl } from '../../../../accounts/connections/server-url.js';
import { tokenRejected } from '../../provider-errors.js';
import type { ReadRecord } from '../answers.js';
import { type Access, type Call, idRule, notUnique, type RecordProvider, type TableIds, unique } from '../provider.js';
import { notComparable, type Statement, selected, statementOf } from './query.js';
import { recordsOfRows } from './record.js';
import { Session } from './session.js';
import { type Column, comparedName, referencesTo, type Table, Tables } from './table.js';

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
    const tables = new Tables(sessionOf, access);
    const opened = (ids: TableIds) => tables.opened(ids);
    const rows = async (ids: TableIds, column: string | undefined, values: readonly string[], most: number) => {
      const { session, table } = await opened(ids);
      return selectRows(session, table, table.column(column), values, most, call);
    };
    return {
      prepare: (baseId, tableIds) => tables.prepare(baseId, tableIds),
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
      async query(ids, query) {
        const { session, table } = await opened(ids);
        return recordsBy(session, table, statementOf(table, query), call);
      },
      async fieldsOf(ids) {
        return (await opened(ids)).table.columns.map(({ name }) => name);
      },
      async hasKey(ids) {
        return (await opened(ids)).table.key !== undefined;
      },
      async referencesTo(ids, from) {
        const { session, table } = await opened(ids);
        return referencesTo(session, table, from);
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

/** All names come from the catalog and are quoted, and all values are parameters. */
function selectRows(
  session: Session,
  table: Table,
  by: Column,
  values: readonly string[],
  most: number,
  call: Call,
): Promise<ReadRecord[]> {
  const { columns } = table;
  const text = `${selected(columns, table)} WHERE ${comparedName(by)} = ANY ($1::text[]::${by.type}[]) LIMIT $2`;
  return recordsBy(session, table, { text, values: [values, most], columns }, call, by.name);
}

/** @param by the column that is the id of a record without a key. */
async function recordsBy(
  session: Session,
  table: Table,
  { text, values, columns }: Statement,
  call: Call,
  by?: string,
): Promise<ReadRecord[]> {
  const { rows, types } = await session.lists(text, values);
  const typed = columns.map(({ name, item }, at) => ({ name, item, type: types[at] ?? 0 }));
  const keys = table.key ? [table.key] : by === undefined ? table.keys : [];
  return recordsOfRows({ rows, columns: typed, keys: keys.map(({ name }) => name), by }, call);
}

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
    ...{
      '22P02': invalid,
      '22003': invalid,
      '22007': invalid,
      '22008': invalid,
      '22021': invalid,
      '42883': notComparable,
    },
    ...{ '42846': invalid, '53300': busy, '57P03': busy, '57014': late, '55P03': late },
  };
  return (code: string): ServiceError | undefined => (Object.hasOwn(errors, code) ? errors[code]?.() : undefined);
}
