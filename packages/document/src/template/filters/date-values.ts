/** Dates and times as data has them. */
import { anyOf, nearestTimeZones } from '@toolpress/contract';
import { LRUCache } from 'lru-cache';
import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { TagFault, type Value } from '../values.js';
import { CLOCK_FIELD, datePattern, ZONE_FIELD } from './date-patterns.js';
import type { FilterScope } from './filter.js';
import { isNothing, kindOf } from './inputs.js';

/**
 * - `day`: `2026-01-31`. No time zone moves it.
 * - `wall`: a day with a time of unknown zone, as a clock on some wall showed it. No time zone moves it.
 * - `instant`: with an offset, or counted since the epoch.
 * - `clock`: a time of any day.
 */
type DateKind = 'day' | 'wall' | 'instant' | 'clock';

export interface DateValue {
  readonly kind: DateKind;
  /** In the zone in which it is shown: UTC for all that no zone moves. */
  readonly at: DateTime;
}

/** The arguments of a filter that say how dates are read. */
export interface DateSettings {
  /** Of instants. */
  readonly timeZone: string;
  /** Of the names that `from` reads; the document's unless given. */
  readonly locale: Value;
  /** The pattern that texts are written in; ISO 8601 unless given. */
  readonly from: string | undefined;
  readonly scope: FilterScope;
}

const UTC = FixedOffsetZone.utcInstance;
const DAY_MS = 86_400_000;

/** Longer texts are no dates. Characters. */
const MAX_TEXT = 100;

const WANTED =
  'dates are texts such as `2026-01-31`, `2026-01-31T14:05:00+01:00`, `now`, `today`, or seconds since 1970';

/**
 * @returns undefined for nothing: null, an empty text.
 * @throws TagFault for what is no date.
 */
export function dateOf(value: Value, settings: DateSettings): DateValue | undefined {
  if (isNothing(value)) return undefined;
  if (typeof value === 'number')
    return settings.from === undefined ? since1970(value, settings) : written(String(value), settings.from, settings);
  if (typeof value !== 'string') throw new TagFault(`is given ${kindOf(value)}, which is no date; ${WANTED}`);
  if (value.length > MAX_TEXT) throw new TagFault(`is given a long text, which is no date; ${WANTED}`);
  const text = value.trim();
  if (text === 'now') return instant(settings.scope.formats.now, settings);
  if (text === 'today') return { kind: 'day', at: startOfDay(instant(settings.scope.formats.now, settings).at) };
  if (settings.from !== undefined) return written(text, settings.from, settings);
  return iso(text, settings);
}

/** Ten digits are seconds from 2001 to 2286, thirteen are milliseconds of the same time. */
const EPOCH = /^\d{10}(?:\d{3})?$/;
/** Blanks instead of the `T` and before the offset, as databases and Ruby write it. */
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
      `is given a text that is no date; ${WANTED}; for others say how they are written, as in \`from: "dd.MM.yyyy"\``,
    );
  return { kind: 'clock', at: inUtc(epochOf('1970-01-01', `${minutes.padStart(5, '0')}${seconds}`)) };
}

/** `Date` moves a day that does not exist into the next month. */
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

/** Smaller numbers are days written as a number (20260131) or of a spreadsheet: no date is guessed from them. Seconds. */
const MIN_SECONDS = 100_000_000;
/** Seconds of the year 5138, milliseconds of 1973. */
const MIN_MILLISECONDS = 100_000_000_000;

function since1970(number: number, settings: DateSettings): DateValue {
  const size = Math.abs(number);
  if (size < MIN_SECONDS) throw new TagFault(`is given a number that is too small for a date; ${WANTED}`);
  return instant(Math.trunc(size < MIN_MILLISECONDS ? number * 1000 : number), settings);
}

function written(text: string, from: string, settings: DateSettings): DateValue {
  const { fields, read } = datePattern(from, settings.locale, settings.scope);
  const at = read(text, settings.scope);
  if (!at.isValid) throw new TagFault('is given a text that is not as `from` says, or a day that does not exist');
  if (fields.some((field) => ZONE_FIELD.test(field))) return instant(at.toMillis(), settings);
  return { kind: fields.some((field) => CLOCK_FIELD.test(field)) ? 'wall' : 'day', at: withinYears(at) };
}

function instant(ms: number, { timeZone, scope }: DateSettings): DateValue {
  const zone = zoneNamed(timeZone, scope);
  const before = zone instanceof RememberedZone ? zone.asked : 0;
  const at = DateTime.fromMillis(ms, { zone });
  if (zone instanceof RememberedZone) scope.spend((zone.asked - before) * STEPS_OF_AN_OFFSET);
  return { kind: 'instant', at: withinYears(at) };
}

/** @throws TagFault outside of the years that ISO 8601 writes with four digits. */
export function withinYears(at: DateTime): DateTime {
  if (at.isValid && at.year >= 1 && at.year <= 9999) return at;
  throw new TagFault('has a date outside of the years 1 to 9999');
}

const inUtc = (ms: number): DateTime => DateTime.fromMillis(ms, { zone: UTC });

/** @returns the day on which it is where it is shown. */
export const startOfDay = ({ year, month, day }: DateTime): DateTime => DateTime.utc(year, month, day);

/** Asking `Intl` takes some microseconds: too long for a row of a large table. */
class RememberedZone extends IANAZone {
  /** How often `Intl` was asked. */
  asked = 0;
  private readonly offsets = new LRUCache<number, number>({ max: 4000 });

  /** No zone changes its offset twice within a day. */
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

/** What learning of one counts as, and of its offset on a day. */
const STEPS_OF_A_ZONE = 300;
const STEPS_OF_AN_OFFSET = 20;

/** By the name as it was given. */
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
    // Its canonical name, because luxon remembers every name forever.
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === 'UTC' ? UTC : new RememberedZone(timeZone);
  } catch {
    const near = nearestTimeZones(name);
    const instead = near.length === 0 ? 'write a name such as `Europe/Berlin` or `UTC`' : `${anyOf(near)} may be meant`;
    throw new TagFault(`has an unknown time zone; ${instead}`);
  }
}
