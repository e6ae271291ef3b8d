/** Finds what values are compared as: numbers, dates, texts. Refuses texts whose order by characters would be wrong. */
import { NO_DECIMAL, TagFault } from '../values/values.js';

/** The largest length of a text that can be a number or a date, in characters. */
const MAX_LENGTH = 40;
const DIGIT = /\d/;

/** Returns whether a text can be a number or a date in any form. */
export const mayBeMeasured = (text: string): boolean => text.length <= MAX_LENGTH && DIGIT.test(text);

/** A day of ISO 8601 and what follows it, or a time of day. `dateOf` reads them. */
const DATE = /^\s*(?:\d{4}-\d\d-\d\d(?:\s*$|[Tt ]\d)|\d?\d:\d\d(?::\d\d)?\s*$)/;

/** Returns whether a text is written like a date, or a time of day, that filters read. */
export const isDateText = (text: string): boolean => text.length <= MAX_LENGTH && DATE.test(text);

/** The words that mean the current day or time. */
export const isDateWord = (text: unknown): text is 'now' | 'today' => text === 'now' || text === 'today';

/** Forms of numbers and dates that people read and programs do not. */
const UNCLEAR: readonly (readonly [RegExp, 'number' | 'date'])[] = [
  // 31.01.2026, 1/31/26, 2026/01/31, 2026-1-5
  [/^\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})(?:$|[\s,T])/, 'date'],
  [/^\d{4}([./-])\d{1,2}\1\d{1,2}(?:$|[\s,T])/, 'date'],
  // 31 January 2026, 31. Jan. 2026, Jan 31, 2026
  [/^\d{1,2}(?:\.|st|nd|rd|th)?[\s-]\p{L}{3,10}\.?,?[\s-]\d{4}(?:$|[\s,])/u, 'date'],
  [/^\p{L}{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}(?:$|[\s,])/u, 'date'],
  // 1,234  1,234.50  1'234.50
  [/^[+-]?\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?$/, 'number'],
  // 1.234,50  1 234,50  99,00  3120,50
  [/^[+-]?(?:\d{1,3}(?:[.\s]\d{3})*|\d+),\d+$/, 'number'],
  // 1.234.567
  [/^[+-]?\d{1,3}(?:\.\d{3}){2,}$/, 'number'],
  // $12, € 12.50, -€12, EUR 12
  [/^[+-]?\s?(?:\p{Sc}|[A-Z]{3}\s)\s?[+-]?\d[\d.,'’\s]*$/u, 'number'],
  // 12 €, 12.50 EUR, 19 %
  [/^[+-]?\d[\d.,'’\s]*(?:\p{Sc}|%|\s[A-Z]{3})$/u, 'number'],
];

/** Returns the meaning of a text that is written for people; undefined for others. @param text trimmed. */
export const unclearKind = (text: string): 'number' | 'date' | undefined =>
  UNCLEAR.find(([form]) => form.test(text))?.[1];

/** The error for a text that cannot be compared or sorted. @param verb `compares` or `sorts by`. */
export function incomparable(kind: 'number' | 'date', verb: string): TagFault {
  const fault =
    kind === 'number'
      ? `a text that is not a number: ${NO_DECIMAL}`
      : 'a text that is not a date: write dates as `2026-01-31`, or convert them with `| date: "yyyy-MM-dd", from: "dd.MM.yyyy"`';
  return new TagFault(`${verb} ${fault}`);
}
