import { expect } from 'chai';
import { describe, it } from 'mocha';
import { encodeText, piecesOf } from './bytes.js';

describe('A long text', () => {
  const text = `x${'🧾ä'.repeat(200_000)}`;

  it('is the same bytes piece by piece, pairs of surrogates included', async () => {
    expect((await encodeText(text)).equals(Buffer.from(text))).to.equal(true);
    expect((await encodeText('short')).toString()).to.equal('short');
    const pieces = [...piecesOf(text)];
    expect(pieces.length).to.be.above(2);
    expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).equals(Buffer.from(text))).to.equal(true);
  });

  it('lets others run between its pieces', async () => {
    let pauses = 0;
    const counting = setInterval(() => pauses++, 0);
    await encodeText(text.repeat(10));
    clearInterval(counting);
    expect(pauses).to.be.above(2);
  });
});
