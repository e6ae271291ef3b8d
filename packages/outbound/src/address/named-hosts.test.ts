import { ServiceError } from '@toolpress/contract';
import { type HttpTarget, startHttpTarget } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { createOutbound, type Outbound } from '../client.js';
import { get } from '../testing/outbound.js';
import type { ResolvedAddress } from './guard.js';
import { NamedHosts, parseHosts } from './named-hosts.js';

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });

describe('Named hosts', () => {
  let target: HttpTarget;
  before(async () => {
    target = await startHttpTarget((_request, response) => response.end('here'));
  });
  after(() => target.close());

  /** A client for which `db.internal` resolves to the given addresses, and the port of the target is named. */
  const clientOf = (addresses: () => ResolvedAddress[], entry = `db.internal:${target.port}`) =>
    createOutbound({ allow: [], namedHosts: [entry], resolve: async () => addresses() });
  const url = (host = 'db.internal', port = target.port): string => `http://${host}:${port}/`;
  const codeOf = (outbound: Outbound, address: string): Promise<string> =>
    get(outbound, address).then(({ status }) => String(status), codeIn);
  const codeIn = (error: unknown): string => (error instanceof ServiceError ? error.code : String(error));

  it('may have a private address', async () => {
    expect(
      await codeOf(
        clientOf(() => [v4('127.0.0.2')]),
        url(),
      ),
    ).to.equal('200');
    expect(
      await codeOf(
        clientOf(() => [v4('127.0.0.2')], `127.0.0.2:${target.port}`),
        target.url,
      ),
    ).to.equal('200');
    expect(
      await codeOf(
        clientOf(() => [v4('127.0.0.2')], `localhost:${target.port}`),
        url('localhost'),
      ),
    ).to.equal('200');
  });

  it('exempt no other host, no other port and no other spelling', async () => {
    const outbound = clientOf(() => [v4('127.0.0.2')]);
    for (const other of [
      url('other.internal'),
      url('x.db.internal'),
      url('internal'),
      url('db.internal', target.port + 1),
      target.url,
      url('db.internal.example'),
      url('127.0.0.2'),
      url('localhost'),
      url('db_internal'),
      `http://db.internal/`,
    ])
      expect(await codeOf(outbound, other), other).to.equal('address_forbidden');
  });

  for (const address of [
    '169.254.169.254',
    '169.254.170.2',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    '169.254.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::1',
    '::',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'ff02::1',
    '2002:7f00:1::',
  ]) {
    it(`may not have the address ${address}`, async () => {
      const resolved = { address, family: address.includes(':') ? 6 : 4 };
      expect(
        await codeOf(
          clientOf(() => [resolved]),
          url(),
        ),
      ).to.equal('address_forbidden');
    });
  }

  it('may not have private beside public addresses', async () => {
    for (const addresses of [
      [v4('127.0.0.2'), v4('93.184.216.34')],
      [v4('93.184.216.34'), v4('127.0.0.2')],
      [v4('93.184.216.34'), v4('10.0.0.1'), v4('93.184.216.35')],
    ])
      expect(
        await codeOf(
          clientOf(() => addresses),
          url(),
        ),
      ).to.equal('address_forbidden');
  });

  it('are resolved once per request, so that a second answer of the name server has no effect', async () => {
    let lookups = 0;
    const outbound = clientOf(() => {
      lookups += 1;
      return [v4(lookups === 1 ? '127.0.0.2' : '127.0.0.3')];
    });
    expect(await codeOf(outbound, url())).to.equal('200');
    expect(lookups).to.equal(1);
  });

  it('return their checked addresses for other protocols', async () => {
    const { signal } = new AbortController();
    const outbound = clientOf(() => [v4('127.0.0.2')]);
    expect(await outbound.addressesOf('db.internal', target.port, 1_000, signal)).to.deep.equal(['127.0.0.2']);
    const refused = await outbound.addressesOf('other', target.port, 1_000, signal).catch(codeIn);
    expect(refused).to.equal('address_forbidden');
  });

  it('are hosts with or without a port', () => {
    expect(parseHosts('db:5432, NocoDB.Example.COM:8080,[FD12::5]:443,127.1:80')).to.deep.equal([
      'db:5432',
      'nocodb.example.com:8080',
      'fd12::5:443',
      '127.0.0.1:80',
    ]);
    expect(parseHosts('db')).to.deep.equal(['db:80', 'db:443', 'db:5432']);
    expect(parseHosts(' , ')).to.deep.equal([]);
    const hosts = new NamedHosts(['a.example:8080, b.example']);
    expect(hosts.has(new URL('https://b.example/x'))).to.equal(true);
    expect(hosts.has(new URL('http://A.example:8080'))).to.equal(true);
    expect(hosts.has(new URL('http://a.example'))).to.equal(false);
  });

  for (const entry of [
    '*',
    '*.example.com',
    'http://a',
    'a/b',
    'a:0',
    'a:65536',
    'a:b',
    'a b',
    'user@a',
    '10.0.0.0/8',
    '[::1',
    'a?b',
    '::1',
    'a:80:80',
    ':80',
    'a\\b',
    'a#b',
  ]) {
    it(`are not "${entry}"`, () => {
      expect(() => parseHosts(entry)).to.throw(JSON.stringify(entry).slice(1, 3));
    });
  }
});
