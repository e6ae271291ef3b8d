import { type Answer, PROVIDER_TOKEN, type ProviderDouble, startProviderDouble, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { limit } from './cases.js';
import { testLists } from './list-tests.js';
import { ROWS } from './query-rows.js';

const CREATED = '2026-01-01T00:00:00.000Z';
const idOf = (n: number): string => `rec${String(n).padStart(14, '0')}`;

describe('list-records with the hosted provider (its double)', () => {
  let service: TestService;
  let provider: ProviderDouble;
  let bases = 0;
  before(async () => {
    provider = await startProviderDouble();
    provider.tables.set(
      'rows',
      ROWS.map(({ day, ...fields }) => ({
        ...{ id: idOf(fields.n), createdTime: CREATED },
        fields: { ...fields, day: day && new Date(day), order: [idOf(fields.n % 7)] },
      })),
    );
    service = await TestService.start({ workers: 0, env: { TABLEBASE_API_URL: provider.apiUrl } });
    await service.call('/api/connections/main', { method: 'PUT', body: { token: PROVIDER_TOKEN } });
    await limit(service);
  });
  after(async () => {
    await service.stop();
    await provider.target.close();
  });

  // Each base has a separate rate limit.
  const rows = () => ({ base_id: `appLists${++bases}`, table_id: 'rows' });
  testLists(() => service, rows);

  const list = (more: object): Promise<Answer> =>
    service.call('/api/tablebase/list-records', { body: { ...rows(), _connections: { tablebase: 'main' }, ...more } });
  const outcome = ({ status, body }: Answer) => [status, body.error ?? body.data.records.length];

  it('reads 300 records in pages of 100', async () => {
    const before = provider.requests.length;
    expect(outcome(await list({}))).to.deep.equal([200, 300]);
    expect(provider.requests.length - before).to.equal(3);
  });

  it('refuses an order of texts, and conditions for IDs of linked records', async () => {
    const [status, error] = outcome(await list({ where: [{ field: 'name', op: '<', value: 'b' }] }));
    expect(status).to.equal(422);
    expect(error).to.include('does not have `<` for texts');
    const links = outcome(await list({ where: [{ field: 'order', op: 'in', value: [idOf(1), idOf(2)] }] }));
    expect(links[0]).to.equal(422);
    expect(links[1]).to.include('IDs of linked records, which `order` holds');
  });

  it('refuses a field that the table does not have', async () => {
    const [status, error] = outcome(await list({ where: [{ field: 'none', op: '=', value: 1 }] }));
    expect(status).to.equal(400);
    expect(error).to.include('Unknown field names: none');
  });

  it('begins again when a page comes too late, once', async () => {
    provider.script('', 'pageGone');
    expect(outcome(await list({}))).to.deep.equal([200, 300]);
    provider.script('', 'pageGone', 'pageGone');
    const answer = await list({});
    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '1']);
    expect(answer.body.error).to.equal('The list changes while its pages are read; try again.');
  });

  it('ends with an error when pages repeat', async () => {
    provider.script('', 'samePage', 'samePage');
    expect(outcome(await list({}))).to.deep.equal([502, 'The provider failed: its pages repeat, or are too many.']);
  });

  it('waits as long as the provider asks, and charges nothing for a page that is cut', async () => {
    provider.script('', 'slowDownOneSecond');
    expect(outcome(await list({ limit: 5 }))).to.deep.equal([200, 5]);
    const used = async () => (await service.call('/api/usage')).body.data.actions;
    const before = await used();
    provider.script('', 'cut', 'cut');
    expect((await list({})).status).to.equal(502);
    expect(await used()).to.equal(before);
  });

  it('has no record twice when the table grows between pages', async () => {
    const table = provider.tables.get('rows') ?? [];
    provider.tables.set('growing', [...table]);
    const reading = list({ table_id: 'growing' });
    const grow = setInterval(
      () =>
        provider.tables.get('growing')?.unshift({ id: idOf(9_000 + bases++), createdTime: CREATED, fields: { n: 0 } }),
      1,
    );
    const { body } = await reading.finally(() => clearInterval(grow));
    const ids = body.data.records.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });
});
