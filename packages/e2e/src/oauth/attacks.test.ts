import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Application, leadsTo, REDIRECT } from './application.js';

/** Attacks on the sign-in of applications, by RFC 9700 and the security section of the Model Context Protocol. */
describe('The sign-in of applications refuses', () => {
  let service: TestService;
  let application: Application;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { TRUST_PROXY: 'loopback' } });
    application = await another();
  });
  after(() => service.stop());

  const another = (metadata?: object) => Application.registered(service.url, metadata);
  const holder = () => ({ token: service.token });

  describe('redirects', () => {
    const VARIATIONS: Record<string, string> = {
      'another host': 'https://evil.example/callback',
      'another path': 'http://127.0.0.1:7777/callback2',
      'a slash at the end': `${REDIRECT}/`,
      'a path that climbs': 'http://127.0.0.1:7777/x/../callback/../evil',
      'a query': `${REDIRECT}?next=evil`,
      'a fragment': `${REDIRECT}#evil`,
      credentials: 'http://evil@127.0.0.1:7777/callback',
      'a host behind credentials': 'http://127.0.0.1:7777@evil.example/callback',
      'another name of the machine': 'http://localhost:7777/callback',
      'an encoded path': 'http://127.0.0.1:7777/%63allback',
      'another scheme': 'https://127.0.0.1:7777/callback',
      'a script': 'javascript:alert(1)//127.0.0.1/callback',
      'a backslash': 'http://127.0.0.1:7777\\@evil.example/callback',
      'a line break': 'http://127.0.0.1:7777/callback\r\nset-cookie: a=b',
    };
    for (const [name, redirect_uri] of Object.entries(VARIATIONS))
      it(`to an address with ${name}`, async () => {
        await application.shown(application.authorizationUrl({ redirect_uri }));
      });

    it('without an address, with two, or for an unknown client', async () => {
      await application.shown(application.authorizationUrl({ redirect_uri: undefined }));
      await application.shown(`${application.authorizationUrl()}&redirect_uri=https://evil.example/`);
      await application.shown(application.authorizationUrl({ client_id: 'dcr_AAAAAAAAAAAAAAAAAAAAAA' }));
      await application.shown(application.authorizationUrl({ client_id: undefined }));
    });

    it('that follow from an error, because anybody can register an address', async () => {
      for (const changes of [
        { response_type: 'token' },
        { scope: 'admin' },
        { resource: 'https://other.example/mcp' },
      ]) {
        const html = await application.shown(application.authorizationUrl(changes));
        expect(html).to.include(`Go back to 127.0.0.1:7777`).and.include('iss=');
      }
    });

    it('and lets only the port of a program on the same machine vary', async () => {
      const url = application.authorizationUrl({ redirect_uri: 'http://127.0.0.1:50123/callback' });
      const answer = await application.decide(url, holder());
      expect(await leadsTo(answer)).to.match(/^http:\/\/127\.0\.0\.1:50123\/callback\?code=/);
      const web = await another({ redirect_uris: ['https://app.example/callback'] });
      await application.shown(web.authorizationUrl({ redirect_uri: 'https://app.example:8443/callback' }));
    });
  });

  describe('registrations', () => {
    const ADDRESSES = {
      scripts: 'javascript:alert(1)',
      data: 'data:text/html,x',
      'plain HTTP elsewhere': 'http://app.example/callback',
      'a host that begins like this machine': 'http://127.0.0.1.evil.example/callback',
      'schemes of programs': 'app://callback',
      'hosts with other characters': 'https://app.example;sandbox/',
      fragments: 'https://app.example/#x',
      credentials: 'https://a:b@app.example/',
      quotes: "https://app.example/;script-src'unsafe-inline'\"",
    };
    for (const [name, uri] of Object.entries(ADDRESSES))
      it(`with addresses of ${name}`, async () => {
        const { status, body } = await (await another()).register({ redirect_uris: [uri] });
        expect([status, body.error]).to.deep.equal([400, 'invalid_redirect_uri']);
      });

    it('with none or too many addresses, other flows, or too much text', async () => {
      const one = await another();
      const many = Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`);
      for (const metadata of [{}, { redirect_uris: [] }, { redirect_uris: many }, { redirect_uris: [7] }, [], '{'])
        expect((await one.register(metadata)).status, JSON.stringify(metadata)).to.equal(400);
      const flow = { redirect_uris: [REDIRECT], grant_types: ['client_credentials'] };
      expect((await one.register(flow)).body.error).to.equal('invalid_client_metadata');
      const large = { redirect_uris: [REDIRECT], client_uri: 'x'.repeat(9_000) };
      expect((await one.register(large)).status).to.equal(413);
    });

    it('in a flood from one address, and forgets unused ones', async () => {
      const one = await another();
      const statuses: number[] = [];
      for (let count = 0; count < 21; count++) statuses.push((await one.register()).status);
      expect(statuses.slice(0, 19)).to.deep.equal(Array(19).fill(201));
      expect(statuses.slice(19)).to.deep.equal([429, 429]);
      const { clientId } = await another();
      expect(await service.redis.command('TTL', `toolpress:oauth:client:${clientId}`)).to.be.within(86_000, 86_400);
    });

    it('of names that change the page', async () => {
      const one = await another({ client_name: '<script>alert(1)</script>\u202Egpj.exe', redirect_uris: [REDIRECT] });
      const html = await (await one.fetch(one.authorizationUrl())).text();
      expect(html).to.include('&lt;script&gt;').and.not.include('<script').and.not.include('\u202E');
    });
  });

  describe('forms', () => {
    const OTHERS: Record<string, Record<string, string>> = {
      'of another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      'of another host of the same site': { origin: 'http://other.127.0.0.1', 'sec-fetch-site': 'same-site' },
      'of another site over plain HTTP': { origin: 'http://evil.example' },
      'of a page without an origin': { origin: 'null' },
      'without any origin': {},
    };
    for (const [name, headers] of Object.entries(OTHERS))
      it(`${name} (CSRF)`, async () => {
        const answer = await application.decide(application.authorizationUrl(), { ...holder(), headers });
        expect([answer.status, await leadsTo(answer)]).to.deep.equal([403, undefined]);
      });

    it('in frames of other sites (clickjacking), and lets them be sent to the service only', async () => {
      const { headers } = await application.fetch(application.authorizationUrl());
      const policy = headers.get('content-security-policy');
      expect(policy).to.include("frame-ancestors 'none'").and.include("default-src 'none'");
      expect(policy).to.include("form-action 'self';");
      expect(headers.get('x-frame-options')).to.equal('DENY');
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('referrer-policy')).to.equal('same-origin');
    });

    it('with more scopes than were shown', async () => {
      const url = application.authorizationUrl({ scope: 'templates' });
      const answer = await application.decide(url, { ...holder(), scopes: ['templates', 'http'] });
      const code = new URL((await leadsTo(answer)) ?? '').searchParams.get('code') ?? '';
      expect((await application.exchange(code)).body.scope).to.equal('templates');
    });

    it('without a scope, or with a token that is wrong, of the operator, or of an application', async () => {
      const { access_token } = await application.signIn(holder());
      for (const [token, scopes, status] of [
        [service.token, [], 400],
        [`tp_${'x'.repeat(43)}`, ['pdf'], 401],
        [service.adminToken, ['pdf'], 401],
        [access_token, ['pdf'], 401],
      ] as const) {
        const answer = await application.decide(application.authorizationUrl(), { token, scopes: [...scopes] });
        expect([answer.status, await leadsTo(answer)]).to.deep.equal([status, undefined]);
        expect(await answer.text()).to.include('role="alert"');
      }
    });

    it('that guess tokens', async () => {
      const guesser = await another();
      const guess = async () =>
        (await guesser.decide(guesser.authorizationUrl(), { token: `tp_${'y'.repeat(43)}` })).status;
      for (let count = 0; count < 10; count++) expect(await guess()).to.equal(401);
      expect(await Promise.all([guess(), guess(), guess(), guess()])).to.include(429);
    });
  });

  describe('other resources', () => {
    it('when they are asked for, with a code, or at a refresh', async () => {
      const resource = 'https://other.example/mcp';
      expect(await application.shown(application.authorizationUrl({ resource }))).to.include('error=invalid_target');
      expect((await application.exchange(await application.code(holder()), { resource })).body.error).to.equal(
        'invalid_target',
      );
      const { refresh_token } = await application.signIn(holder());
      expect((await application.refresh(refresh_token, { resource: service.url })).body.error).to.equal(
        'invalid_target',
      );
      const twice = `${application.authorizationUrl()}&resource=${encodeURIComponent(resource)}`;
      expect(await application.shown(twice)).to.include('error=invalid_request');
    });

    it('with tokens for agents', async () => {
      const { access_token: token } = await application.signIn(holder());
      for (const path of ['/api/variables', '/api/account', '/api/account/grants', '/mcpx']) {
        const { status } = await service.call(path, { token });
        expect(status, path).to.equal(path === '/mcpx' ? 404 : 401);
      }
      expect((await service.call('/admin/accounts', { token })).status).to.equal(401);
      const headers = { origin: service.url, 'sec-fetch-site': 'same-origin' };
      const session = await service.call('/studio/session', { headers, body: { token } }).catch(() => undefined);
      expect(session?.status).to.equal(401);
    });
  });

  it('answers of other issuers: each answer names its own, and keeps the state as it is', async () => {
    const state = 'a b&c=d#e%20ü"<>';
    for (const decision of ['allow', 'deny'] as const) {
      const answer = await application.decide(application.authorizationUrl({ state }), { ...holder(), decision });
      const { searchParams } = new URL((await leadsTo(answer)) ?? '');
      expect(searchParams.get('state')).to.equal(state);
      expect(searchParams.get('iss')).to.equal(service.url);
    }
    const html = await application.shown(application.authorizationUrl({ response_type: 'x' }));
    expect(html).to.include(`iss=${encodeURIComponent(service.url)}`);
    await application.shown(application.authorizationUrl({ state: 'x'.repeat(5_000) }));
  });

  it('to keep or log secrets', async () => {
    const code = await application.code(holder());
    const { body } = await application.exchange(code);
    const last = await application.refresh(body.refresh_token);
    const secrets = [code, body.access_token, body.refresh_token, last.body.access_token, last.body.refresh_token];
    const keys = (await service.redis.command('KEYS', '*')) as string[];
    const kept: string[] = [...keys];
    for (const key of keys) kept.push(String(await service.redis.command('DUMP', key)));
    const logs = service.logs();
    for (const secret of [...secrets, application.verifier]) {
      expect(kept.some((text) => text.includes(secret))).to.equal(false);
      expect(logs.includes(secret)).to.equal(false);
    }
  });
});
