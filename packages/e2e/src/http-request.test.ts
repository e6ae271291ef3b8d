import { gzipSync } from 'node:zlib';
import {
  freePort,
  type HttpTarget,
  type Sentinels,
  startHttpTarget,
  startSentinels,
  TARGET_ADDRESS,
  TestService,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';

const TOOL = '/api/utilities/http-request';

/** Some megabytes of JSON: read in the gateway's thread for large bodies. */
const LARGE = JSON.stringify(
  Array.from({ length: 40_000 }, (_, id) => ({ id, name: `Grüße ${id}`, tags: ['"', null] })),
);

describe('The HTTP request tool', () => {
  let service: TestService;
  let target: HttpTarget;
  let sentinels: Sentinels;
  before(async () => {
    [service, target, sentinels] = await Promise.all([
      TestService.start({ workers: 0, env: { OUTBOUND_ALLOW: TARGET_ADDRESS } }),
      startHttpTarget((request, response) => {
        const answer = ANSWERS[request.path];
        if (answer === undefined) response.writeHead(404).end();
        else answer(response);
      }),
      startSentinels(),
    ]);
  });
  after(async () => {
    await service.stop();
    await target.close();
    await sentinels.close();
  });
  afterEach(() => expect(sentinels.connections, 'connections to a private address').to.equal(0));

  const ANSWERS: Record<string, (response: import('node:http').ServerResponse) => unknown> = {
    '/json': (response) =>
      response
        .writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'], 'x-twice': ['1', '2'] })
        .end('{"id": 4711, "deep": {"list": [1, null]}}'),
    '/text': (response) =>
      response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from([0xe9])),
    '/bytes': (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0, 0xff])),
    '/large': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(LARGE),
    '/large-bytes': (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(700_000, 0xff)),
    '/long-id': (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": 653247040368672768, "rate": 0.5}'),
    '/large-long-id': (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":653247040368672768,"rows":${LARGE}}`),
    '/nothing': (response) => response.writeHead(204).end(),
    '/broken': (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"oops": '),
    '/inward': (response) => response.writeHead(302, { location: `http://127.0.0.1:${sentinels.port}/` }).end(),
    '/bomb': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(30 * 1024 * 1024))),
    '/silent': () => undefined,
  };

  const request = (path: string, more: object = {}) =>
    service.call(TOOL, { body: { method: 'GET', url: `${target.url}${path}`, ...more } });
  const settings = (change: object) =>
    service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body: { http_request: change } });

  it('answers with every field of the specification, charged one action', async () => {
    const { status, body } = await request('/json');
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('success', 'data', 'metadata');
    expect(body.metadata).to.deep.equal({ actions_consumed: 1 });
    expect(body.data).to.have.all.keys('status', 'headers', 'body');
    expect(body.data.status).to.equal(201);
    expect(body.data.body).to.deep.equal({ id: 4711, deep: { list: [1, null] } });
    expect(body.data.headers).to.include({ 'content-type': 'application/json', 'x-twice': '1, 2' });
    expect(body.data.headers['set-cookie']).to.deep.equal(['a=1', 'b=2']);
  });

  it('shows text as text, bytes as base64, nothing as null, and any status as a success', async () => {
    expect((await request('/text')).body.data.body).to.equal('é');
    expect((await request('/bytes')).body.data).to.include({ body: 'iVAA/w==', body_encoding: 'base64' });
    expect((await request('/nothing')).body.data).to.include({ status: 204, body: null });
    const broken = await request('/broken');
    expect(broken.status).to.equal(200);
    expect(broken.body.data).to.include({ status: 500, body: '{"oops": ' });
  });

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    it(`sends ${method} with a JSON body and the caller’s headers`, async () => {
      const headers = { authorization: 'Bearer of-the-target', 'x-count': 5 };
      await request('/json', { method, headers, body: { a: [1] } });
      const received = target.requests.at(-1);
      expect(received?.method).to.equal(method);
      expect(received?.body.toString()).to.equal('{"a":[1]}');
      expect(received?.headers).to.include({
        authorization: 'Bearer of-the-target',
        'content-type': 'application/json',
        'x-count': '5',
      });
    });
  }

  it('lets the caller say what the body is', async () => {
    await request('/json', { method: 'POST', headers: { 'Content-Type': 'application/vnd.api+json' }, body: [] });
    expect(target.requests.at(-1)?.headers['content-type']).to.equal('application/vnd.api+json');
  });

  for (const [what, more, status, code] of [
    ['a private address', { url: 'http://10.0.0.1/' }, 403, 'address_forbidden'],
    ['this machine by name', { url: 'http://localhost/' }, 403, 'address_forbidden'],
    ['this machine in decimal', { url: 'http://2130706433/' }, 403, 'address_forbidden'],
    ['the cloud’s metadata', { url: 'http://169.254.169.254/latest/meta-data/' }, 403, 'address_forbidden'],
    ['a relative URL', { url: '/orders' }, 400, 'invalid_parameter'],
    ['another scheme', { url: 'file:///etc/passwd' }, 400, 'invalid_parameter'],
    ['credentials in the URL', { url: 'http://user:secret-4711@example.com/' }, 400, 'invalid_parameter'],
    ['a method in small letters', { method: 'get' }, 400, 'invalid_parameter'],
    ['a body on GET', { body: {} }, 400, 'invalid_parameter'],
    ['a body that is a text', { method: 'POST', body: 'x' }, 400, 'invalid_parameter'],
    ['a framing header', { headers: { Host: 'example.com' } }, 400, 'invalid_parameter'],
    ['a header with a line break', { headers: { 'x-a': 'b\r\nx-c: d' } }, 400, 'invalid_parameter'],
  ] as const) {
    it(`refuses ${what} with ${status}, and nothing is sent`, async () => {
      const sent = target.requests.length;
      const answer = await request('/json', more);
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('x-error-code')).to.equal(code);
      expect(answer.body).to.have.all.keys('success', 'error');
      expect(answer.body.error).not.to.include('4711');
      expect(target.requests.length).to.equal(sent);
    });
  }

  it('shows a large answer as it shows a small one', async () => {
    const json = await request('/large');
    expect(json.status).to.equal(200);
    expect(JSON.stringify(json.body.data.body) === LARGE, 'the same JSON').to.equal(true);
    const bytes = await request('/large-bytes');
    expect(bytes.body.data).to.include({ status: 200, body_encoding: 'base64' });
    expect(Buffer.from(bytes.body.data.body, 'base64').equals(Buffer.alloc(700_000, 0xff))).to.equal(true);
  });

  it('shows the digits of numbers as they were sent', async () => {
    for (const path of ['/long-id', '/large-long-id']) {
      const answer = await fetch(`${service.url}${TOOL}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'GET', url: `${target.url}${path}` }),
      });
      const text = await answer.text();
      expect(text, path).to.match(/"id": ?653247040368672768/);
      expect(Object.keys(JSON.parse(text).data)).to.deep.equal(['status', 'headers', 'body']);
    }
  });

  it('refuses a redirect to a private address', async () => {
    const answer = await request('/inward');
    expect(answer.headers.get('x-error-code')).to.equal('address_forbidden');
  });

  it('answers 502 when the target can not be reached', async () => {
    const answer = await service.call(TOOL, {
      body: { method: 'GET', url: `http://${TARGET_ADDRESS}:${await freePort()}/` },
    });
    expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([502, 'target_unreachable']);
  });

  it('answers 413 for a body that is larger than the limit when decompressed', async () => {
    const answer = await request('/bomb');
    expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([413, 'response_too_large']);
  });

  it('obeys new limits without a restart', async () => {
    await settings({ timeout_ms: 300_000 });
    expect((await settings({ timeout_ms: 200 })).body.data.http_request).to.include({
      timeout_ms: 200,
      max_redirects: 5,
    });
    const begun = Date.now();
    const slow = await request('/silent');
    expect([slow.status, slow.headers.get('x-error-code')]).to.deep.equal([504, 'deadline_exceeded']);
    expect(Date.now() - begun, 'the limit of before was 300 s').to.be.below(100_000);
    await settings({ timeout_ms: 30_000, blocked_hosts: ['*.blocked.example', TARGET_ADDRESS] });
    expect((await request('/json')).headers.get('x-error-code')).to.equal('host_forbidden');
    await settings({ blocked_hosts: [], allowed_hosts: ['api.example.com'] });
    expect((await request('/json')).headers.get('x-error-code')).to.equal('host_forbidden');
    await settings({ allowed_hosts: [], max_response_bytes: 10 });
    expect((await request('/json')).headers.get('x-error-code')).to.equal('response_too_large');
    await settings({ max_response_bytes: 10 * 1024 * 1024 });
    expect((await request('/json')).status).to.equal(200);
  });

  it('has its limits validated', async () => {
    expect((await settings({ timeout_ms: 1 })).body.error).to.include('timeout_ms');
    const noHosts = [
      'https://example.com',
      'a..b',
      '.a',
      'a.',
      '-a.b',
      'a b',
      'a/b',
      'a:80',
      '*.',
      '*',
      'a.*.b',
      '*.10.0.0.1',
      '1.2.3.4.5',
      '1234',
      'a%41',
      '[::1',
      ':::',
    ];
    for (const host of noHosts)
      expect((await settings({ blocked_hosts: [host] })).body.error, host).to.include('must be a host such as');
    const hosts = [
      'api.Example.com',
      'localhost',
      '*.example.com',
      'bücher.example',
      'under_score.example',
      '10.0.0.1',
      '::1',
      '[2001:db8::1]',
    ];
    expect((await settings({ blocked_hosts: hosts })).status).to.equal(200);
    await settings({ blocked_hosts: [] });
    expect((await settings({ speed: 1 })).body.error).to.include('speed` is not known');
    const current = await service.call('/admin/settings', { token: service.adminToken });
    expect(current.body.data.http_request).to.include({ timeout_ms: 30_000, max_redirects: 5 });
  });

  it('gives up its request when the caller hangs up', async () => {
    const caller = new AbortController();
    const sent = target.requests.length;
    const answer = service
      .call(TOOL, { body: { method: 'GET', url: `${target.url}/silent` }, signal: caller.signal })
      .catch(() => 'gone');
    while (target.requests.length === sent) await new Promise((resolve) => setTimeout(resolve, 10));
    caller.abort();
    expect(await answer).to.equal('gone');
    await target.idle();
  });

  it('counts outcomes, durations and bytes, with labels of closed sets only', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).to.match(/toolpress_http_request_total\{outcome="success",service="gateway"\} \d+/);
    expect(metrics)
      .to.include('outcome="address_forbidden"')
      .and.include('toolpress_http_request_duration_seconds_bucket');
    expect(metrics).to.match(/toolpress_http_request_bytes_total\{direction="received",service="gateway"\} \d+/);
    expect(metrics).not.to.include('example.com').and.not.include(TARGET_ADDRESS);
  });

  it('charges successes only', async () => {
    const usage = async () => (await service.call('/api/usage')).body.data.by_tool['http-request'];
    const before = await usage();
    await request('/json');
    await request('/json', { body: {} });
    await request('/inward');
    expect(await usage()).to.deep.equal({ actions: before.actions + 1, requests: before.requests + 1 });
  });

  it('names a refused target in the log, and nothing of what was sent or received', () => {
    const logs = service.logs();
    expect(logs).to.include('169.254.169.254');
    expect(logs).not.to.include('of-the-target').and.not.include('secret-4711').and.not.include('meta-data');
  });
});
