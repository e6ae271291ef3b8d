import { expect } from 'chai';
import { describe, it } from 'mocha';
import { inchesOf, type PageSize, PdfRequest, paperInches, ServiceError, validate } from '../index.js';

const check = (margin: unknown): unknown => validate(PdfRequest, { html: 'x', margin }, 'body').margin;

describe('The margin of a page', () => {
  for (const [given, inches] of [
    ['0', 0],
    ['0.0', 0],
    [0, 0],
    ['1in', 1],
    ['25.4mm', 1],
    ['2.54CM', 1],
    ['72pt', 1],
    ['6pc', 1],
    ['96px', 1],
    ['101.6Q', 1],
    ['.5in', 0.5],
  ] as const) {
    it(`${JSON.stringify(given)} is ${inches} inches on every side`, () => {
      expect(check(given)).to.equal(given);
      const { top, right, bottom, left } = inchesOf(given);
      for (const side of [top, right, bottom, left]) expect(side).to.be.closeTo(inches, 1e-9);
    });
  }

  for (const [given, inches] of [
    ['1in 2in', { top: 1, right: 2, bottom: 1, left: 2 }],
    ['1in 2in 3in', { top: 1, right: 2, bottom: 3, left: 2 }],
    ['1in 0 72pt 4in', { top: 1, right: 0, bottom: 1, left: 4 }],
  ] as const)
    it(`is that of CSS in ${given}`, () => expect(inchesOf(check(given) as string)).to.deep.equal(inches));

  it('may differ from side to side', () => {
    const margin = { top: '1in', left: '0' };
    expect(check(margin)).to.deep.equal(margin);
    expect(inchesOf(margin)).to.deep.equal({ top: 1, left: 0 });
    expect(inchesOf(check({ top: 0, left: '1in' }) as object)).to.deep.equal({ top: 0, left: 1 });
  });

  for (const given of [
    ...['10', 'mm', '-1mm', '10 mm', '1e3mm', '10%', '1em', '1vw', 'auto', 'calc(1mm)', '1mm  2mm', '1mm;color:red'],
    ...['1.mm', '1mm\n', '1234567mm', '1/**/mm', '1mm 2mm 3mm 4mm 5mm', '1mm auto'],
    ...[10, true, ['1mm'], { top: 1 }, { middle: '1mm' }, { top: '1mm 2mm' }, false, [0], { top: false }, { top: 0.5 }],
  ]) {
    it(`is not ${JSON.stringify(given)}`, () => {
      expect(() => check(given))
        .to.throw(ServiceError, /margin/)
        .with.property('code', 'invalid_parameter');
    });
  }
});

describe('A parameter that is not given', () => {
  it('may be null; of those that forms send empty, no text', () => {
    const absent = { css: null, files: null, margin: { top: null }, page_size: '', filename: '', locale: null };
    expect(validate(PdfRequest, { html: 'x', ...absent }, 'body')).to.deep.equal({ html: 'x', margin: {} });
    for (const empty of ['', null])
      expect(validate(PdfRequest, { html: 'x', margin: empty, page_size: empty }, 'body')).to.deep.equal({ html: 'x' });
    for (const wrong of [{ html: null }, { html: 'x', orientation: '' }, { html: 'x', page_size: ' ' }])
      expect(() => validate(PdfRequest, wrong, 'body')).to.throw(ServiceError);
  });
});

describe('The size of a page', () => {
  const sizeOf = (page_size: unknown) => validate(PdfRequest, { html: 'x', page_size }, 'body').page_size;
  const named = (size: ReturnType<typeof sizeOf>): PageSize | undefined =>
    typeof size === 'string' ? size : undefined;

  it('is one that has a name, in any case', () => {
    for (const size of ['a4', 'A4', 'LETTER']) expect(named(sizeOf(size))?.toLowerCase()).to.equal(size.toLowerCase());
  });

  it('is a width and a height, which may be that of the content', () => {
    const inches = (size: unknown) => {
      const read = sizeOf(size);
      return typeof read === 'object' ? paperInches(read) : undefined;
    };
    expect(inches({ width: '25.4mm', height: '200in' })).to.deep.equal({ width: 1, height: 200 });
    expect(inches({ width: '2in', height: 'auto' })).to.deep.equal({ width: 2 });
  });

  for (const given of [
    ...['A9', '80mm', 'auto', '80mm auto', 80, ['A4']],
    ...[{ width: '80mm' }, { width: 'auto', height: '80mm' }, { width: '80mm', height: 'min-content' }],
    ...[
      { width: '9mm', height: 'auto' },
      { width: '80mm', height: '201in' },
      { width: '80mm', height: '0' },
    ],
    ...[
      { width: '80mm', height: 'auto', depth: '1mm' },
      { width: 80, height: 100 },
    ],
  ]) {
    it(`is not ${JSON.stringify(given)}`, () => {
      const isObject = typeof given === 'object' && !Array.isArray(given);
      const fault = isObject
        ? /^`page_size\.(width|height|depth)` (must be a length from 10 mm|is required|is not known)/
        : /`page_size` must be one of A0.*or an object of `width` and `height`/;
      expect(() => sizeOf(given))
        .to.throw(ServiceError, fault)
        .with.property('code', 'invalid_parameter');
    });
  }
});
