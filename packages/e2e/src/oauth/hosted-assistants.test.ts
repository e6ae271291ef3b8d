/** The sign-in of two hosted assistants, as their documentation of connectors describes it. Each knows only the address of `/mcp`. */
import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Application, leadsTo } from './application.js';

/** Both register as public clients that refresh their tokens. */
const PUBLIC_CLIENT = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};
const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'assistant', version: '1' } };

describe('The sign-in of a hosted assistant', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { TRUST_PROXY: 'loopback' } });
  });
  after(() => service.stop());

  /** Registers, lets the person allow what is asked for, exchanges the code. */
  async function connected(application: Application, callback: string, scope: string) {
    const metadata = { client_name: 'Assistant', client_uri: new URL(callback).origin, redirect_uris: [callback] };
    const registered = await application.register({ ...PUBLIC_CLIENT, ...metadata, scope });
    expect(registered.status, registered.body.error).to.equal(201);
    expect(registered.body).to.deep.include({ ...PUBLIC_CLIENT, redirect_uris: [callback] });
    const url = application.authorizationUrl({ redirect_uri: callback, scope });
    const answer = await application.decide(url, { token: service.token });
    const location = new URL((await leadsTo(answer)) ?? '');
    expect(`${location.origin}${location.pathname}`).to.equal(callback);
    expect(location.searchParams.get('state')).to.equal(application.state);
    const tokens = await application.exchange(location.searchParams.get('code') ?? '', { redirect_uri: callback });
    expect([tokens.status, tokens.body.token_type]).to.deep.equal([200, 'Bearer']);
    application.accessToken = tokens.body.access_token;
    return tokens.body;
  }

  /** Says hello, lists the tools and calls one. */
  async function use(application: Application): Promise<void> {
    expect((await application.call('initialize', HELLO)).status).to.equal(200);
    expect(await (await application.call('tools/list')).text()).to.include('html_to_pdf');
    const called = await application.call('tools/call', { name: 'list_templates', arguments: {} });
    expect(await called.text())
      .to.include('structuredContent')
      .and.not.include('"isError":true');
  }

  it('follows the challenge, asks for all scopes, refreshes, revokes, and registers again when it was forgotten', async () => {
    const application = await new Application(`${service.url}/mcp`).discover();
    expect(application.server.token_endpoint_auth_methods_supported).to.include('none');
    const scope = application.resource.scopes_supported.join(' ');
    const tokens = await connected(application, 'https://assistant.example/api/mcp/auth_callback', scope);
    expect(tokens.scope).to.equal(scope);
    await use(application);

    const next = await application.refresh(tokens.refresh_token, { resource: application.resource.resource });
    application.accessToken = next.body.access_token;
    await use(application);
    expect((await application.revoke(next.body.refresh_token)).status).to.equal(200);
    const ended = await application.call('tools/list');
    expect(ended.status).to.equal(401);
    expect(ended.headers.get('www-authenticate')).to.match(/error="invalid_token".*resource_metadata="/);
    const again = await application.refresh(next.body.refresh_token);
    expect([again.status, again.body.error]).to.deep.equal([400, 'invalid_grant']);
    // It registers again after this answer only.
    for (const client_id of [`dcr_${'A'.repeat(22)}`, 'unknown']) {
      const forgotten = await application.refresh(next.body.refresh_token, { client_id });
      expect([forgotten.status, forgotten.body.error]).to.deep.equal([401, 'invalid_client']);
    }
  });

  it('looks for the metadata at the root first, and sends the resource that they name', async () => {
    const application = new Application(`${service.url}/mcp`);
    const metadata = await application.fetch(`${service.url}/.well-known/oauth-protected-resource`);
    application.resource = await metadata.json();
    expect(application.resource.resource).to.equal(service.url);
    const server = await application.fetch(`${service.url}/.well-known/oauth-authorization-server`);
    application.server = await server.json();
    const callback = 'https://assistant.example/connector/oauth/b7f2c1';
    const tokens = await connected(application, callback, 'pdf templates');
    expect(tokens.scope).to.equal('pdf templates');
    await use(application);
    const next = await application.refresh(tokens.refresh_token, { resource: application.resource.resource });
    application.accessToken = next.body.access_token;
    await use(application);
    expect((await application.revoke(application.accessToken)).status).to.equal(200);
    expect((await application.call('tools/list')).status).to.equal(401);
  });
});
