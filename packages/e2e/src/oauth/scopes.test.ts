import { TOOLS } from '@toolpress/contract';
import { type Answer, type HttpTarget, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { ask } from '../agents.js';
import { Application } from './application.js';

const HTTP_REQUEST = TOOLS['http-request'].path;

describe('The scopes of an access token', () => {
  let service: TestService;
  let api: HttpTarget;
  /** The credentials that the target has received. */
  const received: (string | undefined)[] = [];
  beforeEach(() => received.splice(0));
  before(async () => {
    api = await startHttpTarget(({ headers }, response) => {
      received.push(headers.authorization);
      response.end('ok');
    });
    service = await TestService.start({
      workers: 0,
      env: { TRUST_PROXY: 'loopback', OUTBOUND_ALLOW: TARGET_ADDRESS },
    });
    const body = { provider: 'http', url: `${api.url}/v1/`, auth: { type: 'bearer', token: 'the-secret' } };
    expect((await service.call('/api/connections/shop', { method: 'PUT', body })).status).to.equal(200);
  });
  after(async () => {
    await service.stop();
    await api.close();
  });

  /** Returns an application that has signed in. @param resource of its tokens; the default is `/mcp`. */
  async function signedIn(scopes: string[], resource = `${service.url}/mcp`): Promise<Application> {
    const application = await Application.registered(service.url);
    application.resource.resource = resource;
    await application.signIn({ token: service.token, scopes });
    return application;
  }
  const refused = ({ status, headers }: Answer | Response) => [
    status,
    headers.get('x-error-code'),
    headers.get('www-authenticate')?.replace(/, resource_metadata=.*/, ''),
  ];

  it('do not include the secrets of connections: requests with them need an API token', async () => {
    const { accessToken } = await signedIn(['pdf', 'http', 'records', 'templates'], service.url);
    const send = (token: string, more: object) =>
      service.call(HTTP_REQUEST, { token, body: { method: 'GET', url: `${api.url}/v1/a`, ...more } });
    const withSecret = { _connections: { http: 'shop' } };
    const answer = await send(accessToken, withSecret);
    expect(refused(answer)).to.deep.equal([403, 'insufficient_scope', 'Bearer error="insufficient_scope"']);
    expect(answer.body.error).to.include('API token');
    expect(received).to.deep.equal([]);
    expect((await send(accessToken, {})).status).to.equal(200);
    expect((await send(service.token, withSecret)).status).to.equal(200);
    expect(received).to.deep.equal([undefined, 'Bearer the-secret']);
  });

  it('are asked for by a challenge when an agent lacks them, in both revisions', async () => {
    const application = await signedIn(['templates']);
    const { accessToken: token } = application;
    const lacks = (name: string, args: object, method = 'tools/call') =>
      application.call(method, { name, arguments: args });
    const challenge = (scopes: string) => [
      ...[403, 'insufficient_scope', `Bearer error="insufficient_scope", scope="${scopes}"`],
    ];
    const page = { method: 'GET', url: api.url };
    const answer = await lacks('http_request', page);
    expect(refused(answer)).to.deep.equal(challenge('templates http'));
    expect(answer.headers.get('www-authenticate')).to.include('/.well-known/oauth-protected-resource/mcp"');
    const later = await ask({ url: service.url, token }, 'tools/call', { name: 'http_request', arguments: page });
    expect(refused(later)).to.deep.equal(challenge('templates http'));
    const record = { base_id: 'a', table_id: 'b', record_id: 'c', _connections: { tablebase: 'd' } };
    const printed = { html: '<p>', data_from: record };
    expect(refused(await lacks('html_to_pdf', printed))).to.deep.equal(challenge('templates pdf records'));
    // Many values are checked in a thread.
    const many = { html: '<p>', data: { items: Array(50_000).fill(0) } };
    expect(refused(await lacks('html_to_pdf', many))).to.deep.equal(challenge('templates pdf'));
    expect((await lacks('html_to_pdf', { html: 1 })).status).to.equal(200);
    expect((await lacks('list_templates', {})).status).to.equal(200);
    expect(received).to.deep.equal([]);

    const other = await signedIn(['pdf', 'http']);
    for (const [method, params] of [
      ['resources/list', {}],
      ['resources/read', { uri: 'toolpress://templates/a' }],
    ] as const)
      expect(refused(await other.call(method, params))).to.deep.equal(challenge('pdf http templates'));
    expect((await other.call('resources/templates/list')).status).to.equal(200);
    const secret = { name: 'http_request', arguments: { ...page, _connections: { http: 'shop' } } };
    const unhelped = await other.call('tools/call', secret);
    expect(unhelped.status).to.equal(200);
    expect(await unhelped.text()).to.include('needs an API token');
  });

  it('need `records` to repeat a batch, because its rows may be records', async () => {
    const [pdf, both] = [await signedIn(['pdf'], service.url), await signedIn(['pdf', 'records'], service.url)];
    const retry = ({ accessToken: token }: Application) =>
      service.call('/api/batches/bat_0mws455o1b04142277aad597c/retry', { method: 'POST', token });
    expect(refused(await retry(pdf))).to.deep.equal([
      ...[403, 'insufficient_scope', 'Bearer error="insufficient_scope", scope="pdf records"'],
    ]);
    expect((await retry(both)).headers.get('x-error-code')).to.equal('batch_unknown');
  });
});
