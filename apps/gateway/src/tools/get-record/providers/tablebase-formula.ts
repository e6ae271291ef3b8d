/** Formulas of the hosted provider. Names and values are literals in them, so that they cannot contain formulas. */
import type { Condition, FieldValue } from '@toolpress/contract';
import { decimal, KEY, plainDigits, valuesOf } from './conditions.js';
import { providerCannot, type RecordQuery } from './provider.js';

/** Returns the formula for conditions; an empty text for none. */
export const formulaOf = (where: RecordQuery['where']): string => joined('AND', where.map(termOf));

const joined = (name: 'AND' | 'OR', terms: readonly string[]): string =>
  terms.length > 1 ? `${name}(${terms.join(',')})` : terms.join();

function termOf({ field, op, value }: Condition): string {
  const name = field === KEY ? 'RECORD_ID()' : `{${field.replace(/[\\}]/g, '\\$&')}}`;
  const text = `${name}&""`;
  const values = valuesOf(value);
  const [only = ''] = values;
  switch (op) {
    case 'is_empty':
      // A number 0 is equal to BLANK(), too. The records are checked afterwards.
      return only === true ? `OR(${text}="",${name}=BLANK())` : `${text}!=""`;
    case '=':
    case 'in':
      return joined(
        'OR',
        values.map((each) => equalTo(name, each)),
      );
    case '!=':
      return `NOT(${equalTo(name, only)})`;
    case 'contains':
      return `FIND(${literal(String(only).toLowerCase())},LOWER(${text}))>0`;
    default:
      return `AND(${text}!="",${comparison(name, op, only)})`;
  }
}

function equalTo(name: string, value: FieldValue): string {
  if (typeof value === 'boolean') return `${name}=${Number(value)}`;
  if (typeof value === 'number') return `${name}=${plainDigits(value)}`;
  // As text, a number is its digits, and a date its moment in UTC.
  if (decimal(value) !== undefined) return `${name}&""=${literal(value)}`;
  const moment = utcText(value);
  if (moment === undefined) return `${name}=${literal(value)}`;
  return `OR(${[...new Set([value, moment])].map((form) => `${name}&""=${literal(form)}`).join(',')})`;
}

/** Returns a comparison of numbers, or of dates: texts have no order in formulas. */
function comparison(name: string, op: '<' | '<=' | '>' | '>=', value: FieldValue): string {
  const number = decimal(value);
  if (number !== undefined) return `${name}${op}${number}`;
  const moment = utcText(String(value));
  if (moment === undefined) throw providerCannot(`\`${op}\` for texts; it compares numbers and dates only`);
  const [isBefore, isAfter] = ['BEFORE', 'AFTER'].map((which) => `IS_${which}(${name},${literal(moment)})`);
  switch (op) {
    case '<':
      return String(isBefore);
    case '>':
      return String(isAfter);
    case '<=':
      return `NOT(${isAfter})`;
    default:
      return `NOT(${isBefore})`;
  }
}

/** Returns a date or time of ISO 8601 in UTC; undefined for other texts. */
function utcText(value: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:$|T\d\d:\d\d.{0,20}(?:Z|[+-]\d\d:\d\d)$)/.test(value)) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const literal = (text: string): string => {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
  return `"${escaped}"`;
};
