import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { TOOLS } from '@toolpress/contract';
import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = TOOLS['html-to-pdf'].path;

describe('The operator’s pages', () => {
  let service: TestService;
  let session = '';
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());

  /** As a browser asks: for a page unless told, never following a redirect. */
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
  const withSession = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    get(path, { cookie: `other=1; ${session}`, ...headers });
  const send = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { origin: service.url, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  // biome-ignore lint/suspicious/noExplicitAny: the state is what the tests look into
  const state = async (): Promise<any> => (await withSession('/ops/state', { accept: 'application/json' })).json();

  it('are a login form without a session, and an error to programs', async () => {
    const page = await get('/ops');
    expect(page.status).to.equal(401);
    expect(await page.text()).to.include('<form method="post" action="/ops/login">');
    for (const path of ['/ops/state', '/ops/figures']) {
      for (const cookie of [
        '',
        'toolpress_ops=1',
        'toolpress_ops=9999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      ]) {
        const response = await get(path, { accept: 'application/json', cookie });
        expect(response.status, path).to.equal(401);
        expect(await response.json()).to.have.all.keys('success', 'error');
      }
    }
  });

  it('open to the admin token, and to no other word', async () => {
    for (const token of ['wrong', '', service.token]) {
      const refused = await send('/ops/login', { token });
      expect(refused.status).to.equal(401);
      expect(refused.headers.get('set-cookie')).to.equal(null);
      expect(await refused.text()).to.include('This is not the admin token.');
    }
    const response = await send('/ops/login', { token: service.adminToken });
    expect(response.status).to.equal(303);
    expect(response.headers.get('location')).to.equal('/ops');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie)
      .to.match(/; HttpOnly/)
      .and.match(/; SameSite=Strict/)
      .and.match(/; Path=\/ops(;|$)/);
    expect(cookie).to.match(/Max-Age=28800/);
    session = cookie.split(';')[0] ?? '';
    expect((await withSession('/ops')).status).to.equal(200);
  });

  it('are neither framed nor cached, and run only their own code', async () => {
    for (const path of ['/ops', '/ops/state', '/ops/page.js']) {
      const { headers } = await withSession(path);
      expect(headers.get('x-frame-options'), path).to.equal('DENY');
      expect(headers.get('cache-control'), path).to.equal('no-store');
      expect(headers.get('x-powered-by'), path).to.equal(null);
      expect(headers.get('cross-origin-resource-policy'), path).to.equal('same-origin');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy, path).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
      expect(policy, path).not.to.match(/unsafe|\*|https?:/);
    }
    const page = await (await withSession('/ops')).text();
    expect(page).not.to.match(/<script(?! src="\/ops\/page\.js")|<style| style=| on\w+="/);
  });

  it('show what the service does, and which worker does it', async () => {
    for (const html of ['<p>1</p>', '<p>2</p>', '<p>3</p>']) {
      expect((await service.call(PDF, { body: { html } })).status).to.equal(200);
    }
    expect((await service.call(PDF, { body: { html: '[[#open]]' } })).status).to.equal(422);
    await eventually(async () => {
      const seen = await state();
      expect(seen.troubles).to.deep.equal([]);
      expect(seen.queue).to.include({ waiting: 0, active: 0, failed: 0, completed: 4 });
      expect(seen.workers).to.have.lengthOf(1);
      expect(seen.workers[0]).to.include({ alive: true, concurrency: 1, pid: service.workers[0]?.pid });
      expect(seen.workers[0].version).to.match(/^\d+\.\d+\.\d+$/);
      expect(seen.errors).to.deep.equal([{ code: 'template_invalid', count: 1, minutesAgo: 0 }]);
      expect(seen.redis.health).to.include({ appendOnly: true, writesWork: true, evictionPolicy: 'noeviction' });
      expect(seen.storage).to.deep.equal({ reachable: true, writes: { work: true } });
    });
    const page = await (await withSession('/ops')).text();
    expect(page).to.include('All is well').and.include('template_invalid').and.not.include('undefined');
  });

  it('show no document and no way to one', async () => {
    const answer = await service.call(PDF, { body: { html: '<p>payslip of Ann</p>', data: { salary: '€ 4.711,50' } } });
    const fileId = /files\/(\w{41})/.exec(answer.body.data.download_url)?.[1] ?? 'no file';
    for (const path of ['/ops', '/ops/figures', '/ops/state']) {
      const shown = await (await withSession(path)).text();
      expect(shown, path).not.to.include(fileId);
      expect(shown, path).not.to.match(/payslip|4\.711,50|salary/);
    }
  });

  it('take no form from another site', async () => {
    const elsewhere = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }];
    for (const headers of elsewhere) {
      const login = await send('/ops/login', { token: service.adminToken }, headers);
      expect(login.status).to.equal(403);
      expect(login.headers.get('set-cookie')).to.equal(null);
      const logout = await send('/ops/logout', {}, { ...headers, cookie: session });
      expect(logout.status).to.equal(403);
      expect(logout.headers.get('set-cookie')).to.equal(null);
    }
  });

  it('say that Redis is unavailable, and let the operator in all the same, as the pages for all are shown', async () => {
    await service.redis.kill();
    for (const path of ['/', '/docs', '/docs/templates', '/pages.css', '/favicon.svg'])
      expect((await get(path)).status, path).to.equal(200);
    expect((await get('/', { accept: '*/*' })).status).to.equal(200);
    expect((await send('/ops/login', { token: service.adminToken })).status).to.equal(303);
    await eventually(async () => {
      const page = await (await withSession('/ops')).text();
      expect(page).to.include('Redis does not answer').and.include('Not known while Redis is unavailable');
      expect(await state()).to.include({ queue: null, workers: null, backlog: null, errors: null });
    });
    await service.redis.restart();
    await eventually(async () =>
      expect((await state()).troubles.map(({ level }: { level: string }) => level)).not.to.include('bad'),
    );
    expect(service.logs()).not.to.include('"level":"error"');
  });

  it('take the cookie back when the operator logs out', async () => {
    const response = await send('/ops/logout', {}, { cookie: session });
    expect(response.status).to.equal(303);
    expect(response.headers.get('set-cookie')).to.match(/^toolpress_ops=; Path=\/ops; Expires=Thu, 01 Jan 1970/);
  });

  it('slow down clients that guess, and no others', async () => {
    const guesses = await Promise.all(Array.from({ length: 30 }, () => send('/ops/login', { token: 'guess' })));
    const refused = guesses.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).to.equal('1');
    expect(await statusFromAnotherAddress(service)).to.equal(303);
  });

  it('leave no token and no session in the log', () => {
    expect(service.logs()).not.to.include(service.adminToken);
    expect(service.logs()).not.to.include(session.split('=')[1]);
  });
});

/** Logs in from 127.0.0.2. */
async function statusFromAnotherAddress({ url, adminToken }: TestService): Promise<number | undefined> {
  const headers = { origin: url, 'content-type': 'application/x-www-form-urlencoded' };
  const login = httpRequest(`${url}/ops/login`, { method: 'POST', localAddress: '127.0.0.2', headers });
  login.end(`token=${adminToken}`);
  const [response] = (await once(login, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
