/**
 * What conditions mean for the values that servers return. Servers filter by their own rules, so each record is checked again: what a
 * filter lets through beyond its condition is left out, for example a text in another case.
 */
import type { Condition, FieldValue, Json, JsonObject, SortKey } from '@toolpress/contract';

/** Returns the values of a condition, one or those of a list. */
export const valuesOf = (value: Condition['value']) => [value].flat() as readonly FieldValue[];

/** The record's ID as the field of a condition. No field has this name, because names have no control characters. */
export const KEY = '\0key';

/** A date or a time. Servers write the same one in various forms. */
const MOMENT =
  /^(?:\d{4,6}-\d\d?-\d\d?(?:$|[T ](?=\d)))?(?:\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?(?:\d\d)?)?)?$/;
/** A date, or a time with its zone. */
const EXACT = /^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$)/;
const UUID = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i;
/** The largest number of characters of a text that is compared as a number. */
const MAX_DIGITS = 100;

/** Returns a number as plain digits without an exponent. */
export function plainDigits(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(mantissa) ?? [];
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  return point <= 0
    ? `${sign}0.${'0'.repeat(-point)}${digits}`
    : `${sign}${digits.slice(0, point).padEnd(point, '0')}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
}

/** Returns a value as text, numbers as plain digits. */
export const textOfValue = (value: FieldValue): string =>
  typeof value === 'number' ? plainDigits(value) : String(value);

/**
 * Returns a pattern of SQL's LIKE for a text. Characters that mean more, and letters that a server may know in one case only, become any
 * character, so that it finds too much rather than too little.
 */
export const patternOf = (text: string): string => text.replace(/[^A-Za-z0-9 .,:;@/+-]/gu, '_');

/** Returns the longest part of a text that is the same for all servers in any case, to search for. May be empty. */
export const plainPart = (text: string): string =>
  text.split(/[^A-Za-z0-9]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/** Returns the canonical form of a number, also of one in a text; undefined for other values. */
export function decimal(value: FieldValue): string | undefined {
  const text = typeof value === 'boolean' ? '' : textOfValue(value);
  const [, sign, whole = '', fraction = ''] =
    (text.length <= MAX_DIGITS && /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text)) || [];
  if (whole === '') return undefined;
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  const digits = `${whole.replace(/^0+(?=\d)/, '')}${end > 0 ? `.${fraction.slice(0, end)}` : ''}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** Returns a moment in milliseconds; undefined for other values. @param isUtc whether a date is its midnight in UTC. */
export function momentOf(value: FieldValue, isUtc: boolean): number | undefined {
  if (typeof value !== 'string' || !EXACT.test(value) || (value.length === 10 && !isUtc)) return undefined;
  const time = Date.parse(value.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : time;
}

/** Texts in any case are equal if their folded forms are. */
const folded = (text: string): string => text.toLowerCase();

/**
 * Returns a check whether a value can be one of some others. Only the server knows the type of the field: whether `1.0` is `1`, in which
 * forms it takes dates and UUIDs, and whether it pads texts.
 */
function canBe(wanted: readonly FieldValue[], isUtc: boolean): (value: FieldValue) => boolean {
  const texts = new Set(wanted.map((each) => String(each).trimEnd()));
  const decimals = new Set(wanted.map(decimal));
  decimals.delete(undefined);
  const hasBoolean = wanted.some((each) => typeof each === 'boolean');
  const has = (kind: RegExp): boolean => wanted.some((each) => kind.test(String(each)));
  const [hasMoment, hasUuid] = [has(MOMENT), has(UUID)];
  const moments = wanted.filter((each) => MOMENT.test(String(each))).map((each) => momentOf(each, isUtc));
  return (value) => {
    if (hasBoolean || typeof value === 'boolean') return true;
    const text = String(value);
    if (texts.has(text.trimEnd()) || decimals.has(decimal(value))) return true;
    const moment = momentOf(value, isUtc);
    if (moment !== undefined && !moments.includes(undefined)) return moments.includes(moment);
    return hasMoment ? typeof value === 'number' || MOMENT.test(text) : hasUuid && UUID.test(text);
  };
}

/** Returns whether a value is certainly equal to another, whatever the type of the field. */
function isSame(value: FieldValue, wanted: FieldValue, isUtc: boolean): boolean {
  const moment = momentOf(value, isUtc);
  const isNumber = typeof value === 'number' && decimal(value) === decimal(wanted);
  return value === wanted || isNumber || (moment !== undefined && moment === momentOf(wanted, isUtc));
}

/** Returns whether a number or moment certainly does not compare so. The order of texts is the server's. */
function isOutOfOrder(value: FieldValue, op: Condition['op'], wanted: FieldValue, isUtc: boolean): boolean {
  const moments = [momentOf(value, isUtc), momentOf(wanted, isUtc)];
  const [one, other] = moments.includes(undefined) ? [value, Number(wanted)] : moments;
  if (typeof one !== 'number' || other === undefined) return false;
  if (typeof wanted === 'boolean' || Number.isNaN(other)) return !MOMENT.test(String(wanted));
  if (op === '<') return one >= other;
  if (op === '<=') return one > other;
  return op === '>' ? one <= other : one < other;
}

const isScalar = (value: Json): value is FieldValue => value !== null && typeof value !== 'object';

/** Returns what servers compare of a value: the items of a list, and the names of options, links and files. */
function itemsOf(value: Json): FieldValue[] {
  if (isScalar(value)) return [value];
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  const { value: own = null, name = null, title = null } = value as JsonObject;
  return [own, name, title].flatMap(itemsOf);
}

/** Whether a record certainly does not meet a condition. Undefined if neither the server nor the check can say. */
type Excludes = (value: Json | undefined) => boolean | undefined;

/** Returns the check of `contains` for lists and objects. */
function excludesPart(part: string, isExact: boolean): (value: Json) => boolean | undefined {
  return (value) => {
    const items = itemsOf(value);
    if (items.length === 0) return isExact ? false : undefined;
    return !items.some((item) => folded(String(item)).includes(part));
  };
}

/** Returns the check for a condition. @param isExact as in `Search`. */
function excludes({ op, value: wanted }: Condition, isUtc: boolean, isExact: boolean | undefined): Excludes {
  const values = valuesOf(wanted);
  const [only = ''] = values;
  switch (op) {
    case 'is_empty':
      return (value) => (value === undefined) !== only;
    case '!=':
      return (value) => value !== undefined && isScalar(value) && isSame(value, only, isUtc);
    case '=':
    case 'in': {
      const isPossible = canBe(values, isUtc);
      // The hosted provider leaves out boxes that are not ticked.
      const takesEmpty = values.includes(false);
      return (value) => (value === undefined ? !takesEmpty : isScalar(value) && !isPossible(value));
    }
    case 'contains': {
      const part = folded(String(only));
      const excludesOther = excludesPart(part, isExact ?? plainPart(textOfValue(only)) === textOfValue(only));
      return (value) => {
        if (value === undefined || isScalar(value)) return value === undefined || !folded(String(value)).includes(part);
        return isExact ? false : excludesOther(value);
      };
    }
    default:
      return (value) => {
        if (value === undefined || isScalar(value)) return value === undefined || isOutOfOrder(value, op, only, isUtc);
        const items = isExact ? [] : itemsOf(value);
        if (isExact === false && !items.every((item) => typeof item === 'number')) return undefined;
        return items.length > 0 && items.every((item) => isOutOfOrder(item, op, only, isUtc));
      };
  }
}

/** Whether a record can only meet the condition with a value in its field. */
const needsValue = ({ op, value }: Condition): boolean =>
  op === 'is_empty' ? value === false : op !== '!=' && !valuesOf(value).includes(false);

/** Whether a condition is for certain values. */
export const isEquality = ({ op }: Condition): boolean => op === '=' || op === 'in';

/** Returns whether a value links to records: an object with an id, or a list of them. @param isAnyList whether any list may. */
export function isLink(value: Json, isAnyList: boolean): boolean {
  if (Array.isArray(value)) return isAnyList || value.some((item) => isLink(item, false));
  return value !== null && typeof value === 'object' && Object.hasOwn(value, 'id');
}

/** Returns the value of a field; undefined if it is empty. */
export function fieldValueOf(fields: JsonObject, field: string): Json | undefined {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/**
 * Returns a check of records against conditions: `out` if one is certainly not met, `unknown` and the field if a record that the server
 * chose does not have the field of a condition, so that it can't be checked; `unsure` and the field if its lists or objects can't be.
 *
 * @param isExact as in `Search`.
 * @param refusesLinks as in `Wanted`.
 * @param isUtc whether a date is its midnight in UTC. Other servers have a time zone of their own.
 */
export function checkOf(
  where: readonly Condition[],
  isUtc: boolean,
  isExact?: boolean,
  refusesLinks = false,
): (id: string, fields: JsonObject) => 'out' | 'in' | { unknown: string } | { unsure: string } {
  const checks = where.map((condition) => ({
    field: condition.field,
    needs: needsValue(condition),
    isEqual: isEquality(condition),
    excludes: excludes(condition, isUtc, isExact),
  }));
  return (id, fields) => {
    let unsure: string | undefined;
    for (const { field, needs, isEqual, excludes } of checks) {
      const isId = field === KEY || (field === 'id' && !Object.hasOwn(fields, field));
      if (needs && !isId && !Object.hasOwn(fields, field)) return { unknown: field };
      const value = isId ? id : fieldValueOf(fields, field);
      const isOut = excludes(value);
      if (isOut) return 'out';
      if (isOut === undefined || (isEqual && refusesLinks && isLink(value ?? null, isExact === false))) unsure = field;
    }
    return unsure === undefined ? 'in' : { unsure };
  };
}

/**
 * Compares the values of a field: numbers by size, also in texts, other texts by their code units. Lists and objects are equal, and empty
 * values come last.
 */
export function compared(one: Json, other: Json, direction: SortKey['direction']): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (!isScalar(one) || !isScalar(other) || one === other) return 0;
  const isNumber = decimal(one) !== undefined && decimal(other) !== undefined;
  if (!isNumber && typeof one !== typeof other) return 0;
  const difference = isNumber ? Math.sign(Number(one) - Number(other)) : one < other ? -1 : 1;
  return direction === 'asc' ? difference : -difference;
}
