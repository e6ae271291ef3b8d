import {
  PROVIDER_TOKEN,
  type ProviderDouble,
  type ProviderRecord,
  sampleRecord,
  startProviderDouble,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

describe('The options of get-record', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let bases = 0;
  before(async () => {
    provider = await startProviderDouble();
    service = await TestService.start({ workers: 0, env: { TABLEBASE_API_URL: provider.apiUrl } });
    await service.call('/api/connections/main', { method: 'PUT', body: { token: PROVIDER_TOKEN } });
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
  });

  const get = (more: object) =>
    service.call('/api/tablebase/get-record', {
      body: { base_id: `appOptions${++bases}`, table_id: 'Orders', _connections: { tablebase: 'main' }, ...more },
    });
  const asked = (): URLSearchParams => new URL(provider.target.requests.at(-1)?.path ?? '', 'http://x').searchParams;
  const all = sampleRecord('recSample');

  const recordOf = (id: string, fields: ProviderRecord['fields']): ProviderRecord => ({
    ...{ id, fields, createdTime: '2026-01-01T00:00:00.000Z' },
  });

  it('return only the given `fields`', async () => {
    const { body } = await get({ record_id: 'recSample', fields: ['Amount', 'Name', 'None'] });
    expect(body.data).to.deep.equal({ ...all, fields: { Name: all.fields.Name, Amount: 1234.5 } });
  });

  it('ask the provider for text with `cell_format`', async () => {
    const { body } = await get({ record_id: 'recSample', cell_format: 'string' });
    expect(Object.fromEntries(asked())).to.deep.equal({ cellFormat: 'string', timeZone: 'UTC', userLocale: 'en-gb' });
    expect(body.data.fields).to.include({
      Amount: '1234.5',
      Paid: 'true',
      Tags: 'urgent, EU',
      'Created by': 'Foo Bar',
    });
    expect(body.data.fields.Attachments).to.equal('Rechnung Nr. 4711.pdf');
    for (const value of Object.values(body.data.fields)) expect(value).to.be.a('string');
  });

  it('replace linked records by `expand` with one more request, for one action', async () => {
    const before = provider.requests.length;
    const { body } = await get({ record_id: 'recSample', expand: { Customer: 'Customers' } });
    expect(body.metadata?.actions_consumed).to.equal(1);
    expect(body.data.fields.Customer).to.deep.equal(all.fields.Customer.map(sampleRecord));
    expect(body.data.fields.Name).to.equal(all.fields.Name);
    expect(provider.requests.length - before).to.equal(2);
    expect(provider.requests.at(-1)?.table).to.equal('Customers');
  });

  it('send no request for `expand` of fields without ids of records', async () => {
    const before = provider.requests.length;
    const { status } = await get({ record_id: 'recSample', expand: { Tags: 'X', None: 'Y' } });
    expect([status, provider.requests.length - before]).to.deep.equal([200, 1]);
  });

  for (const [field, value, formula] of [
    ['Name', 'Ada', '{Name}="Ada"'],
    ['Name', 'a"b\\c', '{Name}="a\\"b\\\\c"'],
    ['Name', '") , RECORD_ID()="recX', '{Name}="\\") , RECORD_ID()=\\"recX"'],
    ['a}b{c\\', 'x', '{a\\}b{c\\\\}="x"'],
    ['Name', 'a\nb', '{Name}="a\\nb"'],
    ['Amount', 12.5, '{Amount}=12.5'],
    ['Paid', true, '{Paid}=1'],
  ] as const) {
    it(`find ${JSON.stringify(value)} in ${JSON.stringify(field)} by a formula of literals`, async () => {
      provider.tables.set('Orders', [
        recordOf('recOther', { [field]: null }),
        recordOf('recFound', { [field]: value }),
      ]);
      const answer = await get({ where: { field, value } });
      expect(asked().get('filterByFormula')).to.equal(formula);
      expect([answer.body.data?.id, asked().get('pageSize')], answer.body.error).to.deep.equal(['recFound', '2']);
    });
  }

  it('answer 404 when no record has the value, 400 when several have it', async () => {
    provider.tables.set('Orders', [recordOf('recOne', { Name: 'Ada' }), recordOf('recTwo', { Name: 'Ada' })]);
    expect((await get({ where: { field: 'Name', value: 'Grace' } })).status).to.equal(404);
    const several = await get({ where: { field: 'Name', value: 'Ada' } });
    expect([several.status, several.body.error]).to.deep.equal([
      400,
      '`where`: several records have this value in `Name`.',
    ]);
  });

  it('expand no member that all objects have', async () => {
    const { status, body } = await get({ record_id: 'recSample', expand: { constructor: 'Customers' } });
    expect([status, body.data?.fields]).to.deep.equal([200, all.fields]);
  });

  it('check the ids before the connection is used', async () => {
    await service.call('/api/connections/unused', { method: 'PUT', body: { token: PROVIDER_TOKEN } });
    const refused = await get({ record_id: 'x', _connections: { tablebase: 'unused' } });
    expect([refused.status, refused.body.error]).to.satisfy(
      ([status, error]: [number, string]) => status === 400 && /`record_id` must begin/.test(error),
    );
    const { body } = await service.call('/api/connections/unused');
    expect(body.data.last_used_at).to.equal(null);
  });

  for (const [what, more, words] of [
    ['neither `record_id` nor `where`', {}, /`record_id` is required\.$/],
    ['neither, with other faults', { table_id: undefined }, /`table_id` is required\. `record_id` is required\.$/],
    ['half a surrogate pair', { where: { field: 'a', value: '\ud800' } }, /`where.value` must not contain half/],
    ['half a surrogate pair as record', { record_id: 'rec\udc00' }, /`record_id`/],
    ['half a surrogate pair as table', { record_id: 'recX', table_id: '\ud800' }, /`table_id`/],
    ['both', { record_id: 'recX', where: { field: 'a', value: 1 } }, /not allowed together/],
    ['no fields', { record_id: 'recX', fields: [] }, /`fields`/],
    ['101 fields', { record_id: 'recX', fields: Array(101).fill('a') }, /`fields`/],
    [
      '6 expanded fields',
      { record_id: 'recX', expand: { a: 'x', b: 'x', c: 'x', d: 'x', e: 'x', f: 'x' } },
      /at most 5/,
    ],
    ['a table that is two dots', { record_id: 'recX', expand: { a: '..' } }, /linked table/],
    ['another format', { record_id: 'recX', cell_format: 'xml' }, /`cell_format`/],
    ['a value that is an object', { where: { field: 'a', value: {} } }, /`where.value`/],
    ['a field with a control character', { where: { field: 'a\u0000', value: 'x' } }, /`where.field`/],
  ] as const) {
    it(`refuse ${what}`, async () => {
      const before = provider.requests.length;
      const answer = await get(more);
      expect([answer.status, provider.requests.length - before]).to.deep.equal([400, 0]);
      expect(answer.body.error).to.match(words);
    });
  }
});
