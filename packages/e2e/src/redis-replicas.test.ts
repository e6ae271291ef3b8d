import { randomUUID } from 'node:crypto';
import { type Answer, eventually, startRedis, type TestRedis, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

describe('A service that waits for a replica of Redis', () => {
  let redis: TestRedis;
  let replica: TestRedis;
  let service: TestService;
  before(async () => {
    redis = await startRedis();
    replica = await startRedis({ settings: ['--replicaof', '127.0.0.1', new URL(redis.url).port] });
    await eventually(async () => expect(await redis.command('INFO', 'replication')).to.include('state=online'));
    service = await TestService.start({ redis, env: { REDIS_WAIT_REPLICAS: '1' } });
  });
  after(async () => {
    process.kill(replica.pid, 'SIGCONT');
    await service.stop();
    await replica.stop();
  });

  const job = { tool: 'html-to-pdf', input: { html: '<p>x' } };
  const batch = { tool: 'html-to-pdf', input: { html: '<p>[[x]]' }, rows: [{ x: 1 }] };
  const submit = (path: string, body: object, key: string): Promise<Answer> =>
    service.call(path, { body, headers: { 'Idempotency-Key': key } });

  for (const [path, body, prefix] of [
    ['/api/jobs', job, 'job'],
    ['/api/batches', batch, 'batch'],
  ] as const) {
    it(`has what it accepts at ${path} on the replica`, async () => {
      const { status, body: answer } = await submit(path, body, randomUUID());
      expect(status).to.equal(202);
      const key = `toolpress:account:${service.accountId}:${prefix}:${answer.data.id}`;
      expect(await replica.command('EXISTS', key)).to.equal(1);
    });

    it(`refuses at ${path} while the replica is silent, and accepts the same once afterwards`, async () => {
      const key = randomUUID();
      process.kill(replica.pid, 'SIGSTOP');
      const refused = await submit(path, body, key);
      expect(refused.status).to.equal(503);
      expect(refused.body.error).to.include('Idempotency-Key');
      const counted = async (): Promise<number> => (await service.call(path)).body.data.items.length;
      const before = await counted();
      expect((await submit(path, body, key)).status).to.equal(503);
      process.kill(replica.pid, 'SIGCONT');
      await eventually(async () => expect((await submit(path, body, key)).status).to.equal(202));
      expect(await counted()).to.equal(before);
    });
  }

  it('calls tools as ever while the replica is silent', async () => {
    process.kill(replica.pid, 'SIGSTOP');
    expect((await service.call('/api/utilities/html-to-pdf', { body: { html: '<p>x' } })).status).to.equal(200);
    process.kill(replica.pid, 'SIGCONT');
  });
});
