import { PAGE_SIZES } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PAPER_SIZES, paperSize } from './index.js';

describe('Paper sizes', () => {
  it('match the standards, in inches', () => {
    expect(PAPER_SIZES).to.have.all.keys(...PAGE_SIZES);
    expect(PAPER_SIZES.A4.width * 25.4).to.be.closeTo(210, 1e-9);
    expect(PAPER_SIZES.A4.height * 25.4).to.be.closeTo(297, 1e-9);
    expect(PAPER_SIZES.Letter).to.deep.equal({ width: 8.5, height: 11 });
    expect(PAPER_SIZES.Legal).to.deep.equal({ width: 8.5, height: 14 });
  });

  it('halve from each A size to the next, to the millimetre below', () => {
    const sheets = PAGE_SIZES.filter((size) => size.startsWith('A')).map((size) => PAPER_SIZES[size]);
    const millimetres = (inches: number): number => Math.round(inches * 25.4);
    for (const [index, { width, height }] of sheets.slice(1).entries()) {
      const larger = sheets[index] ?? { width: 0, height: 0 };
      expect(millimetres(height)).to.equal(millimetres(larger.width));
      expect(millimetres(width)).to.equal(Math.floor(millimetres(larger.height) / 2));
    }
  });

  it('are upright in portrait and on their side in landscape', () => {
    for (const size of PAGE_SIZES) {
      const [portrait, landscape] = [paperSize(size, 'portrait'), paperSize(size, 'landscape')];
      expect(portrait.height, size).to.be.greaterThan(portrait.width);
      expect(landscape, size).to.deep.equal({ width: portrait.height, height: portrait.width });
    }
  });

  it('know Ledger as Tabloid on its side', () => {
    expect(PAPER_SIZES.Tabloid).to.deep.equal({ width: 11, height: 17 });
    expect(PAPER_SIZES.Ledger).to.deep.equal({ width: 17, height: 11 });
    expect(paperSize('Ledger', 'portrait')).to.deep.equal({ width: 11, height: 17 });
    expect(paperSize('Tabloid', 'landscape')).to.deep.equal({ width: 17, height: 11 });
  });
});
