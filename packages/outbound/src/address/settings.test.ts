import { ConfigError, loadConfig, settings } from '@toolpress/runtime';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { outboundOptional } from './rule.js';

const load = (environment: Record<string, string>) => loadConfig(settings({}, {}, outboundOptional), environment);

describe('The setting of exempt addresses', () => {
  it('may be absent, or a list', () => {
    expect(load({})).to.deep.equal({});
    expect(load({ OUTBOUND_ALLOW: '127.0.0.2,10.1.0.0/16' })).to.deep.equal({
      OUTBOUND_ALLOW: '127.0.0.2,10.1.0.0/16',
    });
  });

  it('is refused at start when an entry is wrong, by that entry', () => {
    expect(() => load({ OUTBOUND_ALLOW: '127.0.0.2,intranet' })).to.throw(
      ConfigError,
      /OUTBOUND_ALLOW.*"intranet" is neither an IP address nor a range/,
    );
  });
});
