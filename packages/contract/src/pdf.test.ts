import { expect } from 'chai';
import { describe, it } from 'mocha';
import { inchesOf, PdfRequest, ServiceError, validate } from './index.js';

const check = (margin: unknown): unknown => validate(PdfRequest, { html: 'x', margin }, 'body').margin;

describe('The margin of a page', () => {
  for (const [given, inches] of [
    ['0', 0],
    ['0.0', 0],
    ['1in', 1],
    ['25.4mm', 1],
    ['2.54CM', 1],
    ['72pt', 1],
    ['6pc', 1],
    ['96px', 1],
    ['101.6Q', 1],
    ['.5in', 0.5],
  ] as const) {
    it(`${given} is ${inches} inches on every side`, () => {
      expect(check(given)).to.equal(given);
      const { top, right, bottom, left } = inchesOf(given);
      for (const side of [top, right, bottom, left]) expect(side).to.be.closeTo(inches, 1e-9);
    });
  }

  it('may differ from side to side', () => {
    const margin = { top: '1in', left: '0' };
    expect(check(margin)).to.deep.equal(margin);
    expect(inchesOf(margin)).to.deep.equal({ top: 1, left: 0 });
  });

  for (const given of [
    ...['', '10', 'mm', '-1mm', '10 mm', '1e3mm', '10%', '1em', '1vw', 'auto', 'calc(1mm)', '1mm 2mm', '1mm;color:red'],
    ...['1.mm', '1mm\n', '1234567mm', '1/**/mm'],
    ...[10, null, true, ['1mm'], { top: 1 }, { middle: '1mm' }, { top: '1mm 2mm' }],
  ]) {
    it(`is not ${JSON.stringify(given)}`, () => {
      expect(() => check(given))
        .to.throw(ServiceError, /margin/)
        .with.property('code', 'invalid_parameter');
    });
  }
});
