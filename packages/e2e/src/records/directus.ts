/** A real Directus with records, from the npm package. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startProcess } from '@toolpress/testkit';
import type { ServerKind } from './cases.js';
import { DATABASE_PASSWORD, emptyDatabase, folderOf, missingFolder, nodeOf, placeFor, versionOf } from './program.js';
import { ROWS } from './query-rows.js';
import { callServer, HUGE_TEXT, restServer, type Seeded } from './rest-server.js';

const PACKAGE = 'node_modules/directus';
const ADMIN_TOKEN = 'tokenOfTheAdministrator';
const WEAK_TOKEN = 'tokenOfAUserWithoutPolicies';
const UNICODE = 'größe_東京';

export const directus: ServerKind = {
  name: 'directus',
  isReal: true,
  missing: () => missingFolder('TOOLPRESS_DIRECTUS', PACKAGE),
  async start() {
    const folder = folderOf('TOOLPRESS_DIRECTUS', PACKAGE) ?? '';
    const database = await emptyDatabase();
    const place = await placeFor(folder);
    const env = {
      HOST: '127.0.0.1',
      PORT: String(place.port),
      PUBLIC_URL: place.url,
      SECRET: randomBytes(16).toString('hex'),
      DB_CLIENT: 'pg',
      DB_HOST: '127.0.0.1',
      DB_PORT: String(database.port),
      DB_DATABASE: 'records',
      DB_USER: 'records',
      DB_PASSWORD: DATABASE_PASSWORD,
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'Password-of-the-test-1',
      ADMIN_TOKEN,
      TELEMETRY: 'false',
      MAX_PAYLOAD_SIZE: '20mb',
      STORAGE_LOCATIONS: 'local',
      STORAGE_LOCAL_ROOT: place.data,
      EXTENSIONS_PATH: place.data,
    };
    const program = join(folder, PACKAGE, 'cli.js');
    const bootstrap = startProcess(nodeOf(folder), [program, 'bootstrap'], { env, cwd: folder });
    if ((await bootstrap.ended) !== 0) throw new Error(bootstrap.output().slice(-4_000));
    await place.serve(nodeOf(folder), [program, 'start'], env, '/server/ping');
    return restServer({
      provider: 'directus',
      title: `Directus ${versionOf(folder, PACKAGE)}`,
      url: place.url,
      token: ADMIN_TOKEN,
      weakToken: WEAK_TOKEN,
      base: 'default',
      table: 'orders',
      rows: 'rows',
      records: await fill(place.url),
      wrongBase: 'other',
      wrongTable: 'none',
      // Directus does not distinguish what does not exist from what is forbidden.
      expected: {
        'not found': [403, /does not permit the connection/],
        'wrong table': [403, /does not permit the connection/],
      },
      async stop() {
        await place.stop();
        await database.stop();
      },
    });
  },
};

async function fill(url: string): Promise<Seeded['records']> {
  const token = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const post = async (path: string, body: object): Promise<{ id: string }> =>
    (await callServer(url, path, { token, body })).data;
  await post('/collections', {
    collection: 'orders',
    schema: {},
    meta: {},
    fields: [
      { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
      { field: 'Name', type: 'string' },
      { field: 'Notes', type: 'text' },
      { field: UNICODE, type: 'string' },
    ],
  });
  await post('/collections', {
    collection: 'rows',
    schema: {},
    meta: {},
    fields: [
      { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
      { field: 'n', type: 'integer' },
      { field: 'name', type: 'text' },
      { field: 'amount', type: 'decimal' },
      { field: 'day', type: 'date' },
    ],
  });
  await post('/items/rows', [...ROWS]);
  const role = await post('/roles', { name: 'none' });
  await post('/users', { email: 'other@example.com', password: 'Password-2', role: role.id, token: WEAK_TOKEN });
  const add = async (item: object): Promise<string> => String((await post('/items/orders', item)).id);
  return {
    found: await add({ Name: 'Ada Lovelace' }),
    missing: '99',
    unicode: await add({ Name: 'Unicode', [UNICODE]: 'Müller 🦊' }),
    empty: await add({ Name: 'empty' }),
    huge: await add({ Name: 'huge', Notes: HUGE_TEXT }),
  };
}
