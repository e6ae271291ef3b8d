import { expect } from 'chai';
import { describe, it } from 'mocha';
import { parseAsWritten } from './written-numbers.js';

describe('JSON that is read as it is written', () => {
  const again = (json: string): string => JSON.stringify(parseAsWritten(json));

  it('keeps the digits of all numbers', () => {
    for (const number of ['12345678901234567890', '1.50', '-0', '1E5', '1e400', '0.10000000000000000001', '7', '-1.5'])
      expect(again(`{"a":[${number},{"b":${number}}]}`)).to.equal(`{"a":[${number},{"b":${number}}]}`);
    expect(JSON.stringify(parseAsWritten('{"a":1.50}'), null, 2)).to.equal('{\n  "a": 1.50\n}');
  });

  it('is otherwise as JSON.parse reads it', () => {
    const json = '{"a":[1,0.1,true,null,"1.50"],"b":{"c":{}}}';
    expect(parseAsWritten(json)).to.deep.equal(JSON.parse(json));
    expect(() => parseAsWritten('{"a":1.50.}')).to.throw(SyntaxError);
  });
});
