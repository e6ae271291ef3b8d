import { ConfigError, loadConfig, settings } from '@toolpress/runtime';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { outboundOptional, parseAllow } from './rule.js';

const load = (environment: Record<string, string>) => loadConfig(settings({}, {}, outboundOptional), environment);

describe('The setting of exempt addresses', () => {
  it('may be absent, or a list', () => {
    expect(load({})).to.deep.equal({});
    expect(load({ OUTBOUND_ALLOW: '127.0.0.2,10.1.0.0/16' })).to.deep.equal({
      OUTBOUND_ALLOW: '127.0.0.2,10.1.0.0/16',
    });
  });

  it('may have single ports of addresses', () => {
    const OUTBOUND_ALLOW = '127.0.0.1:8080, [fd12::5]:443,10.0.0.0/8';
    expect(load({ OUTBOUND_ALLOW })).to.deep.equal({ OUTBOUND_ALLOW });
    expect(parseAllow(OUTBOUND_ALLOW)).to.deep.equal({
      ranges: ['10.0.0.0/8'],
      hosts: ['127.0.0.1:8080', '[fd12::5]:443'],
    });
    for (const entry of ['127.0.0.1:0', '127.0.0.1:65536', '999.0.0.1:80', '[fd12::g]:80', 'fd12::5:80/64x', ':80'])
      expect(() => load({ OUTBOUND_ALLOW: entry }), entry).to.throw(ConfigError, /OUTBOUND_ALLOW/);
  });

  it('is refused at start when an entry is wrong, by that entry', () => {
    expect(() => load({ OUTBOUND_ALLOW: '127.0.0.2,intranet' })).to.throw(
      ConfigError,
      /OUTBOUND_ALLOW.*"intranet" is neither an IP address nor a range/,
    );
  });
});
