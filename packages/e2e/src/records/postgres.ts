/** A real PostgreSQL with records. */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, makeCertificate, startPostgres, startRawTarget, type TestPostgres } from '@toolpress/testkit';
import type { Ids, RecordServer, ServerKind } from './cases.js';

const SCHEMA = `
CREATE ROLE reader LOGIN PASSWORD 'passwordOfTheReader' CONNECTION LIMIT 20;
CREATE ROLE crowded LOGIN PASSWORD 'passwordOfTheReader' CONNECTION LIMIT 0;
CREATE TABLE customers (id int PRIMARY KEY, name text);
CREATE TABLE orders (
  id bigint PRIMARY KEY, "Größe 東京 🦊" text, "quo""te" text, amount numeric, big bigint, huge numeric, ratio float8, paid boolean,
  at timestamptz, local timestamp, due date, raw bytea, tags text[], bigs bigint[], doc jsonb, big_doc jsonb, wait interval,
  empty text, customer_id int REFERENCES customers, secret text, created_at timestamptz);
INSERT INTO customers VALUES (7, 'Ada Lovelace');
INSERT INTO orders VALUES (1, 'Ada Lovelace', 'q', 1234.50, 9007199254740993, 123456789012345678901234567890.5, 0.1, true,
  '2026-02-03 04:05:06.123456+02', '2026-02-03 04:05:06', '2026-02-28', '\\x00ff10', '{"a b",NULL,"c\\"d"}',
  '{{1,9007199254740993}}', '{"a": [1, 2.5]}', '{"n": 12345678901234567890}', '1 day 2 hours', '', 7, 's', '2026-01-01 00:00:00Z');
INSERT INTO orders (id) VALUES (2), (9223372036854775807);
INSERT INTO orders (id, empty) VALUES (3, repeat('x', 11 * 1024 * 1024)), (4, 'twice'), (5, 'twice');
CREATE TABLE hidden (id int PRIMARY KEY);
CREATE TABLE pairs (a int, b int, PRIMARY KEY (a, b));
CREATE TABLE uuids (id uuid PRIMARY KEY, n int);
INSERT INTO uuids VALUES ('6f1c1c3e-0000-4000-8000-000000000001', 5);
CREATE ROLE hasty LOGIN PASSWORD 'passwordOfTheReader';
ALTER ROLE hasty SET statement_timeout = '500ms';
CREATE TABLE codes (code char(3) PRIMARY KEY, bits bit(4) UNIQUE, name text);
INSERT INTO codes VALUES ('a', B'1000', 'short'), ('abc', B'1010', 'long');
CREATE TABLE included (id int, name text, PRIMARY KEY (id) INCLUDE (name));
INSERT INTO included VALUES (1, 'one');
CREATE TABLE hidden_key (k int PRIMARY KEY, id int);
INSERT INTO hidden_key VALUES (1, 5), (2, 5);
CREATE TABLE hidden_part (a int, b int, PRIMARY KEY (a, b));
INSERT INTO hidden_part VALUES (1, 1), (1, 2);
CREATE VIEW doubled AS SELECT 1 AS id, n FROM generate_series(1, 2) n UNION ALL SELECT 2, 3;
INSERT INTO pairs VALUES (1, 2);
CREATE TABLE forms (id int PRIMARY KEY, boxes box[], numbers int2vector, odd int[], ref int);
CREATE TABLE repeats (id int PRIMARY KEY, refs int[], others int[]);
INSERT INTO repeats VALUES (1, array_fill(6, ARRAY[1000000]), array_fill(7, ARRAY[3]));
INSERT INTO orders (id, empty) VALUES (6, repeat('x', 1024 * 1024));
INSERT INTO forms VALUES (1, '{(1,1),(0,0);(2,2),(1,1)}', '1 2', '[0:1]={1,2}', 1);
CREATE TABLE documents (id int PRIMARY KEY, doc jsonb);
INSERT INTO documents VALUES (1, jsonb_build_object('s', repeat('x"\\\\', 2000000), 'n', 1.5));
CREATE SCHEMA sales;
CREATE VIEW sales.slow AS SELECT 1 AS id, pg_sleep(30)::text AS waited;
CREATE TABLE sales.deleted (id int PRIMARY KEY, n int);
CREATE FUNCTION sales.writes() RETURNS int LANGUAGE sql AS 'INSERT INTO sales.deleted VALUES (1, 1) RETURNING 1';
CREATE VIEW sales.writing AS SELECT 1 AS id, sales.writes() AS n;
GRANT USAGE ON SCHEMA sales TO reader;
GRANT SELECT (id, "Größe 東京 🦊", "quo""te", amount, big, huge, ratio, paid, at, local, due, raw, tags, bigs, doc, big_doc, wait, empty,
  customer_id, created_at) ON orders TO reader;
GRANT SELECT ON customers, pairs, uuids, sales.slow, sales.writing TO reader;
GRANT SELECT ON codes, included, doubled, repeats, forms, documents TO reader;
GRANT SELECT (id) ON hidden_key TO reader;
GRANT SELECT (a) ON hidden_part TO reader;
GRANT USAGE ON SCHEMA sales TO hasty;
GRANT SELECT ON sales.slow TO hasty;
GRANT INSERT, DELETE ON sales.deleted, customers TO reader;
`;

export const READER_PASSWORD = 'passwordOfTheReader';

export interface Postgres extends RecordServer {
  server: TestPostgres;
  /** The address for the role `reader`. */
  url: string;
  /** The authority of its certificate, and the path of its file, for `NODE_EXTRA_CA_CERTS`. */
  authority: ReturnType<typeof makeCertificate>;
  authorityPath: string;
}

/** Returns the ids of a record of the database `shop`. */
export const shop = (table_id: string, record_id?: string): Ids => ({
  base_id: 'shop',
  table_id,
  ...(record_id === undefined ? {} : { record_id }),
});

export const postgres: ServerKind<Postgres> = {
  name: 'postgres',
  isReal: true,
  missing: () => (hasPostgres() ? undefined : 'none is installed'),
  async start() {
    const authority = makeCertificate({ subject: 'Test CA' });
    const authorityPath = join(tmpdir(), `toolpress-ca-${process.pid}.pem`);
    await writeFile(authorityPath, authority.cert);
    const names = ['127.0.0.1', 'localhost'];
    const server = await startPostgres(makeCertificate({ subject: 'db', names, issuer: authority }));
    server.sql('CREATE DATABASE shop');
    server.sql(SCHEMA.replaceAll('\\\\', '\\'), 'shop');
    // It answers as a web server that listens on the port of PostgreSQL.
    const other = await startRawTarget((socket) => socket.end('HTTP/1.1 400 Bad Request'), { greet: true });
    const otherHost = new URL(other.url).host;
    const url = `postgres://reader@127.0.0.1:${server.port}`;
    const token = READER_PASSWORD;
    return {
      provider: 'postgres',
      title: `PostgreSQL ${server.version}`,
      server,
      url,
      authority,
      authorityPath,
      hosts: [`127.0.0.1:${server.port}`, `localhost:${server.port}`, otherHost],
      env: { NODE_EXTRA_CA_CERTS: authorityPath },
      connections: {
        main: { url, token },
        plain: { url: `${url}?sslmode=disable`, token },
        stale: { url, token: 'wrongTokenOfTheTest' },
        crowded: { url: url.replace('reader', 'crowded'), token },
        broken: { url: `postgres://reader@${otherHost}?sslmode=disable`, token },
        listed: { url, token, tables: ['public.customers'] },
      },
      calls: {
        found: { slug: 'main', ids: shop('orders', '1'), expected: [200, /Ada Lovelace/] },
        'not found': { slug: 'main', ids: shop('orders', '99'), expected: [404, /The table has no record `99`/] },
        'no permission': {
          slug: 'main',
          ids: shop('hidden', '1'),
          expected: [403, /no permission to read the table `hidden`/],
        },
        'wrong token': {
          slug: 'stale',
          ids: shop('orders', '1'),
          expected: [403, /refuses the token of the connection `/],
        },
        'wrong base': {
          slug: 'main',
          ids: { ...shop('orders', '1'), base_id: 'other' },
          expected: [404, /no database `other`/],
        },
        'wrong table': { slug: 'main', ids: shop('none', '1'), expected: [404, /no table or view `none`/] },
        throttled: { slug: 'crowded', ids: shop('orders', '1'), expected: [503, /accepts no more connections/] },
        slow: { slug: 'main', ids: shop('sales.slow', '1'), expected: [504, /did not answer within the time limit/] },
        'broken answer': {
          slug: 'broken',
          ids: shop('orders', '1'),
          expected: [502, /can’t be reached|provider failed/],
        },
        'huge record': { slug: 'main', ids: shop('orders', '3'), expected: [413, /larger than 10 MiB/] },
        'Unicode names': {
          slug: 'plain',
          ids: shop('orders', '1'),
          expected: [200, /"Größe 東京 🦊":"Ada Lovelace"/],
        },
        'empty fields': { slug: 'main', ids: shop('orders', '2'), expected: [200, /"fields":\{"id":2\}/] },
      },
      async stop() {
        await other.close();
        await server.stop();
        await rm(authorityPath, { force: true });
      },
    };
  },
};
