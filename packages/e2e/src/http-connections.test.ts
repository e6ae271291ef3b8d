import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOLS } from '@toolpress/contract';
import {
  type Answer,
  FORBIDDEN_HOSTS,
  FORBIDDEN_URLS,
  type HttpTarget,
  makeCertificate,
  type ReceivedRequest,
  startHttpTarget,
  startSentinels,
  TARGET_ADDRESS,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const TOOL = TOOLS['http-request'].path;
const SECRET = 'sk_live_4711abcDEF';
/** A second origin of the tests. */
const OTHER_ADDRESS = '127.0.0.4';
const BEARER = { type: 'bearer', token: SECRET };

describe('Connections of the provider http', () => {
  let service: TestService;
  let api: HttpTarget;
  let others: HttpTarget[];
  let folder: string;
  before(async () => {
    const answer = (request: ReceivedRequest, response: import('node:http').ServerResponse): void => {
      const to = new URL(request.path, 'http://x').searchParams.get('to');
      if (to === null) response.end('ok');
      else response.writeHead(request.path.includes('keep') ? 307 : 302, { location: to }).end();
    };
    api = await startHttpTarget(answer);
    const tls = makeCertificate({ subject: TARGET_ADDRESS, names: [TARGET_ADDRESS] });
    folder = await mkdtemp(join(tmpdir(), 'toolpress-ca-'));
    await writeFile(join(folder, 'ca.pem'), tls.cert);
    others = await Promise.all([
      startHttpTarget(answer, { host: OTHER_ADDRESS, port: api.port }),
      startHttpTarget(answer),
      startHttpTarget(answer, { tls }),
    ]);
    service = await TestService.start({
      workers: 0,
      env: { OUTBOUND_ALLOW: `${TARGET_ADDRESS},${OTHER_ADDRESS}`, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    });
  });
  after(async () => {
    await service.stop();
    await Promise.all([rm(folder, { recursive: true }), ...[api, ...others].map((each) => each.close())]);
  });

  const put = (slug: string, more: object): Promise<Answer> =>
    service.call(`/api/connections/${slug}`, { method: 'PUT', body: { provider: 'http', ...more } });
  const save = async (slug: string, more: object): Promise<void> => {
    const { status, body } = await put(slug, { url: `${api.url}/v1/`, auth: BEARER, ...more });
    expect(status, body.error).to.equal(200);
  };
  const request = (slug: string, more: object): Promise<Answer> =>
    service.call(TOOL, { body: { method: 'GET', _connections: { http: slug }, ...more } });
  const last = (): ReceivedRequest => api.requests.at(-1) as ReceivedRequest;
  const outcome = ({ status, headers }: Answer) => [status, headers.get('x-error-code')];

  it('are saved, shown, listed and audited without their secrets', async () => {
    const auth = {
      ...{ type: 'oauth2_client_credentials', token_url: `${api.url}/token`, client_id: 'me', client_secret: SECRET },
      ...{ scope: 'read', client_auth: 'body' },
    };
    const saved = await put('shown', { url: `${api.url}/v1`, auth, methods: ['GET'], headers: { 'x-version': '2' } });
    const { client_secret: _, ...shown } = auth;
    expect(saved.body.data).to.deep.include({
      ...{ slug: 'shown', provider: 'http', url: `${api.url}/v1/`, auth: shown },
      ...{ methods: ['GET'], headers: { 'x-version': '2' } },
    });
    expect((await service.call('/api/connections/shown')).body.data).to.deep.equal(saved.body.data);
    const all = [saved, await service.call('/api/connections'), await service.call('/api/audit')];
    expect(JSON.stringify(all.map(({ body }) => body)))
      .to.include('connection.save')
      .and.not.include(SECRET);
  });

  for (const [what, more, words] of [
    ['no auth', { auth: undefined }, /`auth` is required/],
    ['no url', { url: undefined }, /`url` is required/],
    ['a token beside it', { token: SECRET }, /`token` is not allowed with the provider `http`/],
    ['another type', { auth: { type: 'digest' } }, /`auth.type` must be one of/],
    ['a missing field', { auth: { type: 'header', value: SECRET } }, /`auth.name` is required with the type `header`/],
    ['a needless field', { auth: { ...BEARER, name: 'x' } }, /`auth.name` is not allowed with the type `bearer`/],
    ['a short secret', { auth: { type: 'bearer', token: 'short' } }, /`auth.token` must have at least 8/],
    ['a short password', { auth: { type: 'basic', username: 'me', password: 'me' } }, /at least 8 characters/],
    [
      'a short password beside a long name',
      { auth: { type: 'basic', username: 'administrator', password: 'hunter2' } },
      /`auth.password`.*at least 8 characters/,
    ],
    ['a header that is a secret', { headers: { Authorization: 'x' } }, /`Authorization` is a secret/],
    ['a header of the connection', { headers: { host: 'x' } }, /`host` can’t be set/],
    ['a header of the body', { headers: { 'Content-Type': 'text/html' } }, /`Content-Type` can’t be set/],
    ['a header of the coding', { headers: { 'accept-encoding': 'zstd' } }, /`accept-encoding` can’t be set/],
    [
      'a header twice',
      { auth: { type: 'header', name: 'X-Key', value: SECRET }, headers: { 'x-key': '1' } },
      /`x-key` is the header of `auth`/,
    ],
    ['a header name that is none', { auth: { type: 'header', name: 'a:b', value: SECRET } }, /`auth.name`/],
    ['a query in the url', { url: 'https://example.com/?a=1' }, /no query/],
    ['two slashes', { url: 'https://example.com//v1/' }, /two slashes/],
    ['credentials in the url', { url: 'https://a:b@example.com/' }, /must not contain credentials/],
    ['no methods', { methods: [] }, /`methods` must have at least one item/],
    ['a wrong method', { methods: ['HEAD'] }, /`methods\[0\]` must be one of/],
    ['fields of others', { bucket: 'pdfs' }, /`bucket` is allowed only with the provider `s3`/],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const answer = await put('refused', { url: 'https://example.com/v1/', auth: BEARER, ...more });
      expect(outcome(answer)).to.deep.equal([400, 'invalid_parameter']);
      expect(answer.body.error).to.match(words).and.not.include(SECRET);
    });
  }

  it('send their secrets by each type, and their headers', async () => {
    const basic = Buffer.from(`me:${SECRET}`).toString('base64');
    for (const [auth, header, value] of [
      [BEARER, 'authorization', `Bearer ${SECRET}`],
      [{ type: 'basic', username: 'me', password: SECRET }, 'authorization', `Basic ${basic}`],
      [{ type: 'header', name: 'X-Key', value: SECRET, prefix: 'Token ' }, 'x-key', `Token ${SECRET}`],
      [{ type: 'query', name: 'key', value: `${SECRET}&` }, ':query', `/v1/a%20b?x=1+2&key=${SECRET}%26`],
    ] as const) {
      await save('typed', { auth, headers: { 'X-Version': '2' } });
      const { body } = await request('typed', { url: '/a%20b?x=1+2&key=mine', headers: { accept: 'text/plain' } });
      expect(body.data?.status, body.error).to.equal(200);
      const { headers, path } = last();
      expect(header === ':query' ? path : headers[header]).to.equal(value);
      expect([headers['x-version'], headers['accept']]).to.deep.equal(['2', 'text/plain']);
    }
  });

  it('send them below their address only, to paths and full URLs', async () => {
    await save('scoped', {});
    for (const [url, path] of [
      ['users/1', '/v1/users/1'],
      ['/users?a=b', '/v1/users?a=b'],
      ['?a=b', '/v1?a=b'],
      [`${api.url}/v1`, '/v1'],
      [`${api.url}/x/../v1/y`, '/v1/y'],
      [`${api.url}/v1/caf%C3%A9/東`, '/v1/caf%C3%A9/%E6%9D%B1'],
      [`${api.url}/v1/group%2Fproject`, '/v1/group%2Fproject'],
      [`http://${TARGET_ADDRESS}.:${api.port}/v1/z`, '/v1/z'],
    ] as const) {
      const answer = await request('scoped', { url });
      expect([answer.status, last().path, last().headers.authorization], url).to.deep.equal([
        ...[200, path, `Bearer ${SECRET}`],
      ]);
    }
    const before = api.requests.length;
    for (const url of [
      ...['/v10', '/V1/', '/', '/%76%31/', '//v1/', '/v1/../admin', '/v1/%2e%2e/admin', '/v1\\..\\admin'].map(
        (path) => `${api.url}${path}`,
      ),
      ...['..%2fadmin', '..%2Fadmin', '%252e%252e%252fadmin', '..%5cadmin', 'a/..;x=1/..;/admin', '%2e%2e%2fadmin'].map(
        (path) => `${api.url}/v1/${path}`,
      ),
      ...['../admin', '..', '/../admin', '%2e%2e/admin', '//evil.example/', '\\\\evil.example\\', '/x/..%00/..%2f..'],
      ...['..%c0%af', '%e0%80%ae%e0%80%ae/x', '%f0%80%80%ae%f0%80%80%ae/x', '%25e0%2580%25ae./x', 'a%ff'],
      ...[`%${'25'.repeat(9)}2e/x`],
      ...[others[0], others[1], others[2]].map((other) => `${other?.url}/v1/`),
      `http://user@${TARGET_ADDRESS}:${api.port}/v1/`,
    ]) {
      const answer = await request('scoped', { url });
      expect(outcome(answer), url).to.deep.equal([400, 'invalid_parameter']);
      expect(answer.body.error, url).to.match(/`url`/);
    }
    expect(api.requests).to.have.length(before);
  });

  it('send them with their methods only', async () => {
    await save('reading', { methods: ['GET', 'PATCH'] });
    const answer = await request('reading', { method: 'POST', url: '/x', body: {} });
    expect([...outcome(answer), answer.body.error]).to.deep.equal([
      ...[400, 'invalid_parameter', '`method` must be GET or PATCH: the connection `reading` allows no other.'],
    ]);
    expect((await request('reading', { method: 'PATCH', url: '/x', body: {} })).status).to.equal(200);
  });

  it('do not let callers set their headers', async () => {
    await save('fixed', { headers: { 'x-tenant': '7' } });
    for (const name of ['Authorization', 'X-Tenant']) {
      const answer = await request('fixed', { url: '/x', headers: { [name]: 'mine' } });
      expect([...outcome(answer), answer.body.error]).to.deep.equal([
        ...[400, 'invalid_parameter', `\`headers\`: \`${name}\` can’t be set: the connection \`fixed\` sets it.`],
      ]);
    }
  });

  it('do not let callers name another path or method in headers', async () => {
    await save('moved', { methods: ['GET'] });
    const before = api.requests.length;
    const names = ['Original-URL', 'Rewrite-URL', 'HTTP-Method-Override', 'HTTP-Method', 'Method-Override'];
    for (const name of names.map((each) => `X-${each}`)) {
      const answer = await request('moved', { url: '/x', headers: { [name]: 'DELETE' } });
      expect(outcome(answer), name).to.deep.equal([400, 'invalid_parameter']);
      expect(answer.body.error).to.include(`\`${name}\` can’t be set with a connection`);
    }
    expect(api.requests).to.have.length(before);
  });

  it('send nothing on by redirects to another host, port or scheme, or above their path, and not on the way back', async () => {
    for (const auth of [BEARER, { type: 'query', name: 'key', value: SECRET }]) {
      await save('redirected', { auth, headers: { 'x-tenant': 'tenant-7' } });
      for (const how of ['go', 'keep'])
        for (const to of [...others.map(({ url }) => `${url}/v1/`), `${api.url}/v10`, `${api.url}/`]) {
          const reached = [...others, api].find(({ url }) => to.startsWith(`${url}/`)) as HttpTarget;
          const back = `${to}?to=${encodeURIComponent(`${api.url}/v1/back`)}`;
          for (const target of [to, back]) {
            const { body } = await request('redirected', { url: `/${how}?to=${encodeURIComponent(target)}` });
            expect([body.data?.status, body.data?.body], body.error).to.deep.equal([200, 'ok']);
            const got = (target === to ? reached : api).requests.at(-1);
            expect(JSON.stringify([got?.path, got?.rawHeaders]))
              .to.not.include(SECRET)
              .and.not.include('tenant-7');
          }
          expect(JSON.stringify(reached.requests.at(-1)?.rawHeaders)).to.not.include(SECRET);
        }
      const within = await request('redirected', { url: `/go?to=${encodeURIComponent('/v1/inside')}` });
      expect(within.status).to.equal(200);
      expect(JSON.stringify([last().path, last().rawHeaders]))
        .to.include(SECRET)
        .and.include('tenant-7');
    }
    await save('query', { auth: { type: 'query', name: 'key', value: SECRET } });
    for (const other of others) {
      const to = `${other.url}/v1/?key=${SECRET}`;
      const answer = await request('query', { url: `/go?to=${encodeURIComponent(to)}` });
      expect(outcome(answer)).to.deep.equal([502, 'response_invalid']);
      expect(answer.body.error).to.include('in the address, which is not followed').and.not.include(SECRET);
    }
    const leaked = others.flatMap(({ requests }) => requests).filter((each) => JSON.stringify(each).includes(SECRET));
    expect(leaked).to.deep.equal([]);
  });

  it('cannot be at forbidden addresses, and their token endpoints cannot either', async () => {
    const sentinels = await startSentinels(['127.0.0.3']);
    const oauth = { type: 'oauth2_client_credentials', client_id: 'me', client_secret: SECRET };
    const both = async (url: string): Promise<Answer[]> => [
      await put('forbidden', { url, auth: BEARER }),
      await put('forbidden', { url: api.url, auth: { ...oauth, token_url: url } }),
    ];
    for (const host of Object.values(FORBIDDEN_HOSTS).flat())
      for (const answer of await both(`http://${host}:${sentinels.port}/`))
        expect(outcome(answer), host).to.deep.equal([403, 'address_forbidden']);
    for (const url of FORBIDDEN_URLS)
      for (const answer of await both(url))
        expect(['invalid_parameter', 'address_forbidden'], url).to.include(answer.headers.get('x-error-code'));
    expect((await service.call('/api/connections/forbidden')).status).to.equal(404);
    expect(sentinels.connections).to.equal(0);
    await sentinels.close();
  });

  it('are of no use to other tools and other accounts', async () => {
    await save('own', {});
    const { token } = await service.createAccount('stranger');
    const body = { method: 'GET', url: '/x', _connections: { http: 'own' } };
    expect(outcome(await service.call(TOOL, { token, body }))).to.deep.equal([404, 'connection_unknown']);
    const record = { base_id: 'appX', table_id: 'T', record_id: 'recX', _connections: { tablebase: 'own' } };
    expect((await service.call('/api/tablebase/get-record', { body: record })).body.error).to.equal(
      'The connection `own` is an API, which has no records.',
    );
    await service.call('/api/connections/table', { method: 'PUT', body: { token: 'patXXXXXXXX' } });
    expect((await request('table', { url: '/x' })).body.error).to.equal(
      '`_connections.http`: the connection `table` is not of the provider `http`.',
    );
  });
});
