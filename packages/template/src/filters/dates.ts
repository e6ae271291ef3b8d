/** Filters for dates and times. */
import { decimalOf, TagFault, type Value } from '../values/values.js';
import { CLOCK_FIELD, datePattern, ZONE_FIELD } from './date-patterns.js';
import { type DateStyle, inStyle, isStyle, STYLES, type Styles } from './date-styles.js';
import { type DateSettings, type DateValue, dateOf, startOfDay, withinYears } from './date-values.js';
import type { FilterArguments, FilterScope, FilterTable } from './filter.js';
import { isNothing } from './inputs.js';

const DAY_MS = 86_400_000;
/** The largest move in days: more than the years 1 to 9999. */
const MAX_MOVE = 4_000_000;
const STEPS_TO_COMPUTE = 8;

export const dateFilters: FilterTable = {
  date: {
    does:
      'Writes a date: in a style of the language (`short`, `medium`, `long`, `full`; default `medium`), with `time` also its time, or by a pattern of Unicode ' +
      '(`yyyy-MM-dd`) or strftime (`%d.%m.%Y`). Days, and times without an offset, are printed as they are; times with one in the time zone of the request, or `time_zone`.',
    takes: ['format?'],
    named: ['time', 'time_zone', 'locale', 'from'],
    examples: [
      { template: '[[issued | date: "long"]]', prints: 'January 31, 2026', data: { issued: '2026-01-31' } },
      { template: '[[issued | date]]', prints: '31.01.2026', data: { issued: '2026-01-31' }, locale: 'de' },
      {
        template: '[[issued | date: "EEEE, d. MMMM yyyy", locale: "de"]]',
        prints: 'Samstag, 31. Januar 2026',
        data: { issued: '2026-01-31' },
      },
      { template: '[[issued | date: "%d.%m.%Y"]]', prints: '31.01.2026', data: { issued: '2026-01-31' } },
      {
        template: '[[sent | date: "short", time: "short", time_zone: "Asia/Tokyo"]]',
        prints: '31/01/2026, 23:05',
        data: { sent: '2026-01-31T14:05:00Z' },
        locale: 'en-GB',
      },
      {
        template: '[[month | date: "MMMM yyyy", from: "MM/yyyy"]]',
        prints: 'January 2026',
        data: { month: '01/2026' },
      },
      {
        template: '[[#if due < today]]overdue[[/if]]',
        prints: 'overdue',
        data: { due: '2020-12-31' },
      },
    ],
    apply: (value, args, scope) => {
      const settings = settingsOf(args, scope);
      const date = dateOf(value, settings);
      if (date === undefined) return value;
      if (date.kind === 'clock') throw new TagFault('is given a time without a day; write `| time`');
      return dateText(date, args, settings);
    },
  },
  time: {
    does: 'Writes the time of a date with time, or of a text such as `14:05`: in a style (default `short`) or by a pattern, as `date` does.',
    takes: ['format?'],
    named: ['time_zone', 'locale', 'from'],
    examples: [
      { template: '[[at | time]]', prints: '2:05 PM', data: { at: '2026-01-31T14:05:00' } },
      {
        template: '[[at | time]]',
        prints: '15:05',
        data: { at: '2026-01-31T14:05:00Z' },
        locale: 'de',
        timeZone: 'Europe/Berlin',
      },
      { template: '[[opens | time: "H.mm"]]', prints: '9.30', data: { opens: '09:30' } },
    ],
    apply: (value, args, scope) => {
      const settings = settingsOf(args, scope);
      const date = dateOf(value, settings);
      if (date === undefined) return value;
      if (date.kind === 'day') throw new TagFault('is given a day without a time; write `| date`');
      const format = textArgument(args.list[0], 'a format') ?? 'short';
      return isStyle(format) ? byStyles(date, { timeStyle: format }, settings) : byPattern(date, format, settings);
    },
  },
  add_days: {
    does: 'Adds days to a date, or subtracts them when negative. The result is a date for `date` to write.',
    takes: ['days'],
    named: ['time_zone', 'from'],
    examples: [
      {
        template: '[[issued | add_days: 14 | date: "long"]]',
        prints: 'February 14, 2026',
        data: { issued: '2026-01-31' },
      },
      { template: '[[issued | add_days: terms]]', prints: '2026-03-02', data: { issued: '2026-01-31', terms: 30 } },
    ],
    apply: (value, args, scope) => moved(value, args, scope, 'days'),
  },
  add_months: {
    does: 'Adds months to a date, or subtracts them: the same day, or the last one of a shorter month.',
    takes: ['months'],
    named: ['time_zone', 'from'],
    examples: [
      { template: '[[start | add_months: 1]]', prints: '2026-02-28', data: { start: '2026-01-31' } },
      {
        template: '[[issued | date: "yyyy-MM-01" | add_months: 1 | add_days: -1]] is the end of the month',
        prints: '2026-02-28 is the end of the month',
        data: { issued: '2026-02-11' },
      },
    ],
    apply: (value, args, scope) => moved(value, args, scope, 'months'),
  },
  days_since: {
    does: 'Counts the days from another date to this one, ignoring times; negative when the other is later.',
    takes: ['date'],
    named: ['time_zone', 'from'],
    examples: [
      {
        template: '[[due | days_since: issued]] days',
        prints: '14 days',
        data: { issued: '2026-01-31', due: '2026-02-14' },
      },
    ],
    apply: (value, args, scope) => {
      const settings = settingsOf(args, scope);
      const [later, earlier] = [dateOf(value, settings), dateOf(args.list[0], settings)];
      if (later === undefined) return value;
      if (earlier === undefined) return null;
      scope.spend(STEPS_TO_COMPUTE);
      return (dayOf(later) - dayOf(earlier)) / DAY_MS;
    },
  },
};

function settingsOf({ named }: FilterArguments, scope: FilterScope): DateSettings {
  return {
    scope,
    timeZone: textArgument(named['time_zone'], '`time_zone`') ?? scope.formats.timeZone,
    locale: named['locale'],
    from: textArgument(named['from'], '`from`'),
  };
}

function textArgument(value: Value, name: string): string | undefined {
  if (isNothing(value)) return undefined;
  if (typeof value !== 'string') throw new TagFault(`has ${name} that is not a text`);
  return value;
}

function dateText(date: DateValue, { list, named }: FilterArguments, settings: DateSettings): string {
  const format = textArgument(list[0], 'a format') ?? 'medium';
  const time = textArgument(named['time'], '`time`');
  if (time !== undefined && !(isStyle(time) && isStyle(format)))
    throw new TagFault(`has \`time\` together with a pattern; both must be one of ${STYLES.join(', ')}`);
  if (!isStyle(format)) return byPattern(date, format, settings);
  const timeStyle = date.kind === 'day' ? undefined : (time as DateStyle | undefined);
  return byStyles(date, { dateStyle: format, timeStyle }, settings);
}

/** Writes a date in styles. The longer time styles end with the time zone, which only instants have. */
function byStyles({ kind, at }: DateValue, { dateStyle, timeStyle }: Styles, { locale, scope }: DateSettings): string {
  const namesZone = timeStyle === 'long' || timeStyle === 'full';
  const styles = { dateStyle, timeStyle: namesZone && kind !== 'instant' ? 'medium' : timeStyle } as const;
  return inStyle(at, styles, locale, scope);
}

function byPattern({ kind, at }: DateValue, format: string, { locale, scope }: DateSettings): string {
  const { write, fields, warning } = datePattern(format, locale, scope);
  if (warning !== undefined) scope.warn(warning);
  if (kind !== 'instant' && fields.some((field) => ZONE_FIELD.test(field)))
    throw new TagFault('has a format with a time zone, and is given a date without one');
  if (kind === 'clock' && fields.some((field) => !CLOCK_FIELD.test(field)))
    throw new TagFault('has a format with a day, and is given a time without one');
  return write(at, scope);
}

/** Returns a moved date in the same form: a day stays a day, an instant has its offset. */
function moved(value: Value, args: FilterArguments, scope: FilterScope, unit: 'days' | 'months'): Value {
  const date = dateOf(value, settingsOf(args, scope));
  if (date === undefined) return value;
  if (date.kind === 'clock') throw new TagFault('is given a time without a day');
  scope.spend(STEPS_TO_COMPUTE);
  const at = withinYears(date.at.plus({ [unit]: wholeNumber(args.list[0], unit) }));
  if (date.kind === 'day') return at.toISODate();
  return at.toISO({ suppressMilliseconds: true, includeOffset: date.kind === 'instant' });
}

function wholeNumber(value: Value, unit: string): number {
  const number = decimalOf(value)?.toNumber();
  if (number === undefined || !Number.isInteger(number) || Math.abs(number) > MAX_MOVE)
    throw new TagFault(`needs a whole number of ${unit}, at most ${MAX_MOVE}`);
  return number;
}

function dayOf({ kind, at }: DateValue): number {
  if (kind === 'clock') throw new TagFault('is given a time without a day');
  return startOfDay(at).toMillis();
}
