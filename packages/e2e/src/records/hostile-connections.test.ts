/** Hostile addresses, names and ids of connections. Servers of this machine count what reaches them. */
import {
  type Answer,
  DOUBLE_TABLE,
  eventually,
  type HttpTarget,
  RECORD_TOKEN,
  startHttpTarget,
  startRecordDouble,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { getRecord, leaks, limit } from './cases.js';

/** Addresses for a REST server. `HOST` is an allowed server with its port; `PORT` and `INNER` belong to a server that is not allowed. */
const REST = [
  'http://localhost',
  'http://localhost:PORT',
  'http://INNER',
  'http://127.1',
  'http://0x7f000001',
  'http://2130706433',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://169.254.169.254/latest/meta-data',
  'http://metadata.google.internal',
  'http://10.0.0.1',
  'http://0.0.0.0',
  'http://REDIS',
  'https://example.com',
  'http://HOST@INNER',
  'http://INNER#@HOST',
  'http://INNER?@HOST',
  'http://INNER\\@HOST',
  'http://HOST.evil.example',
  'http://evil.example/HOST',
  'http://user:pass@HOST',
  'http://HOST/?x=1',
  'http://HOST/#x',
  'http://HOST/?',
  'http://HOST/#',
  'http://HOST/\r\nx-evil: 1',
  'http://HOST/ x',
  'http://HOST\u0000',
  'http://HOST\u200b',
  '//HOST',
  'ftp://HOST',
  'file:///etc/passwd',
  'gopher://HOST',
  'javascript:alert(1)',
  'data:application/json,{}',
  'HOST',
  'http://127.0.0.2:PORT',
  'http://127.0.0.2',
  'https:\\\\HOST',
  'http://',
  'http://*',
  'http://HOST:1',
  'http://[fd00:ec2::254]/',
  'http://017700000001',
  'http://１２７.0.0.1',
  'ws://127.0.0.2',
  'http://HOST%00.example',
];
/** Addresses for a PostgreSQL. `db.invalid:5432` is allowed. */
const POSTGRES = [
  'http://HOST',
  'postgres://db.invalid',
  'postgres://reader:secret@db.invalid',
  'postgres://reader@',
  'postgres://reader@db.invalid/other',
  'postgres://reader@db.invalid?sslmode=require',
  'postgres://reader@/tmp',
  'postgres://reader@db.invalid?host=/var/run',
  'postgres://reader@%2Fvar%2Frun',
  'postgres://reader@localhost',
  'postgres://reader@INNER',
  'postgres://reader@db.invalid:22',
  'postgres://reader@db.invalid,10.0.0.1',
  'postgres://a%00b@db.invalid',
  'postgres://a%0ab@db.invalid',
  'postgres://reader@db.invalid?sslmode=disable&host=x',
];
/** Ids that are refused before a request. */
const REFUSED_IDS: Record<string, object> = {
  'a base that leads up': { base_id: '..' },
  'a base that is a dot': { base_id: '.' },
  'a table that leads up': { table_id: '..' },
  'a record that leads up': { record_id: '..' },
  'a record with a line break': { record_id: '1\r\nx-evil: 1' },
  'a table with a null': { table_id: 'a\u0000' },
  'an empty record': { record_id: '' },
  'half a character': { base_id: '\ud800' },
  'a record of 256 characters': { record_id: 'x'.repeat(256) },
};
/** Ids that stay one segment of the path. */
const ONE_SEGMENT = [
  'a/b',
  '../../v1/auth/user/me',
  '?x=1',
  '#x',
  '%2e%2e',
  '%2F',
  ';x',
  '1?where=(x,eq,1)',
  '..%2f..',
  '\\..\\',
  '1&x=1',
  "1' OR '1'='1",
  '1; DROP TABLE orders; --',
  'http://169.254.169.254/',
  '//127.0.0.3/',
];
const REDIRECTS = [
  'http://INNER/',
  'http://localhost:PORT/',
  'http://169.254.169.254/',
  'file:///etc/passwd',
  'http://HOST/api/v3/data/pbase01/100/records/1',
  '//127.0.0.3/',
  'https://example.com/',
];

/** The addresses of names that the operator allows: of the first look-up, and of all later ones. */
const NAMES: Record<string, readonly (readonly string[])[]> = {
  'metadata.rebound.example': [['169.254.169.254']],
  'mapped.rebound.example': [['::ffff:169.254.169.254']],
  'mixed.rebound.example': [['127.0.0.2', '93.184.216.34']],
  'later.rebound.example': [['127.0.0.2'], ['169.254.169.254']],
};
/** Replaces the system's look-up in the gateway, as a hostile name server does. */
const LOOKUP = `
import { promises } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
const names = new Map(Object.entries(${JSON.stringify(NAMES)}));
promises.lookup = async (name) => {
  const answers = names.get(name);
  if (answers === undefined) throw Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' });
  const found = answers.length > 1 ? answers.shift() : answers[0];
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
syncBuiltinESMExports();`;

const HOSTILE = { REST, POSTGRES, REDIRECTS, ONE_SEGMENT, NAMES: Object.keys(NAMES), IDS: Object.keys(REFUSED_IDS) };
const count = Object.values(HOSTILE).reduce((sum, { length }) => sum + length, 0);

describe(`A connection, in ${count} hostile cases`, () => {
  let service: TestService;
  let allowed: Awaited<ReturnType<typeof startRecordDouble>>;
  let redirecting: HttpTarget;
  let failing: HttpTarget;
  let inner: HttpTarget;
  let location = '';
  const answers: Answer[] = [];
  before(async () => {
    allowed = await startRecordDouble('nocodb');
    inner = await startHttpTarget((_request, response) => response.end('{"id":1,"fields":{}}'), { host: '127.0.0.3' });
    redirecting = await startHttpTarget((_request, response) => response.writeHead(302, { location }).end());
    failing = await startHttpTarget((_request, response) => response.writeHead(500, { connection: 'close' }).end(), {
      port: inner.port,
    });
    const hosts = [allowed.target, redirecting].map(({ url }) => new URL(url).host);
    const names = Object.keys(NAMES).map((name) => `${name}:${inner.port}`);
    service = await TestService.start({
      workers: 0,
      env: {
        RECORD_HOSTS: [...hosts, ...names, 'db.invalid:5432'].join(),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LOOKUP)}`,
      },
    });
    await limit(service);
    expect((await put(allowed.target.url, 'nocodb', 'good')).status).to.equal(200);
    expect((await put(redirecting.url, 'nocodb', 'redirected')).status).to.equal(200);
  });
  after(async () => {
    await service?.stop();
    for (const target of [allowed.target, redirecting, failing, inner]) await target.close();
  });

  const put = async (url: string, provider: string, slug = 'hostile'): Promise<Answer> => {
    const body = { provider, url, token: RECORD_TOKEN };
    const answer = await service.call(`/api/connections/${slug}`, { method: 'PUT', body });
    answers.push(answer);
    return answer;
  };
  const get = async (ids: object, slug = 'good'): Promise<Answer> => {
    const answer = await getRecord(service, slug, {
      base_id: 'pbase01',
      table_id: DOUBLE_TABLE,
      record_id: '1',
      ...ids,
    });
    answers.push(answer);
    return answer;
  };
  /** Returns a text with the hosts and ports of the servers. */
  const filled = (text: string): string =>
    text
      .replaceAll('HOST', new URL(allowed.target.url).host)
      .replaceAll('REDIS', new URL(service.redis.url).host)
      .replaceAll('INNER', `127.0.0.3:${inner.port}`)
      .replaceAll('PORT', String(inner.port));

  for (const [provider, addresses] of Object.entries({ nocodb: REST, postgres: POSTGRES }))
    for (const address of addresses)
      it(`refuses the address ${JSON.stringify(address)} for ${provider}`, async () => {
        const before = allowed.target.connections + inner.connections;
        const answer = await put(filled(address), provider);
        expect([400, 403], JSON.stringify(answer.body)).to.include(answer.status);
        expect((await service.call('/api/connections/hostile')).status).to.equal(404);
        expect(allowed.target.connections + inner.connections).to.equal(before);
      });

  it('counts at least 60 hostile cases', () => {
    expect(REST.length + POSTGRES.length).to.be.at.least(60);
    expect(count).to.be.at.least(98);
  });

  for (const to of REDIRECTS)
    it(`does not follow a redirect to ${to}`, async () => {
      location = filled(to);
      const answer = await get({}, 'redirected');
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([502, 'response_invalid']);
      expect(inner.connections).to.equal(0);
    });

  for (const [name, lookups] of Object.entries(NAMES))
    it(`sends nothing to another server when ${name} has the addresses ${lookups.join(', then ')}`, async () => {
      for (const [provider, url] of [
        ['nocodb', `http://${name}:${inner.port}`],
        ['postgres', `postgres://reader@${name}:${inner.port}?sslmode=disable`],
      ] as const) {
        if (provider === 'postgres' && lookups.length > 1) continue; // the first answer is used up
        expect((await put(url, provider, 'rebound')).status).to.equal(200);
        const answer = await get({}, 'rebound');
        expect([answer.status, answer.headers.get('x-error-code')]).to.satisfy(
          ([status, code]: [number, string]) => status === 502 && /target_unreachable|response_invalid/.test(code),
        );
      }
      expect(inner.connections).to.equal(0);
      // Its output may arrive after its answer.
      await eventually(() => expect(service.logs()).to.include(`"host":"${name}","address":`));
      expect(failing.requests.length).to.equal(lookups.length - 1);
    });

  for (const [what, ids] of Object.entries(REFUSED_IDS))
    it(`refuses ${what}`, async () => {
      const before = allowed.target.requests.length;
      expect((await get(ids)).status).to.equal(400);
      expect(allowed.target.requests.length).to.equal(before);
    });

  for (const id of ONE_SEGMENT)
    it(`sends ${JSON.stringify(id)} as one segment of the path`, async () => {
      await get({ record_id: id });
      const sent = allowed.target.requests.at(-1)?.path ?? '';
      expect(decodeURIComponent(sent.slice(sent.lastIndexOf('/') + 1))).to.equal(id);
      expect(sent.split('/')).to.have.length(8);
    });

  it('is refused when the operator no longer allows its address', async () => {
    expect((await get({})).status).to.equal(200);
    const other = await service.addGateway({ RECORD_HOSTS: 'db.invalid' });
    const refused = await fetch(`${other.url}/api/tablebase/get-record`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        base_id: 'pbase01',
        table_id: '100',
        record_id: '1',
        _connections: { tablebase: 'good' },
      }),
    });
    expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([403, 'host_forbidden']);
    await other.end();
  });

  it('cannot be moved to another server in Redis', async () => {
    const key = `toolpress:account:${service.accountId}:connection:good`;
    await service.redis.command('HSET', key, 'url', redirecting.url);
    const before = redirecting.requests.length;
    expect((await get({})).status).to.equal(500);
    expect(redirecting.requests.length).to.equal(before);
  });

  it('shows no secret in logs, answers or Redis', async () => {
    const connections = { main: { url: '', token: RECORD_TOKEN } };
    expect(await leaks(service, { connections }, answers)).to.deep.equal([]);
  });
});
