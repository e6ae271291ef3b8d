import { expect } from 'chai';
import ipaddr from 'ipaddr.js';
import { describe, it } from 'mocha';
import { isSameAddress, refusingRule } from './rule.js';
import { METADATA_ADDRESSES, REFUSED_IPV4, REFUSED_IPV6, type RefusedRange } from './table.js';

/** Addresses of ordinary servers, and the neighbours of refused ranges. */
const PUBLIC = [
  '1.0.0.0',
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.31.195.255',
  '192.31.197.0',
  '192.52.192.255',
  '192.52.194.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '192.175.47.255',
  '192.175.49.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:db7::1',
  '2001:db9::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2620:4f:7fff::1',
  '2620:4f:8001::1',
  '2a00:1450:4001:81b::200e',
  '3ffd::1',
  '3fff:1000::1',
];

/** The first and the last addresses of the ranges that private networks and machines themselves have, whatever the table says. */
const PRIVATE = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.0',
  '127.255.255.255',
  '169.254.0.0',
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.255',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '224.0.0.0',
  '239.255.255.255',
  '240.0.0.0',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  'fc00::',
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fe80::',
  'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fec0::1',
  'ff00::',
  'ff02::1',
];

/** Every way in which IPv6 carries an IPv4 address: `hex` is the address as two groups. */
const CARRIERS: Readonly<Record<string, (hex: string) => string>> = {
  mapped: (hex) => `::ffff:${hex}`,
  compatible: (hex) => `::${hex}`,
  translated: (hex) => `::ffff:0:${hex}`,
  NAT64: (hex) => `64:ff9b::${hex}`,
  'local NAT64': (hex) => `64:ff9b:1::${hex}`,
  '6to4': (hex) => `2002:${hex}::1`,
  'Teredo server': (hex) => `2001:0:${hex}::1`,
  'Teredo client': (hex) => `2001::${inverted(hex)}`,
  'ISATAP in a public prefix': (hex) => `2a00:1450:4001:81b:0:5efe:${hex}`,
  'ISATAP with a global identifier': (hex) => `2606:4700::200:5efe:${hex}`,
  'ISATAP in a local prefix': (hex) => `fe80::5efe:${hex}`,
};
const CARRIED = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '0.0.0.0', '8.8.8.8'];

const OUTSIDE_GLOBAL_UNICAST = [
  '200::1',
  '400::1',
  '1000::1',
  '1fff:ffff::1',
  '4000::1',
  '6000::1',
  '8000::1',
  'a000::1',
];
OUTSIDE_GLOBAL_UNICAST.push('c000::1', 'e000::1', 'f000::1', 'f800::1', 'fe00::1');

const NO_ADDRESSES = [
  '',
  'localhost',
  '127.1',
  '0x7f000001',
  '017700000001',
  '2130706433',
  '1.2.3.4.',
  '[::1]',
  '::1/128',
];
const ZONED = ['fe80::1%eth0', 'fe80::1%1', '2606:4700:4700::1111%lo'];

const hexGroups = (ipv4: string): string =>
  ipaddr.IPv4.parse(ipv4)
    .toIPv4MappedAddress()
    .parts.slice(6)
    .map((part) => part.toString(16))
    .join(':');

const inverted = (hex: string): string =>
  hex
    .split(':')
    .map((group) => (Number.parseInt(group, 16) ^ 0xffff).toString(16))
    .join(':');

/** First, last and a middle address of a range. */
function samplesOf({ range }: RefusedRange): string[] {
  const [network, bits] = ipaddr.parseCIDR(range);
  const first = network.toByteArray();
  const filled = (fill: number): string =>
    ipaddr.fromByteArray(first.map((byte, index) => byte | (fill & hostMask(index, bits)))).toString();
  return [...new Set([filled(0x00), filled(0xff), filled(0x55)])];
}

/** The bits of a byte that lie beyond a prefix. */
const hostMask = (byte: number, prefix: number): number => 0xff >> Math.min(8, Math.max(0, prefix - byte * 8));

const SECTIONS = [
  ['cloud metadata', METADATA_ADDRESSES],
  ['IPv4', REFUSED_IPV4],
  ['IPv6', REFUSED_IPV6],
] as const;

describe('The address rule', () => {
  for (const [title, ranges] of SECTIONS) {
    for (const row of ranges) {
      const samples = samplesOf(row);
      it(`refuses ${row.range} (${title}: ${row.name}), by that name in the log, ${samples.length} cases`, () => {
        const rules = samples.map((address) => refusingRule(address));
        expect(rules).not.to.include(undefined);
        // Another address of the range may lie in a narrower row that says more.
        expect(rules).to.include(`${row.name} (${row.range}, ${row.source})`);
      });
    }
  }

  it(`refuses private networks from their first to their last address, ${PRIVATE.length} cases`, () => {
    for (const address of PRIVATE) expect(refusingRule(address), address).to.be.a('string');
  });

  for (const [form, carry] of Object.entries(CARRIERS)) {
    it(`refuses IPv4 addresses inside IPv6, ${form}, ${CARRIED.length} cases`, () => {
      for (const address of CARRIED) expect(refusingRule(carry(hexGroups(address))), carry(address)).to.be.a('string');
    });
  }

  it(`refuses IPv6 outside 2000::/3, ${OUTSIDE_GLOBAL_UNICAST.length} cases`, () => {
    for (const address of OUTSIDE_GLOBAL_UNICAST) {
      expect(refusingRule(address), address).to.equal('outside 2000::/3');
    }
  });

  it(`rejects addresses with a zone and invalid addresses, ${ZONED.length + NO_ADDRESSES.length} cases`, () => {
    for (const address of [...ZONED, ...NO_ADDRESSES]) expect(refusingRule(address), address).to.be.a('string');
  });

  it(`allows ordinary servers and the neighbours of refused ranges, ${PUBLIC.length} cases`, () => {
    for (const address of PUBLIC) expect(refusingRule(address), address).to.equal(undefined);
  });

  it('is held to more than 120 refused addresses by these cases', () => {
    const ranges = SECTIONS.flatMap(([, rows]) => rows.flatMap(samplesOf));
    const carried = Object.keys(CARRIERS).length * CARRIED.length;
    const others = OUTSIDE_GLOBAL_UNICAST.length + ZONED.length + NO_ADDRESSES.length;
    expect(new Set(ranges).size + carried + others).to.be.greaterThan(120);
  });

  it('knows an address again however it is written', () => {
    expect(isSameAddress('2606:4700:0:0::1', '2606:4700::0001')).to.equal(true);
    expect(isSameAddress('127.0.0.1', '127.0.0.2')).to.equal(false);
    expect(isSameAddress('127.0.0.1', '::ffff:127.0.0.1')).to.equal(false);
    expect(isSameAddress('nowhere', 'nowhere')).to.equal(false);
  });
});
