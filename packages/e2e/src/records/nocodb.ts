/** A real NocoDB with records, from the npm package. */
import type { RecordServer, ServerKind } from './cases.js';
import { DATABASE_PASSWORD, emptyDatabase, folderOf, missingFolder, nodeOf, placeFor, versionOf } from './program.js';
import { ROWS } from './query-rows.js';
import { callServer, HUGE_TEXT, restServer, type Seeded } from './rest-server.js';

const PACKAGE = 'node_modules/nocodb';
const PROGRAM = `
const express = require('express');
const { Noco } = require('nocodb');
const app = express();
const server = app.listen(Number(process.env.PORT), '127.0.0.1', async () => {
  app.use(await Noco.init({}, server, app));
});`;
const UNICODE = 'Größe 東京 🦊';

export const nocodb: ServerKind = {
  name: 'nocodb',
  isReal: true,
  missing: () => missingFolder('TOOLPRESS_NOCODB', PACKAGE),
  async start() {
    const folder = folderOf('TOOLPRESS_NOCODB', PACKAGE) ?? '';
    const database = await emptyDatabase();
    const place = await placeFor(folder);
    const env = {
      PORT: String(place.port),
      NC_TOOL_DIR: place.data,
      NC_DISABLE_TELE: 'true',
      NC_MAX_TEXT_LENGTH: '20000000',
      NC_DB: `pg://127.0.0.1:${database.port}?u=records&p=${DATABASE_PASSWORD}&d=records`,
      NC_PUBLIC_URL: place.url,
    };
    await place.serve(nodeOf(folder), ['-e', PROGRAM], env, '/api/v1/health');
    const seeded = await fill(place.url);
    return restServer({
      provider: 'nocodb',
      title: `NocoDB ${versionOf(folder, PACKAGE)}`,
      url: place.url,
      ...seeded,
      wrongBase: 'other',
      wrongTable: 'none',
      expected: {
        'not found': [404, /Record '99' not found/],
        'wrong base': [404, /Base 'other' not found/],
        'wrong table': [404, /Table 'none' not found/],
      },
      async stop() {
        await place.stop();
        await database.stop();
      },
    }) satisfies Promise<RecordServer>;
  },
};

async function fill(url: string): Promise<Pick<Seeded, 'token' | 'weakToken' | 'base' | 'table' | 'rows' | 'records'>> {
  const signUp = async (email: string): Promise<Record<string, string>> => {
    const user = { email, password: 'Password-of-the-test-1' };
    return { 'xc-auth': (await callServer(url, '/api/v1/auth/user/signup', { body: user })).token };
  };
  const apiToken = async (token: Record<string, string>): Promise<string> =>
    (await callServer(url, '/api/v1/tokens', { token, body: { description: 'test' } })).token;
  const owner = await signUp('owner@test.example');
  const other = await signUp('other@test.example');
  const base = (await callServer(url, '/api/v2/meta/bases/', { token: owner, body: { title: 'Sales' } })).id;
  const columns = [
    { title: 'Id', column_name: 'id', uidt: 'ID' },
    { title: 'Name', column_name: 'name', uidt: 'SingleLineText' },
    { title: 'Notes', column_name: 'notes', uidt: 'LongText' },
    { title: UNICODE, column_name: 'unicode', uidt: 'SingleLineText' },
  ];
  const created = { token: owner, body: { title: 'orders', table_name: 'orders', columns } };
  const table = (await callServer(url, `/api/v2/meta/bases/${base}/tables`, created)).id;
  const rowColumns = [
    { title: 'Id', column_name: 'id', uidt: 'ID' },
    { title: 'n', column_name: 'n', uidt: 'Number' },
    { title: 'name', column_name: 'name', uidt: 'LongText' },
    { title: 'amount', column_name: 'amount', uidt: 'Decimal' },
    { title: 'day', column_name: 'day', uidt: 'Date' },
  ];
  const wanted = { title: 'rows', table_name: 'rows', columns: rowColumns };
  const rows = (await callServer(url, `/api/v2/meta/bases/${base}/tables`, { token: owner, body: wanted })).id;
  for (let first = 0; first < ROWS.length; first += 100)
    await callServer(url, `/api/v2/tables/${rows}/records`, { token: owner, body: ROWS.slice(first, first + 100) });
  const add = async (record: object): Promise<string> =>
    String((await callServer(url, `/api/v2/tables/${table}/records`, { token: owner, body: record })).Id);
  return {
    token: await apiToken(owner),
    weakToken: await apiToken(other),
    base,
    table,
    rows,
    records: {
      found: await add({ Name: 'Ada Lovelace' }),
      missing: '99',
      unicode: await add({ Name: '東京', [UNICODE]: 'Müller & Söhne' }),
      empty: await add({ Name: 'empty' }),
      huge: await add({ Name: 'huge', Notes: HUGE_TEXT }),
    },
  };
}
