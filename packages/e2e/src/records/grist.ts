/** A real Grist with records, from a built source folder. */
import type { ServerKind } from './cases.js';
import { folderOf, missingFolder, nodeOf, placeFor, versionOf } from './program.js';
import { callServer, HUGE_TEXT, restServer, type Seeded } from './rest-server.js';

const PROGRAM = '_build/stubs/app/server/server.js';
/** Requests with this header are those of the user it names. */
const USER = 'x-forwarded-user';

export const grist: ServerKind = {
  name: 'grist',
  isReal: true,
  missing: () => missingFolder('TOOLPRESS_GRIST', PROGRAM),
  async start() {
    const folder = folderOf('TOOLPRESS_GRIST', PROGRAM) ?? '';
    const place = await placeFor(folder);
    const env = {
      ...{
        NODE_PATH: '_build:_build/stubs',
        GRIST_HOST: '127.0.0.1',
        PORT: String(place.port),
        APP_HOME_URL: place.url,
      },
      ...{ GRIST_SINGLE_PORT: 'true', GRIST_SERVERS: 'home,docs,static', GRIST_SINGLE_ORG: 'docs' },
      ...{ GRIST_FORWARD_AUTH_HEADER: USER, GRIST_IGNORE_SESSION: 'true', GRIST_SESSION_SECRET: 'secretOfTheSession' },
      ...{ GRIST_DATA_DIR: place.data, TYPEORM_DATABASE: `${place.data}/home.sqlite3`, GRIST_INST_DIR: place.data },
      ...{
        GRIST_SANDBOX_FLAVOR: 'unsandboxed',
        GRIST_TELEMETRY_LEVEL: 'off',
        GRIST_DEFAULT_EMAIL: 'owner@test.example',
      },
      ...{
        GRIST_ADMIN_EMAIL: 'owner@test.example',
        GRIST_IN_SERVICE: 'true',
        GRIST_ALLOW_AUTOMATIC_VERSION_CHECKING: 'false',
      },
    };
    await place.serve(nodeOf(folder), [PROGRAM], env, '/status');
    return restServer({
      ...{ provider: 'grist', title: `Grist ${versionOf(folder)}`, url: place.url, ...(await fill(place.url)) },
      ...{ wrongBase: 'other', wrongTable: 'None' },
      expected: { 'not found': [404, /no record `99`/], 'wrong base': [404, /document not found/i] },
      stop: place.stop,
    });
  },
};

async function fill(url: string): Promise<Pick<Seeded, 'token' | 'weakToken' | 'base' | 'table' | 'records'>> {
  const apiKey = (user: string): Promise<string> =>
    callServer(url, '/api/profile/apikey', {
      ...{ method: 'POST', body: {} },
      token: { [USER]: user, 'x-requested-with': 'XMLHttpRequest' },
    });
  const owner = await apiKey('owner@test.example');
  const weakToken = await apiKey('other@test.example');
  const token = { authorization: `Bearer ${owner}` };
  const post = (path: string, body: object) => callServer(url, path, { token, body });
  const workspace = await post('/api/orgs/current/workspaces', { name: 'Sales' });
  const base = await post(`/api/workspaces/${workspace}/docs`, { name: 'Sales' });
  const columns = ['Name', 'Notes'].map((id) => ({ id, fields: { type: 'Text' } }));
  await post(`/api/docs/${base}/tables`, { tables: [{ id: 'Orders', columns }] });
  const add = async (fields: object): Promise<string> =>
    String((await post(`/api/docs/${base}/tables/Orders/records`, { records: [{ fields }] })).records[0].id);
  return {
    ...{ token: owner, weakToken, base, table: 'Orders' },
    records: {
      found: await add({ Name: 'Ada Lovelace' }),
      missing: '99',
      unicode: await add({ Name: '東京 🦊' }),
      empty: await add({ Name: 'empty' }),
      huge: await add({ Name: 'huge', Notes: HUGE_TEXT }),
    },
  };
}
