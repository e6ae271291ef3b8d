import { expect } from 'chai';
import { describe, it } from 'mocha';
import { nextStep, percentOf, scaleOf, sheetText, turned } from './zoom.js';

const A4 = { width: 595, height: 842 };

describe('The zoom of pages', () => {
  it('shows a page at 100 % as large as on paper: 96 CSS pixels are an inch', () => {
    expect(scaleOf(100, A4, { width: 300, height: 300 }) * 72).to.equal(96);
    expect(percentOf(scaleOf(250, A4, { width: 1, height: 1 }))).to.equal(250);
  });

  it('fits the width or the page, and enlarges small pages by half at most', () => {
    const room = { width: 595, height: 421 };
    expect(scaleOf('width', A4, room)).to.equal(1);
    expect(scaleOf('page', A4, room)).to.equal(0.5);
    expect(percentOf(scaleOf('page', { width: 100, height: 50 }, room))).to.equal(150);
  });

  it('goes to the next step, and no further than 50 % and 400 %', () => {
    expect([nextStep(87, 1), nextStep(87, -1), nextStep(100, 1), nextStep(400, 1), nextStep(20, -1)]).to.deep.equal([
      100, 75, 125, 400, 50,
    ]);
    expect(turned(100, -100)).to.be.greaterThan(100);
    expect([turned(390, -1_000), turned(60, 1_000)]).to.deep.equal([400, 50]);
  });
});

describe('The sheet of a page', () => {
  it('has a name and its size', () => {
    expect(sheetText({ width: 594.96, height: 841.92 })).to.equal('A4 210 × 297 mm');
    expect(sheetText({ width: 841.92, height: 594.96 })).to.equal('A4 297 × 210 mm');
    expect(sheetText({ width: 612, height: 792 })).to.equal('Letter 8.5 × 11 in');
    expect(sheetText({ width: 1008, height: 612 })).to.equal('Legal 14 × 8.5 in');
    expect(sheetText({ width: 226.77, height: 400 })).to.equal('80 × 141.1 mm');
  });
});
