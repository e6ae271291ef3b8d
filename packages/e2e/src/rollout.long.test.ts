import {
  AFTER_WORK_MS,
  Balancer,
  eventually,
  type HttpTarget,
  pdfText,
  startHttpTarget,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const HTTP = '/api/utilities/http-request';
const GRACE_MS = 6_000;
/** Long enough for the balancer to hear that a gateway stops, on a busy machine too. */
const ROLLOUT_GRACE_MS = 8_000;

describe('A rolling restart under load', () => {
  let service: TestService;
  let balancer: Balancer;
  beforeEach(async () => {
    service = await TestService.start({ workers: 2, env: { SHUTDOWN_GRACE_MS: String(ROLLOUT_GRACE_MS) } });
    balancer = new Balancer();
  });
  afterEach(async () => {
    balancer.close();
    await service.stop();
  });

  it('of all workers, then all gateways loses nothing: every request is answered with its own PDF', async () => {
    const failures: string[] = [];
    let answered = 0;
    let stop = false;
    const client = async (name: string): Promise<void> => {
      for (let round = 0; !stop; round++) {
        const text = `${name} ${round}`;
        const problem = await print(text).catch((error: Error) => String(error.cause ?? error));
        if (problem !== undefined) failures.push(`${text}: ${problem}`);
        answered += 1;
      }
    };
    const print = async (text: string): Promise<string | undefined> => {
      const response = await balancer.fetch(PDF, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ html: `<p>${text}</p>` }),
      });
      const body = (await response.json()) as { error?: string; data: { pdf_base64: string } };
      if (response.status !== 200) return `${response.status} ${body.error}`;
      return pdfText(Buffer.from(body.data.pdf_base64, 'base64')).includes(text) ? undefined : 'another document';
    };
    const someAnswers = (): Promise<void> => {
      const goal = answered + 4;
      return eventually(() => expect(answered).to.be.at.least(goal), AFTER_WORK_MS);
    };

    const first = await service.addGateway();
    const second = await service.addGateway();
    balancer.add(first.url);
    balancer.add(second.url);
    const clients = Promise.all(['Ann', 'Bob', 'Cid', 'Dee'].map(client));
    await someAnswers();
    for (const worker of service.workers.slice()) {
      expect(await worker.end('SIGTERM'), 'exit code of a worker').to.equal(0);
      await someAnswers();
      await service.addWorker();
    }
    for (const gateway of [first, second]) {
      const next = await service.addGateway();
      balancer.add(next.url);
      await someAnswers();
      expect(await gateway.end('SIGTERM'), 'exit code of a gateway').to.equal(0);
      await someAnswers();
    }
    stop = true;
    await clients;
    expect(failures).to.deep.equal([]);
    await eventually(async () => {
      expect((await service.call('/api/usage')).body.data.requests, 'charged').to.equal(answered);
    }, AFTER_WORK_MS);
    expect(service.logs()).not.to.include('"level":"error"');
  });
});

describe('A gateway that stops', () => {
  let service: TestService;
  let target: HttpTarget;
  beforeEach(async () => {
    target = await startHttpTarget((_request, response) => setTimeout(() => response.end('{}'), 300));
    service = await TestService.start({
      workers: 0,
      env: { OUTBOUND_ALLOW: '127.0.0.2', SHUTDOWN_GRACE_MS: String(GRACE_MS) },
    });
  });
  afterEach(async () => {
    await service.stop();
    await target.close();
  });

  it('answers what is at work and what still comes, each with `Connection: close`, and is not ready any more', async () => {
    const request = () => service.call(HTTP, { body: { method: 'GET', url: target.url } });
    expect((await request()).headers.get('connection')).to.equal('keep-alive');
    const atWork = request();
    await eventually(() => expect(target.requests).to.have.lengthOf(2), AFTER_WORK_MS);
    const exit = service.gateway.end('SIGTERM');
    await service.gateway.waitFor(/"msg":"stopping"/);
    const late = request();
    const ready = await service.call('/readyz', { token: null });
    expect([ready.status, ready.body.error]).to.deep.equal([503, 'Not ready: this gateway is stopping.']);
    for (const answer of [await atWork, await late]) {
      expect([answer.status, answer.headers.get('connection')]).to.deep.equal([200, 'close']);
    }
    expect(await exit).to.equal(0);
    expect(await request().catch((error: Error) => (error.cause as NodeJS.ErrnoException).code)).to.equal(
      'ECONNREFUSED',
    );
  });
});
