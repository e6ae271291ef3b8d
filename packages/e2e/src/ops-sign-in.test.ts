import type { AuditEntry } from '@toolpress/contract';
import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { Browser, type IdentityProvider, startIdentityProvider } from './identity-provider.js';

const SECRET = 'a secret of the client: +/%';
const CALLBACK = '/ops/oidc/callback';

describe('The sign-in at /ops by an identity provider', () => {
  let provider: IdentityProvider;
  let service: TestService;
  let browser: Browser;
  before(async () => {
    provider = await startIdentityProvider({
      ann: { email: 'Ann@example.com', email_verified: true },
      ben: { groups: ['staff', 'ops'] },
      eve: { email: 'ann@example.com', email_verified: false, groups: ['ann@example.com', 'staff'] },
    });
    const OIDC = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'toolpress', OIDC_CLIENT_SECRET: SECRET };
    service = await TestService.start({
      workers: 0,
      env: { ...OIDC, OIDC_ALLOWED: 'ann@example.com, ops', TRUST_PROXY: '1' },
    });
    provider.register({ id: 'toolpress', secret: SECRET, redirectUri: `${service.url}${CALLBACK}` });
  });
  after(async () => {
    await service.stop();
    await provider.close();
  });
  beforeEach(() => {
    browser = new Browser();
    provider.person = 'ann';
    provider.alter = undefined;
    provider.foreignKey = false;
  });

  /** Signs in at the provider. @returns the address to which the provider sends the browser back. */
  const signedIn = (by = browser): Promise<string> =>
    by.follow(`${service.url}/ops/oidc`, (next) => next.startsWith(`${service.url}${CALLBACK}`));
  const opsStatus = async (by = browser): Promise<number> => (await by.get(`${service.url}/ops`)).status;
  /** Opens the callback, and expects that it opens no session. */
  const refused = async (address: string, status: number, by = browser): Promise<string> => {
    const response = await by.get(address);
    expect(response.status).to.equal(status);
    expect(await opsStatus(by)).to.equal(401);
    expect(by.set.join('\n')).not.to.match(/toolpress_ops=[^;]/);
    return response.text();
  };

  it('opens a session for an allowed person, and is in the audit log', async () => {
    expect(await (await browser.get(`${service.url}/ops`)).text()).to.include('<a class="provider" href="/ops/oidc">');
    const page = await browser.get(await signedIn());
    expect(page.status).to.equal(200);
    expect(await page.text()).to.include('<meta http-equiv="refresh" content="0;url=/ops">');
    expect(await opsStatus()).to.equal(200);
    const cookies = browser.set.filter((line) => line.startsWith('toolpress_ops'));
    expect(cookies).to.have.lengthOf(3);
    expect(cookies[0]).to.match(/^toolpress_ops_oidc=[^;]+; Max-Age=600; Path=\/ops\/oidc; .*HttpOnly; SameSite=Lax$/);
    expect(cookies[1]).to.match(/^toolpress_ops_oidc=; Path=\/ops\/oidc; .*HttpOnly; SameSite=Lax$/);
    expect(cookies[2]).to.match(/^toolpress_ops=[^;]+; .*Path=\/ops; .*HttpOnly; SameSite=Strict$/);
    const audit = await service.call('/admin/audit?action=operator.sign_in', { token: service.adminToken });
    const [entry] = audit.body.data.items as AuditEntry[];
    expect(entry?.actor).to.deep.equal({ kind: 'oidc', id: 'ann', name: 'Ann@example.com' });
    expect(entry).to.include({ outcome: 'done', address: browser.address, account_id: null });
  });

  it('allows members of a group, but counts neither an unverified email nor a group of that name', async () => {
    provider.person = 'ben';
    expect((await browser.get(await signedIn())).status).to.equal(200);
    expect(await opsStatus()).to.equal(200);
    provider.person = 'eve';
    const other = new Browser();
    expect(await refused(await signedIn(other), 403, other)).to.include('OIDC_ALLOWED');
  });

  it('sends the provider a new state, nonce and challenge each time, and never the verifier', async () => {
    const sent = [];
    for (let time = 0; time < 2; time++) {
      const location = (await browser.get(`${service.url}/ops/oidc`)).headers.get('location') ?? '';
      expect(location).to.match(new RegExp(`^${provider.issuer}/auth\\?`));
      const parameters = Object.fromEntries(new URL(location).searchParams);
      expect(parameters).to.include({
        response_type: 'code',
        code_challenge_method: 'S256',
        scope: 'openid email profile groups',
        client_id: 'toolpress',
        redirect_uri: `${service.url}${CALLBACK}`,
      });
      expect(parameters).to.include.keys('state', 'nonce', 'code_challenge').and.not.have.any.keys('code_verifier');
      sent.push(parameters);
    }
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[0]?.[name]).not.to.equal(sent[1]?.[name]);
  });

  it('is refused without the cookie of its beginning, in another browser, and with another state', async () => {
    const callback = await signedIn();
    const other = new Browser();
    expect(await refused(callback, 400, other)).to.include('another browser');
    await other.get(`${service.url}/ops/oidc`);
    await refused(callback, 502, other);
    const altered = new URL(callback);
    altered.searchParams.set('state', 'guessed');
    await refused(altered.href, 502);
    // The failed attempt has ended the sign-in of this browser.
    await refused(callback, 400);
  });

  it('is refused when a callback is repeated with its cookie', async () => {
    const callback = await signedIn();
    const cookie = browser.set.find((line) => line.startsWith('toolpress_ops_oidc='))?.split(';')[0] ?? '';
    expect((await browser.get(callback)).status).to.equal(200);
    const again = await fetch(callback, { redirect: 'manual', headers: { cookie } });
    expect(again.status).to.equal(502);
    expect(again.headers.getSetCookie().join()).not.to.match(/toolpress_ops=[^;]/);
  });

  it('is refused when the answer names another issuer, or has an error', async () => {
    for (const [name, value, status] of [
      ['iss', 'https://evil.example', 502],
      ['error', 'access_denied', 403],
    ] as const) {
      const callback = new URL(await signedIn());
      callback.searchParams.set(name, value);
      if (name === 'error') callback.searchParams.delete('code');
      await refused(callback.href, status);
    }
  });

  const FORGED: Record<string, Record<string, unknown>> = {
    'for another client': { aud: 'another' },
    'for several clients, another of which asked': { aud: ['toolpress', 'another'], azp: 'another' },
    'of another issuer': { iss: 'https://evil.example' },
    'that has expired': { exp: Math.floor(Date.now() / 1_000) - 3_600 },
    'with another nonce': { nonce: 'guessed' },
    'without a nonce': { nonce: undefined },
    'of another person than the user info': { sub: 'ben' },
  };
  for (const [which, claims] of Object.entries(FORGED)) {
    it(`is refused with an ID token ${which}`, async () => {
      const callback = await signedIn();
      provider.alter = (own) => ({ ...own, ...claims });
      expect(await refused(callback, 502)).to.include('not valid');
      expect(provider.alter).to.equal(undefined);
    });
  }

  it('is refused with an ID token that another key has signed, and not with one that is only signed again', async () => {
    for (const foreignKey of [true, false]) {
      const callback = await signedIn();
      provider.foreignKey = foreignKey;
      provider.alter = (own) => own;
      if (foreignKey) await refused(callback, 502);
      else expect((await browser.get(callback)).status).to.equal(200);
    }
  });

  it('ends at /ops for any parameters', async () => {
    const evil = 'https://evil.example/';
    const query = new URLSearchParams({ return_to: evil, redirect_uri: evil, next: evil, url: evil });
    const location = (await browser.get(`${service.url}/ops/oidc?${query}`)).headers.get('location') ?? '';
    expect(new URL(location).searchParams.get('redirect_uri')).to.equal(`${service.url}${CALLBACK}`);
    const callback = new URL(await browser.follow(location, (next) => next.startsWith(`${service.url}${CALLBACK}`)));
    for (const [name, value] of query) callback.searchParams.set(name, value);
    const page = await browser.get(callback.href);
    expect([page.status, page.headers.get('location')]).to.deep.equal([200, null]);
    expect(await page.text())
      .to.include('content="0;url=/ops"')
      .and.not.include('evil');
  });

  it('is tried once a second after ten failures from an address, which may use the admin token as before', async () => {
    for (let failures = 0; failures < 10; failures++) await refused(`${service.url}${CALLBACK}?code=x&state=x`, 400);
    const statuses = [];
    for (let more = 0; more < 4; more++) statuses.push((await browser.get(`${service.url}${CALLBACK}?code=x`)).status);
    expect(statuses).to.include(429);
    const headers = { authorization: `Bearer ${service.adminToken}`, 'x-forwarded-for': browser.address };
    const operator = Array.from({ length: 4 }, () => fetch(`${service.url}/admin/settings`, { headers }));
    for (const { status } of await Promise.all(operator)) expect(status).to.equal(200);
    expect((await new Browser().get(`${service.url}${CALLBACK}?code=x`)).status, 'from another address').to.equal(400);
  });

  it('does not log codes, secrets or tokens, only the reason of a failure', async () => {
    const logs = service.logs();
    expect(logs).to.include('a sign-in failed');
    expect(logs)
      .not.to.include(SECRET)
      .and.not.match(/[?&"]code["=]|code_verifier|eyJ/);
  });

  it('says that the provider does not answer, and leaves the admin token as it is', async () => {
    await service.restartGateway('SIGTERM');
    await provider.close();
    const response = await browser.get(`${service.url}/ops/oidc`);
    expect([response.status, response.headers.get('location')]).to.deep.equal([502, null]);
    expect(await response.text())
      .to.include('does not answer')
      .and.include('name="token"');
    const body = new URLSearchParams({ token: service.adminToken });
    const headers = { origin: service.url };
    const login = await fetch(`${service.url}/ops/login`, { method: 'POST', body, headers, redirect: 'manual' });
    expect(login.status).to.equal(303);
    const audit = await service.call('/admin/audit?action=operator.sign_in&limit=1', { token: service.adminToken });
    expect(audit.body.data.items[0].actor).to.deep.equal({ kind: 'admin', id: null, name: null });
  });
});
