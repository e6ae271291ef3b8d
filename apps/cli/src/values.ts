/** Parsers of command-line arguments. They throw commander's error, which names the argument. */
import { InvalidArgumentError } from 'commander';

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };

/** Parses a number of actions per month. */
export function readActions(word: string): number {
  if (/^\d+$/.test(word) && Number.isSafeInteger(Number(word))) return Number(word);
  throw new InvalidArgumentError('It must be a whole number of actions.');
}

/** Parses a quota of actions per month; null: no quota. */
export function readQuota(word: string): number | null {
  if (word === 'none') return null;
  if (/^\d+$/.test(word)) return readActions(word);
  throw new InvalidArgumentError('It must be a whole number of actions, or "none".');
}

/**
 * @param word a duration from now such as `90d`, or a date, or a date with a time
 * @param now milliseconds
 * @returns the moment, in ISO 8601 and UTC
 */
export function readExpiry(word: string, now: number): string {
  const at = momentOf(word, now);
  if (Number.isNaN(at.getTime())) {
    throw new InvalidArgumentError('It must be a duration (12h, 90d, 8w) or a date (2027-01-31, 2027-01-31T18:00Z).');
  }
  if (at.getTime() <= now) throw new InvalidArgumentError('It must be in the future.');
  return at.toISOString();
}

function momentOf(word: string, now: number): Date {
  const [, amount, unit = ''] = /^(\d+)([hdw])$/.exec(word) ?? [];
  if (amount !== undefined) return new Date(now + Number(amount) * (UNITS[unit] ?? 0));
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(word) ?? [];
  return isDay(day) ? new Date(word) : new Date(Number.NaN);
}

/** Parses a day such as `2026-01-31`. */
export function readDay(word: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(word) && isDay(word)) return word;
  throw new InvalidArgumentError('It must be a day such as 2026-01-31.');
}

function isDay(day: string): boolean {
  const midnight = new Date(day);
  // JavaScript reads the 31st of February as the 3rd of March.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** A change of a setting. */
export interface Change {
  readonly area: string;
  readonly name: string;
  readonly value: unknown;
}

/**
 * @param word `area.name=value`, the value as JSON where it is JSON, else as text
 * @param before changes named before it on the command line
 */
export function readChange(word: string, before: readonly Change[]): Change[] {
  const [, area, name, text = ''] = /^([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)=(.*)$/s.exec(word) ?? [];
  if (area === undefined || name === undefined) {
    throw new InvalidArgumentError('It must be area.name=value, such as http_request.timeout_ms=10000.');
  }
  if (before.some((change) => change.area === area && change.name === name)) {
    throw new InvalidArgumentError(`${area}.${name} is given twice. A list is written ${area}.${name}='["a","b"]'.`);
  }
  return [...before, { area, name, value: jsonOrText(text) }];
}

/** A setting, or all settings of an area. */
export interface SettingName {
  readonly area: string;
  readonly name?: string | undefined;
}

/**
 * @param word `area.name` or `area`
 * @param known all settings that there are
 * @param before those named before it on the command line
 */
export function readSetting(
  word: string,
  known: readonly Required<SettingName>[],
  before: readonly SettingName[],
): SettingName[] {
  const [area = '', name, ...more] = word.split('.');
  const isKnown = known.some((one) => one.area === area && (name ?? one.name) === one.name);
  if (isKnown && more.length === 0) return [...before, { area, name }];
  throw new InvalidArgumentError(
    'It must be a setting such as http_request.timeout_ms, or an area such as http_request.',
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parses the address of a service. */
export function readUrl(word: string): string {
  if (URL.canParse(word) && /^https?:$/.test(new URL(word).protocol)) return word;
  throw new InvalidArgumentError('It must be an http:// or https:// address.');
}
