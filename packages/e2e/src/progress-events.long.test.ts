import { eventually, recordCommands, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

describe('Server-sent events', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(async () => {
    pauseWorker('SIGCONT');
    await service.stop();
  });

  const pauseWorker = (signal: NodeJS.Signals): void => {
    for (const { pid } of service.workers) process.kill(pid, signal);
  };
  const open = (path: string, token = service.token, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}/events`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const submitBatch = async (rows: number, token = service.token): Promise<string> => {
    const input = { html: '<p>[[name]]' };
    const body = { tool: 'json-to-pdf', input, rows: Array.from({ length: rows }, (_, index) => ({ name: index })) };
    return `/api/batches/${(await service.call('/api/batches', { token, body })).body.data.id}`;
  };
  const close = async (...streams: Response[]): Promise<void> => {
    await Promise.all(streams.map(({ body }) => body?.cancel()));
  };

  it('of one batch cost one look, however many watch it, and none when they are gone', async () => {
    pauseWorker('SIGSTOP');
    const { seen, end } = await recordCommands(service.redis.url);
    try {
      const path = await submitBatch(2);
      const isLook = ({ args: [command = '', key = ''] }: { args: string[] }) =>
        /^h(getall|mget)$/i.test(command) && key.endsWith(path.slice(path.lastIndexOf('/') + 1));
      const streams = await Promise.all(Array.from({ length: 20 }, () => open(path)));
      // Each looks once before it begins, and rows are begun with.
      const before = seen.filter(isLook).length;
      const begun = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      const looks = seen.filter(isLook).length - before;
      expect(looks).to.be.within(2, Math.ceil((performance.now() - begun) / 500) + 2);
      await close(...streams);
      await eventually(() => {
        const recent = seen.filter((command) => isLook(command) && command.at > Date.now() - 2_000);
        expect(recent).to.deep.equal([]);
      });
    } finally {
      end();
      pauseWorker('SIGCONT');
    }
  });
});
