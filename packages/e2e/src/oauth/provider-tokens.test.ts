import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type HttpTarget, startHttpTarget, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const KEY_ID = 'key-1';
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('An access token of the operator’s identity provider', () => {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let service: TestService;
  let provider: HttpTarget;
  let isDown = false;

  before(async () => {
    provider = await startHttpTarget(
      ({ path }, response) => {
        const { url } = provider;
        const metadata = {
          ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
          ...{ jwks_uri: `${url}/keys`, response_types_supported: ['code'], subject_types_supported: ['public'] },
          id_token_signing_alg_values_supported: ['RS256'],
        };
        const keys = [{ ...own.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }];
        const body = path.includes('.well-known') ? metadata : { keys };
        response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
      { host: '127.0.0.1' },
    );
    service = await TestService.start({ workers: 0, env: settings() });
  });
  after(async () => {
    await service.stop();
    await provider.close();
  });
  const settings = () => ({
    ...{ OIDC_ISSUER: provider.url, OIDC_CLIENT_ID: 'toolpress', OIDC_CLIENT_SECRET: 'a secret', OIDC_ALLOWED: 'ops' },
    OIDC_ACCOUNT_CLAIM: 'toolpress_account',
  });

  const now = (): number => Math.floor(Date.now() / 1_000);
  const claims = (changes: object = {}): object => ({
    ...{ iss: provider.url, sub: 'ada', aud: `${service.url}/mcp`, iat: now(), exp: now() + 300 },
    ...{ scope: 'openid templates', toolpress_account: service.accountId, preferred_username: 'Ada' },
    ...changes,
  });
  const signed = (payload: object, header: object = {}, key: KeyObject = own.privateKey): string => {
    const content = `${encoded({ alg: 'RS256', typ: 'at+jwt', kid: KEY_ID, ...header })}.${encoded(payload)}`;
    return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
  };
  const call = async (token: string, path = '/mcp', body: object = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) => {
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    return service.call(path, { token, headers, ...(path === '/mcp' && { body }) });
  };

  it('is what the metadata asks for, and calls tools for the account of its claim', async () => {
    const metadata = await fetch(`${service.url}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).to.deep.include({
      ...{ resource: `${service.url}/mcp`, authorization_servers: [provider.url] },
    });
    expect((await fetch(`${service.url}/.well-known/oauth-authorization-server`)).status).to.equal(404);
    expect((await fetch(`${service.url}/oauth/authorize`)).status).to.equal(404);
    expect((await call(signed(claims()))).status).to.equal(200);
    expect((await call(signed(claims(), { typ: undefined }))).status).to.equal(200);
  });

  it('is for its scopes and its audience only', async () => {
    const ofService = signed(claims({ aud: service.url }));
    expect((await call(ofService, '/api/variables')).status).to.equal(200);
    expect((await call(ofService, '/api/connections')).headers.get('x-error-code')).to.equal('insufficient_scope');
    expect((await call(ofService, '/api/account')).headers.get('x-error-code')).to.equal('insufficient_scope');
    expect((await call(signed(claims()), '/api/variables')).status).to.equal(401);
    const without = signed(claims({ aud: service.url, scope: 'openid' }));
    expect((await call(without, '/api/variables')).status).to.equal(403);
    expect((await call(ofService, '/admin/accounts')).status).to.equal(401);
  });

  const REFUSED: Record<string, object> = {
    'for another audience': { aud: 'https://other.example/mcp' },
    'without an audience': { aud: undefined },
    'for the client of the operators’ sign-in': { aud: 'toolpress' },
    'of another issuer': { iss: 'https://evil.example' },
    'that has expired': { exp: 1_700_000_000 },
    'without an end': { exp: undefined },
    'that is not valid yet': { nbf: 4_000_000_000 },
    'without an account': { toolpress_account: undefined },
    'with a list of accounts': { toolpress_account: ['acc_1'] },
    'of an unknown account': { toolpress_account: 'acc_0mx3rgfmv1892c8e294588ead' },
    'whose account is a key of Redis': { toolpress_account: 'acc_1:variable:a' },
  };
  for (const [which, changes] of Object.entries(REFUSED))
    it(`is refused ${which}`, async () => {
      expect((await call(signed(claims(changes)))).status).to.equal(401);
    });

  it('is refused when it is not signed by the provider’s private key', async () => {
    const [, payload = '', signature = ''] = signed(claims()).split('.');
    const none = `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.`;
    const symmetric = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid: KEY_ID })}.${payload}`;
    const pem = own.publicKey.export({ type: 'spki', format: 'pem' });
    const embedded = { jwk: foreign.publicKey.export({ format: 'jwk' }) };
    for (const token of [
      none,
      `${none}${signature}`,
      `${symmetric}.${createHmac('sha256', pem).update(symmetric).digest('base64url')}`,
      signed(claims(), {}, foreign.privateKey),
      signed(claims(), embedded, foreign.privateKey),
      signed(claims(), { kid: 'another' }, foreign.privateKey),
      signed(claims(), { jku: 'https://evil.example/keys' }, foreign.privateKey),
      `${signed(claims()).slice(0, -8)}AAAAAAAA`,
    ])
      expect((await call(token)).status).to.equal(401);
  });

  it('is refused when it is an ID token or another kind', async () => {
    for (const typ of ['id+jwt', 'logout+jwt', 'dpop+jwt'])
      expect((await call(signed(claims(), { typ }))).status).to.equal(401);
  });

  it('ends with the suspension of the account', async () => {
    const account = await service.createAccount('suspended');
    const token = signed(claims({ toolpress_account: account.id }));
    expect((await call(token)).status).to.equal(200);
    const change = { method: 'PATCH', token: service.adminToken, body: { suspended: true } };
    await service.call(`/admin/accounts/${account.id}`, change);
    expect((await call(token)).status).to.equal(403);
  });

  it('is 503 while the provider’s keys are unavailable, and API tokens work as before', async () => {
    isDown = true;
    await service.restartGateway('SIGTERM', settings());
    const answer = await call(signed(claims()));
    expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect((await call(service.token)).status).to.equal(200);
    expect(service.logs()).not.to.include(signed(claims()).slice(0, 40));
  });
});
