/** The tables of the sample base, in each of the servers that run here: the same records, by the server's own means. */
import { readFileSync } from 'node:fs';
import type { ProviderName } from '@toolpress/contract';
import type { TestPostgres } from '@toolpress/testkit';
import { directus } from './directus.js';
import { nocodb } from './nocodb.js';
import { pocketbase } from './pocketbase.js';
import { postgres, READER_PASSWORD } from './postgres.js';
import { callServer } from './rest-server.js';

const SCHEMA = new URL('../../../../scripts/lib/service/sample-base.sql', import.meta.url);

type Type = 'text' | 'number' | 'date';
/** The columns of each table besides `id`: their type, or the table that they name. Tables follow those that they name. */
const COLUMNS = {
  customers: { name: 'text', street: 'text', city: 'text', country: 'text', email: 'text' },
  products: { name: 'text', category: 'text', unit: 'text', price: 'number' },
  orders: {
    ...{ number: 'text', customer_id: { names: 'customers' }, date: 'date', due_date: 'date', currency: 'text' },
    ...{ net: 'number', vat: 'number', total: 'number' },
  },
  order_lines: {
    ...{ order_id: { names: 'orders' }, position: 'number', product_id: { names: 'products' } },
    ...{ quantity: 'number', unit_price: 'number', amount: 'number' },
  },
  payments: {
    ...{ customer_id: { names: 'customers' }, order_id: { names: 'orders' } },
    ...{ date: 'date', method: 'text', amount: 'number' },
  },
} as const satisfies Record<string, Record<string, Type | { names: string }>>;

export type Table = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as Table[];
type Columns = Record<string, Type | { names: Table }>;
const columnsOf = (table: Table): [name: string, type: Type | { names: Table }][] =>
  Object.entries<Columns[string]>(COLUMNS[table] as Columns);

type Row = Record<string, string | number>;
export type Rows = Record<Table, Row[]>;

/** A server with the tables. */
export interface Shop {
  readonly provider: ProviderName;
  readonly title: string;
  readonly base: string;
  readonly tables: Readonly<Record<Table, string>>;
  /** Returns the server's id of a record of the sample base. */
  idOf(table: Table, id: string): string;
  /** The address and the token of a connection. */
  readonly connection: { url: string; token: string };
  readonly env?: Readonly<Record<string, string>>;
  /** The SQL server itself; absent for servers with an API over HTTP. */
  readonly database?: TestPostgres;
  stop(): Promise<void>;
}

export interface ShopKind {
  readonly name: string;
  missing(): string | undefined;
  start(): Promise<Shop>;
}

const same = (_table: Table, id: string): string => id;

const named = (nameOf: (table: Table) => string): Record<Table, string> =>
  Object.fromEntries(TABLES.map((table) => [table, nameOf(table)])) as Record<Table, string>;

/** The servers have other tables of these names. */
const prefixed = (table: Table): string => `shop_${table}`;
/** What servers with one base that keep the ids have in common. */
const PREFIXED = { base: 'default', tables: named(prefixed), idOf: same };

const inPostgres: ShopKind = {
  ...{ name: 'PostgreSQL', missing: postgres.missing },
  async start() {
    const { server, title, url, env, stop } = await postgres.start();
    server.sql('CREATE DATABASE sample');
    server.sql(readFileSync(SCHEMA, 'utf8'), 'sample');
    server.sql('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader', 'sample');
    server.sql("ALTER ROLE reader SET log_statement = 'all'");
    const connection = { url, token: READER_PASSWORD };
    return {
      ...{ provider: 'postgres', title, base: 'sample', tables: named((table) => table), idOf: same },
      ...{ connection, database: server },
      ...(env && { env }),
      stop,
    };
  },
};

/** Returns the records of the sample base. @param database one with its schema. */
export function rowsOf(database: TestPostgres): Rows {
  const tables = TABLES.map((table) => {
    const columns = ['id', ...Object.keys(COLUMNS[table])].join(', ');
    const json = database.sql(`SELECT json_agg(t ORDER BY id) FROM (SELECT ${columns} FROM ${table}) t`, 'sample');
    return [table, JSON.parse(json)] as const;
  });
  return Object.fromEntries(tables) as Rows;
}

const inPocketBase = (rows: () => Rows): ShopKind => ({
  ...{ name: 'PocketBase', missing: pocketbase.missing },
  async start() {
    const { title, url, token, stop } = await pocketbase.start();
    const post = (path: string, body: unknown) => callServer(url, path, { token: { authorization: token }, body });
    const ids = new Map<string, string>();
    for (const table of TABLES) {
      const fields = columnsOf(table).map(([name, type]) =>
        typeof type === 'string'
          ? { name, type }
          : { name, type: 'relation', collectionId: ids.get(type.names), maxSelect: 1 },
      );
      const id = { name: 'id', type: 'text', primaryKey: true, required: true, system: true, pattern: '^[a-z0-9_]+$' };
      const body = { name: prefixed(table), type: 'base', fields: [{ ...id, min: 1, max: 50 }, ...fields] };
      ids.set(table, (await post('/api/collections', body)).id);
      for (const row of rows()[table]) await post(`/api/collections/${prefixed(table)}/records`, row);
    }
    return { ...PREFIXED, provider: 'pocketbase', title, connection: { url, token }, stop };
  },
});

const inDirectus = (rows: () => Rows): ShopKind => ({
  ...{ name: 'Directus', missing: directus.missing },
  async start() {
    const { title, connections, stop } = await directus.start();
    const { url, token } = connections['main'] ?? { url: '', token: '' };
    const post = (path: string, body: unknown) =>
      callServer(url, path, { token: { authorization: `Bearer ${token}` }, body });
    const typeOf = (type: Type | object) =>
      typeof type === 'object' || type === 'text'
        ? { type: 'string' }
        : type === 'date'
          ? { type }
          : { type: 'decimal', schema: { numeric_precision: 12, numeric_scale: 2 } };
    for (const table of TABLES) {
      const fields = columnsOf(table).map(([field, type]) => ({ field, ...typeOf(type) }));
      const key = { field: 'id', type: 'string', schema: { is_primary_key: true } };
      await post('/collections', { collection: prefixed(table), schema: {}, meta: {}, fields: [key, ...fields] });
      await post(`/items/${prefixed(table)}`, rows()[table]);
    }
    return { ...PREFIXED, provider: 'directus', title, connection: { url, token }, stop };
  },
});

/** NocoDB numbers the records of a table. */
const inNocodb = (rows: () => Rows): ShopKind => ({
  ...{ name: 'NocoDB', missing: nocodb.missing },
  async start() {
    const { title, connections, stop } = await nocodb.start();
    const { url, token } = connections['main'] ?? { url: '', token: '' };
    const post = (path: string, body: unknown) => callServer(url, path, { token: { 'xc-token': token }, body });
    const base = (await post('/api/v2/meta/bases/', { title: 'Shop' })).id;
    const numberOf = (table: Table, id: unknown): number => rows()[table].findIndex((row) => row['id'] === id) + 1;
    const types = { text: 'SingleLineText', number: 'Decimal', date: 'Date' };
    const tables: Partial<Record<Table, string>> = {};
    for (const table of TABLES) {
      const columns = columnsOf(table).map(([name, type]) => ({
        ...{ title: name, column_name: name, uidt: typeof type === 'string' ? types[type] : 'Number' },
      }));
      const key = { title: 'Id', column_name: 'id', uidt: 'ID' };
      const body = { title: table, table_name: table, columns: [key, ...columns] };
      const { id } = await post(`/api/v2/meta/bases/${base}/tables`, body);
      const records = rows()[table].map((row) =>
        Object.fromEntries(
          columnsOf(table).map(([name, type]) => [
            name,
            typeof type === 'string' ? row[name] : numberOf(type.names, row[name]),
          ]),
        ),
      );
      for (let from = 0; from < records.length; from += 50)
        await post(`/api/v2/tables/${id}/records`, records.slice(from, from + 50));
      tables[table] = id;
    }
    const idOf = (table: Table, id: string): string => String(numberOf(table, id));
    return {
      ...{ provider: 'nocodb', title, base, tables: tables as Record<Table, string>, idOf },
      ...{ connection: { url, token }, stop },
    };
  },
});

/** All servers of the shop. PostgreSQL is first: it has the records that the others get. */
export const SHOPS = (rows: () => Rows): ShopKind[] => [
  inPostgres,
  ...[inPocketBase, inDirectus, inNocodb].map((kind) => kind(rows)),
];
