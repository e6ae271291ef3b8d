import { readdir, readFile, stat } from 'node:fs/promises';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { isRunning } from '../../../packages/runtime/dist/proc.js';
import { eventually } from '../../../packages/testkit/dist/eventually.js';
import { startedService } from '../testing/started-service.mjs';
import { readEnvFile } from './data-folder.mjs';
import { call, ensureApiToken, sampleRequests } from './first-caller.mjs';

describe('The service as scripts/start runs it', () => {
  const service = startedService();

  it('leaves all that a first caller needs', async () => {
    expect(await readEnvFile(service.paths.credentials)).to.have.all.keys('BASE_URL', 'API_TOKEN', 'ADMIN_TOKEN');
    expect((await stat(service.paths.credentials)).mode & 0o777).to.equal(0o600);
    const { BASE_URL } = await readEnvFile(service.paths.credentials);
    for (const page of ['/docs', '/ops']) expect(service.running.text()).to.include(`${BASE_URL}${page}`);
    expect((await fetch(`${BASE_URL}/docs`)).status).to.equal(200);
  });

  it('prints the samples after it is ready', async () => {
    const names = sampleRequests().map(({ name }) => name);
    expect(names).to.include.members(['invoice', 'quote', 'statement']);
    for (const name of names)
      await eventually(async () => expect(await readFile(service.paths.sample(name), 'latin1')).to.match(/^%PDF-/));
  });

  it('says last a link that signs in to the studio with its token, once', async () => {
    const { BASE_URL = '', API_TOKEN: token = '' } = await readEnvFile(service.paths.credentials);
    const [, url = '', link] = /(\S+\/studio)#sign-in=([\w-]+)\s*$/.exec(service.running.text()) ?? [];
    expect(url).to.equal(`${BASE_URL}/studio`);
    const signIn = () =>
      fetch(`${url}/session/link`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify({ link }),
      });
    const answer = await signIn();
    expect(answer.status).to.equal(204);
    const headers = { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    const session = /** @type {any} */ (await (await fetch(`${url}/session`, { headers })).json());
    const account = (await call(`${BASE_URL}/api/account`, { token })).body.data;
    expect(session.data.account.id).to.equal(account.id);
    expect((await signIn()).status).to.equal(401);
  });

  it('keeps a token that works, and makes one in place of a token that does not', async () => {
    const { BASE_URL = '', API_TOKEN = '', ADMIN_TOKEN = '' } = await readEnvFile(service.paths.credentials);
    expect(await ensureApiToken(BASE_URL, ADMIN_TOKEN, API_TOKEN)).to.equal(API_TOKEN);
    const token = await ensureApiToken(BASE_URL, ADMIN_TOKEN, 'forgotten');
    expect((await call(`${BASE_URL}/api/variables`, { token })).status).to.equal(200);
  });

  it('ends in order, answering what it had taken in', async () => {
    const before = service.pids();
    const { status } = await service.beginRequest();
    await service.running.end();
    expect(await status).to.equal(200);
    const stops = [...service.running.text().matchAll(/Stopping ([\w-]+)/g)].map(([, name]) => name);
    expect(stops).to.deep.equal(['gateway', 'worker', 'sample-base', 'redis']);
    expect(before.map(isRunning)).to.deep.equal([false, false, false]);
    expect(before).not.to.include(0);
    expect(await readdir(service.paths.compiled), 'compiled code for the next start').not.to.deep.equal([]);
  });
});
