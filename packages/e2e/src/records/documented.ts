/** Servers that answer as the documentation or the source of the real ones says, for those that cannot be started here. */
import { DIALECTS, type DialectName, DOUBLE_TABLE, RECORD_TOKEN, RECORDS, startRecordDouble } from '@toolpress/testkit';
import { type Case, COMMON, type Expected, type Ids, type RecordServer, type ServerKind } from './cases.js';

const EXPECTED: Partial<Record<DialectName, Partial<Record<Case, Expected>>>> = {
  // PocketBase takes a request with an unknown token for one of a guest.
  pocketbase: { 'wrong token': [404, /The requested resource wasn't found/] },
  nocodb: { 'wrong base': [404, /Base 'other' not found/] },
  baserow: { 'wrong table': [404, /The requested table does not exist/] },
  grist: { 'wrong base': [404, /document not found/] },
  seatable: { 'wrong token': [403, /does not permit the connection.*Permission denied/] },
  // Directus does not distinguish missing items from forbidden ones.
  directus: { 'not found': [403, /does not permit/], 'wrong table': [403, /You don't have permission/] },
  postgrest: { 'wrong base': [400, /The schema must be one of the following/] },
};

export interface Documented extends RecordServer {
  /** Returns the ids of a record of the only table. */
  record(id: string, more?: Partial<Ids>): Ids;
}

const kindOf = (name: DialectName): ServerKind<Documented> => ({
  name,
  isReal: false,
  missing: () => undefined,
  async start() {
    const { base, target } = await startRecordDouble(name);
    const record = (id: string, more: Partial<Ids> = {}): Ids => ({
      base_id: base,
      table_id: DOUBLE_TABLE,
      record_id: id,
      ...more,
    });
    const calls: Record<Case, readonly [slug: string, ids: Ids]> = {
      found: ['main', record(RECORDS.found)],
      'not found': ['main', record(RECORDS.notFound)],
      'no permission': ['main', record(RECORDS.noPermission)],
      'wrong token': ['stale', record(RECORDS.found)],
      'wrong base': ['main', record(RECORDS.found, { base_id: 'other' })],
      'wrong table': ['main', record(RECORDS.found, { table_id: '404' })],
      throttled: ['main', record(RECORDS.throttled)],
      slow: ['main', record(RECORDS.slow)],
      'broken answer': ['main', record(RECORDS.broken)],
      'huge record': ['main', record(RECORDS.huge)],
      'Unicode names': ['main', record(RECORDS.unicode)],
      'empty fields': ['main', record(RECORDS.empty)],
    };
    return {
      provider: name,
      title: `${name}, recorded answers`,
      hosts: [new URL(target.url).host],
      record,
      connections: {
        main: { url: `${target.url}/`, token: RECORD_TOKEN },
        stale: { url: target.url, token: 'wrongTokenOfTheTest' },
      },
      calls: Object.fromEntries(
        Object.entries(calls).map(([of, [slug, ids]]) => [
          of,
          { slug, ids, expected: EXPECTED[name]?.[of as Case] ?? COMMON[of as Case] },
        ]),
      ),
      stop: () => target.close(),
    };
  },
});

export const documented: readonly ServerKind<Documented>[] = (Object.keys(DIALECTS) as DialectName[]).map(kindOf);
