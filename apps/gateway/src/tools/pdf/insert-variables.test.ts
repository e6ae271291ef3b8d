import { RawJson } from '@toolpress/contract';
import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { keysOfPartials } from './variables.js';

describe('A key of the data with the text of a partial', () => {
  const data = { rows: [{ '> row "x" é': 1 }], text: 'a "> quoted" b', other: '>value' };

  it('is found however it is written', () => {
    for (const json of [JSON.stringify(data), JSON.stringify(data).replaceAll('>', String.raw`\u003E`)])
      for (const given of [new RawJson(json), new RawJson(Buffer.from(json)), data]) {
        const hasKey = keysOfPartials(given);
        expect(['> row "x" é', '> row', '> row "x" e', '>'].map(hasKey)).to.deep.equal([true, false, false, false]);
      }
  });

  it('is in no data that is absent', () => {
    expect(keysOfPartials(undefined)('> row')).to.equal(false);
  });

  itWithinCpuMs(5_000, 'is searched once for hundreds of partials', () => {
    const hasKey = keysOfPartials({ a: `>${' a'.repeat(2_000_000)}` });
    for (let count = 0; count < 300; count++) hasKey(`>${' a'.repeat(200)}b${' a'.repeat(200)}${count}`);
  });
});
