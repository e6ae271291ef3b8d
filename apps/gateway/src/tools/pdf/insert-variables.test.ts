import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { keysOfPartials } from './insert-variables.js';

describe('A key of the data with the text of a partial', () => {
  const data = { rows: [{ '> row "x" é': 1 }], text: 'a "> quoted" b', other: '>value' };

  it('is found however it is written', () => {
    for (const json of [JSON.stringify(data), JSON.stringify(data).replaceAll('>', String.raw`\u003E`)]) {
      const keys = keysOfPartials(json);
      const names = ['> row "x" é', '> row', '> row "x" e', '>'];
      expect(names.map((name) => keys.has(name))).to.deep.equal([true, false, false, false]);
    }
  });

  it('is in no data that is absent', () => {
    expect(keysOfPartials('').size).to.equal(0);
  });

  itWithinCpuMs(5_000, 'is searched once for hundreds of partials', () => {
    const keys = keysOfPartials(JSON.stringify({ a: `>${' a'.repeat(2_000_000)}` }));
    for (let count = 0; count < 300; count++) keys.has(`>${' a'.repeat(200)}b${' a'.repeat(200)}${count}`);
  });
});
