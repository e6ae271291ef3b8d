import { expect } from 'chai';
import { describe, it } from 'mocha';
import { pieceAt, textPieces } from './page-text.js';

const piece = (text: string, left: number, top: number) => ({
  ...{ text, left, top, right: left + text.length / 100, bottom: top + 0.02 },
});
const PAGE = {
  pieces: [piece('Item', 0.1, 0.1), piece(' ', 0.14, 0.1), piece('Amount', 0.5, 0.1), piece('Design', 0.1, 0.2)],
};

describe('The text of a page', () => {
  it('is found at a point, with the place in it', () => {
    expect(pieceAt(PAGE, 0.53, 0.11)?.piece).to.equal(2);
    expect(pieceAt(PAGE, 0.53, 0.11)?.share).to.be.closeTo(0.5, 0.01);
    expect(pieceAt(PAGE, 0.095, 0.225)).to.deep.equal({ piece: 3, share: 0 });
    expect(pieceAt(PAGE, 0.3, 0.11)).to.equal(undefined);
  });

  it('has pieces that are not spaces alone', () => {
    expect(textPieces(PAGE)).to.deep.equal([0, 2, 3]);
  });
});
