/** Dates and times as `Intl` writes them. */
import { LRUCache } from 'lru-cache';
import type { DateTime } from 'luxon';
import type { FilterScope } from './filter.js';

export const STYLES = ['short', 'medium', 'long', 'full'] as const;
export type DateStyle = (typeof STYLES)[number];

export const isStyle = (text: string): text is DateStyle => (STYLES as readonly string[]).includes(text);

export type Spend = FilterScope['spend'];

/** What making a formatter costs, in the steps of `FilterScope.spend`. */
export const STEPS_OF_A_FORMAT = 500;

/** `Intl` makes a formatter in some 50 microseconds, and keeps some kilobytes for each. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

export interface Styles {
  readonly dateStyle?: DateStyle | undefined;
  readonly timeStyle?: DateStyle | undefined;
}

/** @param locale as `localeNamed` has it. */
export function inStyle(at: DateTime, locale: string, styles: Styles, spend: Spend): string {
  const { dateStyle, timeStyle } = styles;
  const key = `${locale}|${at.zoneName}|${dateStyle}|${timeStyle}`;
  const format = formatters.get(key) ?? formatter(key, locale, at, { dateStyle, timeStyle }, spend);
  return format.format(at.toMillis());
}

/** @returns as in `CET`, or `GMT+1` where a language has no name for it. */
export function zoneNameFormat(at: DateTime, locale: string, timeZoneName: 'short' | 'long'): string {
  const key = `${locale}|${at.zoneName}|${timeZoneName}`;
  const format = formatters.get(key) ?? formatter(key, locale, at, { timeZoneName });
  return format.formatToParts(at.toMillis()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function formatter(
  key: string,
  locale: string,
  { zoneName }: DateTime,
  options: { [name in keyof Intl.DateTimeFormatOptions]?: Intl.DateTimeFormatOptions[name] | undefined },
  spend?: Spend,
): Intl.DateTimeFormat {
  spend?.(STEPS_OF_A_FORMAT);
  const made = new Intl.DateTimeFormat(locale, {
    ...options,
    timeZone: zoneName ?? 'UTC',
  } as Intl.DateTimeFormatOptions);
  formatters.set(key, made);
  return made;
}

/** By the name as it was given. */
const locales = new LRUCache<string, string>({ max: 500 });

/** @returns the locale that `Intl` has for it, without what makes no difference to dates; undefined for what it does not have. */
export function localeNamed(name: string, spend: Spend): string | undefined {
  const known = locales.get(name);
  if (known !== undefined) return known;
  spend(STEPS_OF_A_FORMAT);
  const locale = resolved(name);
  if (locale !== undefined) locales.set(name, locale);
  return locale;
}

function resolved(name: string): string | undefined {
  try {
    const [supported] = Intl.DateTimeFormat.supportedLocalesOf(name);
    return supported && new Intl.DateTimeFormat(supported).resolvedOptions().locale;
  } catch {
    return undefined;
  }
}
