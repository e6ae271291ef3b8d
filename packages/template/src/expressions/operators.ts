/** The operators of conditions. */
import { type Context, Drop, defaultOperators, type Operators } from 'liquidjs';
import { equal, order, type Spend, spendForSearch } from '../compare.js';
import { refusePageNumber } from '../page-numbers/page-number.js';
import { isTrue, textOf, type Value } from '../values.js';

/** The operand of an operator: a value, or one of Liquid's words `empty`, `blank`, `nil`. */
type Operand = Value | Drop;

type Scope = Context & { readonly spend: Spend };

/** The operators. They compare numbers and texts of digits by value, because amounts may be texts. */
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
function same(left: Operand, right: Operand, { spend }: Scope): boolean | Generator<unknown, boolean> {
  if (!(left instanceof Drop || right instanceof Drop)) return equal(left, right, spend);
  refusePageNumber(left);
  refusePageNumber(right);
  for (const value of [left, right]) {
    if (typeof value === 'string') spend(value.length / 16);
    else if (typeof value === 'object' && value !== null) spend(Object.keys(value).length);
  }
  return libraryEqual(left, right);
}

const ordered = (left: Operand, right: Operand, { spend }: Scope): number =>
  left instanceof Drop || right instanceof Drop ? Number.NaN : order(left, right, spend);

function contains(left: Operand, right: Operand, { spend }: Scope): boolean {
  if (right === undefined || right === null || left instanceof Drop || right instanceof Drop) return false;
  if (Array.isArray(left)) {
    spend(left.length);
    return left.some((item) => equal(item, right, spend));
  }
  if (typeof left !== 'string') return false;
  const searched = textOf(right);
  spend(searched.length / 16);
  spendForSearch(left, searched, spend);
  return left.includes(searched);
}
