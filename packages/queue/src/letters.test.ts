import { RawJson } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { readLetter, writeLetter } from './letters.js';

describe('A letter', () => {
  const job = { requestId: 'request-1', orientation: 'portrait' } as const;
  const long = `${'🧾ä"\\\n\u0000'.repeat(40_000)}\ud800`;

  it('says the same of texts of any length, and of what is passed on', async () => {
    const data = { a: [1, 'ä'] };
    const css = new RawJson(Buffer.from(JSON.stringify(long)), 1);
    const content = await writeLetter({ ...job, html: long, css, footerHtml: 'x', data: new RawJson('{"a":[1,"ä"]}') });
    expect(content.toString()).to.equal(JSON.stringify({ ...job, html: long, css: long, footerHtml: 'x', data }));
    expect(readLetter(content.toString())).to.deep.equal({ ...job, html: long, css: long, footerHtml: 'x', data });
  });

  it('holds nobody up while a long one is written', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    await writeLetter({ ...job, html: long.repeat(10) });
    clearInterval(counting);
    expect(turns).to.be.above(5);
  });
});
