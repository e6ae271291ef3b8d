/** Compares values, for conditions and filters alike. */
import { Big } from 'big.js';
import { PageNumber, refusePageNumber } from '../values/page-number.js';
import { decimalTextOf, single, TagFault, type Value } from '../values/values.js';
import { incomparable, isDateText, isDateWord, mayBeMeasured, unclearKind } from './comparable.js';
import { type DateValue, dateOf, documentSettings, startOfDay } from './date-values.js';
import type { FilterScope } from './filter.js';

/** Counts work, see `FilterScope`. */
type Spend = (steps: number) => void;

/**
 * Counts the work of searching a text for another. A search takes up to the product of both lengths: of `aab` in `aaaa`, for instance. It
 * compares thousands of characters in the time of a step.
 */
export const spendForSearch = (text: string, searched: string, spend: Spend): void =>
  spend((text.length * Math.max(1, searched.length / 1_000)) / 4);

const isPage = (value: Value): boolean => value instanceof PageNumber;

/** The steps for comparing numbers of which one is a text: both become decimals. And for comparing dates. */
const STEPS_OF_DECIMALS = 5;
const STEPS_OF_DATES = 30;

/**
 * Returns whether two values are equal. A number equals a text of digits with the same value, `today` and `now` equal a date of that
 * day, and a list of one value equals that value. Lists are equal if their items are; objects are compared by identity.
 *
 * @throws TagFault like `order`.
 */
export function equal(left: Value, right: Value, scope: FilterScope): boolean {
  if ((left ?? null) === (right ?? null)) {
    if (typeof left === 'string') scope.spend(left.length / 64);
    return true;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    scope.spend(left.length);
    return left.length === right.length && left.every((item, index) => equal(item, right[index], scope));
  }
  const [first, second] = [single(left), single(right)];
  if (first !== left || second !== right) return equal(first, second, scope);
  const isNumber = (value: Value): boolean => typeof value === 'number' || isPage(value);
  const isDay = (word: Value, value: Value): boolean => isDateWord(word) && isWrittenDate(value);
  if (!(isNumber(left) || isNumber(right) || isDay(left, right) || isDay(right, left))) return false;
  return order(left, right, scope) === 0;
}

/**
 * Compares numbers and texts of digits by value, dates by time, other texts by their characters.
 *
 * @returns a negative number, zero or a positive number, as for `Array.sort`; `NaN` for values without an order.
 * @throws TagFault for a text that is a number or a date to people only, such as `1,234.50`, and for a date beside another value.
 */
export function order(left: Value, right: Value, scope: FilterScope): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  refusePageNumber(left);
  refusePageNumber(right);
  const [first, second] = [single(left), single(right)];
  if (isDate(first) || isDate(second)) return orderOfDates(first, second, scope);
  const [decimal, other] = [decimalTextOf(first), decimalTextOf(second)];
  if (decimal !== undefined && other !== undefined) {
    scope.spend(STEPS_OF_DECIMALS);
    return new Big(decimal).cmp(other);
  }
  refuseUnclear(first, second);
  if (typeof first !== 'string' || typeof second !== 'string') return Number.NaN;
  scope.spend(Math.min(first.length, second.length) / 64);
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

const isDate = (value: Value): boolean => isDateWord(value) || (typeof value === 'string' && isDateText(value));

/** Whether a text is a date to people. */
const isWrittenDate = (value: Value): boolean =>
  typeof value === 'string' && (isDate(value) || (mayBeMeasured(value) && unclearKind(value.trim()) === 'date'));

/** Whether a value can be a number or a date. */
const isMeasured = (value: Value): boolean =>
  typeof value === 'number' || isDateWord(value) || (typeof value === 'string' && mayBeMeasured(value));

/** Refuses a text that people read as a number or a date, beside another value that may be one. */
function refuseUnclear(left: Value, right: Value): void {
  if (!isMeasured(left) || !isMeasured(right)) return;
  for (const value of [left, right]) {
    const kind = typeof value === 'string' ? unclearKind(value.trim()) : undefined;
    if (kind !== undefined) throw incomparable(kind, 'compares');
  }
}

/** Compares two dates. @returns `NaN` if one value is missing, or a text without digits. */
function orderOfDates(left: Value, right: Value, scope: FilterScope): number {
  if (!isMeasured(left) || !isMeasured(right)) return Number.NaN;
  scope.spend(STEPS_OF_DATES);
  for (const value of [left, right]) if (isWrittenDate(value) && !isDate(value)) throw incomparable('date', 'compares');
  const settings = documentSettings(scope);
  const [first, second] = [dateOf(left, settings), dateOf(right, settings)];
  if (first === undefined || second === undefined) return Number.NaN;
  const isOfDay = left === 'today' || right === 'today';
  return isOfDay ? timeBetween(dayOf(first), dayOf(second)) : timeBetween(first, second);
}

/** `today` is compared with the day of a time. */
const dayOf = (date: DateValue): DateValue => (date.kind === 'clock' ? date : { kind: 'day', at: startOfDay(date.at) });

/** Returns the time from the second date to the first, in milliseconds. A day begins at midnight where a time is shown. */
export function timeBetween(first: DateValue, second: DateValue): number {
  if ((first.kind === 'clock') !== (second.kind === 'clock')) throw new TagFault('compares a time of day with a date');
  if (first.kind === second.kind) return first.at.toMillis() - second.at.toMillis();
  return localTime(first) - localTime(second);
}

/** Returns the local time in the time zone of a printed date. */
const localTime = ({ at }: DateValue): number => at.setZone('utc', { keepLocalTime: true }).toMillis();
