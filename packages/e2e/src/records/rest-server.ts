/** What the real REST servers have in common: connections, and a call for each case. */
import type { ProviderName } from '@toolpress/contract';
import { type Case, COMMON, type Expected, type Ids, type RecordServer } from './cases.js';
import { startFront } from './front.js';

/** A started server with records. */
export interface Seeded {
  readonly provider: ProviderName;
  readonly title: string;
  url: string;
  /** A token with access to the table, and one without. */
  token: string;
  weakToken: string;
  base: string;
  table: string;
  /** The ids of records of the table. `missing` is the id of none. */
  records: Record<'found' | 'missing' | 'unicode' | 'empty' | 'huge', string>;
  /** The table with `ROWS`. */
  rows: string;
  /** A base and a table that do not exist. */
  wrongBase: string;
  wrongTable: string;
  /** The table that the weak token may not read, if it is another one, and a record of it. */
  denied?: { table: string; record: string };
  /** The answers that differ from those of other servers. */
  expected?: Partial<Record<Case, Expected>>;
  stop(): Promise<void>;
}

export async function restServer(seeded: Seeded): Promise<RecordServer & Omit<Seeded, 'rows'>> {
  const { url, token, weakToken, base, table, records, denied, expected = {} } = seeded;
  const front = await startFront(url);
  const record = (id: string, more: Partial<Ids> = {}): Ids => ({
    base_id: base,
    table_id: table,
    record_id: id,
    ...more,
  });
  const calls: Record<Case, [slug: string, ids: Ids]> = {
    found: ['main', record(records.found)],
    'not found': ['main', record(records.missing)],
    'no permission': ['weak', record(denied?.record ?? records.found, denied && { table_id: denied.table })],
    'wrong token': ['stale', record(records.found)],
    'wrong base': ['main', record(records.found, { base_id: seeded.wrongBase })],
    'wrong table': ['main', record(records.found, { table_id: seeded.wrongTable })],
    throttled: ['throttled', record(records.found)],
    slow: ['slow', record(records.found)],
    'broken answer': ['broken', record(records.found)],
    'huge record': ['main', record(records.huge)],
    'Unicode names': ['main', record(records.unicode)],
    'empty fields': ['main', record(records.empty)],
  };
  return {
    ...seeded,
    hosts: [new URL(url).host, front.host],
    search: { base_id: base, table_id: table },
    rows: { base_id: base, table_id: seeded.rows },
    connections: {
      main: { url, token },
      weak: { url, token: weakToken },
      stale: { url, token: 'wrongTokenOfTheTest' },
      ...Object.fromEntries(Object.entries(front.urls).map(([slug, faulty]) => [slug, { url: faulty, token }])),
    },
    calls: Object.fromEntries(
      Object.entries(calls).map(([name, [slug, ids]]) => [
        name,
        { slug, ids, expected: expected[name as Case] ?? COMMON[name as Case] },
      ]),
    ),
    async stop() {
      await front.close();
      await seeded.stop();
    },
  };
}

/** The text of a field that is larger than the service's limit of an answer. */
export const HUGE_TEXT = 'x'.repeat(11 * 1024 * 1024);

/** Calls the API of a server that a test fills. @throws Error with the answer if its status is not 2xx. */
export async function callServer(
  url: string,
  path: string,
  { method, token, body }: { method?: string; token?: Record<string, string>; body?: unknown } = {},
  // biome-ignore lint/suspicious/noExplicitAny: each server has other answers
): Promise<any> {
  const answer = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 1_000)}`);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
