/** Exact decimals. */
import type { Decimal } from '@toolpress/contract';
import { Big } from 'big.js';

const ZERO = new Big(0);

export const decimalOf = (given: Decimal | undefined): Big => (given === undefined ? ZERO : new Big(given));

export const sumOf = (values: readonly (Decimal | undefined)[]): Big =>
  values.reduce<Big>((sum, value) => sum.plus(decimalOf(value)), ZERO);

/** Rounds to two decimals, halves away from zero (EN 16931-1, 6.5). */
export const rounded = (value: Big): Big => value.round(2, Big.roundHalfUp);

export const decimalsOf = (given: Decimal): number => Math.max(0, -new Big(given).e + new Big(given).c.length - 1);

/** Writes a decimal without exponent, with at least the given number of decimal places. */
export const written = (given: Decimal | Big, places = 0): string => {
  const value = new Big(given);
  const plain = value.toFixed();
  const decimals = plain.includes('.') ? plain.length - plain.indexOf('.') - 1 : 0;
  return decimals < places ? value.toFixed(places) : plain;
};

/** Writes a number as it is given. */
export const number = (given: Decimal | undefined): string | undefined =>
  given === undefined ? undefined : written(given);
/** Writes an amount with at least two decimal places. */
export const amount = (given: Decimal | undefined): string | undefined =>
  given === undefined ? undefined : written(given, 2);
