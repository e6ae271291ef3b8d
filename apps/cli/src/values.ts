/** What the arguments of the command line mean. Each throws commander's own error, which names the argument. */
import { InvalidArgumentError } from 'commander';

const HOUR_MS = 3_600_000;
const UNITS = /** @type {Record<string, number>} */ ({ h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS });

/**
 * @param {string} word
 * @returns {number} actions a month
 */
export function readActions(word) {
  const actions = Number(word);
  if (/^\d+$/.test(word) && Number.isSafeInteger(actions)) return actions;
  throw new InvalidArgumentError('It must be a whole number of actions.');
}

/**
 * @param {string} word
 * @returns {number | null} actions a month; null: no quota
 */
export function readQuota(word) {
  if (word === 'none') return null;
  if (/^\d+$/.test(word)) return readActions(word);
  throw new InvalidArgumentError('It must be a whole number of actions, or "none".');
}

/**
 * @param {string} word a duration from now such as `90d`, or a date, or a date with a time
 * @param {number} now
 * @returns {string} the moment, in ISO 8601 and UTC
 */
export function readExpiry(word, now) {
  const at = momentOf(word, now);
  if (at === undefined) {
    throw new InvalidArgumentError('It must be a duration (12h, 90d, 8w) or a date (2027-01-31, 2027-01-31T18:00Z).');
  }
  if (at.getTime() <= now) throw new InvalidArgumentError('That is in the past: the token would never work.');
  return at.toISOString();
}

/**
 * @param {string} word
 * @param {number} now
 * @returns {Date | undefined}
 */
function momentOf(word, now) {
  const [, count, unit = ''] = /^(\d+)([hdw])$/.exec(word) ?? [];
  if (count !== undefined) return valid(new Date(now + Number(count) * (UNITS[unit] ?? 0)));
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(word) ?? [];
  // JavaScript takes the 31st of February for the 3rd of March.
  if (valid(new Date(day))?.toISOString().slice(0, 10) !== day) return undefined;
  return valid(new Date(time === undefined ? day : word));
}

/** @param {Date} date */
const valid = (date) => (Number.isNaN(date.getTime()) ? undefined : date);

/**
 * @typedef {object} Change of a setting
 * @property {string} area
 * @property {string} name
 * @property {unknown} value
 *
 * @param {string} word `area.name=value`, the value as JSON where it is JSON, else as text
 * @param {readonly Change[]} before it on the command line
 * @returns {Change[]}
 */
export function readChange(word, before) {
  const [, area, name, text = ''] = /^([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)=(.*)$/s.exec(word) ?? [];
  if (area === undefined || name === undefined) {
    throw new InvalidArgumentError('It must be area.name=value, such as http_request.timeout_ms=10000.');
  }
  if (before.some((change) => change.area === area && change.name === name)) {
    throw new InvalidArgumentError(`${area}.${name} is given twice. A list is written ${area}.${name}='["a","b"]'.`);
  }
  return [...before, { area, name, value: jsonOrText(text) }];
}

/** @param {string} text */
function jsonOrText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
