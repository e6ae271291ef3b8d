/** A real Baserow with records: its backend, from a source folder with a Python environment. */
import { startProcess, startRedis } from '@toolpress/testkit';
import type { ServerKind } from './cases.js';
import { DATABASE_PASSWORD, emptyDatabase, folderOf, missingFolder, placeFor } from './program.js';
import { callServer, HUGE_TEXT, restServer, type Seeded } from './rest-server.js';

const PROGRAM = 'src/baserow/manage.py';
const PYTHON = '.venv/bin/python';
const UNICODE = 'Größe 東京 🦊';

export const baserow: ServerKind = {
  name: 'baserow',
  isReal: true,
  missing: () => missingFolder('TOOLPRESS_BASEROW', PROGRAM),
  async start() {
    const folder = folderOf('TOOLPRESS_BASEROW', PROGRAM) ?? '';
    const database = await emptyDatabase();
    const redis = await startRedis();
    const place = await placeFor(folder);
    const env = {
      ...{ DJANGO_SETTINGS_MODULE: 'baserow.config.settings.base', PYTHONPATH: 'src', BASEROW_OSS_ONLY: 'true' },
      ...{ SECRET_KEY: 'secretOfTheTest', DATABASE_HOST: '127.0.0.1', DATABASE_PORT: String(database.port) },
      ...{ DATABASE_NAME: 'records', DATABASE_USER: 'records', DATABASE_PASSWORD, REDIS_URL: redis.url },
      ...{ PUBLIC_BACKEND_URL: place.url, PUBLIC_WEB_FRONTEND_URL: place.url, MEDIA_ROOT: place.data },
      ...{
        BASEROW_TRIGGER_SYNC_TEMPLATES_AFTER_MIGRATION: 'false',
        DISABLE_ANONYMOUS_PUBLIC_VIEW_WS_CONNECTIONS: 'true',
      },
    };
    const migration = startProcess(`${folder}/${PYTHON}`, [PROGRAM, 'migrate'], { env, cwd: folder });
    if ((await migration.ended) !== 0) throw new Error(migration.output().slice(-4_000));
    const serve = [PROGRAM, 'runserver', '--noreload', `127.0.0.1:${place.port}`];
    await place.serve(`${folder}/${PYTHON}`, serve, env, '/api/_health/');
    const { version, ...seeded } = await fill(place.url);
    return restServer({
      ...{ provider: 'baserow', title: `Baserow ${version}`, url: place.url, base: 'default', ...seeded },
      ...{ wrongBase: 'other', wrongTable: '9999' },
      expected: { 'wrong table': [404, /The requested table does not exist/] },
      async stop() {
        await place.stop();
        await redis.stop();
        await database.stop();
      },
    });
  },
};

async function fill(
  url: string,
): Promise<Pick<Seeded, 'token' | 'weakToken' | 'table' | 'records'> & { version: string }> {
  const user = { name: 'Owner', email: 'owner@test.example', password: 'Password-of-the-test-1', authenticate: true };
  const signedUp = await callServer(url, '/api/user/', { body: user });
  const token = { authorization: `JWT ${signedUp.access_token}` };
  const call = (path: string, body?: object, method?: string) =>
    callServer(url, path, { token, ...(body && { body }), ...(method && { method }) });
  const [workspace] = await call('/api/workspaces/');
  const database = await call(`/api/applications/workspace/${workspace.id}/`, { name: 'Sales', type: 'database' });
  const data = [['Name', 'Notes', UNICODE]];
  const table = await call(`/api/database/tables/database/${database.id}/`, {
    name: 'Orders',
    data,
    first_row_header: true,
  });
  const strong = await call('/api/database/tokens/', { name: 'main', workspace: workspace.id });
  const weak = await call('/api/database/tokens/', { name: 'weak', workspace: workspace.id });
  const permissions = { create: false, read: false, update: false, delete: false };
  await call(`/api/database/tokens/${weak.id}/`, { permissions }, 'PATCH');
  const add = async (row: object): Promise<string> =>
    String((await call(`/api/database/rows/table/${table.id}/?user_field_names=true`, row)).id);
  return {
    ...{ token: strong.key, weakToken: weak.key, table: String(table.id), version: '1' },
    records: {
      found: await add({ Name: 'Ada Lovelace' }),
      missing: '9999',
      unicode: await add({ Name: '東京', [UNICODE]: 'Müller & Söhne' }),
      empty: await add({ Name: 'empty' }),
      huge: await add({ Name: 'huge', Notes: HUGE_TEXT }),
    },
  };
}
