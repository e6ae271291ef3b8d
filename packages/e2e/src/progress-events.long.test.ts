import { eventually, recordCommands, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { close, open, submitBatch } from './progress-events.js';

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
});
