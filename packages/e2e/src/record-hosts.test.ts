/** Hostile addresses and ids of connections. A server of this machine counts what reaches it. */
import {
  type Answer,
  DOUBLE_TABLE,
  type HttpTarget,
  RECORD_TOKEN,
  redisContents,
  startHttpTarget,
  startRecordDouble,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

type Provider = 'nocodb' | 'postgres';

describe('A connection', () => {
  let service: TestService;
  let allowed: Awaited<ReturnType<typeof startRecordDouble>>;
  let redirecting: HttpTarget;
  let inner: HttpTarget;
  let location = '';
  const answers: Answer[] = [];
  before(async () => {
    allowed = await startRecordDouble('nocodb');
    inner = await startHttpTarget((_request, response) => response.end('{"id":1,"fields":{}}'), { host: '127.0.0.3' });
    redirecting = await startHttpTarget((_request, response) => response.writeHead(302, { location }).end());
    const hosts = [allowed.target, redirecting].map(({ url }) => new URL(url).host).join();
    service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: `${hosts},db.invalid:5432` } });
  });
  after(async () => {
    await service.stop();
    for (const target of [allowed.target, redirecting, inner]) await target.close();
  });

  const put = async (url: string, provider: Provider = 'nocodb', slug = 'hostile'): Promise<Answer> => {
    const body = { provider, url, token: RECORD_TOKEN };
    const answer = await service.call(`/api/connections/${slug}`, { method: 'PUT', body });
    answers.push(answer);
    return answer;
  };
  const get = async (ids: object, slug = 'good'): Promise<Answer> => {
    const body = {
      base_id: 'pbase01',
      table_id: DOUBLE_TABLE,
      record_id: '1',
      _connections: { tablebase: slug },
      ...ids,
    };
    const answer = await service.call('/api/tablebase/get-record', { body });
    answers.push(answer);
    return answer;
  };

  const URLS = (): [Provider, string][] => {
    const [host, port] = [new URL(allowed.target.url).host, inner.port];
    const redis = new URL(service.redis.url).host;
    const rest = [
      ...[
        'http://localhost',
        `http://localhost:${port}`,
        `http://127.0.0.3:${port}`,
        'http://127.1',
        'http://0x7f000001',
      ],
      ...['http://2130706433', 'http://[::1]', 'http://[::ffff:127.0.0.1]', 'http://169.254.169.254/latest/meta-data'],
      ...[
        'http://metadata.google.internal',
        'http://10.0.0.1',
        'http://0.0.0.0',
        `http://${redis}`,
        'https://example.com',
      ],
      ...[`http://${host}@127.0.0.3:${port}`, `http://127.0.0.3:${port}#@${host}`, `http://127.0.0.3:${port}?@${host}`],
      ...[`http://127.0.0.3:${port}\\@${host}`, `http://${host}.evil.example`, `http://evil.example/${host}`],
      ...[
        `http://user:pass@${host}`,
        `http://${host}/?x=1`,
        `http://${host}/#x`,
        `http://${host}/?`,
        `http://${host}/#`,
      ],
      ...[
        `http://${host}/\r\nx-evil: 1`,
        `http://${host}/ x`,
        `http://${host}\u0000`,
        `http://${host}\u200b`,
        `//${host}`,
      ],
      ...[
        `ftp://${host}`,
        `file:///etc/passwd`,
        `gopher://${host}`,
        `javascript:alert(1)`,
        `data:application/json,{}`,
        host,
      ],
      ...[
        `http://127.0.0.2:${inner.port}`,
        `http://127.0.0.2`,
        `https:\\\\${host}`,
        'http://',
        'http://*',
        `http://${host}:1`,
      ],
      ...[
        'http://[fd00:ec2::254]/',
        'http://017700000001',
        'http://１２７.0.0.1',
        'ws://127.0.0.2',
        `http://${host}%00.example`,
      ],
    ];
    const postgres = [
      ...[`http://${host}`, 'postgres://db.invalid', 'postgres://reader:secret@db.invalid', 'postgres://reader@'],
      ...[
        'postgres://reader@db.invalid/other',
        'postgres://reader@db.invalid?sslmode=require',
        'postgres://reader@/tmp',
      ],
      ...[
        'postgres://reader@db.invalid?host=/var/run',
        'postgres://reader@%2Fvar%2Frun',
        'postgres://reader@localhost',
      ],
      ...[
        `postgres://reader@127.0.0.3:${port}`,
        'postgres://reader@db.invalid:22',
        'postgres://reader@db.invalid,10.0.0.1',
      ],
      ...[
        'postgres://a%00b@db.invalid',
        'postgres://a%0ab@db.invalid',
        'postgres://reader@db.invalid?sslmode=disable&host=x',
      ],
    ];
    return [
      ...rest.map((url): [Provider, string] => ['nocodb', url]),
      ...postgres.map((url): [Provider, string] => ['postgres', url]),
    ];
  };

  it('refuses 60 hostile addresses', async () => {
    const urls = URLS();
    expect(urls.length).to.be.at.least(60);
    for (const [provider, url] of urls) {
      const answer = await put(url, provider);
      expect([400, 403], `${provider} ${url}: ${JSON.stringify(answer.body)}`).to.include(answer.status);
    }
    expect((await service.call('/api/connections/hostile')).status).to.equal(404);
    expect(inner.connections + allowed.target.connections).to.equal(0);
  });

  it('refuses an address that the operator no longer allows', async () => {
    expect((await put(allowed.target.url, 'nocodb', 'good')).status).to.equal(200);
    expect((await get({})).status).to.equal(200);
    const other = await service.addGateway({ RECORD_HOSTS: 'db.invalid' });
    const body = { base_id: 'pbase01', table_id: '100', record_id: '1', _connections: { tablebase: 'good' } };
    const refused = await fetch(`${other.url}/api/tablebase/get-record`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([403, 'host_forbidden']);
    await other.end();
  });

  it('does not follow redirects', async () => {
    expect((await put(redirecting.url, 'nocodb', 'redirected')).status).to.equal(200);
    for (const to of [
      ...[
        `http://127.0.0.3:${inner.port}/`,
        `http://localhost:${inner.port}/`,
        'http://169.254.169.254/',
        'file:///etc/passwd',
      ],
      ...[`${allowed.target.url}/api/v3/data/pbase01/100/records/1`, '//127.0.0.3/', 'https://example.com/'],
    ]) {
      location = to;
      const answer = await get({}, 'redirected');
      expect([answer.status, answer.headers.get('x-error-code')], to).to.deep.equal([502, 'response_invalid']);
    }
    expect(inner.connections).to.equal(0);
  });

  for (const [what, ids] of Object.entries({
    'a base that leads up': { base_id: '..' },
    'a base that is a dot': { base_id: '.' },
    'a table that leads up': { table_id: '..' },
    'a record that leads up': { record_id: '..' },
    'a record with a line break': { record_id: '1\r\nx-evil: 1' },
    'a table with a null': { table_id: 'a\u0000' },
    'an empty record': { record_id: '' },
    'half a character': { base_id: '\ud800' },
    'a record of 256 characters': { record_id: 'x'.repeat(256) },
  })) {
    it(`refuses ${what}`, async () => {
      expect((await get(ids)).status).to.equal(400);
    });
  }

  for (const id of [
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
  ]) {
    it(`sends ${JSON.stringify(id)} as one segment of the path`, async () => {
      await get({ record_id: id });
      const sent = allowed.target.requests.at(-1)?.path ?? '';
      expect(decodeURIComponent(sent.slice(sent.lastIndexOf('/') + 1))).to.equal(id);
      expect(sent.split('/')).to.have.length(8);
    });
  }

  it('cannot be moved to another server in Redis', async () => {
    const key = `toolpress:account:${service.accountId}:connection:good`;
    await service.redis.command('HSET', key, 'url', redirecting.url);
    const before = redirecting.requests.length;
    expect((await get({})).status).to.equal(500);
    expect(redirecting.requests.length).to.equal(before);
  });

  it('shows no secret in logs, answers or Redis', async () => {
    const stored = await redisContents(service.redis.url);
    for (const text of [stored, service.logs(), JSON.stringify(answers.map(({ body }) => body))])
      expect(text).not.to.include(RECORD_TOKEN);
  });
});
