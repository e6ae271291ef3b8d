import { fileURLToPath } from 'node:url';
import { eventually, recordCommands, startProcess, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';

/** Wrong tokens that an address may send in a minute before it is slowed down. */
const FREE = 10;

let service: TestService;

const login = (token: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/ops/login`, {
    method: 'POST',
    headers: { origin: service.url, ...headers },
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  });
const admin = (token: string, url = service.url, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/admin/accounts`, { headers: { authorization: `Bearer ${token}`, ...headers } });
const signIn = (token: string): Promise<Response> =>
  fetch(`${service.url}/studio/session`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
const wrong = (number: number): string => `wrong-token-${number}-of-the-right-length`;
/** Wrong tokens, one after the other. @returns how often each status was answered. */
const guess = async (times: number, ask: (token: string) => Promise<Response>): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {};
  for (let number = 0; number < times; number++) {
    const { status } = await ask(wrong(number));
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
};

/** Several together, because one a second is checked. */
const isSlowedDown = async (ask: () => Promise<Response>): Promise<boolean> =>
  (await Promise.all(Array.from({ length: 10 }, ask))).some(({ status }) => status === 429);

describe('Attempts at the operator’s token', () => {
  beforeEach(async () => {
    service = await TestService.start({ workers: 0, env: { TRUST_PROXY: '' } });
  });
  afterEach(() => service.stop());

  it('are counted apart from those at API tokens in the studio', async () => {
    expect(await guess(FREE, signIn)).to.deep.equal({ 401: FREE });
    expect(await isSlowedDown(() => signIn(wrong(0)))).to.equal(true);
    expect(await isSlowedDown(() => login(service.adminToken))).to.equal(false);
  });

  it('in the studio do not shut out a right API token from the same address', async () => {
    expect(await guess(FREE, (token) => signIn(`tp_${token.padStart(43, 'x')}`))).to.deep.equal({ 401: FREE });
    const begun = performance.now();
    const guesses = Array.from({ length: 100 }, (_, number) => signIn(`tp_${String(number).padStart(43, 'x')}`));
    const during = Array.from({ length: 20 }, () => signIn(service.token));
    const answers = await Promise.all(guesses);
    const right = [...(await Promise.all(during)), await signIn(service.token)];
    const seconds = (performance.now() - begun) / 1_000;
    expect(right.map(({ status }) => status)).to.deep.equal(Array(21).fill(204));
    expect(right.at(-1)?.headers.get('set-cookie')).to.match(/^toolpress_studio=/);
    const refused = answers.filter(({ status }) => status === 429);
    expect(100 - refused.length, `answered 401 in ${seconds} s`).to.be.within(1, 1 + seconds);
    for (const { headers } of refused)
      expect([headers.get('retry-after'), headers.get('x-error-code')]).to.deep.equal(['1', 'too_many_attempts']);
  });

  it('in the studio do not show the admin token, nor count that of a suspended account', async () => {
    expect(await guess(FREE, signIn)).to.deep.equal({ 401: FREE });
    expect(await isSlowedDown(() => signIn(service.adminToken))).to.equal(true);
    const suspended = { token: service.adminToken, method: 'PATCH', body: { suspended: true } };
    await service.call(`/admin/accounts/${service.accountId}`, suspended);
    await eventually(async () => expect((await signIn(service.token)).status).to.equal(403));
    expect(await isSlowedDown(() => signIn(service.token))).to.equal(false);
  });

  it('let the right one in after ten wrong logins', async () => {
    expect(await guess(FREE, login)).to.deep.equal({ 401: FREE });
    const crowd = await Promise.all(Array.from({ length: 20 }, () => login(service.adminToken)));
    expect(
      crowd.map(({ status }) => status),
      'one of a second',
    ).to.include.members([303, 429]);
    await eventually(async () => expect((await login(service.adminToken)).status).to.equal(303));
  });

  it('are mostly refused while they come in crowds: ten a minute and one a second are checked, on any path', async () => {
    const begun = performance.now();
    const crowd = await Promise.all(
      Array.from({ length: 300 }, (_, number) => (number % 3 ? admin(wrong(number)) : login(wrong(number)))),
    );
    const seconds = (performance.now() - begun) / 1_000;
    const looked = crowd.filter(({ status }) => status === 401).length;
    expect(looked, `looked at in ${seconds} s`).to.be.within(FREE, FREE + 1 + seconds);
    const refused = crowd.filter(({ status }) => status === 429);
    expect(refused).to.have.lengthOf(300 - looked);
    for (const answer of refused) expect(answer.headers.get('retry-after')).to.equal('1');
    const page = refused.find(({ url }) => url.endsWith('/ops/login'));
    expect(await page?.text(), 'a page for people').to.include('Too many failed attempts');
    const fromAdmin = refused.filter(({ url }) => url.endsWith('/admin/accounts'));
    for (const answer of fromAdmin) expect(answer.headers.get('x-error-code')).to.equal('too_many_attempts');
  });

  it('are counted over all gateways', async () => {
    const other = await service.addGateway();
    expect(await guess(FREE, (token) => admin(token))).to.deep.equal({ 401: FREE });
    const begun = performance.now();
    const elsewhere = await guess(40, (token) => admin(token, other.url));
    const seconds = (performance.now() - begun) / 1_000;
    expect(elsewhere[401], `looked at by the other gateway in ${seconds} s`).to.be.within(1, 2 + seconds);
    await other.end();
  });

  it('count only when they are wrong: right tokens ask Redis nothing more, as many as come', async () => {
    expect((await login(service.adminToken)).status).to.equal(303);
    const { seen, end } = await recordCommands(service.redis.url);
    for (let times = 0; times < 3 * FREE; times++) {
      expect((await login(service.adminToken)).status).to.equal(303);
      expect((await admin(service.adminToken)).status).to.equal(200);
    }
    await eventually(() => expect(seen, 'the recording works').not.to.be.empty);
    end();
    expect(seen.filter(({ args }) => args.some((argument) => argument.includes('attempt')))).to.deep.equal([]);
  });

  it('are counted without Redis as well, and let the operator in', async () => {
    await service.redis.kill();
    const statuses = await guess(FREE + 5, login);
    expect(statuses[401]).to.be.within(FREE, FREE + 5);
    await eventually(async () => expect((await login(service.adminToken)).status).to.equal(303));
    await service.redis.restart();
  });

  it('are counted by the connecting address, with any header, unless a proxy is trusted', async () => {
    const lie = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number}` });
    let number = 0;
    expect(await guess(FREE, (token) => login(token, lie(number++)))).to.deep.equal({ 401: FREE });
    expect(await isSlowedDown(() => login(service.adminToken, lie(number++)))).to.equal(true);
  });
});

describe('Attempts at the operator’s token behind a proxy that is trusted', () => {
  afterEach(() => service.stop());

  for (const [trusted, ...attackers] of [
    ['loopback, 10.0.0.0/8', '192.0.2.7, 203.0.113.9, 10.1.2.3'],
    ['127.0.0.1/32', '203.0.113.9:50123'],
    ['1', '192.0.2.7, 203.0.113.9', '2001:db8:1:2:3:4:5:6', '[2001:db8:1:4:3:4:5:6]:50123'],
  ] as const) {
    it(`are those of the caller: TRUST_PROXY=${trusted}, ${attackers.join(' and ')}`, async () => {
      service = await TestService.start({ workers: 0, env: { TRUST_PROXY: trusted } });
      for (const forwarded of attackers) {
        const attacker = { 'x-forwarded-for': forwarded };
        const statuses = await guess(FREE + 3, (token) => admin(token, service.url, attacker));
        expect(statuses[401]).to.be.within(FREE, FREE + 3);
        expect(await isSlowedDown(() => admin(wrong(0), service.url, attacker))).to.equal(true);
        const operator = { 'x-forwarded-for': '198.51.100.1' };
        for (let times = 0; times < 3; times++) {
          expect((await admin(service.adminToken, service.url, operator)).status).to.equal(200);
        }
        if (!forwarded.includes('2001')) continue;
        const neighbour = { 'x-forwarded-for': forwarded.replace(':3:4:5:6', ':ffff::1') };
        const isSameNetwork = await isSlowedDown(() => admin(wrong(0), service.url, neighbour));
        expect(isSameNetwork, 'the same network of IPv6').to.equal(true);
        const other = { 'x-forwarded-for': forwarded.replace(/:[24]:3:4:5:6/, ':3::1') };
        expect((await admin(wrong(0), service.url, other)).status, 'another network').to.equal(401);
      }
    });
  }
});

it('A wrong TRUST_PROXY ends the gateway with 1', async () => {
  const main = fileURLToPath(new URL('../../../apps/gateway/dist/main.js', import.meta.url));
  const gateway = startProcess(process.execPath, [main], { env: { TRUST_PROXY: '0.0.0.0/0' } });
  expect(await gateway.ended).to.equal(1);
  expect(gateway.output()).to.match(/TRUST_PROXY must be/);
});

describe('Unknown API tokens', () => {
  it('are looked up once in a while, however often they come, and not at all when they can be none', async () => {
    const service = await TestService.start({ workers: 0 });
    try {
      const lookUps = async (): Promise<number> => {
        const stats = String(await service.redis.command('INFO', 'commandstats'));
        return Number(/cmdstat_hgetall:calls=(\d+)/.exec(stats)?.[1] ?? 0);
      };
      const ask = async (token: string): Promise<void> => {
        const answer = await service.call('/api/variables', { token });
        expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([401, 'token_invalid']);
      };
      const before = await lookUps();
      const begun = performance.now();
      for (let times = 0; times < 60; times++) await ask(`tp_${'A'.repeat(43)}`);
      const seconds = (performance.now() - begun) / 1_000;
      expect((await lookUps()) - before, `look-ups in ${seconds} s`).to.be.within(1, 2 + seconds / 2);
      const between = await lookUps();
      for (let times = 0; times < 60; times++) await ask(`guess-${times}`);
      expect((await lookUps()) - between, 'look-ups of what is no token').to.equal(0);
    } finally {
      await service.stop();
    }
  });
});
