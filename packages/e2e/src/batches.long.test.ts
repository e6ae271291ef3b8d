import { AFTER_WORK_MS, type Answer, eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

describe('Batches', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  const submit = (input: object, rows: unknown[], token: string, headers: Record<string, string> = {}) =>
    service.call('/api/batches', { token, headers, body: { tool: 'json-to-pdf', input, rows } });
  const look = (id: string, token: string, wait = 60): Promise<Answer> =>
    wait > 0 ? service.ended(`/api/batches/${id}`, token) : service.call(`/api/batches/${id}`, { token });
  const rowsOf = async (id: string, token: string, query = ''): Promise<Row[]> =>
    (await service.call(`/api/batches/${id}/rows?limit=1000&${query}`, { token })).body.data.items;
  const used = async (token: string): Promise<number> =>
    (await service.call('/api/usage', { token })).body.data.actions;
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Person ${index + 1}` }));

  it('lose and double nothing when gateways are killed, with a quota for just that many', async () => {
    const { id: account, token } = await service.createAccount('surviving');
    const body = { monthly_actions: 600 };
    await service.call(`/admin/accounts/${account}`, { method: 'PATCH', token: service.adminToken, body });
    const { id } = (await submit({ html: '<p>[[name]]' }, numbered(200), token)).body.data;
    await service.addGateway();
    for (const least of [20, 80]) {
      await eventually(async () => expect((await look(id, token, 0)).body.data.done).to.be.above(least), AFTER_WORK_MS);
      await service.restartGateway('SIGKILL');
    }
    const { data } = (await look(id, token)).body;
    expect(data).to.deep.include({ status: 'done', done: 200, failed: 0 });
    await eventually(async () => expect(await used(token)).to.equal(600), AFTER_WORK_MS);
    const rows = await rowsOf(id, token);
    expect(new Set(rows.map(({ result }) => result?.download_url)).size).to.equal(200);
    const stored = (await service.call('/api/account', { token })).body.data.storage_bytes;
    expect(stored).to.equal(rows.reduce((sum, { result }) => sum + (result?.size_bytes ?? 0), 0));
  });

  it('of two accounts advance side by side', async () => {
    const [first, second] = [await service.createAccount('first'), await service.createAccount('second')];
    const one = (await submit({ html: '<p>[[name]]' }, numbered(150), first.token)).body.data.id;
    const two = (await submit({ html: '<p>[[name]]' }, numbered(30), second.token)).body.data.id;
    expect((await look(two, second.token)).body.data.status).to.equal('done');
    expect((await look(one, first.token, 0)).body.data.done).to.be.below(120);
    expect((await look(one, first.token)).body.data.done).to.equal(150);
  });
});

interface Row {
  row: number;
  status: string;
  result?: { download_url: string; size_bytes: number };
  error?: { code: string; message: string };
}
