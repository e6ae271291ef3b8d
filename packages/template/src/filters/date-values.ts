/** Reads dates and times of the data. */
import { anyOf, nearestTimeZones } from '@toolpress/contract';
import { LRUCache } from 'lru-cache';
import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { decimalOf, single, TagFault, textOf, type Value } from '../values/values.js';
import { CLOCK_FIELD, datePattern, ZONE_FIELD } from './date-patterns.js';
import type { FilterScope } from './filter.js';
import { isNothing, kindOf } from './inputs.js';

/**
 * - `day`: `2026-01-31`. No time zone moves it.
 * - `wall`: a day with a local time of unknown zone. No time zone moves it.
 * - `instant`: with an offset, or counted since the epoch.
 * - `clock`: a time of any day.
 */
type DateKind = 'day' | 'wall' | 'instant' | 'clock';

export interface DateValue {
  readonly kind: DateKind;
  /** The date in the zone in which it is shown: UTC unless it is an instant. */
  readonly at: DateTime;
}

/** The arguments of a filter for reading dates. */
export interface DateSettings {
  /** The time zone in which instants are shown. */
  readonly timeZone: string;
  /** The language of names in `from`. Defaults to the document's. */
  readonly locale: Value;
  /** The pattern that texts are written in; default: ISO 8601. */
  readonly from: string | undefined;
  readonly scope: FilterScope;
}

/** Returns the settings for dates that have no arguments: those of the document. */
export const documentSettings = (scope: FilterScope): DateSettings => ({
  scope,
  timeZone: scope.formats.timeZone,
  locale: undefined,
  from: undefined,
});

const UTC = FixedOffsetZone.utcInstance;
const DAY_MS = 86_400_000;

/** The largest length of a date, in characters. */
const MAX_TEXT = 100;

const WANTED =
  'dates are texts such as `2026-01-31`, `2026-01-31T14:05:00+01:00`, `now`, `today`, or seconds or milliseconds since 1970';

/**
 * Reads a date.
 *
 * @returns undefined for null and an empty text.
 * @throws TagFault for a value that is not a date.
 */
export function dateOf(given: Value, settings: DateSettings): DateValue | undefined {
  const value = single(given);
  if (isNothing(value)) return undefined;
  if (typeof value === 'number')
    return settings.from === undefined ? since1970(value, settings) : written(textOf(value), settings.from, settings);
  if (typeof value !== 'string') throw new TagFault(`is given ${kindOf(value)}, which is not a date; ${WANTED}`);
  if (value.length > MAX_TEXT) throw new TagFault(`is given a long text, which is not a date; ${WANTED}`);
  const text = value.trim();
  if (text === 'now') return instant(settings.scope.formats.now, settings);
  if (text === 'today') return { kind: 'day', at: startOfDay(instant(settings.scope.formats.now, settings).at) };
  if (settings.from !== undefined) return written(text, settings.from, settings);
  return iso(text, settings);
}

/** A number since 1970. Eight digits are no number but a day without separators, which is not guessed. */
const EPOCH = /^-?\d{9,}(?:\.\d+)?$/;
/** ISO 8601, also with spaces instead of the `T` and before the offset, as databases and Ruby write it. */
const ISO =
  /^((?!0000)\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))? ?([Zz]|UTC|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/;
const CLOCK = /^(\d?\d:\d\d)(:\d\d)?$/;

function iso(text: string, settings: DateSettings): DateValue {
  const [isDate, day = '', time, fraction = '', offset] = ISO.exec(text) ?? [];
  if (isDate === undefined) return clockOrEpoch(text, settings);
  const ms = epochOf(day, time) + Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (time === undefined) return { kind: 'day', at: inUtc(ms) };
  if (offset === undefined) return { kind: 'wall', at: inUtc(ms) };
  return instant(ms - offsetMs(offset), settings);
}

function clockOrEpoch(text: string, settings: DateSettings): DateValue {
  if (EPOCH.test(text)) return since1970(Number(text), settings);
  const [isClock, minutes = '', seconds = ':00'] = CLOCK.exec(text) ?? [];
  if (isClock === undefined)
    throw new TagFault(
      `is given a text that is not a date; ${WANTED}; for other forms give the pattern, as in \`from: "dd.MM.yyyy"\``,
    );
  return { kind: 'clock', at: inUtc(epochOf('1970-01-01', `${minutes.padStart(5, '0')}${seconds}`)) };
}

/** Returns the epoch time. `Date` moves a day that does not exist into the next month. */
function epochOf(day: string, time = '00:00'): number {
  const ms = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day.slice(8)))
    throw new TagFault('is given a day or a time that does not exist');
  return ms;
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  if (hours === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The smallest number read as seconds. Smaller numbers may be days such as 20260131 or spreadsheet dates, which are not guessed. */
const MIN_SECONDS = 100_000_000;
/** Seconds of the year 2100. Larger numbers are milliseconds from 17 February 1970 on, or seconds of a date that is rarely meant. */
const MAX_SECONDS = 4_102_444_800;
/** The smallest number that is milliseconds without a warning: seconds of the year 2286, milliseconds of 26 April 1970. */
const MIN_MILLISECONDS = 10_000_000_000;
/** Milliseconds of the year 2286. Larger numbers have another unit. */
const MAX_MILLISECONDS = 9_999_999_999_999;
/** A time without separators, with or without seconds. Milliseconds of 1976 may have the same digits. */
const WITHOUT_SEPARATORS = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])(?:[0-5]\d){1,2}$/;

/** Units of numbers since 1970 as `from`, in milliseconds. */
const UNITS: Readonly<Record<string, number | undefined>> = { seconds: 1000, milliseconds: 1 };

function since1970(number: number, settings: DateSettings): DateValue {
  const size = Math.abs(number);
  if (size < MIN_SECONDS)
    throw new TagFault(
      `is given a number that is too small for a date; ${WANTED}; \`from: "seconds"\` takes any number`,
    );
  if (WITHOUT_SEPARATORS.test(String(number)))
    throw new TagFault(
      'is given a number that may be a time without separators: write `from: "yyyyMMddHHmm"` or what it is, or `from: "milliseconds"`',
    );
  if (size > MAX_MILLISECONDS) throw new TagFault(`is given a number that is too large for a date; ${WANTED}`);
  if (size > MAX_SECONDS && size < MIN_MILLISECONDS)
    throw new TagFault(
      'is given a number that may be seconds after 2100 or milliseconds of 1970: write `from: "seconds"` or `from: "milliseconds"`',
    );
  return instant(Math.trunc(size < MIN_MILLISECONDS ? number * 1000 : number), settings);
}

function written(text: string, from: string, settings: DateSettings): DateValue {
  const unit = Object.hasOwn(UNITS, from) ? UNITS[from] : undefined;
  if (unit !== undefined) return counted(text, unit, from, settings);
  const { fields, read, warning } = datePattern(from, settings.locale, settings.scope);
  if (warning !== undefined) settings.scope.warn(warning);
  const at = read(text, settings.scope);
  if (!at.isValid) throw new TagFault('is given a text that does not match `from`, or a day that does not exist');
  if (fields.some((field) => ZONE_FIELD.test(field))) return instant(at.toMillis(), settings);
  return { kind: fields.some((field) => CLOCK_FIELD.test(field)) ? 'wall' : 'day', at: withinYears(at) };
}

function counted(text: string, unit: number, name: string, settings: DateSettings): DateValue {
  const number = decimalOf(text)?.toNumber();
  if (number === undefined) throw new TagFault(`is given a text that is not a number of ${name}`);
  return instant(Math.trunc(number * unit), settings);
}

function instant(ms: number, { timeZone, scope }: DateSettings): DateValue {
  const zone = zoneNamed(timeZone, scope);
  const before = zone instanceof RememberedZone ? zone.asked : 0;
  const at = DateTime.fromMillis(ms, { zone });
  if (zone instanceof RememberedZone) scope.spend((zone.asked - before) * STEPS_OF_AN_OFFSET);
  return { kind: 'instant', at: withinYears(at) };
}

/** Returns the date. @throws TagFault outside the years 1 to 9999. */
export function withinYears(at: DateTime): DateTime {
  if (at.isValid && at.year >= 1 && at.year <= 9999) return at;
  throw new TagFault('has a date outside of the years 1 to 9999');
}

const inUtc = (ms: number): DateTime => DateTime.fromMillis(ms, { zone: UTC });

/** Returns the day of a date in the zone in which it is shown. */
export const startOfDay = ({ year, month, day }: DateTime): DateTime => DateTime.utc(year, month, day);

/** A time zone that caches its offsets: `Intl` takes some microseconds, too long for each row of a large table. */
class RememberedZone extends IANAZone {
  /** The number of calls of `Intl`. */
  asked = 0;
  private readonly offsets = new LRUCache<number, number>({ max: 4000 });

  /** Returns the offset, cached by day: no zone changes its offset twice within a day. */
  override offset(ms: number): number {
    const day = Math.floor(ms / DAY_MS);
    const offset = this.atStartOf(day);
    return offset === this.atStartOf(day + 1) ? offset : super.offset(ms);
  }

  private atStartOf(day: number): number {
    const known = this.offsets.get(day);
    if (known !== undefined) return known;
    this.asked += 1;
    const offset = super.offset(day * DAY_MS);
    this.offsets.set(day, offset);
    return offset;
  }
}

/** The steps for creating a zone, and for each of its offsets. */
const STEPS_OF_A_ZONE = 300;
const STEPS_OF_AN_OFFSET = 20;

/** Zones by the given name. */
const zones = new LRUCache<string, Zone>({ max: 20 });

function zoneNamed(name: string, scope: FilterScope): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  scope.spend(STEPS_OF_A_ZONE);
  const zone = newZone(name);
  zones.set(name, zone);
  return zone;
}

function newZone(name: string): Zone {
  try {
    // The canonical name, because luxon caches every name forever.
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === 'UTC' ? UTC : new RememberedZone(timeZone);
  } catch {
    const near = nearestTimeZones(name);
    const instead = near.length === 0 ? 'write a name such as `Europe/Berlin` or `UTC`' : `${anyOf(near)} may be meant`;
    throw new TagFault(`has an unknown time zone; ${instead}`);
  }
}
