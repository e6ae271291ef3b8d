import { eventually, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

describe('The studio', () => {
  let service: SharedService;
  let cookie: string;
  before(async () => {
    service = await sharedService();
    cookie = await signedIn(service.token);
  });

  /** Sends a request as the page does. */
  const send = (path: string, { method = 'GET', body, headers }: Sent = {}): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { cookie, ...OWN_PAGE, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  interface Sent {
    method?: string;
    body?: unknown;
    headers?: Record<string, string>;
  }
  const signIn = (token: unknown, headers?: Record<string, string>): Promise<Response> =>
    send('/studio/session', { method: 'POST', body: { token }, headers: { cookie: '', ...headers } });
  const signedIn = async (token: string): Promise<string> => {
    const response = await signIn(token);
    expect(response.status).to.equal(204);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const refused = async (answer: Response | Promise<Response>, status: number, code: string): Promise<void> => {
    const { status: got, headers } = await answer;
    expect([got, headers.get('x-error-code')]).to.deep.equal([status, code]);
  };

  it('opens a session for a token, in a cookie that scripts and other sites cannot use', async () => {
    const response = await signIn(` ${service.token}\n`);
    expect(response.status).to.equal(204);
    const [line = ''] = response.headers.getSetCookie();
    expect(line).to.match(/^toolpress_studio=[\w.-]+; Path=\/studio; HttpOnly; SameSite=Strict$/);
    expect(line).not.to.include(service.token);
    const session = await send('/studio/session');
    expect(await session.json()).to.deep.equal({
      success: true,
      data: { account: { id: service.accountId, name: 'test' }, token: { name: 'test' } },
    });
    expect(session.headers.get('cache-control')).to.equal('no-store');
  });

  it('refuses a wrong token and other bodies, and answers 401 without a session', async () => {
    await refused(signIn('tp_wrong'), 401, 'token_invalid');
    for (const token of ['', undefined, { a: 1 }, 'x'.repeat(300)])
      await refused(signIn(token), 400, 'invalid_parameter');
    await refused(signIn('x'.repeat(10_000)), 413, 'body_too_large');
    await refused(signIn(service.token, { 'content-type': 'text/plain' }), 415, 'media_type_unsupported');
    const forged = cookie.replace(/.{8}$/, 'AAAAAAAA');
    for (const wrong of ['', 'toolpress_studio=', forged, 'toolpress_studio=a.b'])
      for (const path of ['/studio/session', '/studio/api/account'])
        await refused(send(path, { headers: { cookie: wrong } }), 401, 'token_missing');
  });

  it('ends a session: the cookie is cleared', async () => {
    const response = await send('/studio/session', { method: 'DELETE' });
    expect(response.status).to.equal(204);
    expect(response.headers.getSetCookie()[0]).to.match(
      /^toolpress_studio=; Path=\/studio; Expires=Thu, 01 Jan 1970 .*HttpOnly; SameSite=Strict$/,
    );
  });

  it('ends the session of a revoked token and of a suspended account with the next call', async () => {
    const { id, token, tokenId } = await service.createAccount('guest');
    const headers = { cookie: await signedIn(token) };
    expect((await send('/studio/api/account', { headers })).status).to.equal(200);
    const asOperator = { token: service.adminToken };
    const change = (suspended: boolean) =>
      service.call(`/admin/accounts/${id}`, { ...asOperator, method: 'PATCH', body: { suspended } });
    await change(true);
    await refused(send('/studio/api/account', { headers }), 403, 'account_suspended');
    await change(false);
    await service.call(`/admin/tokens/${tokenId}`, { ...asOperator, method: 'DELETE' });
    await refused(send('/studio/api/account', { headers }), 401, 'token_invalid');
    await refused(send('/studio/session', { headers }), 401, 'token_invalid');
  });

  it('calls the endpoints of the API that it uses, and no others', async () => {
    const body = { kind: 'html', content: '<p>[[who]]</p>', draft: true };
    expect((await send('/studio/api/variables/letter', { method: 'PUT', body })).status).to.equal(200);
    const publish = { method: 'POST', body: { version: 'draft', note: 'first' } };
    expect((await send('/studio/api/variables/letter/publish', publish)).status).to.equal(200);
    const { data } = (await (await send('/studio/api/variables/letter/versions')).json()) as {
      data: { items: { by: object }[] };
    };
    expect(data.items[0]?.by).to.include({ name: 'test' });
    const audit = await service.call('/api/audit');
    expect(audit.body.data.items[0]).to.deep.include({ action: 'variable.publish', object: 'letter', outcome: 'done' });
    expect(audit.body.data.items[0].actor).to.include({ kind: 'token', name: 'test' });
    expect((await send('/studio/api/connections')).status).to.equal(200);
    expect((await send('/studio/api/tablebase/get-record', { method: 'POST', body: {} })).status).to.equal(400);
    const connection = { method: 'PUT', body: { provider: 'tablebase', token: 'x' } };
    await refused(send('/studio/api/connections/main', connection), 404, 'path_unknown');
    for (const path of ['connections/main', 'webhooks', 'jobs', 'usage', 'audit', 'utilities/http-request', 'nothing'])
      await refused(send(`/studio/api/${path}`), 404, 'path_unknown');
    await refused(send('/studio/admin/settings'), 404, 'path_unknown');
  });

  it('accepts requests of its page only', async () => {
    const body = { kind: 'html', content: '<p>x</p>' };
    const put = (headers: Record<string, string>) =>
      send('/studio/api/variables/foreign', { method: 'PUT', body, headers });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none', origin: service.url },
    ]) {
      await refused(put(headers), 403, 'origin_forbidden');
      await refused(signIn(service.token, headers), 403, 'origin_forbidden');
      await refused(send('/studio/api/account', { headers }), 403, 'origin_forbidden');
      await refused(send('/studio/session', { method: 'DELETE', headers }), 403, 'origin_forbidden');
    }
    const plain = (method: string, headers: Record<string, string>) =>
      fetch(`${service.url}/studio/api/variables/letter`, { method, headers: { cookie, ...headers } });
    const isSent = async (method: string, headers: Record<string, string>): Promise<boolean> =>
      (await plain(method, headers)).status !== 403;
    expect(await isSent('GET', {})).to.equal(true);
    expect(await isSent('GET', { origin: 'https://evil.example' })).to.equal(false);
    expect(await isSent('DELETE', {})).to.equal(false);
    expect(await isSent('DELETE', { origin: service.url })).to.equal(true);
  });

  it('takes the cookie for its paths only, and no token in a header', async () => {
    await refused(send('/api/account'), 401, 'token_missing');
    const headers = { cookie: '', authorization: `Bearer ${service.token}` };
    await refused(send('/studio/api/account', { headers }), 401, 'token_missing');
    const { token } = await service.createAccount('other');
    const both = await send('/studio/api/account', { headers: { authorization: `Bearer ${token}` } });
    expect((await both.json()) as object).to.have.nested.property('data.id', service.accountId);
  });

  it('serves its page with a strict policy', async () => {
    const page = await send('/studio', { headers: { cookie: '' } });
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy)
      .to.match(/^default-src 'none'; script-src 'self'( 'sha256-[^']+')*; worker-src 'self'; /)
      .and.include("frame-ancestors 'none'")
      .and.not.match(/unsafe|https?:/);
    const etag = page.headers.get('etag') ?? '';
    const again = await send('/studio', { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
    expect(again.status).to.equal(304);
    for (const path of ['nothing.js', '../package.json', '..%2f..%2fpackage.json', '%2e%2e/%2e%2e/package.json'])
      expect((await send(`/studio/assets/${path}`)).status, path).to.equal(404);
  });

  it('serves its files in the smallest form that a client takes, forever', async () => {
    const page = await (await send('/studio', { headers: { cookie: '' } })).text();
    const [, path = ''] = /src="(\/studio\/assets\/[^"]+)"/.exec(page) ?? [];
    const texts: string[] = [];
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await send(path, { headers: { cookie: '', 'accept-encoding': accepted } });
      expect(answer.headers.get('content-encoding'), accepted).to.equal(coding);
      expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(answer.headers.get('vary')).to.include('Accept-Encoding');
      texts.push(await answer.text());
    }
    expect(texts[0]).to.match(/import/);
    expect(new Set(texts).size).to.equal(1);
  });

  it('is absent from the OpenAPI document, and its secrets from the log', async () => {
    const document = await (await send('/openapi.json')).text();
    expect(document).not.to.include('/studio/');
    await service.call('/studio/api/account', { token: null, headers: { cookie, ...OWN_PAGE } });
    await eventually(async () => expect(await service.logs()).to.include('GET /studio/api/account'));
    const logs = await service.logs();
    expect(logs).not.to.include(service.token);
    expect(logs).not.to.include(cookie.split('=')[1]);
  });
});
