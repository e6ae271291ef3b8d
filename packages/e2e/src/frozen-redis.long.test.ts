import { setTimeout as sleep } from 'node:timers/promises';
import { AFTER_WORK_MS, type Answer, eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const ROWS = 300;
const ACTIONS = 3;
/** A gateway gives up a command after 3 s, and a silent connection after 7 s. A lease lasts 10 s. */
const FREEZES_MS = [4_000, 5_500, 6_500, 7_000, 6_500, 12_000];

describe('A Redis that is frozen under a batch', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
    await service.addGateway();
  });
  after(() => service.stop());

  const look = (id: string): Promise<Answer> => service.call(`/api/batches/${id}`);
  const used = async (): Promise<number> => (await service.call('/api/usage')).body.data.actions;
  const freeze = async (ms: number): Promise<void> => {
    process.kill(service.redis.pid, 'SIGSTOP');
    await sleep(ms);
    process.kill(service.redis.pid, 'SIGCONT');
  };

  for (const [round, ms] of FREEZES_MS.entries()) {
    it(`for ${ms / 1_000} s (freeze ${round + 1}) loses and doubles no row: the batch ends, and each row is charged once`, async () => {
      const rows = Array.from({ length: ROWS }, (_, index) => ({ name: `Row ${index}` }));
      const body = { tool: 'json-to-pdf', input: { html: '<p>[[name]]' }, rows };
      const { id } = (await service.call('/api/batches', { body })).body.data;
      await eventually(async () => expect((await look(id)).body.data.done).to.be.above(ROWS / 10), AFTER_WORK_MS);
      await freeze(ms);
      await eventually(async () => expect((await look(id)).body.data.finished_at).to.be.a('string'), AFTER_WORK_MS);
      expect((await look(id)).body.data).to.deep.include({ status: 'done', done: ROWS, failed: 0 });
      const { items } = (await service.call(`/api/batches/${id}/rows?limit=1000`)).body.data;
      const links = items.map(({ result }: { result?: { download_url: string } }) => result?.download_url);
      expect(new Set(links).size).to.equal(ROWS);
      await eventually(async () => expect(await used()).to.equal((round + 1) * ROWS * ACTIONS), AFTER_WORK_MS);
      expect(Number(await service.redis.command('ZCARD', 'toolpress:jobs:leases')), 'leases').to.equal(0);
      expect(service.logs().match(/.*(?:unknown state|had stopped).*/g) ?? [], 'repairs').to.deep.equal([]);
    });
  }
});
