import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Application, leadsTo, REDIRECT } from './application.js';

describe('An application that knows the address of the service', () => {
  let service: TestService;
  let application: Application;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { TRUST_PROXY: 'loopback' } });
    application = await Application.registered(service.url);
  });
  after(() => service.stop());

  it('finds the authorization server from the answer without a token', () => {
    expect(application.resource).to.deep.include({
      ...{ resource: `${service.url}/mcp`, authorization_servers: [service.url] },
      scopes_supported: ['pdf', 'http', 'records', 'templates'],
    });
    expect(application.server.issuer).to.equal(service.url);
    expect(application.server.code_challenge_methods_supported).to.deep.equal(['S256']);
  });

  it('shows the person who asks, for what, and where it leads', async () => {
    const page = await application.fetch(application.authorizationUrl({ scope: 'pdf http unknown' }));
    const html = await page.text();
    expect(page.status).to.equal(200);
    for (const text of ['Test application', 'Unverified', '127.0.0.1:7777', 'value="pdf"', 'value="http"'])
      expect(html).to.include(text);
    expect(html).not.to.include('value="records"').and.not.include('<script');
  });

  it('gets a code with state and issuer, tokens for the ticked scopes, calls tools, refreshes and revokes', async () => {
    const answer = await application.decide(application.authorizationUrl(), {
      token: service.token,
      scopes: ['http', 'templates'],
    });
    const location = new URL((await leadsTo(answer)) ?? '');
    expect([answer.status, location.href.split('?')[0]]).to.deep.equal([200, REDIRECT]);
    expect(location.searchParams.get('state')).to.equal(application.state);
    expect(location.searchParams.get('iss')).to.equal(service.url);
    const first = await application.exchange(location.searchParams.get('code') ?? '');
    expect(first.status, first.body.error_description).to.equal(200);
    expect(first.headers.get('cache-control')).to.equal('no-store');
    expect(first.body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'http templates' });
    expect(await application.works(first.body.access_token)).to.equal(true);

    const second = await application.refresh(first.body.refresh_token);
    expect(second.status).to.equal(200);
    expect(second.body.refresh_token).not.to.equal(first.body.refresh_token);
    expect(await application.works(second.body.access_token)).to.equal(true);
    const narrow = await application.refresh(second.body.refresh_token, { scope: 'http' });
    expect(narrow.body.scope).to.equal('http');
    const whole = await application.refresh(narrow.body.refresh_token);
    expect(whole.body.scope).to.equal('http templates');

    expect((await application.revoke(whole.body.refresh_token)).status).to.equal(200);
    expect(await application.works(whole.body.access_token)).to.equal(false);
    expect((await application.refresh(whole.body.refresh_token)).body.error).to.equal('invalid_grant');
    expect((await application.revoke('unknown')).status).to.equal(200);
  });

  it('calls the API within its scopes when its tokens are for the whole service', async () => {
    const code = await application.code({ token: service.token, scopes: ['templates'] }, { resource: service.url });
    const { body } = await application.exchange(code, { resource: service.url });
    const call = (path: string, options: object = {}) => service.call(path, { token: body.access_token, ...options });
    expect((await call('/api/variables')).status).to.equal(200);
    const refused = await call('/api/utilities/http-request', { body: { method: 'GET', url: 'http://127.0.0.2/' } });
    expect([refused.status, refused.headers.get('x-error-code')]).to.deep.equal([403, 'insufficient_scope']);
    expect(refused.headers.get('www-authenticate'))
      .to.match(/^Bearer error="insufficient_scope", scope="templates http", resource_metadata="http/)
      .and.include('/.well-known/oauth-protected-resource"');
  });

  it('has no access at a gateway without the part', async () => {
    const code = await application.code({ token: service.token }, { resource: service.url });
    const { body } = await application.exchange(code, { resource: service.url });
    const gateway = await service.addGateway({ PARTS: 'mcp' });
    const headers = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const statusWith = async (token: string) => (await fetch(`${gateway.url}/api/variables`, headers(token))).status;
    expect([await statusWith(service.token), await statusWith(body.access_token)]).to.deep.equal([200, 401]);
    expect((await fetch(`${gateway.url}/oauth/authorize`)).status).to.equal(404);
  });

  it('gets an error when the person cancels', async () => {
    const answer = await application.decide(application.authorizationUrl(), { token: '', decision: 'deny' });
    const { searchParams } = new URL((await leadsTo(answer)) ?? '');
    expect(searchParams.get('error')).to.equal('access_denied');
    expect(searchParams.get('state')).to.equal(application.state);
  });

  it('is listed with its grant, which the account or the operator revokes, as the audit log says', async () => {
    const { id, token } = await service.createAccount('grants');
    const asOperator = { token: service.adminToken };
    const [first, second] = [await application.signIn({ token }), await application.signIn({ token })];
    const { items } = (await service.call('/api/account/grants', { token })).body.data;
    expect(items).to.have.lengthOf(2);
    expect(items[0]).to.deep.include({
      ...{ client_id: application.clientId, client_name: 'Test application', resource: `${service.url}/mcp` },
      scopes: ['pdf', 'http', 'records', 'templates'],
    });
    const ofOperator = await service.call(`/admin/accounts/${id}/grants`, asOperator);
    expect(ofOperator.body.data.items.map((item: { id: string }) => item.id)).to.deep.equal([items[0].id, items[1].id]);
    const remove = (path: string, by: object) => service.call(path, { method: 'DELETE', ...by });
    expect((await remove(`/api/account/grants/${items[0].id}`, { token })).status).to.equal(200);
    expect((await remove(`/api/account/grants/${items[0].id}`, { token })).status).to.equal(404);
    expect((await remove(`/admin/accounts/${id}/grants/${items[1].id}`, asOperator)).status).to.equal(200);
    for (const { access_token } of [first, second]) expect(await application.works(access_token)).to.equal(false);
    const { data } = (await service.call('/api/audit', { token })).body;
    const log = (data.items as { action: string; object: string }[]).map(({ action, object }) => [action, object]);
    const [one, two] = [items[0].id, items[1].id];
    expect(log.slice(0, 4)).to.deep.equal([
      ...[
        ['grant.revoke', two],
        ['grant.revoke', one],
      ],
      ...[
        ['grant.create', two],
        ['grant.create', one],
      ],
    ]);
  });

  it('loses its access with the API token that approved it, and with the account', async () => {
    const { id, token, tokenId } = await service.createAccount('closing');
    const { access_token, refresh_token } = await application.signIn({ token });
    expect(await application.works(access_token)).to.equal(true);
    const asOperator = { method: 'DELETE', token: service.adminToken };
    expect((await service.call(`/admin/tokens/${tokenId}`, asOperator)).status).to.equal(200);
    expect((await application.refresh(refresh_token)).body.error).to.equal('invalid_grant');
    const listed = await service.call(`/admin/accounts/${id}/grants`, { token: service.adminToken });
    expect(listed.body.data.items).to.deep.equal([]);
    expect(await application.works(access_token)).to.equal(false);
    expect((await service.call(`/admin/accounts/${id}`, asOperator)).status).to.equal(200);
    expect(await service.redis.command('KEYS', `*${id}:grant*`)).to.deep.equal([]);
  });
});
