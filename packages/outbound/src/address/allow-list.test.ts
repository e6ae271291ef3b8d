import { expect } from 'chai';
import { describe, it } from 'mocha';
import { AllowList, parseAllow } from './rule.js';

describe('The list of exempt addresses', () => {
  it('takes addresses and ranges of both families, separated by commas', () => {
    expect(parseAllow(' 127.0.0.2, 10.1.0.0/16 ,,FD12:3456::/32,fd00::1 ').ranges).to.deep.equal([
      '127.0.0.2/32',
      '10.1.0.0/16',
      'fd12:3456::/32',
      'fd00::1/128',
    ]);
  });

  it('may be empty', () => {
    expect(parseAllow('')).to.deep.equal({ ranges: [], hosts: [] });
    expect(parseAllow(' , ')).to.deep.equal({ ranges: [], hosts: [] });
  });

  for (const entry of [
    'localhost',
    'example.com',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/8a',
    '10.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '10.0.0.1:80/8',
    'http://10.0.0.1',
    '[::1]',
    'fe80::1%eth0',
    '10.0.0.1-10.0.0.9',
    '*',
  ]) {
    it(`refuses ${entry}, by name`, () => {
      expect(() => parseAllow(`127.0.0.2, ${entry}`)).to.throw(
        Error,
        `"${entry}" is neither an IP address nor a range`,
      );
      expect(() => new AllowList([entry])).to.throw(Error, `"${entry}"`);
    });
  }

  it('refuses a range whose address sets bits beyond the prefix, and says what would be right', () => {
    expect(() => parseAllow('10.1.2.3/8')).to.throw('"10.1.2.3/8" sets bits beyond its prefix: write 10.0.0.0/8 or');
    expect(() => parseAllow('fd00::1/8')).to.throw('write fd00::/8 or');
  });

  it('exempts what lies in it and nothing else', () => {
    const list = new AllowList(['127.0.0.2', '10.1.0.0/16', 'fd12::/32']);
    for (const address of ['127.0.0.2', '10.1.0.0', '10.1.255.255', 'fd12::1', 'fd12:0:ffff::']) {
      expect(list.exempts(address), address).to.equal(true);
    }
    for (const address of [
      '127.0.0.1',
      '10.2.0.0',
      '10.0.255.255',
      'fd13::',
      '::1',
      '::ffff:127.0.0.2',
      'fd12::1%lo',
      'x',
    ]) {
      expect(list.exempts(address), address).to.equal(false);
    }
  });
});
