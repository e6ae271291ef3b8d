/** Tests that no request reaches an address of this machine. Real servers there count their connections. */
import {
  errorCodeOf,
  FORBIDDEN_HOSTS,
  FORBIDDEN_URLS,
  type HttpTarget,
  type Sentinels,
  serviceErrorOf,
  startHttpTarget,
  startSentinels,
  TARGET_ADDRESS,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, describe, it } from 'mocha';
import type { RefusedTarget, ResolvedAddress } from './address/guard.js';
import { get, testOutbound } from './testing/outbound.js';

/** Only a redirect can lead to these; a browser would go to this machine, or nowhere. */
const REDIRECTS_ASTRAY = [
  ...FORBIDDEN_URLS.filter((url) => url !== 'http:127.0.0.1'), // relative to an HTTP URL this is a path
  '//127.0.0.1',
  '\\\\127.0.0.1\\',
  '/\\127.0.0.1/',
  'https:127.0.0.1',
  ' http://127.0.0.1/',
  'ht\ttp://127.0.0.1/',
  'HTTP://LOCALHOST',
  '//user:secret@[::1]/',
  'javascript:alert(1)',
  'about:blank',
  'ws://127.0.0.1/',
  'http://127.0.0.1:99999/',
  'https://',
];

/** A header as the bytes of its UTF-8, as servers send it. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

describe('A target that is not public', () => {
  const refusals: RefusedTarget[] = [];
  const records = new Map<string, readonly ResolvedAddress[]>();
  let sentinels: Sentinels;
  let target: HttpTarget;
  let redirectTo = '';
  const outbound = testOutbound({
    onRefused: (event) => refusals.push(event),
    resolve: async (host) => records.get(host) ?? [],
  });

  before(async () => {
    sentinels = await startSentinels(['127.0.0.3']);
    // On the sentinels' port: whoever mistakes one address for the other is counted.
    target = await startHttpTarget(
      (request, response) => {
        if (request.path === '/redirect') response.writeHead(302, { location: utf8(redirectTo) });
        response.end('reached');
      },
      { port: sentinels.port },
    );
  });
  after(async () => {
    outbound.close();
    await target.close();
    await sentinels.close();
  });
  afterEach(() => {
    expect(sentinels.connections).to.equal(0);
    refusals.length = 0;
    records.clear();
  });

  const addresses = (...list: string[]): ResolvedAddress[] =>
    list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  for (const [what, hosts] of Object.entries(FORBIDDEN_HOSTS)) {
    it(`is refused, given as ${what}: ${hosts.length} spellings`, async () => {
      for (const host of hosts) {
        const code = await errorCodeOf(() => get(outbound, `http://${host}:${sentinels.port}/`));
        expect(code, host).to.equal('address_forbidden');
      }
      expect(refusals).to.have.length(hosts.length);
    });

    it(`is refused as the target of a redirect, given as ${what}`, async () => {
      for (const host of hosts) {
        redirectTo = `http://${host}:${sentinels.port}/`;
        const error = await serviceErrorOf(() => get(outbound, `${target.url}/redirect`));
        expect(error.code, host).to.equal('address_forbidden');
        expect(error.message, host).to.include('(after 1 redirect) is not allowed');
      }
    });
  }

  it(`is refused, asked for in ${FORBIDDEN_URLS.length} other ways`, async () => {
    for (const url of FORBIDDEN_URLS) {
      expect(await errorCodeOf(() => get(outbound, url)), url).to.equal('invalid_parameter');
    }
  });

  it('is refused when a redirect leaves HTTP or has credentials', async () => {
    for (const url of REDIRECTS_ASTRAY) {
      redirectTo = url;
      const code = await errorCodeOf(() => get(outbound, `${target.url}/redirect`));
      // What a browser reads as an HTTP URL is judged by its address.
      expect(code, url).to.be.oneOf(['response_invalid', 'address_forbidden']);
      await target.idle();
    }
  });

  it('is named to the log with address and rule, to the caller not', async () => {
    records.set('internal.example', addresses('10.1.2.3'));
    const error = await serviceErrorOf(() => get(outbound, `http://internal.example:${sentinels.port}/secret`));
    expect(error.message).to.equal(
      `The target internal.example:${sentinels.port} is not allowed: only public internet addresses can be requested. The operator of this service can exempt addresses of an internal network by \`OUTBOUND_ALLOW\`.`,
    );
    expect(error.cause).to.equal(undefined);
    expect(refusals).to.deep.equal([
      { host: 'internal.example', address: '10.1.2.3', rule: 'private use (10.0.0.0/8, RFC 1918)' },
    ]);
  });

  for (const list of [
    [TARGET_ADDRESS, '127.0.0.1'],
    ['127.0.0.1', TARGET_ADDRESS],
    [TARGET_ADDRESS, '::1'],
    [TARGET_ADDRESS, '::ffff:127.0.0.2'],
    [TARGET_ADDRESS, '93.184.216.34', 'fe80::1%lo'],
    [TARGET_ADDRESS, '2606:4700::1111', '10.0.0.1'],
  ]) {
    it(`is refused when one of its records is: ${list.join(', ')}`, async () => {
      records.set('mixed.example', addresses(...list));
      const before = target.connections;
      expect(await errorCodeOf(() => get(outbound, `http://mixed.example:${sentinels.port}/`))).to.equal(
        'address_forbidden',
      );
      expect(target.connections).to.equal(before);
    });
  }

  it('is not reached by a name that changes its answer: it is looked up once a hop', async () => {
    let lookups = 0;
    const rebinding = testOutbound({
      resolve: async () => addresses(lookups++ === 0 ? TARGET_ADDRESS : '127.0.0.1'),
    });
    const { status } = await get(rebinding, `http://rebind.example:${sentinels.port}/`);
    expect(status).to.equal(200);
    expect(lookups).to.equal(1);
    lookups = 0;
    redirectTo = `http://rebind.example:${sentinels.port}/`;
    const code = await errorCodeOf(() => get(rebinding, `http://rebind.example:${sentinels.port}/redirect`));
    expect(code).to.equal('address_forbidden');
    expect(lookups).to.equal(2);
  });

  it('is not reached through proxies that the environment names', async () => {
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
    const saved = Object.fromEntries([...names, 'NODE_USE_ENV_PROXY'].map((name) => [name, process.env[name]]));
    for (const name of names) process.env[name] = `http://127.0.0.1:${sentinels.port}/`;
    process.env['NODE_USE_ENV_PROXY'] = '1';
    try {
      records.set('target.example', addresses(TARGET_ADDRESS));
      const { body } = await get(
        testOutbound({ resolve: async () => addresses(TARGET_ADDRESS) }),
        `http://t.example:${sentinels.port}/`,
      );
      expect(body.toString()).to.equal('reached');
    } finally {
      for (const [name, value] of Object.entries(saved)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it('is not reached over a connection that was left open: each request makes and checks its own', async () => {
    let address = TARGET_ADDRESS;
    const moving = testOutbound({ resolve: async () => addresses(address) });
    const url = `http://moving.example:${sentinels.port}/`;
    const before = target.connections;
    await get(moving, url);
    await get(moving, url);
    expect(target.connections - before).to.equal(2);
    address = '127.0.0.1';
    expect(await errorCodeOf(() => get(moving, url))).to.equal('address_forbidden');
    await target.idle();
  });

  it('is refused to a host that the settings exclude, first or by redirect', async () => {
    records.set('a.example', addresses(TARGET_ADDRESS));
    records.set('b.example', addresses(TARGET_ADDRESS));
    const at = (host: string, path = '/'): string => `http://${host}:${sentinels.port}${path}`;
    const limits = { allowedHosts: ['*.example'], blockedHosts: ['B.example'] };
    expect((await get(outbound, at('a.example'), { limits })).status).to.equal(200);
    const connections = target.connections;
    expect(await errorCodeOf(() => get(outbound, at('b.example'), { limits }))).to.equal('host_forbidden');
    expect(await errorCodeOf(() => get(outbound, target.url, { limits }))).to.equal('host_forbidden');
    expect(target.connections).to.equal(connections);
    redirectTo = at('b.example');
    const error = await serviceErrorOf(() => get(outbound, at('a.example', '/redirect'), { limits }));
    expect(error.code).to.equal('host_forbidden');
    expect(error.message).to.include(`b.example:${sentinels.port} (after 1 redirect)`);
  });
});
