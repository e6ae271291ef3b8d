import { AFTER_WORK_MS, eventually, freePort, type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const HOST = '127.0.0.2';
const JOBS = 150;

describe('Background work, as the operator sees it', () => {
  let service: TestService;
  let receiver: HttpTarget;
  before(async () => {
    receiver = await startHttpTarget((request, response) => {
      response.writeHead(Number(request.path.slice(1)) || 204).end();
    });
    service = await TestService.start({ env: { OUTBOUND_ALLOW: HOST } });
  });
  after(async () => {
    signal('SIGCONT');
    await service.stop();
    await receiver.close();
  });

  const signal = (name: NodeJS.Signals): void => {
    for (const { pid } of service.workers) process.kill(pid, name);
  };
  const metrics = async (): Promise<Map<string, number>> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const lines = text.matchAll(/^(toolpress_\w+)\{(.*)\} (\S+)$/gm);
    const named = [...lines].map(([, name, labels = '', value]) => {
      const own = labels.split(',').filter((label) => !label.startsWith('service='));
      return [`${name} ${own.join(',')}`.trim(), Number(value)] as const;
    });
    return new Map(named);
  };
  const waiting = 'toolpress_jobs state="waiting"';
  const working = 'toolpress_jobs state="working"';

  it('is jobs and batches, those that wait apart from those at work', async () => {
    signal('SIGSTOP');
    const job = { tool: 'html-to-pdf', input: { html: '<p>Pfirsich' } };
    const ids = await Promise.all(
      Array.from({ length: JOBS }, async () => (await service.call('/api/jobs', { body: job })).body.data.id as string),
    );
    const batch = { ...job, rows: [{}, {}, {}] };
    expect((await service.call('/api/batches', { body: batch })).status).to.equal(202);
    await eventually(async () => {
      const found = await metrics();
      expect(found.get('toolpress_batches_open')).to.equal(1);
      expect(found.get('toolpress_batch_rows_open')).to.equal(3);
      // A row may be at work.
      expect((found.get(waiting) ?? 0) + (found.get(working) ?? 0)).to.be.within(JOBS, JOBS + 3);
      expect(found.get(waiting)).to.be.above(10);
      expect(found.get(working)).to.be.at.least(16);
      expect(found.get('toolpress_jobs_oldest_waiting_seconds')).to.be.within(0.5, 60);
      expect(found.get(`toolpress_account_waiting account="${service.accountId}",kind="job"`)).to.equal(
        found.get(waiting),
      );
      expect(found.get('toolpress_jobs_ended_total kind="job",outcome="done"')).to.equal(0);
    }, AFTER_WORK_MS);
    expect((await service.call(`/api/jobs/${ids.at(-1)}`, { method: 'DELETE' })).body.data.status).to.equal(
      'cancelled',
    );
    signal('SIGCONT');
    await service.call('/api/jobs', { body: { ...job, input: { html: '[[#open]]' } } });
    await eventually(async () => {
      const found = await metrics();
      expect(found.get('toolpress_jobs_ended_total kind="job",outcome="done"')).to.equal(JOBS - 1);
      expect(found.get('toolpress_jobs_ended_total kind="job",outcome="cancelled"')).to.equal(1);
      expect(found.get('toolpress_jobs_ended_total kind="job",outcome="failed"')).to.equal(1);
      expect(found.get('toolpress_jobs_ended_total kind="row",outcome="done"')).to.equal(3);
      for (const name of [waiting, working, 'toolpress_batches_open', 'toolpress_batch_rows_open'])
        expect(found.get(name), name).to.equal(0);
    }, AFTER_WORK_MS);
  });

  it('is rows of batches with their age, by account, and those that failed', async () => {
    signal('SIGSTOP');
    const rows = Array.from({ length: 900 }, (_, n) => ({ n }));
    const input = { html: '[[#if n < 5]][[nothing.at.all]][[/if]]<p>[[n]]', strict: true };
    const batch = { tool: 'json-to-pdf', input, rows };
    const { body } = await service.call('/api/batches', { body: batch });
    const ofAccount = `toolpress_account_waiting account="${service.accountId}",kind="row"`;
    await eventually(async () => {
      const found = await metrics();
      const count = found.get('toolpress_batch_rows state="waiting"') ?? 0;
      // Some rows are at work.
      expect(count).to.be.within(700, 900);
      expect(found.get(ofAccount)).to.equal(count);
      expect(found.get('toolpress_batch_rows_oldest_waiting_seconds')).to.be.within(0.5, 60);
    }, AFTER_WORK_MS);
    signal('SIGCONT');
    await eventually(async () => {
      const found = await metrics();
      expect(found.get('toolpress_batch_rows state="failed"')).to.equal(5);
      expect(found.get('toolpress_batch_rows state="done"')).to.be.at.least(5);
    }, AFTER_WORK_MS);
    await service.call(`/api/batches/${body.data.id}`, { method: 'DELETE' });
    await eventually(async () => {
      const found = await metrics();
      for (const state of ['waiting', 'done', 'failed'])
        expect(found.get(`toolpress_batch_rows state="${state}"`), state).to.equal(0);
      expect(found.get('toolpress_batch_rows_oldest_waiting_seconds')).to.equal(0);
      expect([...found.keys()].filter((name) => name.startsWith('toolpress_account_waiting'))).to.deep.equal([]);
    }, AFTER_WORK_MS);
  });

  it('is deliveries, by what their receivers do', async () => {
    const free = await freePort();
    const urls = { well: 204, poor: 503, gone: 410, silent: `http://${HOST}:${free}/` };
    for (const [name, url] of Object.entries(urls)) {
      const body = { url: typeof url === 'string' ? url : `${receiver.url}/${url}` };
      expect((await service.call(`/api/webhooks/${name}`, { method: 'PUT', body })).status).to.equal(200);
      await service.call(`/api/webhooks/${name}/test`, { method: 'POST' });
    }
    await eventually(async () => {
      const found = await metrics();
      const attempts = (outcome: string, result: string) =>
        found.get(`toolpress_webhook_attempts_total outcome="${outcome}",result="${result}"`);
      expect(attempts('delivered', '2xx')).to.equal(1);
      expect(attempts('failed', '4xx')).to.equal(1);
      expect(attempts('again', '5xx')).to.be.at.least(1);
      expect(attempts('again', 'target_unreachable')).to.be.at.least(1);
      expect(found.get('toolpress_webhook_deliveries state="waiting"')).to.equal(2);
      expect(found.get('toolpress_webhook_deliveries_retried')).to.equal(2);
      expect(found.get('toolpress_webhook_deliveries_overdue_seconds')).to.be.within(0, 60);
      expect(found.get('toolpress_webhooks_disabled')).to.equal(1);
    }, AFTER_WORK_MS);
    await service.call('/api/webhooks/gone', { method: 'PUT', body: { url: `${receiver.url}/204` } });
    await eventually(
      async () => expect((await metrics()).get('toolpress_webhooks_disabled')).to.equal(0),
      AFTER_WORK_MS,
    );
  });

  it('says nothing of what it is, nor where it goes', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    expect(text).not.to.match(/\b(?:bat|job|dlv|evt)_[0-9a-z]{10}|127\.0\.0\.2/);
  });

  it('is forgotten with the account that it was of', async () => {
    const { id, token } = await service.createAccount('closing');
    signal('SIGSTOP');
    const body = { tool: 'html-to-pdf', input: { html: '<p>' }, rows: [{}, {}] };
    await service.call('/api/batches', { token, body });
    await eventually(async () => expect((await metrics()).get('toolpress_batches_open')).to.equal(1), AFTER_WORK_MS);
    await service.call(`/admin/accounts/${id}`, { method: 'DELETE', token: service.adminToken });
    signal('SIGCONT');
    await eventually(async () => expect((await metrics()).get('toolpress_batches_open')).to.equal(0), AFTER_WORK_MS);
  });
});
