/** Date patterns of Unicode, and of strftime as in Liquid. */
import { DateTime, Info, Settings } from 'luxon';
import { TagFault, type Value } from '../values/values.js';
import { type PatternField, refuseConfusions, warningOf } from './date-confusions.js';
import { zoneName } from './date-styles.js';
import type { FilterScope } from './filter.js';
import { formatterFor } from './formatters.js';

export interface DatePattern {
  write(at: DateTime, scope: FilterScope): string;
  /** Its fields in their order, such as `dd`. */
  readonly fields: readonly string[];
  /** What may be wrong with it, for a warning. */
  readonly warning: string | undefined;
  /**
   * Reads a date, in UTC unless the text has an offset.
   *
   * @returns an invalid date for a text that does not match.
   * @throws TagFault if the pattern cannot be used for reading.
   */
  read(text: string, scope: FilterScope): DateTime;
}

type Writer = DatePattern['write'];
/** A compiled pattern for reading. Compiling takes a millisecond. */
type TokenParser = ReturnType<typeof DateTime.buildFormatParser>;

/** Characters. */
const MAX_LENGTH = 64;

/** Fields that do not depend on the language, with the digits 0 to 9. */
const NUMBERS: Readonly<Record<string, Writer>> = {
  y: ({ year }) => String(year),
  yy: ({ year }) => digits(year % 100, 2),
  yyyy: ({ year }) => digits(year, 4),
  YYYY: ({ weekYear }) => digits(weekYear, 4),
  Q: ({ quarter }) => String(quarter),
  M: ({ month }) => String(month),
  MM: ({ month }) => digits(month, 2),
  w: ({ weekNumber }) => String(weekNumber),
  ww: ({ weekNumber }) => digits(weekNumber, 2),
  d: ({ day }) => String(day),
  dd: ({ day }) => digits(day, 2),
  DDD: ({ ordinal }) => digits(ordinal, 3),
  H: ({ hour }) => String(hour),
  HH: ({ hour }) => digits(hour, 2),
  h: ({ hour }) => String(hour % 12 || 12),
  hh: ({ hour }) => digits(hour % 12 || 12, 2),
  m: ({ minute }) => String(minute),
  mm: ({ minute }) => digits(minute, 2),
  s: ({ second }) => String(second),
  ss: ({ second }) => digits(second, 2),
  SSS: ({ millisecond }) => digits(millisecond, 3),
  Z: (at) => at.toFormat('ZZZ'),
  XXX: (at) => (at.offset === 0 ? 'Z' : at.toFormat('ZZ')),
  VV: ({ zoneName }) => zoneName ?? '',
};

const digits = (number: number, length: number): string => String(number).padStart(length, '0');

/** Fields that are words. `LLLL` is a month without a day, which some languages write differently. */
const WORDS: Readonly<Record<string, (locale: string) => Writer>> = {
  MMM: (locale) => ofMonth(monthNames('short', locale, Info.monthsFormat)),
  MMMM: (locale) => ofMonth(monthNames('long', locale, Info.monthsFormat)),
  LLL: (locale) => ofMonth(monthNames('short', locale, Info.months)),
  LLLL: (locale) => ofMonth(monthNames('long', locale, Info.months)),
  EEE: (locale) => ofWeekday(Info.weekdaysFormat('short', { locale })),
  EEEE: (locale) => ofWeekday(Info.weekdaysFormat('long', { locale })),
  a: (locale) => {
    const [before = '', after = ''] = Info.meridiems({ locale });
    return ({ hour }) => (hour < 12 ? before : after);
  },
  z: (locale) => (at, scope) => zoneName(at, 'short', locale, scope),
  zzzz: (locale) => (at, scope) => zoneName(at, 'long', locale, scope),
};

const NUMBER = /^\d+$/;

/** Returns month names, also for languages that write short months as numbers: Czech, Bulgarian, Chinese. */
function monthNames(length: 'short' | 'long', locale: string, names: typeof Info.months): string[] {
  const all = [names(length, { locale }), Info.months(length, { locale }), Info.months('long', { locale })];
  return all.find(([first = '']) => !NUMBER.test(first)) ?? names(length, { locale });
}

const UNREADABLE = '\0';

/** Names of readable fields in luxon. Other fields cannot be used in `from`. */
const READABLE: Readonly<Record<string, string | undefined>> = {
  Z: 'ZZZ',
  XXX: 'ZZ',
  DDD: 'ooo',
  Q: undefined,
  w: undefined,
  ww: undefined,
  YYYY: undefined,
  LLL: undefined,
  LLLL: undefined,
  VV: undefined,
  z: undefined,
  zzzz: undefined,
};

const ofMonth =
  (names: readonly string[]): Writer =>
  ({ month }) =>
    names[month - 1] ?? '';
const ofWeekday =
  (names: readonly string[]): Writer =>
  ({ weekday }) =>
    names[weekday - 1] ?? '';

/** Fields of the time of day, and of the time zone. */
export const CLOCK_FIELD = /^[HhmsSa]/;
export const ZONE_FIELD = /^[ZXVz]/;

/** Hints for letters of other languages. */
const HINTS: Readonly<Record<string, string>> = {
  Y: 'years are `yyyy`',
  D: 'days are `dd` or `d`',
  j: 'days are `d`',
  n: 'months are `M`',
  F: 'names of months are `MMMM`',
  l: 'names of days are `EEEE`',
  i: 'minutes are `mm`',
  A: '`AM` and `PM` are `a`',
  G: 'hours are `H`',
};

const EXAMPLES = '`"short"`, `"medium"`, `"long"`, `"full"`, `"dd.MM.yyyy"`, `"EEEE, d MMMM yyyy, HH:mm"`';

/** The steps for compiling a pattern, for each of its words, and for a pattern that reads. Words take most: `Intl` looks up months and days. */
const STEPS_TO_MAKE = 300;
const STEPS_OF_A_WORD = 700;
const STEPS_TO_MAKE_PARSER = 1_500;
const STEPS_TO_READ = 80;
const WORD = /[MLE]{3,}|a|%[aAbBhp]/g;

/**
 * Compiles a date pattern.
 *
 * @param locale the language of names. Defaults to the document's.
 * @throws TagFault for an unknown field.
 */
export function datePattern(source: string, locale: Value, scope: FilterScope): DatePattern {
  if (source.length > MAX_LENGTH) throw new TagFault(`has a date format of more than ${MAX_LENGTH} characters`);
  return formatterFor(scope, {
    kind: 'pattern',
    locale,
    options: [source],
    steps: STEPS_TO_MAKE + STEPS_OF_A_WORD * (source.match(WORD)?.length ?? 0),
    make: (language) => {
      Settings.resetCaches(); // luxon would keep the names of every language ever used
      const isStrftime = source.includes('%');
      return compile(isStrftime ? fromStrftime(source) : source, isStrftime, language);
    },
  });
}

/** Text in quotes, two quotes for one, a field, or other text. */
const PIECES = /'((?:[^']|'')*)'|([a-zA-Z])\2*|[^a-zA-Z']+|'/g;

function compile(source: string, isStrftime: boolean, locale: string): DatePattern {
  const writers: (string | Writer)[] = [];
  const placed: PatternField[] = [];
  let readable = '';
  let before = '';
  for (const [piece, quoted, letter] of source.matchAll(PIECES)) {
    if (letter === undefined) {
      const literal = piece === "''" ? "'" : (quoted ?? piece).replaceAll("''", "'");
      writers.push(literal);
      readable += `'${literal.replaceAll("'", '')}'`;
      before += literal;
    } else {
      if (piece === 'YYYY' && !source.includes('w')) unknownField(letter);
      writers.push(NUMBERS[piece] ?? WORDS[piece]?.(locale) ?? unknownField(letter));
      placed.push({ field: piece, before });
      before = '';
      readable += piece in READABLE ? (READABLE[piece] ?? UNREADABLE) : piece;
    }
  }
  refuseConfusions(placed, isStrftime);
  const fields = placed.map(({ field }) => field);
  const write: Writer = (at, scope) => {
    let written = '';
    for (const writer of writers) written += typeof writer === 'string' ? writer : writer(at, scope);
    return written;
  };
  let parser: TokenParser | undefined;
  const read: DatePattern['read'] = (text, scope) => {
    if (readable.includes(UNREADABLE)) throw new TagFault('has a field in `from` that can only be written');
    // Each field once: luxon compiles them to a regular expression, which could backtrack otherwise.
    if (new Set(fields.map((field) => field.charAt(0))).size < fields.length)
      throw new TagFault('has a field twice in `from`');
    scope.spend(parser === undefined ? STEPS_TO_MAKE_PARSER : STEPS_TO_READ);
    parser ??= DateTime.buildFormatParser(readable, { locale });
    return DateTime.fromFormatParser(text, parser, { zone: 'utc', locale });
  };
  return { write, read, fields, warning: warningOf(placed, isStrftime) };
}

function unknownField(letter: string): never {
  const hint = HINTS[letter] ?? 'text belongs in single quotes';
  throw new TagFault(
    `has a date format with letters \`${letter}\` that mean nothing there; ${hint}; write as in ${EXAMPLES}`,
  );
}

/** Unicode fields by the letter of strftime. */
const STRFTIME: Readonly<Record<string, string>> = {
  Y: 'yyyy',
  y: 'yy',
  m: 'MM',
  B: 'MMMM',
  b: 'MMM',
  h: 'MMM',
  d: 'dd',
  e: 'd',
  j: 'DDD',
  A: 'EEEE',
  a: 'EEE',
  G: 'YYYY',
  V: 'ww',
  H: 'HH',
  k: 'H',
  I: 'hh',
  l: 'h',
  M: 'mm',
  S: 'ss',
  L: 'SSS',
  p: 'a',
  z: 'Z',
  Z: 'z',
  F: 'yyyy-MM-dd',
  D: 'MM/dd/yy',
  T: 'HH:mm:ss',
  R: 'HH:mm',
  '%': '%',
};

/** `%-d` is a day without a zero before it. */
const DIRECTIVES = /%(-?)(.?)|[^%]+/gsu;

function fromStrftime(source: string): string {
  return source.replace(DIRECTIVES, (piece, unpadded: string | undefined, letter: string | undefined) => {
    if (letter === undefined) return `'${piece.replaceAll("'", "''")}'`;
    const field = Object.hasOwn(STRFTIME, letter) ? STRFTIME[letter] : undefined;
    if (field === undefined)
      throw new TagFault(
        `has a date format with an unknown letter after \`%\`; known are ${Object.keys(STRFTIME).join(' ')}, and \`-\` before one`,
      );
    return unpadded === '' ? field : field.replace(/^(.)\1$/, '$1');
  });
}
