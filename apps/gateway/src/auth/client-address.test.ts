import { expect } from 'chai';
import { describe, it } from 'mocha';
import { trustProxy } from './client-address.js';

const read = (value: string) => trustProxy().label('TRUST_PROXY').validate(value);

describe('TRUST_PROXY', () => {
  for (const [value, meant] of [
    ['0', 0],
    ['16', 16],
    ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
    ['2001:db8::/32', ['2001:db8::/32']],
  ] as const) {
    it(`may be ${value}`, () => expect(read(value)).to.deep.equal({ value: meant }));
  }

  for (const value of ['true', 'proxy', '10.0.0.0/40', '-1', '1.5', 'loopback,', '1000']) {
    it(`may not be ${value}`, () => expect(read(value).error?.message).to.match(/TRUST_PROXY.* must be a number of/));
  }
});
