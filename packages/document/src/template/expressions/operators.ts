/** The operators of conditions. */
import { Drop, defaultOperators, type Operators } from 'liquidjs';
import { decimalOf, isTrue, type Value } from '../values.js';

/** What an operator is given: a value, or one of Liquid's words `empty`, `blank`, `nil`. */
type Operand = Value | Drop;

/** Amounts may be texts, so numbers and texts of digits are compared by value. */
export const operators: Operators = {
  '==': (left: Operand, right: Operand) => equal(left, right),
  '!=': function* (left: Operand, right: Operand): Generator<unknown, boolean, boolean> {
    return !(yield equal(left, right));
  },
  '<': (left: Operand, right: Operand) => order(left, right) < 0,
  '>': (left: Operand, right: Operand) => order(left, right) > 0,
  '<=': (left: Operand, right: Operand) => order(left, right) <= 0,
  '>=': (left: Operand, right: Operand) => order(left, right) >= 0,
  contains: (left: Operand, right: Operand) => contains(left, right),
  not: (value: Operand) => !truth(value),
  and: (left: Operand, right: Operand) => truth(left) && truth(right),
  or: (left: Operand, right: Operand) => truth(left) || truth(right),
};

/** @returns what is true in a condition; Liquid's words are not. */
export const truth = (value: Operand): boolean => !(value instanceof Drop) && isTrue(value);

const libraryEqual = defaultOperators['=='] as (left: Operand, right: Operand) => Generator<unknown, boolean>;

/** @returns a boolean, or what liquidjs evaluates to one. */
function equal(left: Operand, right: Operand): boolean | Generator<unknown, boolean> {
  if (left instanceof Drop || right instanceof Drop) return libraryEqual(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return libraryEqual(left, right);
  if ((left ?? null) === (right ?? null)) return true;
  if (typeof left !== 'number' && typeof right !== 'number') return false;
  return order(left, right) === 0;
}

/** @returns negative, zero or positive as in a sort; `NaN`, which is none of them, for what has no order. */
function order(left: Operand, right: Operand): number {
  if (left instanceof Drop || right instanceof Drop) return Number.NaN;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [first, second] = [decimalOf(left), decimalOf(right)];
  if (first !== undefined && second !== undefined) return first.cmp(second);
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function contains(left: Operand, right: Operand): boolean {
  if (right === undefined || right === null || right instanceof Drop) return false;
  if (Array.isArray(left)) return left.some((item) => equal(item, right) === true);
  return typeof left === 'string' && left.includes(String(right));
}
