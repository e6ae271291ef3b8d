/** Finds letters in date patterns that were confused: months and minutes, 12 and 24 hours, years and years of weeks. */
import { TagFault } from '../values/values.js';

/** A field of a pattern, and the text between it and the field before. */
export interface PatternField {
  readonly field: string;
  readonly before: string;
}

/** How messages write a field. */
interface Letters {
  readonly months: string;
  readonly minutes: string;
  readonly hours: string;
  readonly days: string;
  readonly weekYear: string;
  readonly date: string;
  readonly time: string;
}

const UNICODE: Letters = {
  months: 'MM',
  minutes: 'mm',
  hours: 'HH',
  days: 'dd',
  weekYear: 'YYYY',
  date: 'dd.MM.yyyy',
  time: 'HH:mm',
};
const STRFTIME: Letters = {
  months: '%m',
  minutes: '%M',
  hours: '%H',
  days: '%d',
  weekYear: '%G',
  date: '%d.%m.%Y',
  time: '%H:%M',
};

const HOUR = /^[Hh]/;
const MINUTE = /^m/;
const SECOND = /^s/;
const MONTH = /^MM?$/;
const MONTH_NAME = /^MMM/;
const ANY_MONTH = /^[ML]/;
const DAY_OR_YEAR = /^(?:dd?|y+)$/;
/** What stands between fields that belong together. */
const TIGHT = /^[^\s,]{0,2}$/;

/**
 * Refuses patterns with a clear sign of confusion, which would print a month as minutes, for example.
 *
 * @param isStrftime whether the template writes `%d`, for the message.
 * @throws TagFault with the letter to write.
 */
export function refuseConfusions(fields: readonly PatternField[], isStrftime: boolean): void {
  const letters = isStrftime ? STRFTIME : UNICODE;
  const { months, minutes, hours, days, weekYear, date, time } = letters;
  const count = (kind: RegExp): number => fields.filter(({ field }) => kind.test(field)).length;
  const has = (kind: RegExp): boolean => count(kind) > 0;
  /** Whether a field of one kind stands directly before one of another. */
  const isPair = (first: RegExp, second: RegExp, between: RegExp): boolean =>
    fields.some(
      ({ field, before }, index) =>
        second.test(field) && between.test(before) && first.test(fields[index - 1]?.field ?? ''),
    );
  /** Whether minutes stand where a month belongs: in a date, or beside neither hours nor seconds. */
  const isMonth = ({ field, before }: PatternField, index: number): boolean => {
    const [last = '', next] = [fields[index - 1]?.field, fields[index + 1]];
    if (!MINUTE.test(field) || HOUR.test(last)) return false;
    if (DAY_OR_YEAR.test(last) && TIGHT.test(before)) return true;
    if (next === undefined) return true;
    return DAY_OR_YEAR.test(next.field) ? TIGHT.test(next.before) : !(HOUR.test(next.field) || SECOND.test(next.field));
  };

  const areMonthsMinutes =
    isPair(HOUR, MONTH, TIGHT) ||
    isPair(MONTH, SECOND, TIGHT) ||
    (has(HOUR) && !has(MINUTE) && count(MONTH) > 1) ||
    (has(MONTH) && (has(HOUR) || has(SECOND)) && !has(/^[dy]/));
  if (areMonthsMinutes)
    throw new TagFault(
      `has a date format with months (\`${months}\`) beside hours; minutes are \`${minutes}\`, as in \`"${time}"\``,
    );
  if (isPair(MONTH_NAME, MINUTE, /^:$/))
    throw new TagFault(`has the name of a month before minutes; hours are \`${hours}\`, as in \`"${time}"\``);
  const areMinutesMonths =
    (has(DAY_OR_YEAR) || has(MONTH)) && (fields.some(isMonth) || (count(MINUTE) > 1 && !has(ANY_MONTH)));
  if (areMinutesMonths)
    throw new TagFault(
      `has a date format with minutes (\`${minutes}\`) where a month belongs; months are \`${months}\`, as in \`"${date}"\``,
    );
  if (has(HOUR) && has(SECOND) && !has(MINUTE))
    throw new TagFault(`has hours and seconds without minutes; minutes are \`${minutes}\`, as in \`"${time}"\``);
  if (has(/^DDD$/) && has(ANY_MONTH) && !has(/^d/))
    throw new TagFault(`has the day of the year beside a month; days are \`${days}\`, as in \`"${date}"\``);
  const isWeek = has(/^ww?$/) && !has(ANY_MONTH) && !has(/^[dDQ]/);
  if (isWeek && has(/^y/))
    throw new TagFault(
      `has the year of the day beside a week, which differ around New Year; the year of a week is \`${weekYear}\``,
    );
  if (has(/^YYYY$/) && !isWeek)
    throw new TagFault(
      `has the year of a week (\`${weekYear}\`) in a date; years are \`${isStrftime ? '%Y' : 'yyyy'}\``,
    );
}

/** Returns the warning about a pattern that writes or reads 3:07 for 15:07; undefined for others. */
export function warningOf(fields: readonly PatternField[], isStrftime: boolean): string | undefined {
  const has = (kind: RegExp): boolean => fields.some(({ field }) => kind.test(field));
  if (!has(/^h/) || has(/^a/)) return undefined;
  const [hours, half] = isStrftime ? ['%H', '%p'] : ['HH', 'a'];
  return `has a 12-hour time without AM or PM: write \`${hours}\` for 24 hours, or add \`${half}\``;
}
