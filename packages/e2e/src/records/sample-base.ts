/** The real PGlite of the sample base, as `scripts/start` runs it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess, startRawTarget, startTcpProxy } from '@toolpress/testkit';
import type { Ids, RecordServer, ServerKind } from './cases.js';

export interface SampleBase extends RecordServer {
  /** The file with the prepared database. */
  prepared: string;
}

export const order: Ids = { base_id: 'sample', table_id: 'orders', record_id: 'ord_1' };

export const sampleBase: ServerKind<SampleBase> = {
  name: 'postgres',
  isReal: true,
  missing: () => undefined,
  async start() {
    const folder = await mkdtemp(join(tmpdir(), 'toolpress-sample-'));
    const prepared = join(folder, 'sample.tar.gz');
    const port = await freePort();
    const program = fileURLToPath(new URL('../../../../scripts/lib/service/sample-base.mjs', import.meta.url));
    const server = startProcess(process.execPath, [program, String(port), prepared]);
    const silent = await startTcpProxy(`127.0.0.1:${port}`);
    silent.cut();
    const other = await startRawTarget((socket) => socket.end('HTTP/1.1 400 Bad Request'), { greet: true });
    const otherHost = new URL(other.url).host;
    const urlOf = (host: string): string => `postgres://sample@${host}?sslmode=disable`;
    const [url, token] = [urlOf(`127.0.0.1:${port}`), 'passwordOfTheSample'];
    return {
      provider: 'postgres',
      title: 'PGlite (sample base)',
      prepared,
      hosts: [`127.0.0.1:${port}`, silent.address, otherHost],
      connections: {
        main: { url, token },
        stale: { url, token: 'wrongTokenOfTheTest' },
        listed: { url, token, tables: ['customers'] },
        slow: { url: urlOf(silent.address), token },
        broken: { url: urlOf(otherHost), token },
      },
      // It has no records that are huge or have empty fields, and waits in place of refusing.
      calls: {
        found: { slug: 'main', ids: order, expected: [200, /2026-0001/] },
        'not found': { slug: 'main', ids: { ...order, record_id: 'none' }, expected: [404, /no record `none`/] },
        'no permission': { slug: 'listed', ids: order, expected: [403, /does not list this table/] },
        // It asks for no password, and has one database.
        'wrong token': { slug: 'stale', ids: order, expected: [200, /2026-0001/] },
        'wrong base': { slug: 'main', ids: { ...order, base_id: 'other' }, expected: [200, /2026-0001/] },
        'wrong table': {
          slug: 'main',
          ids: { ...order, table_id: 'none' },
          expected: [404, /no table or view `none`/],
        },
        slow: { slug: 'slow', ids: order, expected: [504, /did not answer within the time limit/] },
        'broken answer': { slug: 'broken', ids: order, expected: [502, /can’t be reached|provider failed/] },
        'Unicode names': {
          slug: 'main',
          ids: { ...order, table_id: 'customers', record_id: 'cus_tanaka' },
          expected: [200, /株式会社田中/],
        },
      },
      async stop() {
        await server.end();
        await Promise.all([silent.close(), other.close()]);
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
