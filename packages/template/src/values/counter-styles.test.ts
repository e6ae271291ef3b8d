import { expect } from 'chai';
import { describe, it } from 'mocha';
import { countered } from './counter-styles.js';

describe('Numbers of pages', () => {
  for (const [number, style, written] of [
    [7, 'decimal', '7'],
    [7, 'decimal-leading-zero', '07'],
    [50, 'lower-roman', 'l'],
    [1994, 'upper-roman', 'MCMXCIV'],
    [3888, 'lower-roman', 'mmmdccclxxxviii'],
    [4000, 'lower-roman', '4000'],
    [0, 'upper-roman', '0'],
    [-3, 'lower-alpha', '-3'],
    [26, 'lower-alpha', 'z'],
    [28, 'upper-alpha', 'AB'],
    [703, 'lower-alpha', 'aaa'],
  ] as const)
    it(`have the style ${style}: ${written}`, () => expect(countered(number, style)).to.equal(written));
});
