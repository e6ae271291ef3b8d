import { eventually, recordCommands, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { close, eventsIn, open, outcome, submitBatch } from './progress-events.js';

describe('Server-sent events', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0 });
  });
  after(() => service.stop());

  it('of one batch cost one look, however many watch it, and none when they are gone', async () => {
    const { seen, end } = await recordCommands(service.redis.url);
    try {
      const path = await submitBatch(service, 2);
      const isLook = ({ args: [command = '', key = ''] }: { args: string[] }) =>
        /^h(getall|mget)$/i.test(command) && key.endsWith(path.slice(path.lastIndexOf('/') + 1));
      const streams = await Promise.all(Array.from({ length: 20 }, () => open(service, path)));
      // Each looks once before it begins, and rows are begun with.
      const before = seen.filter(isLook).length;
      const begun = performance.now();
      const looks = (): number => seen.filter(isLook).length - before;
      await eventually(() => expect(looks()).to.be.at.least(6));
      expect(looks()).to.be.at.most(Math.ceil((performance.now() - begun) / 500) + 2);
      await close(...streams);
      await eventually(() => {
        const recent = seen.filter((command) => isLook(command) && command.at > Date.now() - 2_000);
        expect(recent).to.deep.equal([]);
      });
    } finally {
      end();
    }
  });

  it('of what waits are 20 at a time for an account, beside its other requests; a caller who hangs up leaves room', async () => {
    const [many, other] = [await service.createAccount('many'), await service.createAccount('another')];
    const path = await submitBatch(service, 2, many.token);
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(service, path, { token: many.token })));
    expect(streams.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
    const refused = await open(service, path, { token: many.token });
    expect(outcome(refused)).to.deep.equal([429, 'concurrency_exceeded']);
    expect(refused.headers.get('retry-after')).to.equal('5');
    expect((await service.call(path, { token: many.token })).status).to.equal(200);
    const elsewhere = await open(service, await submitBatch(service, 1, other.token), { token: other.token });
    expect(elsewhere.status).to.equal(200);
    await close(...streams.slice(0, 1));
    await eventually(async () => {
      const one = await open(service, path, { token: many.token });
      await close(one);
      expect(one.status).to.equal(200);
    });
    await close(elsewhere, ...streams.slice(1));
  });

  it('end immediately when their gateway stops', async () => {
    const stream = await open(service, await submitBatch(service, 2));
    const begun = performance.now();
    const read = stream.text().then((text) => ({ text, ms: performance.now() - begun }));
    await service.restartGateway('SIGTERM');
    const { text, ms } = await read;
    expect(eventsIn(text).filter(({ name }) => name === 'end')).to.deep.equal([]);
    expect(ms, 'not when it may take no longer').to.be.below(10_000);
  });
});
