import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HttpTarget, makeCertificate, startHttpTarget, TARGET_ADDRESS, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { Application, REDIRECT } from './application.js';

/** How long the service waits for a document, in milliseconds, and how much longer a busy machine may take. */
const [TIMEOUT_MS, SLACK_MS] = [5_000, 10_000];

describe('The metadata document of an application', () => {
  let service: TestService;
  let application: Application;
  let target: HttpTarget;
  let private_: HttpTarget;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-oauth-'));
    const authority = makeCertificate({ subject: 'test authority' });
    const tls = makeCertificate({ subject: 'target', names: [TARGET_ADDRESS, '127.0.0.1'], issuer: authority });
    await writeFile(join(folder, 'ca.pem'), authority.cert);
    const json = { 'content-type': 'application/json' };
    target = await startHttpTarget(
      ({ path }, response) => {
        const client_id = `${target.url}${path}`;
        const document = { client_id, client_name: 'By document', redirect_uris: [REDIRECT] };
        const send = (sent: object, head: Record<string, string> = json, status = 200) =>
          response.writeHead(status, head).end(JSON.stringify(sent));
        const answers: Record<string, () => unknown> = {
          '/redirects.json': () => send({}, { location: `${private_.url}/client.json` }, 302),
          '/public-redirects.json': () => send({}, { location: `${target.url}/client.json` }, 302),
          '/large.json': () => send({ ...document, logo: 'x'.repeat(20_000) }),
          '/slow.json': () => response.writeHead(200, json).write('{'),
          '/other.json': () => send({ ...document, client_id: `${target.url}/client.json` }),
          '/html.json': () => send(document, { 'content-type': 'text/html' }),
          '/missing.json': () => send(document, json, 404),
          '/broken.json': () => response.writeHead(200, json).end('{"client_id": '),
          '/secret.json': () => send({ ...document, token_endpoint_auth_method: 'client_secret_basic' }),
          '/scripts.json': () => send({ ...document, redirect_uris: ['javascript:alert(1)'] }),
          '/nobody.json': () => send({ client_id }),
        };
        (answers[path] ?? (() => send(document)))();
      },
      { tls },
    );
    private_ = await startHttpTarget((_request, response) => response.end('{}'), { host: '127.0.0.1', tls });
    const env = {
      TRUST_PROXY: 'loopback',
      OUTBOUND_ALLOW: TARGET_ADDRESS,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    };
    service = await TestService.start({ workers: 0, env });
    application = await new Application(`${service.url}/mcp`).discover();
  });
  after(async () => {
    await service.stop();
    await Promise.all([target.close(), private_.close()]);
    await rm(folder, { recursive: true });
  });

  const open = (client_id: string) =>
    application.fetch(application.authorizationUrl({ client_id }), { headers: { accept: 'text/html' } });

  it('is fetched once, and its host is shown', async () => {
    application.clientId = `${target.url}/client.json`;
    const html = await (await open(application.clientId)).text();
    expect(html).to.include('By document').and.include(new URL(target.url).host).and.not.include('Unverified');
    const { access_token } = await application.signIn({ token: service.token });
    expect((await application.call('tools/list', {}, access_token)).status).to.equal(200);
    expect(target.requests.filter(({ path }) => path === '/client.json')).to.have.lengthOf(1);
  });

  it('is not used at a private address, and all refusals are the same', async () => {
    const texts = new Set<string>();
    for (const url of [
      `${private_.url}/client.json`,
      'https://127.0.0.1:1/client.json',
      'https://10.0.0.1/client.json',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/client.json',
      'https://localhost/client.json',
      `${target.url}/missing.json`,
    ]) {
      const answer = await open(url);
      expect(answer.status, url).to.equal(400);
      const [, text = ''] = /<p class="advice">(.*?)<\/p>/s.exec(await answer.text()) ?? [];
      texts.add(text);
    }
    expect([...texts]).to.have.lengthOf(1);
    expect(private_.connections).to.equal(0);
  });

  it('is not used after a redirect, to a private address or a public one', async () => {
    for (const path of ['/redirects.json', '/public-redirects.json'])
      expect((await open(`${target.url}${path}`)).status).to.equal(400);
    expect(private_.connections).to.equal(0);
  });

  for (const [what, path] of Object.entries({
    'is over 16 KiB': '/large.json',
    'names another client': '/other.json',
    'is not JSON by its type': '/html.json',
    'is not JSON': '/broken.json',
    'belongs to an application with a secret': '/secret.json',
    'has addresses of scripts': '/scripts.json',
    'has no addresses': '/nobody.json',
  }))
    it(`is not used when it ${what}`, async () => {
      expect((await open(`${target.url}${path}`)).status).to.equal(400);
    });

  it('is not waited for longer than five seconds', async () => {
    const begun = performance.now();
    expect((await open(`${target.url}/slow.json`)).status).to.equal(400);
    expect(performance.now() - begun).to.be.within(TIMEOUT_MS - 100, TIMEOUT_MS + SLACK_MS);
  });

  it('is not fetched for an address in another form', async () => {
    const { host } = new URL(target.url);
    const { length } = target.requests;
    for (const id of [
      `http://${host}/client.json`,
      `https://${host}/`,
      `https://${host}/client.json#x`,
      `https://a:b@${host}/client.json`,
      `https://${host}/a/../client.json`,
      `HTTPS://${host}/client.json`,
      `https://${host}/${'x'.repeat(600)}`,
    ])
      expect((await open(id)).status, id).to.equal(400);
    expect(target.requests).to.have.lengthOf(length);
  });

  it('is not fetched more than 30 times a minute for one browser', async () => {
    const flooding = await new Application(`${service.url}/mcp`).discover();
    const statuses: number[] = [];
    for (let count = 0; count < 32; count++) {
      const url = flooding.authorizationUrl({ client_id: `${target.url}/flood-${count}.json` });
      statuses.push((await flooding.fetch(url)).status);
    }
    expect(statuses).to.deep.equal([...Array(30).fill(200), 429, 429]);
  });
});
