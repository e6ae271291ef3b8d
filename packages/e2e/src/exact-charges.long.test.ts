import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, eventually, type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';

const HTTP = '/api/utilities/http-request';
const ROUNDS = 8;
const CALLS_A_ROUND = 10;
const KILLS_A_ROUND = 4;

describe('Every answer of 200 is charged, and nothing else is', () => {
  let service: TestService;
  let target: HttpTarget;
  /** Requests that the target answers when told to. */
  const gate: (() => void)[] = [];
  before(async () => {
    target = await startHttpTarget(async (request, response) => {
      if (request.path === '/gate') await new Promise<void>((resolve) => gate.push(resolve));
      response.end('{}');
    });
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  });
  after(async () => {
    await service.stop();
    await target.close();
  });
  afterEach(async () => {
    await service.redis.command('CONFIG', 'SET', 'maxmemory', '0');
    await service.redis.command('CONFIG', 'SET', 'min-replicas-to-write', '0');
  });

  const request = (path = '/', key?: string, token?: string): Promise<Answer> =>
    service.call(HTTP, {
      body: { method: 'GET', url: `${target.url}${path}` },
      headers: key === undefined ? {} : { 'idempotency-key': key },
      ...(token === undefined ? {} : { token }),
    });
  const command = (words: string): Promise<unknown> => {
    const [name = '', ...args] = words.split(' ');
    return service.redis.command(name, ...args);
  };
  const charged = async (): Promise<number> => Number((await service.call('/api/usage')).body.data?.requests);
  const successes = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;

  /** Usage has to become exactly this, and to stay it while lost charges are sent again. */
  async function expectCharged(number: number): Promise<void> {
    await eventually(async () => expect(await charged()).to.equal(number));
    await sleep(300);
    expect(await charged()).to.equal(number);
  }

  it('while Redis is full', async () => {
    const before = await charged();
    await service.redis.command('CONFIG', 'SET', 'maxmemory', '1mb');
    const answers = await Promise.all(Array.from({ length: 50 }, () => request()));
    expect(successes(answers), 'answered 200').to.equal(50);
    // Usage is read while there is still no room: what was answered has been charged, not put off.
    await eventually(async () => expect(await charged()).to.equal(before + 50));
  });

  it('while Redis is full, with a quota; under a key, whose record there is no room for, nothing is done', async () => {
    const { id, token } = await service.createAccount('quota');
    const change = { method: 'PATCH', token: service.adminToken, body: { monthly_actions: 5 } };
    await service.call(`/admin/accounts/${id}`, change);
    await service.redis.command('CONFIG', 'SET', 'maxmemory', '1mb');
    const asked = target.requests.length;
    const keyed = await request('/', randomUUID(), token);
    expect([keyed.status, keyed.headers.get('x-error-code')]).to.deep.equal([503, 'unavailable']);
    expect(target.requests.length).to.equal(asked);
    const answers = await Promise.all(Array.from({ length: 10 }, () => request('/', undefined, token)));
    expect(successes(answers)).to.equal(5);
    await eventually(async () => {
      expect((await service.call('/api/usage', { token })).body.data.requests).to.equal(5);
    });
  });

  for (const [how, stop, goOn] of [
    [
      'lacks the replicas it has to write to',
      'CONFIG SET min-replicas-to-write 1',
      'CONFIG SET min-replicas-to-write 0',
    ],
    ['has become a replica', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE'],
  ] as const) {
    it(`while Redis ${how}: what can’t be charged is not done, and what was done before that shows is charged later`, async () => {
      const before = await charged();
      const asked = target.requests.length;
      await command(stop);
      const answers: Answer[] = [];
      for (let round = 0; round < 20; round++) answers.push(await request());
      expect(successes(answers), 'answered 200 before the fault showed').to.be.below(4);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(new Set(refused.map(({ headers }) => headers.get('x-error-code')))).to.deep.equal(
        new Set(['unavailable']),
      );
      expect(refused[0]?.headers.get('retry-after')).to.match(/^\d+$/);
      expect(target.requests.length - asked, 'requests done').to.equal(successes(answers));
      await command(goOn);
      await expectCharged(before + successes(answers));
      await eventually(async () => expect((await request()).status).to.equal(200));
    });
  }

  it('with broken counters: only their account is refused, and charged when they are mended', async () => {
    const { id, token } = await service.createAccount('broken');
    const usage = `toolpress:account:${id}:usage`;
    await service.redis.command('SET', usage, 'no hash');
    const answers: Answer[] = [];
    for (let round = 0; round < 10; round++) answers.push(await request('/', undefined, token));
    expect(successes(answers)).to.be.within(1, 3);
    expect(answers.at(-1)?.headers.get('x-error-code')).to.equal('unavailable');
    expect((await request()).status).to.equal(200);
    await service.redis.command('DEL', usage);
    await eventually(async () => {
      const { data } = (await service.call('/api/usage', { token })).body;
      expect(data.requests).to.equal(successes(answers));
    });
    expect((await request('/', undefined, token)).status).to.equal(200);
  });

  for (const [how, keyOf] of [
    ['under idempotency keys', () => randomUUID()],
    ['without keys', () => undefined],
  ] as const) {
    it(`when connections to Redis are cut again and again, ${how}`, async () => {
      const before = await charged();
      const answers: Answer[] = [];
      let others = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const calls = Array.from({ length: CALLS_A_ROUND }, () => request('/gate', keyOf()));
        await eventually(() => expect(gate).to.have.lengthOf(CALLS_A_ROUND));
        // The charges of all of them go out now, while their connections are cut.
        for (const release of gate.splice(0)) release();
        for (let kill = 0; kill < KILLS_A_ROUND; kill++) {
          await service.redis.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        }
        answers.push(...(await Promise.all(calls)));
        await eventually(async () => expect((await request('/')).status).to.equal(200));
        others += 1;
      }
      await expectCharged(before + others + successes(answers));
      expect(successes(answers)).to.be.above(0);
    });
  }

  it('when Redis is frozen for longer than a command may take', async () => {
    const before = await charged();
    const calls = Array.from({ length: 20 }, (_, index) => request('/gate', index % 2 ? randomUUID() : undefined));
    await eventually(() => expect(gate).to.have.lengthOf(20));
    process.kill(service.redis.pid, 'SIGSTOP');
    for (const release of gate.splice(0)) release();
    await sleep(4_500);
    process.kill(service.redis.pid, 'SIGCONT');
    const answers = await Promise.all(calls);
    expect(successes(answers)).to.equal(20);
    await expectCharged(before + 20);
    await eventually(async () => expect((await request()).status).to.equal(200));
  });

  it('when a key’s charge can’t be made for long: its caller is answered, and a repeat is, once it is made', async () => {
    const before = await charged();
    const key = randomUUID();
    const first = request('/gate', key);
    await eventually(() => expect(gate).to.have.lengthOf(1));
    await command('CONFIG SET min-replicas-to-write 1');
    for (const release of gate.splice(0)) release();
    expect((await first).status).to.equal(200);
    expect(await charged()).to.equal(before);
    await command('CONFIG SET min-replicas-to-write 0');
    await expectCharged(before + 1);
    const asked = target.requests.length;
    expect((await request('/gate', key)).body.data).to.deep.equal((await first).body.data);
    expect(target.requests.length).to.equal(asked);
    await expectCharged(before + 1);
  });

  it('remembers the ids of charges no longer than their answers are awaited', async () => {
    const remembered = async () => (await service.redis.command('KEYS', 'toolpress:charge:*')) as string[];
    await request();
    const before = await remembered(); // among them those that had to be sent twice
    for (let round = 0; round < 40; round++) await request();
    const after = await remembered();
    // A busy machine sends some of the forty twice.
    expect(after).to.have.length.within(1, before.length + 20);
    const GONE = -2; // with the charge that came after
    for (const key of after) {
      const life = Number(await service.redis.command('TTL', key));
      if (life !== GONE) expect(life, 'seconds').to.be.above(24 * 3_600);
    }
  });

  it('a gateway that has to stop says of each charge that it could not make what is lost', async () => {
    const before = await charged();
    await service.redis.command('CONFIG', 'SET', 'min-replicas-to-write', '1');
    const answered = successes([await request(), await request()]);
    expect(answered).to.be.above(0);
    const stopped = service.restartGateway('SIGTERM');
    await stopped;
    await service.redis.command('CONFIG', 'SET', 'min-replicas-to-write', '0');
    const lost = service
      .logs()
      .split('\n')
      .filter((line) => line.includes('"msg":"not charged"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lost).to.have.lengthOf(answered);
    const charge = { level: 'error', accountId: service.accountId, tools: ['http-request'], actions: 1 };
    expect(lost[0]).to.deep.include(charge);
    expect(await charged()).to.equal(before);
  });
});

describe('An idempotency key whose lease has ended over the work', () => {
  let service: TestService;
  let target: HttpTarget;
  const held: (() => void)[] = [];
  before(async () => {
    target = await startHttpTarget(async (request, response) => {
      const number = target.requests.length;
      if (request.path === '/held') await new Promise<void>((resolve) => held.push(resolve));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ number }));
    });
    service = await TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: '127.0.0.2' } });
  });
  after(async () => {
    for (const release of held) release();
    await service.stop();
    await target.close();
  });

  const once = (key: string, body: object = { method: 'GET', url: `${target.url}/held` }): Promise<Answer> =>
    service.call(HTTP, { body, headers: { 'idempotency-key': key } });
  const charged = async (): Promise<number> => Number((await service.call('/api/usage')).body.data?.requests);
  const atWork = (number: number) => eventually(() => expect(held).to.have.length.at.least(number));
  /** What happens to the record while Redis is frozen, or a gateway can't reach it. */
  async function endLeases(): Promise<void> {
    const records = (await service.redis.command('KEYS', 'toolpress:account:*:idempotency:*')) as string[];
    for (const record of records) {
      if ((await service.redis.command('HEXISTS', record, 'owner')) === 1) await service.redis.command('DEL', record);
    }
  }

  it('is still its owner’s: the work is charged, and a repeat is answered with it', async () => {
    const before = await charged();
    const key = randomUUID();
    const first = once(key);
    await atWork(held.length + 1);
    await endLeases();
    held.at(-1)?.();
    const answer = await first;
    expect(answer.status).to.equal(200);
    await eventually(async () => expect(await charged()).to.equal(before + 1));
    const requests = target.requests.length;
    expect((await once(key)).body.data).to.deep.equal(answer.body.data);
    expect(target.requests.length).to.equal(requests);
    expect(await charged()).to.equal(before + 1);
  });

  it('is taken again by its owner, so that a second request waits for it', async () => {
    const key = randomUUID();
    const first = once(key);
    await atWork(held.length + 1);
    await endLeases();
    const requests = target.requests.length;
    await eventually(async () => {
      expect(await service.redis.command('KEYS', 'toolpress:account:*:idempotency:*')).to.have.lengthOf(2);
    });
    const second = once(key);
    await sleep(200);
    held.at(-1)?.();
    expect((await second).body.data).to.deep.equal((await first).body.data);
    expect(target.requests.length).to.equal(requests);
  });

  for (const [who, order] of [
    ['first', [0, 1]],
    ['last', [1, 0]],
  ] as const) {
    it(`and that another has taken is charged once, and both get one answer, when the owner ends ${who}`, async () => {
      const before = await charged();
      const begun = held.length;
      const key = randomUUID();
      const calls = [once(key)];
      await atWork(begun + 1);
      await endLeases();
      calls.push(once(key));
      await atWork(begun + 2);
      for (const index of order) {
        held[begun + index]?.();
        await calls[index];
      }
      const [one, other] = await Promise.all(calls);
      expect([one?.status, other?.status]).to.deep.equal([200, 200]);
      expect(one?.body.data).to.deep.equal(other?.body.data);
      await eventually(async () => expect(await charged()).to.equal(before + 1));
      expect((await once(key)).body.data).to.deep.equal(one?.body.data);
      expect(await charged()).to.equal(before + 1);
    });
  }

  it('that another request has taken is charged to that one only, and its first owner learns of it', async () => {
    const before = await charged();
    const key = randomUUID();
    const first = once(key);
    const begun = held.length;
    await atWork(begun + 1);
    await endLeases();
    const other = await once(key, { method: 'GET', url: `${target.url}/other` });
    expect(other.status).to.equal(200);
    held[begun]?.();
    const answer = await first;
    expect(answer.headers.get('x-error-code')).to.equal('idempotency_conflict');
    await sleep(200);
    expect(await charged()).to.equal(before + 1);
  });
});
