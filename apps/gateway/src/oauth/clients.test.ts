import { createOutbound } from '@toolpress/outbound';
import {
  type HttpTarget,
  quietLogger,
  serviceErrorOf,
  startConnectedRedis,
  startHttpTarget,
  TARGET_ADDRESS,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { OAuthError } from './answers.js';
import type { AuthorizationRequest } from './authorization-request.js';
import { Clients } from './clients.js';
import { authorizationPage } from './page.js';
import { Rates } from './rates.js';

/** How long the service waits for a document, in milliseconds, and how much longer a busy machine may take. */
const [TIMEOUT_MS, SLACK_MS] = [5_000, 10_000];
const REDIRECT = 'http://127.0.0.1:7777/callback';

describe('The metadata document of an application', () => {
  const outbound = createOutbound({ allow: [TARGET_ADDRESS] });
  let own: Awaited<ReturnType<typeof startConnectedRedis>>;
  let target: HttpTarget;
  let clients: Clients;

  before(async () => {
    own = await startConnectedRedis();
    target = await startHttpTarget(({ path }, response) => {
      const client_id = `${url()}${path}`;
      const document = { client_id, client_name: 'By document', redirect_uris: [REDIRECT] };
      const json = { 'content-type': 'application/json' };
      const send = (sent: object, head: Record<string, string> = json, status = 200) =>
        response.writeHead(status, head).end(JSON.stringify(sent));
      const answers: Record<string, () => unknown> = {
        '/redirects.json': () => send({}, { location: `${target.url}/client.json` }, 302),
        '/large.json': () => send({ ...document, logo: 'x'.repeat(20_000) }),
        '/slow.json': () => response.writeHead(200, json).write('{'),
        '/other.json': () => send({ ...document, client_id: `${url()}/client.json` }),
        '/html.json': () => send(document, { 'content-type': 'text/html' }),
        '/missing.json': () => send(document, json, 404),
        '/broken.json': () => response.writeHead(200, json).end('{"client_id": '),
        '/secret.json': () => send({ ...document, token_endpoint_auth_method: 'client_secret_basic' }),
        '/scripts.json': () => send({ ...document, redirect_uris: ['javascript:alert(1)'] }),
        '/nobody.json': () => send({ client_id }),
      };
      (answers[path.replace(/\?.*/, '')] ?? (() => send(document)))();
    });
    clients = create();
  });
  after(async () => {
    outbound.close();
    await target.close();
    await own.server.stop();
  });

  const url = (): string => target.url.replace('http:', 'https:');
  /** The target has no certificate, so its documents are fetched over plain HTTP. */
  const create = (): Clients =>
    new Clients({
      redis: own.redis,
      rates: new Rates(own.redis),
      settings: { current: async () => ({ http_request: { blocked_hosts: [], allowed_hosts: [] } }) as never },
      outbound: {
        request: (request, limits) =>
          outbound.request({ ...request, url: request.url.replace('https:', 'http:') }, limits),
      },
    });
  let count = 0;
  /** Each look-up is of another browser, because they are limited by address. */
  const find = (id: string, address = `198.51.100.${++count}`) => clients.find(id, address, quietLogger());
  const codeOf = ({ code }: { code: string }): string => code;
  const errorOf = async (id: string): Promise<string> => (await serviceErrorOf(() => find(id))).code;

  it('is fetched once, and its host is shown', async () => {
    const client = await find(`${url()}/client.json`);
    expect(await find(client.id)).to.equal(client);
    expect(target.requests.filter(({ path }) => path === '/client.json')).to.have.lengthOf(1);
    const request = { client, redirectUri: REDIRECT, scopes: ['pdf'] } as unknown as AuthorizationRequest;
    const html = authorizationPage({ request, ticked: [] });
    expect(html).to.include('By document').and.include(new URL(target.url).host).and.not.include('Unverified');
  });

  for (const [what, path] of Object.entries({
    'redirects elsewhere': '/redirects.json',
    'is missing': '/missing.json',
    'is over 16 KiB': '/large.json',
    'names another client': '/other.json',
    'is not JSON by its type': '/html.json',
    'is not JSON': '/broken.json',
    'belongs to an application with a secret': '/secret.json',
    'has addresses of scripts': '/scripts.json',
    'has no addresses': '/nobody.json',
  }))
    it(`is not used when it ${what}`, async () => {
      const { length } = target.requests;
      expect(await errorOf(`${url()}${path}`)).to.equal('invalid_parameter');
      expect(target.requests).to.have.lengthOf(length + 1);
    });

  it('is not waited for longer than five seconds', async () => {
    const begun = performance.now();
    expect(await errorOf(`${url()}/slow.json`)).to.equal('invalid_parameter');
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
      expect(await errorOf(id), id).to.equal('invalid_parameter');
    expect(target.requests).to.have.lengthOf(length);
  });

  it('is fetched while another browser has slow ones fetched, of which it may have two', async () => {
    const slow = ['a', 'b', 'c'].map((query) => find(`${url()}/slow.json?${query}`, '203.0.113.2').catch(codeOf));
    await find(`${url()}/beside-slow.json`, '203.0.113.3');
    expect(await Promise.all(slow)).to.deep.equal(['invalid_parameter', 'invalid_parameter', 'overloaded']);
    await find(`${url()}/after-slow.json`, '203.0.113.2');
  });

  it('can be registered instead, in 2 KiB, also while hundreds of others are', async () => {
    const registered = (bytes: number): Promise<string> =>
      clients.register({ name: 'x'.repeat(bytes), redirectUris: [] }, `198.51.100.${++count}`);
    const { length } = JSON.stringify({ name: '', redirectUris: [] });
    for (let others = 0; others < 400; others++) await registered(1);
    const id = await registered(2_048 - length);
    expect((await find(id)).name).to.have.lengthOf(2_048 - length);
    const refused = await registered(2_049 - length).catch((error: OAuthError) => error);
    expect(refused).to.be.instanceOf(OAuthError).and.to.include({ code: 'invalid_client_metadata' });
  });

  it('is not fetched more than 30 times a minute for one browser', async () => {
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 32; count++) {
      const found = find(`${url()}/flood-${count}.json`, '203.0.113.1');
      codes.push(await found.then(() => undefined, codeOf));
    }
    expect(codes).to.deep.equal([...Array(30).fill(undefined), 'rate_limited', 'rate_limited']);
  });
});
