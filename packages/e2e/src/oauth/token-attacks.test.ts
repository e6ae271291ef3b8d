import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Application, leadsTo } from './application.js';

/** Attacks on codes and tokens of applications, by RFC 9700 and the security section of the Model Context Protocol. */
describe('The service refuses, of applications,', () => {
  let service: TestService;
  let application: Application;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { TRUST_PROXY: 'loopback' } });
    application = await another();
  });
  after(() => service.stop());

  const another = (metadata?: object) => Application.registered(service.url, metadata);
  const holder = () => ({ token: service.token });

  describe('codes', () => {
    it('that are used twice, and ends the tokens of the first use', async () => {
      const code = await application.code(holder());
      const first = await application.exchange(code);
      expect(await application.works(first.body.access_token)).to.equal(true);
      const second = await application.exchange(code);
      expect([second.status, second.body.error]).to.deep.equal([400, 'invalid_grant']);
      await eventually(() => expect(service.logs()).to.include('a code or refresh token was used twice'));
      expect(await application.works(first.body.access_token)).to.equal(false);
      expect((await application.refresh(first.body.refresh_token)).body.error).to.equal('invalid_grant');
    });

    it('that are used twice at the same time', async () => {
      const code = await application.code(holder());
      const answers = await Promise.all(Array.from({ length: 5 }, () => application.exchange(code)));
      const given = answers.filter(({ status }) => status === 200);
      expect(given.length).to.be.at.most(1);
      for (const { body } of given) expect(await application.works(body.access_token)).to.equal(false);
    });

    it('of another client, even with its verifier', async () => {
      const thief = await another();
      const code = await application.code(holder());
      const { body } = await application.exchange(code, { client_id: thief.clientId });
      expect(body.error).to.equal('invalid_grant');
    });

    it('for another address than they were sent to', async () => {
      const code = await application.code(holder());
      const { body } = await application.exchange(code, { redirect_uri: 'http://127.0.0.1:7778/callback' });
      expect(body.error).to.equal('invalid_grant');
    });

    it('that were made up, or are over a minute old', async () => {
      expect((await application.exchange('made-up')).body.error).to.equal('invalid_grant');
      await application.code(holder());
      const codes = (await service.redis.command('KEYS', 'toolpress:oauth:code:*')) as string[];
      const lives = await Promise.all(codes.map((key) => service.redis.command('HGET', key, 'uses')));
      const unused = codes.filter((_, index) => lives[index] === '0');
      expect(unused).to.not.have.lengthOf(0);
      for (const key of unused) expect(await service.redis.command('PTTL', key)).to.be.within(1, 60_000);
    });
  });

  describe('PKCE', () => {
    it('that is missing or plain', async () => {
      for (const changes of [
        { code_challenge: undefined },
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge_method: 'plain' },
        { code_challenge_method: undefined },
        { code_challenge: 'short' },
      ])
        expect(await application.shown(application.authorizationUrl(changes))).to.include('error=invalid_request');
    });

    it('with a wrong verifier, none, or the challenge as the verifier', async () => {
      for (const [changes, error] of [
        [{ code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
        [{ code_verifier: undefined }, 'invalid_request'],
        [{ code_verifier: 'short' }, 'invalid_grant'],
      ] as const) {
        const code = await application.code(holder());
        expect((await application.exchange(code, changes)).body.error).to.equal(error);
      }
      const url = application.authorizationUrl();
      const challenge = new URL(url).searchParams.get('code_challenge') ?? '';
      const location = (await leadsTo(await application.decide(url, holder()))) ?? '';
      const code = new URL(location).searchParams.get('code') ?? '';
      expect((await application.exchange(code, { code_verifier: challenge })).body.error).to.equal('invalid_grant');
    });
  });

  describe('scopes', () => {
    it('that grow at a refresh', async () => {
      const { refresh_token } = await application.signIn({ ...holder(), scopes: ['templates'] });
      const grown = await application.refresh(refresh_token, { scope: 'templates http' });
      expect([grown.status, grown.body.error]).to.deep.equal([400, 'invalid_scope']);
      expect((await application.refresh(refresh_token)).body.scope).to.equal('templates');
    });

    it('that a tool needs besides its own, and endpoints that need the account itself', async () => {
      const code = await application.code({ ...holder(), scopes: ['pdf'] }, { resource: service.url });
      const { access_token: token } = (await application.exchange(code, { resource: service.url })).body;
      const data_from = { base_id: 'a', table_id: 'b', record_id: 'c', _connections: { tablebase: 'd' } };
      const input = { html: 'x', data_from };
      for (const [path, body, headers] of [
        ['/api/utilities/html-to-pdf', input, {}],
        ['/api/utilities/html-to-pdf', input, { prefer: 'respond-async' }],
        ['/api/utilities/html-to-pdf', input, { 'idempotency-key': 'a' }],
        ['/api/jobs', { tool: 'html-to-pdf', input }, {}],
        [
          '/api/batches',
          {
            tool: 'html-to-pdf',
            input: { html: 'x' },
            rows_from: { ...data_from, record_id: undefined, record_ids: ['c'] },
          },
          {},
        ],
      ] as const) {
        const answer = await service.call(path, { token, body, headers });
        expect([answer.status, answer.headers.get('x-error-code')], path).to.deep.equal([403, 'insufficient_scope']);
        expect(answer.headers.get('www-authenticate')).to.include('scope="pdf records"');
      }
      for (const path of ['/api/account', '/api/account/grants', '/api/webhooks', '/api/audit', '/api/variables']) {
        const answer = await service.call(path, { token });
        expect([answer.status, answer.headers.get('x-error-code')], path).to.deep.equal([403, 'insufficient_scope']);
      }
      const body = { provider: 'tablebase', token: 'x' };
      expect((await service.call('/api/connections/a', { method: 'PUT', token, body })).status).to.equal(403);
    });

    it('of tools that an agent calls', async () => {
      await application.signIn({ ...holder(), scopes: ['templates'] });
      const answer = await application.call('tools/call', {
        name: 'http_request',
        arguments: { method: 'GET', url: 'http://127.0.0.2/' },
      });
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([403, 'insufficient_scope']);
    });
  });

  describe('refresh tokens', () => {
    it('that are used twice, and ends the grant', async () => {
      const first = await application.signIn(holder());
      const second = await application.refresh(first.refresh_token);
      expect(await application.works(second.body.access_token)).to.equal(true);
      expect((await application.refresh(first.refresh_token)).body.error).to.equal('invalid_grant');
      expect((await application.refresh(second.body.refresh_token)).body.error).to.equal('invalid_grant');
      expect(await application.works(second.body.access_token)).to.equal(false);
    });

    it('of another client, which also cannot revoke them', async () => {
      const thief = await another();
      const { access_token, refresh_token } = await application.signIn(holder());
      expect((await thief.refresh(refresh_token)).body.error).to.equal('invalid_grant');
      expect((await thief.revoke(refresh_token)).status).to.equal(401);
      expect(await application.works(access_token)).to.equal(true);
    });

    it('where access tokens belong, and the other way round', async () => {
      const { access_token, refresh_token } = await application.signIn(holder());
      expect(await application.works(refresh_token)).to.equal(false);
      expect((await application.refresh(access_token)).body.error).to.equal('invalid_grant');
      expect((await application.refresh(service.token)).body.error).to.equal('invalid_grant');
    });

    it('in more than 60 requests an hour', async () => {
      let { refresh_token } = await application.signIn(holder());
      const statuses: number[] = [];
      for (let count = 0; count < 61; count++) {
        const answer = await application.refresh(refresh_token);
        statuses.push(answer.status);
        refresh_token = answer.body.refresh_token ?? refresh_token;
      }
      expect(statuses).to.deep.equal([...Array(60).fill(200), 429]);
    });
  });

  describe('tokens', () => {
    it('in the query or in a form', async () => {
      const { access_token, refresh_token } = await application.signIn(holder());
      const inQuery = `${service.url}/mcp?access_token=${access_token}`;
      expect((await application.call('tools/list', {}, '', inQuery)).status).to.equal(401);
      const { token_endpoint } = application.server;
      const query = new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token,
        client_id: application.clientId,
      });
      const answer = await application.fetch(`${token_endpoint}?${query}`, { method: 'POST' });
      expect(answer.status).to.equal(400);
    });

    it('for passwords, for programs alone, or in the address of a page', async () => {
      for (const grant_type of ['password', 'client_credentials', 'implicit']) {
        const { body } = await application.token({ grant_type, client_id: application.clientId, username: 'a' });
        expect(body.error).to.equal('unsupported_grant_type');
      }
      expect(await application.shown(application.authorizationUrl({ response_type: 'token' }))).to.include(
        'error=unsupported_response_type',
      );
      expect(await application.shown(application.authorizationUrl({ response_mode: 'fragment' }))).to.include(
        'invalid_request',
      );
    });

    it('of the account where an application may only revoke its own', async () => {
      expect((await application.revoke(service.token)).status).to.equal(200);
      expect((await service.call('/api/account')).status).to.equal(200);
    });

    it('of a suspended account', async () => {
      const { id, token } = await service.createAccount('suspended');
      const { access_token } = await application.signIn({ token });
      const change = { method: 'PATCH', token: service.adminToken, body: { suspended: true } };
      expect((await service.call(`/admin/accounts/${id}`, change)).status).to.equal(200);
      expect((await application.call('tools/list', {}, access_token)).status).to.equal(403);
    });

    it('of pages of other sites, whose names lead here (DNS rebinding)', async () => {
      const { access_token } = await application.signIn(holder());
      const headers = {
        ...{ origin: 'http://rebound.example', 'content-type': 'application/json' },
        ...{ authorization: `Bearer ${access_token}`, accept: 'application/json, text/event-stream' },
      };
      const answer = await application.fetch(application.mcp, { method: 'POST', headers, body: '{}' });
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([403, 'origin_forbidden']);
    });
  });
});
