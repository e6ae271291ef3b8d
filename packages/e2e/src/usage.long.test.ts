import { type Answer, eventually, type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const HTTP = '/api/utilities/http-request';
const PDF = '/api/utilities/html-to-pdf';
const CALLS = 500;
const CLIENTS = 16;

describe('Usage', () => {
  let service: TestService;
  let target: HttpTarget;
  before(async () => {
    target = await startHttpTarget((request, response) => {
      if (request.path === '/cut') response.destroy();
      else response.end('{"fine":true}');
    });
    service = await TestService.start({ env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });

  /** Successes and failures of every kind, in turn. */
  const kinds: ((number: number) => [path: string, body: object, token?: string])[] = [
    () => [HTTP, { method: 'GET', url: target.url }],
    () => [HTTP, { method: 'POST', url: target.url, body: { a: 1 } }],
    () => [HTTP, { method: 'GET', url: `${target.url}/cut` }],
    () => [HTTP, { method: 'GET', url: 'http://10.0.0.1/' }],
    () => [HTTP, { method: 'FETCH', url: target.url }],
    (number) => [PDF, number % 4 === 0 ? { html: `<p>${number}</p>` } : { html: '[[#open]]' }],
    () => [HTTP, { method: 'GET', url: target.url }, 'tp_unknown'],
  ];

  /** One call, repeated under its key until it is answered: what a careful client does. */
  async function call(number: number): Promise<Answer & { path: string }> {
    const [path, body, token] = kinds[number % kinds.length]?.(number) ?? [HTTP, {}];
    const headers = { 'idempotency-key': `call-${number}` };
    for (;;) {
      try {
        return { path, ...(await service.call(path, { body, headers, ...(token === undefined ? {} : { token }) })) };
      } catch {
        // The gateway is being killed or started: no process listens.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  it('equals the sum of the successes after 500 mixed calls, the gateway killed and restarted in between', async () => {
    const answers: (Answer & { path: string })[] = [];
    let next = 0;
    const restarts: Promise<void>[] = [];
    const client = async (): Promise<void> => {
      for (let number = next++; number < CALLS; number = next++) {
        if (number === 150) restarts.push(service.restartGateway('SIGKILL'));
        if (number === 350) restarts.push(Promise.all(restarts).then(() => service.restartGateway('SIGTERM')));
        answers.push(await call(number));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await Promise.all(restarts);
    const successes = answers.filter(({ status }) => status === 200);
    const ofTool = (path: string) => successes.filter((answer) => answer.path === path);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort(), 'kinds of answers').to.deep.equal([200, 400, 401, 403, 422, 502]);
    const actions = 3 * ofTool(PDF).length + ofTool(HTTP).length; // a repeat's own answer says 0
    const { data } = (await service.call('/api/usage')).body;
    expect(data).to.include({ actions, requests: successes.length });
    expect(data.by_tool).to.deep.equal({
      'html-to-pdf': { actions: 3 * ofTool(PDF).length, requests: ofTool(PDF).length },
      'http-request': { actions: ofTool(HTTP).length, requests: ofTool(HTTP).length },
    });
    expect(Object.values(data.by_token)).to.deep.equal([{ actions, requests: successes.length }]);
    expect(Object.values<{ actions: number }>(data.by_day).reduce((sum, day) => sum + day.actions, 0)).to.equal(
      actions,
    );
  });

  it('is charged once when Redis is lost while a charge is on its way', async () => {
    const before = (await service.call('/api/usage')).body.data.requests;
    const answers: Promise<Answer>[] = Array.from({ length: 40 }, () =>
      service.call(HTTP, { body: { method: 'GET', url: target.url } }),
    );
    await Promise.any(answers);
    await service.redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const succeeded = (await Promise.all(answers)).filter(({ status }) => status === 200).length;
    expect(succeeded).to.be.above(0);
    // A charge that was lost with its connection is sent again shortly after.
    await eventually(async () => {
      expect((await service.call('/api/usage')).body.data?.requests).to.equal(before + succeeded);
    });
  });
});
