/** Compares values: one rule for conditions and filters. */
import { PageNumber, refusePageNumber } from './page-number.js';
import { decimalOf, type Value } from './values.js';

/** Counts work, see `FilterScope`. */
export type Spend = (steps: number) => void;

const isPage = (value: Value): boolean => value instanceof PageNumber;

/** A number equals a text of digits of the same value; lists are equal when their items are, objects when they are the same one. */
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
 * Numbers and texts of digits are compared by value, other texts by their characters.
 *
 * @returns negative, zero or positive as in a sort; `NaN`, which is none of them, for what has no order.
 */
export function order(left: Value, right: Value, spend: Spend): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  refusePageNumber(left);
  refusePageNumber(right);
  const [first, second] = [decimalOf(left), decimalOf(right)];
  if (first !== undefined && second !== undefined) return first.cmp(second);
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  spend(Math.min(left.length, right.length) / 64);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
