import {
  AFTER_WORK_MS,
  type Answer,
  eventually,
  type HttpTarget,
  pdfText,
  startHttpTarget,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const HTTP = '/api/utilities/http-request';

const codeOf = (answer: Answer): string => answer.headers.get('x-error-code') ?? String(answer.status);

/** Requests whose callers can all hang up. */
class Crowd {
  private readonly hangUp = new AbortController();
  private readonly requests: Promise<Answer | 'gone'>[] = [];
  answered = 0;

  constructor(
    private readonly service: TestService,
    private readonly token: string,
  ) {}

  send(count: number): void {
    for (let number = 0; number < count; number++) {
      const options = { token: this.token, body: { html: `<p>${number}</p>` }, signal: this.hangUp.signal };
      const request = this.service.call(PDF, options).then((answer) => {
        this.answered += 1;
        return answer;
      });
      this.requests.push(request.catch(() => 'gone' as const));
    }
  }

  answers(): Promise<(Answer | 'gone')[]> {
    return Promise.all(this.requests);
  }

  async leave(): Promise<void> {
    this.hangUp.abort();
    await this.answers();
  }
}

/** The number of waiting and running documents. */
const slots = async (service: TestService): Promise<number> =>
  Number(await service.redis.command('ZCARD', 'toolpress:admission'));

describe('Accounts that share the queue', () => {
  const DOCUMENTS = 300;
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  it('take turns: one’s five hundred documents do not delay another’s single one', async () => {
    const [busy, calm] = [await service.createAccount('busy'), await service.createAccount('calm')];
    const crowd = new Crowd(service, busy.token);
    crowd.send(DOCUMENTS);
    await eventually(async () => expect((await slots(service)) + crowd.answered).to.equal(DOCUMENTS), AFTER_WORK_MS);
    const waiting = DOCUMENTS - crowd.answered;
    const answer = await service.call(PDF, { token: calm.token, body: { html: '<p>the single one</p>' } });
    const overtaken = DOCUMENTS - crowd.answered;
    await crowd.leave();
    expect(answer.status, answer.body.error).to.equal(200);
    expect(pdfText(Buffer.from(answer.body.data.pdf_base64, 'base64'))).to.include('the single one');
    expect(overtaken, `of ${waiting} documents before it`).to.be.above(waiting / 2);
    await eventually(async () => expect(await slots(service), 'slots after all hung up').to.equal(0), AFTER_WORK_MS);
  });
});

describe('A full queue', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { QUEUE_LIMIT: '4' } });
  });
  after(() => service.stop());

  it('answers 503 immediately, with Retry-After; queued documents are rendered, and there is room again', async () => {
    const crowd = new Crowd(service, service.token);
    crowd.send(4);
    await eventually(async () => expect(await slots(service)).to.equal(4), AFTER_WORK_MS);
    const refused = await service.call(PDF, { body: { html: 'one too many' } });
    expect(crowd.answered, 'of those before it').to.equal(0);
    expect([refused.status, codeOf(refused)]).to.deep.equal([503, 'queue_full']);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 240);
    expect(refused.body).to.have.all.keys('success', 'error');
    expect((await service.call('/api/usage')).body.data.requests, 'charged').to.equal(0);

    const { token } = await service.createAccount('other');
    const other = new Crowd(service, token);
    other.send(1);
    await eventually(async () => expect(await slots(service), 'with another account’s').to.equal(5), AFTER_WORK_MS);

    await service.addWorker();
    const answers = [...(await crowd.answers()), ...(await other.answers())];
    expect(answers.map((answer) => (answer === 'gone' ? answer : answer.status))).to.deep.equal(Array(5).fill(200));
    expect((await service.call(PDF, { body: { html: 'room again' } })).status).to.equal(200);
    expect(service.logs()).not.to.include('"level":"error"');
  });
});

describe('The cap on an account’s requests at a time', () => {
  let service: TestService;
  let target: HttpTarget;
  let release: () => void = () => undefined;
  before(async () => {
    target = await startHttpTarget(async (_request, response) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      response.end('{}');
    });
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: '127.0.0.2' } });
    const settings = { rate_limit: { concurrent_requests: 1 } };
    await service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body: settings });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });
  afterEach(() => release());

  const slow = (options = {}) => service.call(HTTP, { body: { method: 'GET', url: target.url }, ...options });

  it('answers 429 beyond, with Retry-After and the limit, until a request of the account has ended', async () => {
    const first = slow();
    await eventually(() => expect(target.requests).to.have.lengthOf(1), AFTER_WORK_MS);
    const refused = await slow();
    expect([refused.status, codeOf(refused)]).to.deep.equal([429, 'concurrency_exceeded']);
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(refused.body.error).to.include('limit of 1 concurrent');
    release();
    expect((await first).status).to.equal(200);
    await eventually(async () => expect((await service.call('/api/usage')).status).to.equal(200), AFTER_WORK_MS);
  });

  it('counts each account by itself, and who hung up no more', async () => {
    const caller = new AbortController();
    const asked = target.requests.length;
    const first = slow({ signal: caller.signal }).catch(() => 'gone');
    await eventually(() => expect(target.requests).to.have.lengthOf(asked + 1), AFTER_WORK_MS);
    const { token } = await service.createAccount('other');
    expect((await service.call('/api/usage', { token })).status).to.equal(200);
    expect((await service.call('/api/usage')).status).to.equal(429);
    caller.abort();
    expect(await first).to.equal('gone');
    await eventually(async () => expect((await service.call('/api/usage')).status).to.equal(200), AFTER_WORK_MS);
  });
});
