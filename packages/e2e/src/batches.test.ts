import {
  AFTER_WORK_MS,
  type Answer,
  eventually,
  pdfText,
  redisContents,
  type SharedService,
  sharedService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

describe('Batches', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const submit = (input: object, rows: unknown[], token: string, headers: Record<string, string> = {}) =>
    service.call('/api/batches', { token, headers, body: { tool: 'json-to-pdf', input, rows } });
  const look = (id: string, token: string, wait = 60): Promise<Answer> =>
    wait > 0 ? service.ended(`/api/batches/${id}`, token) : service.call(`/api/batches/${id}`, { token });
  const rowsOf = async (id: string, token: string, query = ''): Promise<Row[]> =>
    (await service.call(`/api/batches/${id}/rows?limit=1000&${query}`, { token })).body.data.items;
  const used = async (token: string): Promise<number> =>
    (await service.call('/api/usage', { token })).body.data.actions;
  const codeOf = ({ headers }: Answer): string | null => headers.get('x-error-code');
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Payee ${index + 1}` }));

  it('print each row with the data of all, and charge each success', async () => {
    const { token } = await service.createAccount('payslips');
    const input = { html: '<p>[[name]] of [[firm]]', data: { firm: 'Ada & Sons', name: '?' }, filename: 'slip.pdf' };
    const accepted = await submit(input, numbered(12), token);
    expect(accepted.status, accepted.body.error).to.equal(202);
    const { id } = accepted.body.data;
    expect(accepted.headers.get('location')).to.equal(`/api/batches/${id}`);
    const { data } = (await look(id, token)).body;
    expect(data).to.deep.include({ status: 'done', rows: 12, done: 12, failed: 0 });
    const rows = await rowsOf(id, token);
    expect(rows.map(({ row, status }) => `${row} ${status}`)).to.deep.equal(
      Array.from({ length: 12 }, (_, index) => `${index + 1} done`),
    );
    const file = await fetch(rows[6]?.result?.download_url ?? '');
    expect(file.headers.get('content-disposition')).to.include('slip-07.pdf');
    expect(await pdfText(Buffer.from(await file.arrayBuffer()))).to.include('Payee 7 of Ada & Sons');
    expect(await used(token)).to.equal(12 * 3);
    expect(await redisContents(service.redis.url)).to.not.match(/Payee|Ada & Sons/);
  });

  it('continue after rows that fail, and report which they are', async () => {
    const { token } = await service.createAccount('faults');
    const rows = [{ name: 'Ada' }, 'no object', { name: ['x'] }, null, { name: 'Grace' }];
    const { id } = (await submit({ html: '<p>[[name | upcase | money: "?"]]' }, rows, token)).body.data;
    expect((await look(id, token)).body.data).to.deep.include({ status: 'done', done: 0, failed: 5 });
    const failed = await rowsOf(id, token, 'status=failed');
    expect(failed.map(({ row, error }) => `${row} ${error?.code}`)).to.deep.equal([
      '1 template_invalid',
      '2 invalid_parameter',
      '3 template_invalid',
      '4 invalid_parameter',
      '5 template_invalid',
    ]);
    expect(failed[1]?.error?.message).to.include('must be an object');
    expect(await used(token)).to.equal(0);
  });

  it('are rejected immediately where no row could be printed', async () => {
    const { token } = await service.createAccount('refused');
    for (const body of [
      { tool: 'json-to-pdf', input: { html: '<p>' }, rows: [] },
      { tool: 'json-to-pdf', input: { html: '<p>' }, rows: Array(10_001).fill({}) },
      { tool: 'json-to-pdf', input: { html: '<p>', page_size: 'B9' }, rows: [{}] },
      { tool: 'get-record', input: { html: '<p>' }, rows: [{}] },
      { tool: 'json-to-pdf', input: { html: '<p>' } },
    ]) {
      const refused = await service.call('/api/batches', { token, body });
      expect(codeOf(refused)).to.equal('invalid_parameter');
    }
  });

  it('are submitted once under an idempotency key, listed, and seen by their account only', async () => {
    const { token } = await service.createAccount('once');
    const other = await service.createAccount('other');
    const again = () => submit({ html: '<p>[[name]]' }, numbered(2), token, { 'idempotency-key': 'november' });
    const ids = [(await again()).body.data.id, (await again()).body.data.id];
    expect(ids[0]).to.equal(ids[1]);
    await look(ids[0], token);
    const { items } = (await service.call('/api/batches', { token })).body.data;
    expect(items.map(({ id }: { id: string }) => id)).to.deep.equal([ids[0]]);
    for (const [path, method] of [
      ['', 'GET'],
      ['/rows', 'GET'],
      ['', 'DELETE'],
    ] as const) {
      const answer = await service.call(`/api/batches/${ids[0]}${path}`, { method, token: other.token });
      expect([answer.status, codeOf(answer)]).to.deep.equal([404, 'batch_unknown']);
    }
    expect(await used(token)).to.equal(6);
  });

  it('are retried where rows have failed, as often as there are some: each row is charged when it is done', async () => {
    const { id: account, token } = await service.createAccount('retrying');
    const setQuota = (monthly_actions: number) =>
      service.call(`/admin/accounts/${account}`, {
        method: 'PATCH',
        token: service.adminToken,
        body: { monthly_actions },
      });
    await setQuota(9);
    const { id } = (await submit({ html: '<p>[[name]]' }, numbered(5), token)).body.data;
    expect((await look(id, token)).body.data).to.deep.include({ status: 'done', done: 3, failed: 2 });
    const failed = await rowsOf(id, token, 'status=failed');
    expect(failed.map(({ error }) => error?.code)).to.deep.equal(['quota_exceeded', 'quota_exceeded']);
    const retry = (path = '/api/batches', by = token) =>
      service.call(`${path}/${id}/retry`, { method: 'POST', token: by });
    await setQuota(12);
    const retried = await retry();
    expect([retried.status, retried.headers.get('location')], retried.body.error).to.deep.equal([
      202,
      `/api/batches/${id}`,
    ]);
    expect((await look(id, token)).body.data).to.deep.include({ status: 'done', done: 4, failed: 1 });
    await setQuota(15);
    const byOperator = await retry('/admin/batches', service.adminToken);
    expect(byOperator.status, byOperator.body.error).to.equal(200);
    expect((await look(id, token)).body.data).to.deep.include({ status: 'done', done: 5, failed: 0 });
    expect((await retry()).body.data).to.deep.include({ status: 'done', done: 5 });
    await eventually(async () => expect(await used(token)).to.equal(15), AFTER_WORK_MS);
    const other = await submit({ html: '<p>' }, numbered(300), token);
    await service.call(`/api/batches/${other.body.data.id}`, { method: 'DELETE', token });
    expect(codeOf(await service.call(`/api/batches/${other.body.data.id}/retry`, { method: 'POST', token }))).to.equal(
      'retry_impossible',
    );
  });

  it('are cancelled in their midst: what is done stays done, and the rest costs nothing', async () => {
    const { token } = await service.createAccount('cancelling');
    const { id } = (await submit({ html: `<p>[[name]]${'<b>b</b> '.repeat(500)}` }, numbered(300), token)).body.data;
    await eventually(async () => expect((await look(id, token, 0)).body.data.done).to.be.above(3));
    const cancelled = await service.call(`/api/batches/${id}`, { method: 'DELETE', token });
    expect(cancelled.body.data.status).to.equal('cancelled');
    await eventually(async () => expect(await rowsOf(id, token, 'status=working')).to.deep.equal([]));
    const done = await rowsOf(id, token, 'status=done');
    expect(done.length).to.be.within(4, 299);
    expect((await fetch(done[0]?.result?.download_url ?? '')).status).to.equal(200);
    await eventually(async () => expect(await used(token)).to.equal(done.length * 3), AFTER_WORK_MS);
  });
});

interface Row {
  row: number;
  status: string;
  result?: { download_url: string; size_bytes: number };
  error?: { code: string; message: string };
}
