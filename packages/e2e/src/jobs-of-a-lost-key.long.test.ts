import { randomBytes } from 'node:crypto';
import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const GONE = /can’t be decrypted: its encryption key was removed/;

describe('Jobs and batches whose master key is gone', () => {
  let service: TestService;
  const paths = { done: '', failed: '', waiting: '', batch: '' };
  before(async () => {
    service = await TestService.start();
    const job = (html: string) => submit('/api/jobs', { tool: 'html-to-pdf', input: { html } });
    paths.done = await job('<p>done');
    paths.failed = await job('[[#open]]');
    for (const path of [paths.done, paths.failed]) await service.ended(path);
    for (const { pid } of service.workers) process.kill(pid, 'SIGSTOP');
    paths.waiting = await job('<p>later');
    paths.batch = await submit('/api/batches', { tool: 'json-to-pdf', input: { html: '<p>[[a]]' }, rows: [{}, {}] });
    await service.restartGateway('SIGTERM', { MASTER_KEY: randomBytes(32).toString('base64') });
    for (const { pid } of service.workers) process.kill(pid, 'SIGCONT');
  });
  after(() => service.stop());

  const submit = async (path: string, body: object): Promise<string> => {
    const { status, headers } = await service.call(path, { body });
    expect(status).to.equal(202);
    return headers.get('location') ?? '';
  };

  it('fail with words that say so when they wait', async () => {
    const { data } = (await service.ended(paths.waiting)).body;
    expect(data).to.include({ status: 'failed' });
    expect(data.error.code).to.equal('internal');
    expect(data.error.message).to.match(GONE);
    const batch = (await service.ended(paths.batch)).body.data;
    expect(batch).to.include({ status: 'done', done: 0, failed: 2 });
    const { items } = (await service.call(`${paths.batch}/rows`)).body.data;
    for (const { error } of items) expect(error.message).to.match(GONE);
    expect((await service.call('/api/usage')).body.data.actions, 'of the one that was done before').to.equal(3);
  });

  it('are answered immediately with what is still readable when they have ended', async () => {
    for (const [path, status] of [
      [paths.done, 'done'],
      [paths.failed, 'failed'],
    ]) {
      const begun = performance.now();
      const answer = await service.call(`${path}?wait=50`);
      expect(performance.now() - begun).to.be.below(45_000);
      expect(answer.status).to.equal(200);
      expect(answer.body.data).to.include({ status }).and.not.have.property('result');
      expect(answer.body.data.error.message).to.match(GONE);
    }
    const { items } = (await service.call('/api/jobs')).body.data;
    expect(items.map(({ status }: { status: string }) => status)).to.deep.equal(['done', 'failed', 'failed']);
    const events = await fetch(`${service.url}${paths.done}/events`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect(await events.text()).to.match(/^event: end$/m);
  });

  it('are deleted, and hurt none that come after', async () => {
    expect((await service.call(paths.done, { method: 'DELETE' })).status).to.equal(200);
    expect((await service.call(paths.done)).status).to.equal(404);
    const path = await submit('/api/jobs', { tool: 'html-to-pdf', input: { html: '<p>after' } });
    await eventually(async () => expect((await service.call(path)).body.data.status).to.equal('done'));
    expect(service.logs()).not.to.match(/"level":"error"/);
  });
});
