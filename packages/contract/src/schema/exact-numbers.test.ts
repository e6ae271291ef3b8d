import { expect } from 'chai';
import { describe, it } from 'mocha';
import { exactJson } from './exact-numbers.js';

describe('Numbers in answers of servers', () => {
  for (const number of [
    ...['0', '-1', '9007199254740991', '9007199254740992', '-9007199254740991', '1e21', '0.1', '1.5e-7', '1E5'],
    ...['0.30000000000000004', '1.2345678901234568e+25', '123456789012345.5', '100000000000000000000'],
    ...['49.990000000000000000', '0.10000000000000000', '3.3333333333333335e-05', '-0.000000000000000000'],
  ])
    it(`stay numbers if a double holds them: ${number}`, () => {
      expect(exactJson(`{"n":${number}}`)).to.equal(`{"n":${number}}`);
      expect(Number.isFinite(JSON.parse(number))).to.equal(true);
    });

  for (const number of [
    ...['9007199254740993', '-9007199254740993', '12345678901234567890', '0.1000000000000000000001', '1e400'],
    ...['1234567890.12345678901', '1e-400', '49.990000000000000001', '12345678901234567.100'],
  ])
    it(`become text otherwise: ${number}`, () => {
      expect(exactJson(`[${number}, 1 ,{"a":${number}}]`)).to.equal(`["${number}", 1 ,{"a":"${number}"}]`);
    });

  it('are not looked for in texts', () => {
    const json = String.raw`{"9007199254740993":"9007199254740993","a\\":"\"9007199254740993","b":[9007199254740993]}`;
    expect(JSON.parse(exactJson(json))).to.deep.equal({
      ...{ '9007199254740993': '9007199254740993', 'a\\': '"9007199254740993', b: ['9007199254740993'] },
    });
    expect(exactJson('')).to.equal('');
    expect(exactJson('"9007199254740993')).to.equal('"9007199254740993');
  });
});
