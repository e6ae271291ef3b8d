/** A real PocketBase with records. */
import { findPocketBase, startPocketBase, type TestPocketBase, UNICODE_FIELDS } from '@toolpress/testkit';
import type { RecordServer, ServerKind } from './cases.js';
import { ROWS } from './query-rows.js';
import { HUGE_TEXT, restServer, type Seeded } from './rest-server.js';

export interface PocketBase extends RecordServer, Omit<Seeded, 'rows'> {
  /** The id of a customer, to which the found record is linked. */
  customer: string;
}

export const pocketbase: ServerKind<PocketBase> = {
  name: 'pocketbase',
  isReal: true,
  missing: () => (findPocketBase() === undefined ? 'TOOLPRESS_POCKETBASE names none' : undefined),
  async start() {
    const server = await startPocketBase(findPocketBase() ?? '');
    const { customer, ...records } = await fill(server);
    const seeded: Seeded = {
      provider: 'pocketbase',
      title: `PocketBase ${server.version}`.trim(),
      url: server.url,
      token: server.token,
      weakToken: 'tokenOfAGuest',
      base: 'default',
      table: 'orders',
      records,
      wrongBase: 'other',
      wrongTable: 'none',
      rows: 'rows',
      denied: { table: 'customers', record: customer },
      expected: {
        'not found': [404, /The requested resource wasn't found/],
        'no permission': [403, /Only superusers can perform this action/],
        // PocketBase takes a request with an unknown token for one of a guest.
        'wrong token': [404, /The requested resource wasn't found/],
        'wrong table': [404, /Missing or invalid collection context|Missing collection context/],
        'empty fields': [200, /"fields":\{\}/],
      },
      stop: server.stop,
    };
    return { ...(await restServer(seeded)), customer };
  },
};

async function fill({ call }: TestPocketBase): Promise<Seeded['records'] & { customer: string }> {
  const created = { name: 'created', type: 'autodate', onCreate: true };
  const customers = await call('POST', '/api/collections', {
    name: 'customers',
    type: 'base',
    viewRule: null,
    listRule: null,
    fields: [{ name: 'name', type: 'text' }, created],
  });
  const rule = '@request.auth.id != ""';
  await call('POST', '/api/collections', {
    name: 'orders',
    type: 'base',
    viewRule: rule,
    listRule: rule,
    fields: [
      { name: 'Name', type: 'text' },
      created,
      { name: 'notes', type: 'json', maxSize: 20_000_000 },
      { name: 'customer', type: 'relation', collectionId: customers['id'], maxSelect: 1 },
    ],
  });
  const add = async (table: string, body: object): Promise<string> =>
    String((await call('POST', `/api/collections/${table}/records`, body))['id']);
  const rows = ['text:name', 'number:n', 'number:amount', 'text:day'].map((each) => {
    const [type, name] = each.split(':');
    return { name, type };
  });
  await call('POST', '/api/collections', { name: 'rows', type: 'base', viewRule: rule, listRule: rule, fields: rows });
  for (const row of ROWS) await add('rows', row);
  const customer = await add('customers', { name: 'Ada’s Büro' });
  return {
    customer,
    found: await add('orders', { Name: 'Ada Lovelace', customer }),
    missing: 'none',
    unicode: await add('orders', { Name: '東京 🦊', notes: UNICODE_FIELDS }),
    empty: await add('orders', {}),
    huge: await add('orders', { Name: 'huge', notes: HUGE_TEXT }),
  };
}
