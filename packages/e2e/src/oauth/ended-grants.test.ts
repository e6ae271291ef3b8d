import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Application } from './application.js';

const DAY_MS = 24 * 3_600_000;

describe('A grant of an application', () => {
  let service: TestService;
  let application: Application;
  before(async () => {
    service = await TestService.start({ workers: 0, env: { TRUST_PROXY: 'loopback' } });
    application = await Application.registered(service.url);
  });
  after(() => service.stop());

  const holder = () => ({ token: service.token });
  const refreshKeys = async () => (await service.redis.command('KEYS', 'toolpress:oauth:refresh:*')) as string[];

  it('ends when any replaced refresh token is used, also after days', async () => {
    const first = await application.signIn(holder());
    const second = await application.refresh(first.refresh_token);
    const third = await application.refresh(second.body.refresh_token);
    expect(await refreshKeys()).to.have.lengthOf(1);
    // Lets a day pass for what is stored of refresh tokens.
    for (const key of await refreshKeys()) {
      const left = Number(await service.redis.command('PTTL', key));
      await service.redis.command('PEXPIRE', key, String(left - DAY_MS));
    }
    expect((await application.refresh(first.refresh_token)).body.error).to.equal('invalid_grant');
    expect(await application.works(third.body.access_token)).to.equal(false);
    expect((await application.refresh(third.body.refresh_token)).body.error).to.equal('invalid_grant');
  });

  it('stays when a refresh token is made up, or is changed in the part of its grant', async () => {
    const { access_token, refresh_token } = await application.signIn(holder());
    const changed = refresh_token[10] === 'A' ? 'B' : 'A';
    const other = `${refresh_token.slice(0, 10)}${changed}${refresh_token.slice(11)}`;
    for (const token of [other, `tpr_${'A'.repeat(86)}`, 'tpr_', refresh_token.slice(0, -1)])
      expect((await application.refresh(token)).body.error).to.equal('invalid_grant');
    expect(await application.works(access_token)).to.equal(true);
  });

  it('does not begin after the end of the API token that approved it, or of the account', async () => {
    for (const path of ['tokens', 'accounts'] as const) {
      const { id, token, tokenId } = await service.createAccount(`ended-${path}`);
      const code = await application.code({ token });
      const ended = path === 'tokens' ? tokenId : id;
      const end = { method: 'DELETE', token: service.adminToken };
      expect((await service.call(`/admin/${path}/${ended}`, end)).status).to.equal(200);
      const { status, body } = await application.exchange(code);
      expect([status, body.error], path).to.deep.equal([400, 'invalid_grant']);
      expect(await service.redis.command('KEYS', `*${id}:grant*`), path).to.deep.equal([]);
    }
  });

  it('is in the audit log when a second use of a code or refresh token ends it', async () => {
    const { token } = await service.createAccount('replayed');
    const code = await application.code({ token });
    await application.exchange(code);
    await application.exchange(code);
    const { refresh_token } = await application.signIn({ token });
    await application.refresh(refresh_token);
    await application.refresh(refresh_token);
    const { items } = (await service.call('/api/audit?action=grant.revoke', { token })).body.data;
    expect(items).to.have.lengthOf(2);
    for (const { object, actor, outcome } of items) {
      expect(actor).to.deep.equal({ kind: 'token', id: object, name: 'Test application' });
      expect(outcome).to.equal('done');
    }
  });

  it('stays when the lifetime of its registration cannot be extended', async () => {
    const other = await Application.registered(service.url);
    const { refresh_token } = await other.signIn(holder());
    // Redis then refuses the command, as it does while it is in trouble.
    await service.redis.command('ACL', 'SETUSER', 'default', '-expire');
    const refreshing = other.refresh(refresh_token);
    await Promise.allSettled([refreshing]);
    await service.redis.command('ACL', 'SETUSER', 'default', '+expire');
    const answer = await refreshing;
    expect(answer.status).to.equal(200);
    expect((await other.refresh(answer.body.refresh_token)).status).to.equal(200);
  });
});
