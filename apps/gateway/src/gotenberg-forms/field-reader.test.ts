import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FieldReader } from './field-reader.js';

describe('A number of a form', () => {
  const read = (value: string): number | undefined => new FieldReader(new Map([['scale', [value]]])).float('scale');

  it('is written as in Go', () => {
    expect(['1', '1.', '.5', '+1.5', '-2.5E-3'].map(read)).to.deep.equal([1, 1, 0.5, 1.5, -0.0025]);
    expect(['.', '1e', '0x1', 'Infinity'].map(read)).to.deep.equal([undefined, undefined, undefined, undefined]);
  });

  it('is read once, however long it is, and cut in messages', function () {
    this.timeout(5_000);
    const reader = new FieldReader(new Map([['scale', [`${'1'.repeat(1_000_000)}x`]]]));
    expect(reader.float('scale')).to.equal(undefined);
    const got = `${'1'.repeat(200)}…`;
    expect(() => reader.check()).to.throw(`(got '${got}', resulting to strconv.ParseFloat: parsing "${got}": invalid`);
  });
});
