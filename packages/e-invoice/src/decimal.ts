/** Exact decimals. */
import type { Decimal } from '@toolpress/contract';
import { Big } from 'big.js';

const ZERO = new Big(0);

export const decimalOf = (given: Decimal | undefined): Big => (given === undefined ? ZERO : new Big(given));

export const sumOf = (values: readonly (Decimal | undefined)[]): Big =>
  values.reduce<Big>((sum, value) => sum.plus(decimalOf(value)), ZERO);

/** To two decimals, halves away from zero, as EN 16931-1, 6.5 has it. */
export const rounded = (value: Big): Big => value.round(2, Big.roundHalfUp);

export const decimalsOf = (given: Decimal): number => Math.max(0, -new Big(given).e + new Big(given).c.length - 1);

/** In plain digits, with two decimals at least where it is an amount. */
export const written = (given: Decimal | Big, places = 0): string => {
  const value = new Big(given);
  const plain = value.toFixed();
  const decimals = plain.includes('.') ? plain.length - plain.indexOf('.') - 1 : 0;
  return decimals < places ? value.toFixed(places) : plain;
};

/** A number of an XML document, as it is given. */
export const number = (given: Decimal | undefined): string | undefined =>
  given === undefined ? undefined : written(given);
/** An amount of an XML document, with two decimals at least. */
export const amount = (given: Decimal | undefined): string | undefined =>
  given === undefined ? undefined : written(given, 2);
