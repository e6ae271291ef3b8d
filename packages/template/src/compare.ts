/** Compares values, for conditions and filters alike. */
import { Big } from 'big.js';
import { PageNumber, refusePageNumber } from './page-numbers/page-number.js';
import { decimalTextOf, type Value } from './values.js';

/** Counts work, see `FilterScope`. */
export type Spend = (steps: number) => void;

/**
 * Counts the work of searching a text for another. A search takes up to the product of both lengths: of `aab` in `aaaa`, for instance. It
 * compares thousands of characters in the time of a step.
 */
export const spendForSearch = (text: string, searched: string, spend: Spend): void =>
  spend((text.length * Math.max(1, searched.length / 1_000)) / 4);

const isPage = (value: Value): boolean => value instanceof PageNumber;

/** The steps for comparing numbers of which one is a text: both become decimals. */
const STEPS_OF_DECIMALS = 5;

/** Returns whether two values are equal. A number equals a text of digits with the same value. Lists are equal if their items are; objects are compared by identity. */
export function equal(left: Value, right: Value, spend: Spend): boolean {
  if ((left ?? null) === (right ?? null)) {
    if (typeof left === 'string') spend(left.length / 64);
    return true;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    spend(left.length);
    return left.length === right.length && left.every((item, index) => equal(item, right[index], spend));
  }
  if (typeof left !== 'number' && typeof right !== 'number' && !(isPage(left) || isPage(right))) return false;
  return order(left, right, spend) === 0;
}

/**
 * Compares numbers and texts of digits by value, other texts by their characters.
 *
 * @returns a negative number, zero or a positive number, as for `Array.sort`; `NaN` for values without an order.
 */
export function order(left: Value, right: Value, spend: Spend): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  refusePageNumber(left);
  refusePageNumber(right);
  const [first, second] = [decimalTextOf(left), decimalTextOf(right)];
  if (first !== undefined && second !== undefined) {
    spend(STEPS_OF_DECIMALS);
    return new Big(first).cmp(second);
  }
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  spend(Math.min(left.length, right.length) / 64);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
