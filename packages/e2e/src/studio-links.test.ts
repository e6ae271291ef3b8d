import { request as httpRequest } from 'node:http';
import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const LINKS = '/admin/studio-links';
const SIGN_IN = '/studio/session/link';

describe('A sign-in link of the studio', () => {
  // Its own, because failed sign-ins are counted by address.
  let service: TestService;
  before(async () => {
    service = await TestService.start({ workers: 0 });
  });
  after(() => service.stop());

  const make = (token: unknown = service.token, as: string | null = service.adminToken) =>
    service.call(LINKS, { token: as, body: { token } });
  /** Makes a link. @returns its secret. */
  const secret = async (): Promise<string> => {
    const { status, body } = await make();
    expect(status).to.equal(200);
    return String(body.data.url).split('#sign-in=')[1] ?? '';
  };
  const signIn = (link: unknown, headers: Record<string, string> = OWN_PAGE): Promise<Response> =>
    fetch(service.url + SIGN_IN, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ link }),
    });
  const codeOf = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get('x-error-code')];
  const USED = [401, 'token_invalid'];
  const FOREIGN = [403, 'origin_forbidden'];

  it('is made by the operator for a working API token, and expires after ten minutes', async () => {
    const { body } = await make();
    expect(body.data).to.have.all.keys('url', 'account_id', 'expires_at');
    expect(body.data.account_id).to.equal(service.accountId);
    const url = new URL(body.data.url);
    expect([url.origin, url.pathname, url.search]).to.deep.equal([service.url, '/studio', '']);
    expect(url.hash).to.match(/^#sign-in=[\w-]{43}$/);
    expect(Date.parse(body.data.expires_at)).to.be.closeTo(Date.now() + 600_000, 30_000);
    expect(codeOf(await make(service.token, service.token))).to.deep.equal([401, 'token_invalid']);
    expect(codeOf(await make(service.token, null))).to.deep.equal([401, 'token_missing']);
    for (const token of ['tp_wrong', service.adminToken, '', null])
      expect(codeOf(await make(token)), String(token)).to.deep.equal([400, 'invalid_parameter']);
    const { body: audit } = await service.call('/admin/audit?action=studio_link.create', { token: service.adminToken });
    expect(audit.data.items[0]).to.deep.include({
      actor: { kind: 'admin', id: null, name: null },
      account_id: service.accountId,
      fields: ['token'],
      outcome: 'done',
    });
  });

  it('begins the session of a pasted token, once', async () => {
    const link = await secret();
    const answer = await signIn(link);
    expect(answer.status).to.equal(204);
    const [line = ''] = answer.headers.getSetCookie();
    expect(line).to.match(/^toolpress_studio=[\w.-]+; Path=\/studio; HttpOnly; SameSite=Strict$/);
    const headers = { cookie: line.split(';')[0] ?? '' };
    const session = await service.call('/studio/session', { token: null, headers });
    expect(session.body.data).to.deep.equal({
      account: { id: service.accountId, name: 'test' },
      token: { name: 'test' },
    });
    const again = await signIn(link);
    expect(codeOf(again)).to.deep.equal(USED);
    expect(again.headers.getSetCookie()).to.deep.equal([]);
    expect(((await again.json()) as { error: string }).error).to.equal(
      'This sign-in link was used or has expired. Make another one by `./scripts/toolpress studio-link`, or sign in with an API token.',
    );
  });

  it('lets in one of many that use it at the same time', async () => {
    const link = await secret();
    const answers = await Promise.all(Array.from({ length: 3 }, () => signIn(link)));
    expect(answers.filter(({ status }) => status === 204)).to.have.lengthOf(1);
  });

  it('is refused when it is wrong, cut, or something else', async () => {
    const link = await secret();
    for (const wrong of [link.slice(0, -1), `${link}x`, service.token])
      expect(codeOf(await signIn(wrong)), wrong).to.deep.equal(USED);
    for (const wrong of ['', undefined, { a: 1 }, 'x'.repeat(300)])
      expect(codeOf(await signIn(wrong))).to.deep.equal([400, 'invalid_parameter']);
    expect((await signIn(link)).status, 'the right one, after wrong ones').to.equal(204);
  });

  it('is gone when it has expired', async () => {
    const before = await linkKeys();
    const link = await secret();
    const [key = ''] = (await linkKeys()).filter((each) => !before.includes(each));
    expect(await service.redis.command('PTTL', key)).to.be.within(1, 600_000);
    await service.redis.command('PEXPIRE', key, '1');
    await eventually(async () => expect(await service.redis.command('EXISTS', key)).to.equal(0));
    expect(codeOf(await signIn(link))).to.deep.equal(USED);
  });

  it('is stored as a hash with the token encrypted, and is in no log', async () => {
    const link = await secret();
    for (const key of await linkKeys()) {
      expect(key).not.to.include(link);
      expect(await service.redis.command('GET', key)).not.to.include(service.token);
    }
    await signIn(link);
    await eventually(() => expect(service.logs()).to.include(`POST ${SIGN_IN}`));
    const logs = service.logs();
    expect(logs).not.to.include(link);
    expect(logs).not.to.include(service.token);
  });

  it('is not used up by what is refused, nor by programs that open links', async () => {
    const link = await secret();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      {},
      { ...OWN_PAGE, 'x-forwarded-for': '127.0.0.1' },
      { ...OWN_PAGE, forwarded: 'for=127.0.0.1' },
    ])
      expect(codeOf(await signIn(link, headers)), JSON.stringify(headers)).to.deep.equal(FOREIGN);
    expect(await statusToHost(link, 'evil.example'), 'another name for this machine').to.equal(403);
    expect((await fetch(`${service.url}/studio#sign-in=${link}`)).status).to.equal(200);
    expect((await fetch(`${service.url}${SIGN_IN}?link=${link}`)).status).to.equal(405);
    expect((await signIn(link)).status).to.equal(204);
  });

  it('of a revoked token begins no session', async () => {
    const { token, tokenId } = await service.createAccount('guest');
    const { body } = await make(token);
    await service.call(`/admin/tokens/${tokenId}`, { token: service.adminToken, method: 'DELETE' });
    expect(codeOf(await signIn(body.data.url.split('#sign-in=')[1]))).to.deep.equal(USED);
  });

  it('is not made by a service for other machines, and works with none', async () => {
    const link = await secret();
    for (const env of [{ PUBLIC_URL: 'https://tools.example.com' }, { TRUST_PROXY: '1' }]) {
      const { url, end } = await service.addGateway(env);
      const call = (path: string, token: string | null, body: object) =>
        fetch(url + path, {
          method: 'POST',
          headers: {
            ...OWN_PAGE,
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
        });
      const made = await call(LINKS, service.adminToken, { token: service.token });
      expect(codeOf(made)).to.deep.equal(FOREIGN);
      expect(((await made.json()) as { error: string }).error).to.match(/`PUBLIC_URL` must be a loopback address/);
      expect(codeOf(await call(SIGN_IN, null, { link }))).to.deep.equal(FOREIGN);
      await end();
    }
    expect((await signIn(link)).status).to.equal(204);
  });

  it('is guessed ten times a minute at most, and a right one still works', async () => {
    const link = await secret();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => signIn(`wrong-${index}`)));
    // One of them may be the attempt that is checked each second.
    const more = await Promise.all(Array.from({ length: 4 }, () => signIn('wrong')));
    expect(more.map(({ status }) => status)).to.include(429);
    for (const refused of more.filter(({ status }) => status === 429))
      expect(codeOf(refused)).to.deep.equal([429, 'too_many_attempts']);
    expect(answers.every(({ status }) => status === 401 || status === 429)).to.equal(true);
    expect((await signIn(link)).status).to.equal(204);
  });

  const linkKeys = async () => (await service.redis.command('KEYS', '*sign-in-link*')) as string[];

  /** Signs in as a page of another name would that leads to this machine. @returns the status. */
  const statusToHost = (link: string, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { ...OWN_PAGE, host, 'content-type': 'application/json' };
      const sent = httpRequest(service.url + SIGN_IN, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end(JSON.stringify({ link }));
    });
});
