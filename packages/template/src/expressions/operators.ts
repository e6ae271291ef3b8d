/** The operators of conditions. */
import { type Context, Drop, defaultOperators, type Operators } from 'liquidjs';
import { equal, order, spendForSearch } from '../filters/compare.js';
import type { FilterScope } from '../filters/filter.js';
import { refusePageNumber } from '../values/page-number.js';
import { isTrue, textOf, type Value } from '../values/values.js';

/** The operand of an operator: a value, or one of Liquid's words `empty`, `blank`, `nil`. */
type Operand = Value | Drop;

type Scope = Context & FilterScope;

/** The operators. They compare numbers and texts of digits by value, because amounts may be texts, and dates by time. */
export const operators: Operators = {
  '==': (left: Operand, right: Operand, context: Context) => same(left, right, context as Scope),
  '!=': function* (left: Operand, right: Operand, context: Context): Generator<unknown, boolean, boolean> {
    return !(yield same(left, right, context as Scope));
  },
  '<': (left: Operand, right: Operand, context: Context) => ordered(left, right, context as Scope) < 0,
  '>': (left: Operand, right: Operand, context: Context) => ordered(left, right, context as Scope) > 0,
  '<=': (left: Operand, right: Operand, context: Context) => ordered(left, right, context as Scope) <= 0,
  '>=': (left: Operand, right: Operand, context: Context) => ordered(left, right, context as Scope) >= 0,
  contains: (left: Operand, right: Operand, context: Context) => contains(left, right, context as Scope),
  not: (value: Operand) => !truth(value),
  and: (left: Operand, right: Operand) => truth(left) && truth(right),
  or: (left: Operand, right: Operand) => truth(left) || truth(right),
};

/** Returns whether an operand is true in a condition. Liquid's words are false. */
export const truth = (value: Operand): boolean => !(value instanceof Drop) && isTrue(value);

const libraryEqual = defaultOperators['=='] as (left: Operand, right: Operand) => Generator<unknown, boolean>;

/** Returns a boolean, or a generator that liquidjs evaluates to one. */
function same(left: Operand, right: Operand, scope: Scope): boolean | Generator<unknown, boolean> {
  if (!(left instanceof Drop || right instanceof Drop)) return equal(left, right, scope);
  refusePageNumber(left);
  refusePageNumber(right);
  for (const value of [left, right]) {
    if (typeof value === 'string') scope.spend(value.length / 16);
    else if (typeof value === 'object' && value !== null) scope.spend(Object.keys(value).length);
  }
  return libraryEqual(left, right);
}

const ordered = (left: Operand, right: Operand, scope: Scope): number =>
  left instanceof Drop || right instanceof Drop ? Number.NaN : order(left, right, scope);

function contains(left: Operand, right: Operand, scope: Scope): boolean {
  if (right === undefined || right === null || left instanceof Drop || right instanceof Drop) return false;
  if (Array.isArray(left)) {
    scope.spend(left.length);
    return left.some((item) => equal(item, right, scope));
  }
  if (typeof left !== 'string') return false;
  const searched = textOf(right);
  scope.spend(searched.length / 16);
  spendForSearch(left, searched, scope.spend);
  return left.includes(searched);
}
