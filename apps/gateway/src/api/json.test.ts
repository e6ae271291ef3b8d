import { ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { countJson, MAX_JSON_VALUES, parseJson } from './json.js';

const count = (json: string): number => countJson(Buffer.from(json)).values;

/** Texts around the length from which on their ends are searched for, with parts that look like an end. */
const texts = Array.from({ length: 140 }, (_, length) =>
  ['"', '\\', '\\"', ',:[{'].map((end) => `${'x'.repeat(length)}${end}${length % 2 ? 'y,' : ''}`),
);

/** Names and values, as a parser sees them. */
function inside(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, child) => sum + inside(child), 1 + names);
}

describe('The names and values of a JSON text', () => {
  for (const value of [7, [1, 2], { a: [true, { b: null }] }, { 'a,b:[{"\\': 'x,y:[{"\\\\' }, ['ü', '\u2028', '']]) {
    it(`are counted without parsing: ${JSON.stringify(value)}`, () => {
      expect(count(JSON.stringify(value))).to.equal(inside(value));
      expect(count(JSON.stringify(value, null, 2)), 'whatever stands between them').to.equal(inside(value));
    });
  }

  it('don’t depend on how long texts are, and what is in them', () => {
    for (const list of texts) expect(count(JSON.stringify(list)), list.join(' ')).to.equal(inside(list));
    expect(count(`["${'x'.repeat(200)}`), 'cut short').to.equal(2);
  });

  it('are never more than counted', () => {
    expect(count('[[],[],{}]')).to.be.within(inside([[], [], {}]), 8);
  });

  it('may be as many as 50 pages of rows have, many times over', () => {
    const row = { name: 'An item', price: 12.5, count: 3, text: 'what it is' };
    const rows = JSON.stringify(Array(Math.floor((5 * 1024 * 1024) / (JSON.stringify(row).length + 1))).fill(row));
    expect(count(rows)).to.be.below(MAX_JSON_VALUES);
  });
});

describe('The JSON of a request', () => {
  const parse = (json: string | Buffer): unknown => parseJson(Buffer.from(json as string));

  for (const json of [
    ...['{"a":1,"b":{"a":2}}', '[{"a":1},{"a":1}]', '{"__proto__":{"a":1}}', '{"a:b,[":"c:{"}', '\ufeff{"a":[]}'],
    ...['9007199254740991', '0.30000000000000004', '1e21', '3.141592653589793', '5e-7', '12.50', '0.0', '1E-7'],
    ...['123456789012345680000', '"12345678901234567890"', '[0.1,1.10,100000000000000000000]'],
  ]) {
    it(`${json} is parsed as it is`, () => expect(parse(json)).to.deep.equal(JSON.parse(json.replace('\ufeff', ''))));
  }

  for (const [json, fault] of [
    ['{"a":1,\n "a":2}', 'has the name `a` twice in one object (line 2, column 2)'],
    ['{"a":{"b":1,"\\u0062":2}}', 'has the name `b` twice'],
    ['[12345678901234567890]', 'would lose digits: send it as a string'],
    ['{"total":1234567890123456.789}', 'would lose digits'],
    ['[653247040368672768]', 'would lose digits'],
    ['[1152921504606846976]', 'would lose digits'],
    ['{"a":{"b":[-9007199254740993.5]}}', 'would lose digits'],
    ['3.1415926535897931', 'would lose digits'],
    ['[0.12345678901234567890]', 'would lose digits'],
    ['[1e400]', 'would lose digits'],
    [`[1.${'0'.repeat(100_000)}1]`, 'would lose digits'],
    ['[1e-400]', 'would lose digits'],
    ['{"a":1\n,}', 'is not valid JSON: property name expected: names and texts need double quotes'],
    ['{"a":1 "b":2}', 'comma expected: names'],
    ['{"a":"<p class="x">"}', '`"` in a text is written `\\"` (line 1, column 17)'],
    ['{"a":"x\ny"}', 'a line break in a text is written `\\n` (line 1, column 6)'],
    ['[1,]', 'value expected: the last member has no trailing comma'],
    ['{"a":"\\["}', 'a backslash in a text is written `\\\\`'],
    ['{"a":"x', 'unexpected end of string'],
    ["{'a':1}", 'is not valid JSON: invalid symbol: names and texts need double quotes'],
    ['{"a":1} // no comments', 'is not valid JSON'],
    ['nothing', 'is not valid JSON'],
    [`{"a":1,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'twice in one object'],
    [Buffer.from([0x22, 0x80, 0x22]), 'is not UTF-8'],
  ] as const) {
    it(`${String(json).slice(0, 30)} is refused: ${fault}`, () => {
      expect(() => parse(json as string))
        .to.throw(ServiceError, fault)
        .with.property('code', 'invalid_json');
    });
  }
});
