import {
  AFTER_WORK_MS,
  type Answer,
  eventually,
  type HttpTarget,
  startHttpTarget,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';

describe('Jobs', () => {
  let service: TestService;
  let receiver: HttpTarget;
  before(async () => {
    receiver = await startHttpTarget((_request, response) => void response.end());
    service = await TestService.start({ env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  });
  after(async () => {
    await service.stop();
    await receiver.close();
  });

  const submit = (input: object, { token, tool = 'html-to-pdf', headers = {} }: Submission = {}): Promise<Answer> =>
    service.call('/api/jobs', { body: { tool, input }, headers, ...(token && { token }) });
  const look = (id: string, token?: string, wait = 50): Promise<Answer> =>
    wait > 0
      ? service.ended(`/api/jobs/${id}`, token)
      : service.call(`/api/jobs/${id}`, token === undefined ? {} : { token });
  const used = async (token: string): Promise<number> =>
    (await service.call('/api/usage', { token })).body.data.actions;

  it('continue when their gateway and their worker are killed, and are charged once', async () => {
    const { token } = await service.createAccount('surviving');
    const html = `<p>${'<b>long</b> '.repeat(3_000)}`;
    const ids: string[] = [];
    for (let turn = 0; turn < 30; turn++) ids.push((await submit({ html }, { token })).body.data.id);
    await eventually(async () => expect(await used(token)).to.be.above(6), AFTER_WORK_MS);
    await service.restartGateway('SIGKILL');
    for (const id of ids) expect((await look(id, token)).body.data.status, id).to.equal('done');
    await eventually(async () => expect(await used(token)).to.equal(30 * 3), AFTER_WORK_MS);
    const stored = (await service.call('/api/account', { token })).body.data.storage_bytes;
    const sizes = await Promise.all(
      ids.map(async (id) => (await look(id, token)).body.data.result.size_bytes as number),
    );
    expect(stored).to.equal(sizes.reduce((sum, size) => sum + size, 0));
  });

  it('wait for a worker as long as necessary: a missing worker is not counted as a failure', async () => {
    const alone = await TestService.start({ workers: 0, env: { RENDER_DEADLINE_MS: '1000' } });
    try {
      const { id } = (await alone.call('/api/jobs', { body: { tool: 'html-to-pdf', input: { html: '<p>' } } })).body
        .data;
      const attempts = async (): Promise<number> =>
        Number(await alone.redis.command('HGET', `toolpress:account:${alone.accountId}:job:${id}`, 'attempts'));
      await eventually(async () => expect(await attempts()).to.equal(1), AFTER_WORK_MS);
      await eventually(async () => expect(await attempts(), 'given back').to.equal(0), AFTER_WORK_MS);
      await eventually(async () => expect(await attempts(), 'taken again').to.equal(1), AFTER_WORK_MS);
      await alone.addWorker();
      const { data } = (await alone.ended(`/api/jobs/${id}`)).body;
      expect(data.status, JSON.stringify(data.error)).to.equal('done');
    } finally {
      await alone.stop();
    }
  });

  it('of one account do not keep those of another waiting, and calls go before both', async () => {
    const [many, few] = [await service.createAccount('many'), await service.createAccount('few')];
    const html = `<p>${'<i>text</i> '.repeat(2_000)}`;
    const first = await Promise.all(Array.from({ length: 80 }, () => submit({ html }, { token: many.token })));
    const { id } = (await submit({ html }, { token: few.token })).body.data;
    const call = await service.call(PDF, { token: few.token, body: { html } });
    expect(call.status).to.equal(200);
    expect((await look(id, few.token)).body.data.status).to.equal('done');
    const others = await Promise.all(first.map(({ body }) => look(body.data.id, many.token, 0)));
    expect(others.filter(({ body }) => body.data.status !== 'done').length, 'of the many still open').to.be.above(20);
    for (const { body } of first) await look(body.data.id, many.token);
  });
});

interface Submission {
  token?: string;
  tool?: string;
  headers?: Record<string, string>;
}
