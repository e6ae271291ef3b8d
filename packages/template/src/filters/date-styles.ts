/** Writes dates and times with `Intl`. */
import type { DateTime } from 'luxon';
import type { Value } from '../values/values.js';
import type { FilterScope } from './filter.js';
import { formatterFor } from './formatters.js';

export const STYLES = ['short', 'medium', 'long', 'full'] as const;
export type DateStyle = (typeof STYLES)[number];

export const isStyle = (text: string): text is DateStyle => (STYLES as readonly string[]).includes(text);

export interface Styles {
  readonly dateStyle?: DateStyle | undefined;
  readonly timeStyle?: DateStyle | undefined;
}

/** Creating a date format takes more than half a millisecond. */
const STEPS_TO_MAKE = 1_000;
const STEPS_OF_A_NAME = 8;

/** Writes a date in a style of the language. @param locale defaults to the document's. */
export function inStyle(at: DateTime, { dateStyle, timeStyle }: Styles, locale: Value, scope: FilterScope): string {
  const timeZone = at.zoneName ?? undefined;
  const format = formatterFor(scope, {
    kind: 'date',
    locale,
    options: [timeZone, dateStyle, timeStyle],
    steps: STEPS_TO_MAKE,
    make: (language) => new Intl.DateTimeFormat(language, { dateStyle, timeStyle, timeZone }),
  });
  return format.format(at.toMillis());
}

/** Returns the name of a time zone: `CET`, or `GMT+1` in languages without a name for it. */
export function zoneName(at: DateTime, length: 'short' | 'long', locale: Value, scope: FilterScope): string {
  const timeZone = at.zoneName ?? undefined;
  scope.spend(STEPS_OF_A_NAME);
  const format = formatterFor(scope, {
    kind: 'zone',
    locale,
    options: [timeZone, length],
    steps: STEPS_TO_MAKE,
    make: (language) => new Intl.DateTimeFormat(language, { timeZoneName: length, timeZone }),
  });
  return format.formatToParts(at.toMillis()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
