/** An ordinary schema in a real PostgreSQL: customers, orders, their lines and payments, and a table of all types. */
import { hasPostgres, makeCertificate, startPostgres, TestService } from '@toolpress/testkit';
import { limit } from './cases.js';

const SCHEMA = `
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, email text);
CREATE TABLE products (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), code varchar(20) UNIQUE, price numeric(12, 2));
CREATE TABLE orders (
  id bigint PRIMARY KEY, number text NOT NULL, customer_id int REFERENCES customers, date date, total numeric(12, 2),
  created_at timestamptz NOT NULL DEFAULT '2026-01-01 00:00:00Z');
CREATE TABLE order_items (
  order_id bigint REFERENCES orders, line int, product_id uuid REFERENCES products, qty numeric(10, 3), note text,
  PRIMARY KEY (order_id, line));
CREATE TABLE parts (id int PRIMARY KEY, item text, order_id bigint);
CREATE TABLE payments (id int PRIMARY KEY, order_id bigint NOT NULL REFERENCES orders, amount numeric(12, 2), paid_at timestamptz);
CREATE TABLE shipments (id int PRIMARY KEY, payment_id int REFERENCES payments, weight float8);
INSERT INTO customers SELECT n, 'Customer ' || n, CASE WHEN n % 2 = 0 THEN 'c' || n || '@example.org' END FROM generate_series(1, 50) n;
INSERT INTO products SELECT md5(n::text)::uuid, 'P-' || n, n * 1.25 FROM generate_series(1, 20) n;
INSERT INTO orders SELECT n, '2026-' || lpad(n::text, 4, '0'), (n - 1) % 50 + 1, date '2026-01-01' + (n % 28)::int, n * 10.5
  FROM generate_series(1, 3000) n;
INSERT INTO order_items SELECT o, l, md5(((o + l) % 20 + 1)::text)::uuid, l * 1.5, CASE l WHEN 1 THEN 'first' ELSE '' END
  FROM generate_series(1, 3000) o, generate_series(1, 3) l;
INSERT INTO payments SELECT n, n, n * 5, '2026-02-01 12:00:00Z' FROM generate_series(1, 20) n;
INSERT INTO shipments SELECT n, (n + 1) / 2, n * 0.1 FROM generate_series(1, 40) n;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TABLE kinds (
  id int PRIMARY KEY, t text, v varchar(20), c char(5), i int, s smallint, b bigint, n numeric, f float8, yes boolean, d date,
  ts timestamp, tz timestamptz, u uuid, m mood, j jsonb, js json, x bytea, iv interval, arr text[], nums int[]);
INSERT INTO kinds VALUES
  (1, 'Ada', 'ada', 'a', 1, 1, 1, 1.10, 0.5, true, '2026-01-01', '2026-01-01 10:00', '2026-01-01 10:00Z', '00000000-0000-4000-8000-000000000001',
   'sad', '{"a": 1}', '{}', '\\x00', '1 hour', '{red,green}', '{1,2}'),
  (2, 'Grace 100%', 'grace_h', 'b', 2, 2, 9007199254740993, 123456789012345678901234567890.5, 1e300, false, '2026-02-01', '2026-02-01 10:00',
   '2026-02-01 10:00Z', '00000000-0000-4000-8000-000000000002', 'ok', '[]', ' [ ]', '\\xff', '2 hours', '{blue}', '{}'),
  (3, '', '', 'c', -3, -3, -3, 0, 0, true, '1999-12-31', '1999-12-31 10:00', '1999-12-31 10:00Z', '00000000-0000-4000-8000-000000000003',
   'happy', '""', ' null ', '\\x', '3 days', '{}', NULL),
  (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
CREATE DOMAIN code AS varchar(3);
CREATE DOMAIN short_code AS code;
CREATE DOMAIN cents AS numeric(8, 2);
CREATE DOMAIN positive AS int CHECK (value > 0);
CREATE DOMAIN feeling AS mood;
CREATE TABLE domains (id short_code PRIMARY KEY, n cents, p positive, m feeling, codes short_code[], q "char", nm name, names name[]);
INSERT INTO domains VALUES ('ABC', 1.23, 1, 'ok', '{ABC}', 'x', repeat('n', 63), '{a}'), ('B', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts SELECT n, 'Part ' || n FROM generate_series(1, 250) n;
CREATE VIEW linking AS SELECT id, id AS part_id FROM parts;
CREATE VIEW keyless AS SELECT name, email FROM customers WHERE id < 4;
CREATE TABLE wide (id int PRIMARY KEY, body text);
INSERT INTO wide SELECT n, repeat('x', 6000) FROM generate_series(1, 2000) n;
CREATE VIEW stalling AS SELECT 1 AS id, pg_sleep(30)::text AS waited;
CREATE VIEW ending AS SELECT n AS id, CASE WHEN n = 900 THEN pg_terminate_backend(pg_backend_pid()) END AS ended, repeat('x', 2000) AS body
  FROM generate_series(1, 1000) n;
CREATE ROLE crowded LOGIN PASSWORD 'passwordOfTheReader' CONNECTION LIMIT 0;
CREATE ROLE reader LOGIN PASSWORD 'passwordOfTheReader';
GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;
`;

export const noPostgres = hasPostgres() ? undefined : 'none is installed';

export interface OrdinarySchema {
  service: TestService;
  /** Creates an account with the connections `shop` and `crowded`. @returns its token. */
  account(name: string): Promise<string>;
  /** Runs a statement in the database `shop`. */
  sql(statement: string): void;
  /** Calls list-records. */
  list(table_id: string, more?: object): ReturnType<TestService['call']>;
  stop(): Promise<void>;
}

export async function startOrdinarySchema(options: { workers?: number } = {}): Promise<OrdinarySchema> {
  const server = await startPostgres(makeCertificate({ subject: 'db', names: ['127.0.0.1'] }));
  server.sql('CREATE DATABASE shop');
  server.sql(SCHEMA, 'shop');
  const env = { RECORD_HOSTS: `127.0.0.1:${server.port}` };
  const service = await TestService.start({ workers: 0, ...options, env });
  await limit(service);
  const connect = async (token?: string): Promise<void> => {
    for (const [slug, role] of Object.entries({ shop: 'reader', crowded: 'crowded' })) {
      const url = `postgres://${role}@127.0.0.1:${server.port}?sslmode=disable`;
      const body = { provider: 'postgres', url, token: 'passwordOfTheReader' };
      await service.call(`/api/connections/${slug}`, { method: 'PUT', body, ...(token && { token }) });
    }
  };
  await connect();
  return {
    service,
    async account(name) {
      const { token } = await service.createAccount(name);
      await connect(token);
      return token;
    },
    sql: (statement) => server.sql(statement, 'shop'),
    list: (table_id, more = {}) =>
      service.call('/api/tablebase/list-records', { body: { ...shopTable(table_id), ...more } }),
    async stop() {
      await service.stop();
      await server.stop();
    },
  };
}

export const shopTable = (table_id: string) => ({ base_id: 'shop', table_id, _connections: { tablebase: 'shop' } });
