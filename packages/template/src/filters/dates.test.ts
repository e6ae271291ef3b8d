import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, type FormatSettings, Formats, fillTemplate } from '../index.js';

const fill = (template: string, data: JsonObject = {}, settings: FormatSettings = {}): string =>
  fillTemplate(compileTemplate(template, 'html'), data, { formats: new Formats({ locale: 'en', ...settings }) });

const PATTERN = 'yyyy-MM-dd HH:mm:ss';

describe('The filter `date`', () => {
  describe('in a time zone', () => {
    for (const [input, timeZone, printed] of [
      ['2026-01-31', 'Pacific/Kiritimati', '2026-01-31 00:00:00'],
      ['2026-01-31', 'Pacific/Pago_Pago', '2026-01-31 00:00:00'],
      ['2028-02-29', 'America/New_York', '2028-02-29 00:00:00'],
      ['0001-01-01', 'America/New_York', '0001-01-01 00:00:00'],
      ['0050-06-01', 'UTC', '0050-06-01 00:00:00'],
      ['9999-12-31', 'Asia/Tokyo', '9999-12-31 00:00:00'],
      // Wall times are in no zone, even those that a zone never had.
      ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29 02:30:00'],
      ['2026-01-31T23:59:59.9', 'Pacific/Kiritimati', '2026-01-31 23:59:59'],
      ['2026-01-31 23:59:59', 'Asia/Tokyo', '2026-01-31 23:59:59'],
      // Years and days change with the zone.
      ['2025-12-31T23:30:00Z', 'Europe/Berlin', '2026-01-01 00:30:00'],
      ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31 23:59:59'],
      ['2026-01-01T00:00:00+14:00', 'UTC', '2025-12-31 10:00:00'],
      ['2026-01-01 00:00:00 +0530', 'Asia/Kolkata', '2026-01-01 00:00:00'],
      ['2026-01-01 00:00:00 UTC', 'Asia/Kathmandu', '2026-01-01 05:45:00'],
      ['2026-01-01t10:00:00.123456789z', 'America/St_Johns', '2026-01-01 06:30:00'],
      ['2026-01-01T00:00:00-03', 'UTC', '2026-01-01 03:00:00'],
      // Into summer time and out of it.
      ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29 01:59:59'],
      ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29 03:00:00'],
      ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00'],
      ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00'],
      ['2026-03-08T06:59:59Z', 'America/New_York', '2026-03-08 01:59:59'],
      ['2026-03-08T07:00:00Z', 'america/new_york', '2026-03-08 03:00:00'],
      ['2026-04-04T15:15:00Z', 'Australia/Lord_Howe', '2026-04-05 01:45:00'],
      ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31 00:00:00'],
      ['1900-01-01T00:00:00Z', 'Europe/Berlin', '1900-01-01 01:00:00'],
      // Since 1970.
      [1769868300, 'UTC', '2026-01-31 14:05:00'],
      [1769868300123, 'Europe/Berlin', '2026-01-31 15:05:00'],
      ['1769868300', 'UTC', '2026-01-31 14:05:00'],
      ['1769868300123', 'UTC', '2026-01-31 14:05:00'],
      [-1769868300.5, 'UTC', '1913-12-01 09:54:59'],
    ] as const) {
      it(`prints ${input} as ${printed} in ${timeZone}`, () => {
        expect(fill(`[[d | date: "${PATTERN}"]]`, { d: input }, { timeZone })).to.equal(printed);
        expect(fill(`[[d | date: "${PATTERN}", time_zone: "${timeZone}"]]`, { d: input })).to.equal(printed);
      });
    }

    it('has the offset that `Intl` has, in each hour of a year', () => {
      const hours = Array.from({ length: 365 * 24 }, (_, hour) => Date.UTC(2018, 0, 1, hour));
      for (const timeZone of ['America/Sao_Paulo', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Asia/Tehran']) {
        const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone });
        const expected = hours.map((ms) => `${format.format(ms)};`).join('');
        expect(fill(`[[#l]][[. | date: "${PATTERN};"]][[/l]]`, { l: hours }, { timeZone })).to.equal(expected);
      }
    });
  });

  describe('in a language', () => {
    for (const [locale, format, printed] of [
      ['en', '', 'Jan 1, 2026'],
      ['en', ': "full"', 'Thursday, January 1, 2026'],
      ['en-GB', ': "short"', '01/01/2026'],
      ['de-AT', ': "long"', '1. Jänner 2026'],
      ['de', ': "EEE, d. MMM yy"', 'Do., 1. Jan. 26'],
      ['cs', ': "d. MMMM yyyy (LLLL)"', '1. ledna 2026 (leden)'],
      ['fr', ': "EEEE d MMMM yyyy"', 'jeudi 1 janvier 2026'],
      ['ja', ': "yyyy年M月d日(EEE)"', '2026年1月1日(木)'],
      ['th', ': "d MMMM yyyy"', '1 มกราคม 2026'],
      ['en', ': "\'week\' w, Q/yyyy, DDD"', 'week 1, 1/2026, 001'],
      ['en', ": \"h 'o''clock' a\"", '12 o’clock AM'],
      ['en', ': "%A, %-d %B %Y %H:%M:%S.%L %p"', 'Thursday, 1 January 2026 00:00:00.000 AM'],
      ['en', ': "%a %e %b %y %I%% %F %j it\'s"', 'Thu 1 Jan 26 12% 2026-01-01 001 it’s'],
      ['en', ': "YYYY-\'W\'ww"', '2026-W01'],
      ['en', ': "%G-W%V"', '2026-W01'],
      ['en', ': "dd.MM.yyyy (\'week\' w)"', '01.01.2026 (week 1)'],
      ['en', ': "yyyyMMddHHmmss"', '20260101000000'],
      ['en', ': "HH\'h\'mm, MM/dd/yyyy"', '00h00, 01/01/2026'],
      ['en', ': "yyyy:MM:dd HH:mm:ss"', '2026:01:01 00:00:00'],
      ['en', ': "yyyy", locale: "zz-unknown-"', 'wrong value for `locale`'],
      ['zz', ': "EEEE"', 'Thursday'],
    ] as const) {
      it(`${locale} prints [[d | date${format}]] as ${printed}`, () => {
        const print = (): string => fill(`[[&d | date${format}]]`, { d: '2026-01-01' }, { locale });
        if (printed.startsWith('wrong')) expect(print).to.throw(printed);
        else expect(print().replaceAll("'", '’')).to.equal(printed);
      });
    }

    for (const locale of ['bg', 'cs', 'fi', 'lt', 'pt-PT', 'sk', 'zh', 'ja', 'ar', 'en'])
      it(`has names of months in ${locale}, no numbers of them`, () => {
        const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-05`);
        const template = '[[#each months]][[. | date: "MMM|MMMM|LLL|LLLL"]]|[[/each]]';
        expect(fill(template, { months }, { locale }).split('|').slice(0, -1)).to.satisfy((names: string[]) =>
          names.every((name) => /\p{L}/u.test(name)),
        );
      });

    for (const [format, printed] of [
      ['"Z z XXX VV"', '+0100 MEZ +01:00 Europe/Berlin'],
      ['"%z %Z"', '+0100 MEZ'],
      ['"long", time: "short"', '31. Januar 2026 um 15:05'],
      ['"short", time: "full"', '31.01.26, 15:05:00 Mitteleuropäische Normalzeit'],
      ['"zzzz"', 'Mitteleuropäische Normalzeit'],
    ] as const) {
      it(`prints a time zone for ${format}`, () => {
        const settings = { locale: 'de', timeZone: 'Europe/Berlin' };
        expect(fill(`[[d | date: ${format}]]`, { d: '2026-01-31T14:05:00Z' }, settings)).to.equal(printed);
      });
    }

    it('prints no time zone for a time without one, and no time for a day', () => {
      const template = '[[d | date: "short", time: "full"]]';
      expect(fill(template, { d: '2026-01-31T14:05' })).to.equal('1/31/26, 2:05:00 PM');
      expect(fill(template, { d: '2026-01-31' })).to.equal('1/31/26');
    });
  });

  it('takes one instant for now in all parts, and prints nothing for nothing', () => {
    const formats = new Formats({ locale: 'en', timeZone: 'Asia/Tokyo' });
    const print = (template: string): string =>
      fillTemplate(compileTemplate(template), { n: null, e: '' }, { formats });
    const tokyo = new Date(formats.now + 9 * 3_600_000).toISOString();
    expect(print('[["now" | date: "yyyy-MM-dd\'T\'HH:mm:ss.SSS\'Z\'"]]')).to.equal(tokyo.replaceAll("'", ''));
    expect(print('[["today" | date: "yyyy-MM-dd"]]')).to.equal(tokyo.slice(0, 10));
    expect(print('[[n | date]][[e | date]][[missing | date]][[n | add_days: 1]][[n | time]]')).to.equal('');
  });

  for (const [from, text, printed] of [
    ['dd.MM.yyyy', '31.01.2026', '2026-01-31 00:00:00'],
    ['M/d/yyyy', '1/31/2026', '2026-01-31 00:00:00'],
    ['%m/%d/%Y %H:%M', '01/31/2026 14:05', '2026-01-31 14:05:00'],
    ['d MMMM yyyy', '31 January 2026', '2026-01-31 00:00:00'],
    ['EEE, dd MMM yyyy HH:mm:ss Z', 'Sat, 31 Jan 2026 14:05:00 +0100', '2026-01-31 22:05:00'],
    ['d. MMMM yyyy", locale: "de_AT', '31. Jänner 2026', '2026-01-31 00:00:00'],
    ['yyyyMMdd', '20260131', '2026-01-31 00:00:00'],
    ['yyyyMMdd', 20260131, '2026-01-31 00:00:00'],
    ['dd.MM.yyyy', '30.02.2026', undefined],
    ['dd.MM.yyyy', '2026-01-31', undefined],
    ['d.d.d.d', '1.1.1.1', undefined],
    ['yyyy w', '2026 1', undefined],
  ] as const) {
    it(`reads ${text} from ${from}${printed === undefined ? ' as a fault' : ''}`, () => {
      const print = (): string =>
        fill(`[[d | date: "${PATTERN}", from: "${from}"]]`, { d: text }, { timeZone: 'Asia/Tokyo' });
      if (printed === undefined) expect(print).to.throw('from').with.property('code', 'template_invalid');
      else expect(print()).to.equal(printed);
    });
  }

  for (const [input, fault] of [
    ['2026-02-30', 'does not exist'],
    ['2025-02-29', 'does not exist'],
    ['2026-13-01', 'does not exist'],
    ['2026-01-01T25:00', 'does not exist'],
    ['2026-01-01T24:00', 'does not exist'],
    ['2026-06-30T23:59:60Z', 'does not exist'],
    ['0000-00-00', 'not a date'],
    ['0000-01-01', 'not a date'],
    ['31.01.2026', 'from: "dd.MM.yyyy"'],
    ['01/31/2026', 'not a date'],
    ['2026-1-31', 'not a date'],
    ['+999999-01-01', 'not a date'],
    ['2026-01-01T00:00+99:00', 'not a date'],
    ['9999-12-31T23:59:59-12:00', 'years 1 to 9999'],
    [`2026-01-31${' '.repeat(10_000)}`, 'not a date'],
    ['Sat Jan 31 2026 10:00:00 GMT+0100', 'not a date'],
    ['14:05', 'write `| time`'],
    [20260131, 'too small'],
    [46053, 'too small'],
    [1e15, 'too large'],
    [1e300, 'too large'],
    [-1e13, 'too large'],
    [5_000_000_000, 'from: "milliseconds"'],
    ['5000000000', 'from: "milliseconds"'],
    [202601311405, 'from: "yyyyMMddHHmm"'],
    ['202601311405', 'from: "yyyyMMddHHmm"'],
    [20260131140530, 'from: "yyyyMMddHHmm"'],
    [true, 'not a date'],
    [['2026-01-31', '2026-02-01'], 'not a date'],
    [{ year: 2026 }, 'not a date'],
  ] as const) {
    it(`refuses ${JSON.stringify(input).slice(0, 40)}`, () => {
      const text = JSON.stringify(input);
      expect(() => fill('[[d | date: "yyyy"]]', { d: input as string }))
        .to.throw(fault)
        .with.property('message')
        .that.matches(/^In `html`, `\[\[d \| date: "yyyy"\]\]` at line 1, column 1 /)
        .and.does.not.contain(text.length > 4 && fault !== 'from: "dd.MM.yyyy"' ? text : '\0');
    });
  }

  for (const [format, fault] of [
    ['"YYYY-MM-DD"', 'years are `yyyy`'],
    ['"dd.MM.YYYY"', 'years are `yyyy`'],
    ['"d.m.Y"', 'years are `yyyy`'],
    ['"F j"', 'names of months are `MMMM`'],
    ['"LONG"', '`"long"`'],
    ['"ddd"', 'mean nothing'],
    ['"dd/mm/yyyy"', 'months are `MM`'],
    ['"d.m."', 'months are `MM`'],
    ['"%d.%M.%Y"', 'months are `%m`'],
    ['"HH:MM"', 'minutes are `mm`'],
    ['"dd.MM.yyyy HH:MM"', 'minutes are `mm`'],
    ['"%d.%m.%Y %H:%m"', 'minutes are `%M`'],
    ['"yyyy-MM-dd HH.MM"', 'minutes are `mm`'],
    ['"HH:MM, dd.MM.yyyy"', 'minutes are `mm`'],
    ['"yyyy-MM-dd\'T\'hh:MM:ss a"', 'minutes are `mm`'],
    ['"yyyyMMddHHMMss"', 'minutes are `mm`'],
    ['"MM:ss"', 'minutes are `mm`'],
    ['"dd.mm.yyyy HH:mm"', 'months are `MM`'],
    ['"yyyy-mm-dd HH:mm:ss"', 'months are `MM`'],
    ['"%d/%M/%Y %H:%M"', 'months are `%m`'],
    ['"mm/dd/yy hh:mm a"', 'months are `MM`'],
    ['"%d.%m.%Y %h:%M"', 'hours are `%H`'],
    ['"HH:ss"', 'minutes are `mm`'],
    ['"%H:%S"', 'minutes are `%M`'],
    ['"%j.%m.%Y"', 'days are `%d`'],
    ['"\'W\'ww yyyy"', 'the year of a week is `YYYY`'],
    ['"%V/%Y"', 'the year of a week is `%G`'],
    ['"dd.MM.YYYY (ww)"', 'years are `yyyy`'],
    ['"dd.MM.yyyy", from: "dd.mm.yyyy"', 'months are `MM`'],
    ['"%q"', 'known are Y y m'],
    ['"%"', 'known are Y y m'],
    ['"yyyy", time: "short"', 'together with a pattern'],
    ['"long", time: "HH:mm"', 'together with a pattern'],
    ['"HH:mm z"', 'date without one'],
    ['12', 'not a text'],
    ['"long", time_zone: "Mars/Olympus"', 'unknown time zone'],
    ['"long", time_zone: "__proto__"', 'unknown time zone'],
    ['"long", locale: "de_DE@euro"', 'wrong value for `locale`'],
    ['"long", zone: "UTC"', 'unknown named argument'],
  ] as const) {
    it(`refuses the format ${format}`, () => {
      const data = { d: format.includes('time_zone') ? '2026-01-31T10:00Z' : '2026-01-31' };
      expect(() => fill(`[[d | date: ${format}]]`, data))
        .to.throw(fault)
        .with.property('code', 'template_invalid');
    });
  }

  it('refuses long patterns, and ends soon with hostile ones', () => {
    const print = (format: string, d = '2026-01-31', from = ''): string =>
      fill('[[d | date: format, from: from]]', { format, d, from });
    expect(() => print('y'.repeat(1000))).to.throw('more than 64 characters');
    expect(() => print('%'.repeat(65))).to.throw('more than 64 characters');
    expect(print("'".repeat(63))).to.match(/^(&#39;)+$/);
    expect(print('%%'.repeat(32))).to.equal('%'.repeat(32));
    expect(print('d M '.repeat(16)).length).to.be.greaterThan(40);
    expect(() => print('yyyy', '1'.repeat(90), 'dMyHms')).to.throw('from');
  });

  for (const [work, template, list] of [
    ['locales', '"2026-01-31" | date: "MMMM", locale: .', (index: number) => `en-x-a${index}`],
    ['patterns', '"2026-01-31" | date: .', (index: number) => `'${index}'`],
    [
      'time zones',
      '"2026-01-31T10:00Z" | date: "MMMM", time_zone: .',
      (index: number) => casing('Europe/Berlin', index),
    ],
  ] as const) {
    it(`counts ${work} of hostile data as work`, () => {
      const compiled = compileTemplate(`[[#l]][[${template}]][[/l]]`);
      const l = Array.from({ length: 1000 }, (_, index) => list(index));
      expect(() => fillTemplate(compiled, { l }, { maxSteps: 100_000 })).to.throw('100000 steps');
    });
  }
});

/** The same name in other capitals. */
const casing = (name: string, bits: number): string =>
  [...name].map((letter, index) => (bits & (1 << index) ? letter.toUpperCase() : letter.toLowerCase())).join('');

describe('The filter `time`', () => {
  for (const [input, format, printed] of [
    ['14:05', '', '2:05 PM'],
    ['9:30', ': "HH:mm"', '09:30'],
    ['14:05:09', ': "medium"', '2:05:09 PM'],
    ['14:05', ': "full"', '2:05:00 PM'],
    ['2026-01-31T14:05:00Z', ': "%H.%M"', '14.05'],
    ['2026-01-31T14:05:00Z', ': "short", time_zone: "America/New_York"', '9:05 AM'],
    ['2026-01-31T14:05:00Z', ': "long", locale: "fr"', '14:05:00 UTC'],
    ['2.05 PM', ': "HH:mm", from: "h.mm a"', '14:05'],
  ] as const) {
    it(`prints [["${input}" | time${format}]] as ${printed}`, () =>
      expect(fill(`[[t | time${format}]]`, { t: input })).to.equal(printed));
  }

  for (const [input, format, fault] of [
    ['25:00', '', 'does not exist'],
    ['14:5', '', 'not a date'],
    ['2026-01-31', '', 'a day without a time'],
    ['14:05', ': "dd HH:mm"', 'a format with a day'],
    ['14:05', ': "HH:mm z"', 'a format with a time zone'],
  ] as const) {
    it(`refuses [["${input}" | time${format}]]`, () =>
      expect(() => fill(`[[t | time${format}]]`, { t: input })).to.throw(fault));
  }
});

describe('Dates are computed:', () => {
  for (const [template, printed] of [
    ['[["2026-01-31" | add_days: 30]]', '2026-03-02'],
    ['[["2028-02-28" | add_days: 1]]', '2028-02-29'],
    ['[["2026-01-01" | add_days: "-1"]]', '2025-12-31'],
    ['[["2026-01-31T10:00" | add_days: 1]]', '2026-02-01T10:00:00'],
    // The same time of the next day, though that day has 23 hours.
    ['[["2026-03-28T12:00:00Z" | add_days: 1, time_zone: "Europe/Berlin"]]', '2026-03-29T13:00:00+02:00'],
    ['[["2028-02-29" | add_months: 12]]', '2029-02-28'],
    ['[["2026-03-31" | add_months: -1]]', '2026-02-28'],
    ['[["31.01.2026" | add_months: 1, from: "dd.MM.yyyy" | date: "long"]]', 'February 28, 2026'],
    ['[["2026-03-30" | days_since: "2026-03-28"]]', '2'],
    ['[["2026-03-28" | days_since: "2026-03-30"]]', '-2'],
    ['[["2026-01-02T00:10" | days_since: "2026-01-01T23:50"]]', '1'],
    ['[["2026-01-01T23:30:00Z" | days_since: "2026-01-01", time_zone: "Asia/Tokyo"]]', '1'],
    ['[[#if "2026-01-31" < "2026-01-31T08:00"]]before[[/if]]', 'before'],
    ['[[#if "2026-01-31T08:00" < "2026-02-01"]]before[[/if]]', 'before'],
    ['[[#if "9999-12-31" > "2026-01-31"]]after[[/if]]', 'after'],
    // By time, not by characters.
    ['[[#if "2026-01-31T23:30:00-05:00" > "2026-02-01T01:00:00Z"]]after[[/if]]', 'after'],
    ['[[#if "2026-01-31 14:05" > "2026-01-31T09:00"]]after[[/if]]', 'after'],
    ['[[#if "9:30" < "10:00"]]before[[/if]]', 'before'],
  ] as const) {
    it(`${template} is ${printed}`, () => expect(fill(template)).to.equal(printed));
  }

  for (const [template, fault] of [
    ['[["2026-01-31" | add_days: 1.5]]', 'whole number of days'],
    ['[["2026-01-31" | add_days: "soon"]]', 'whole number of days'],
    ['[["2026-01-31" | add_days: missing]]', 'whole number of days'],
    ['[["2026-01-31" | add_months: 1e9]]', 'whole number of months'],
    ['[["2026-01-31" | add_months: "99999999999"]]', 'whole number of months'],
    ['[["2026-01-31" | add_days: 4000000]]', 'years 1 to 9999'],
    ['[["14:05" | add_days: 1]]', 'without a day'],
    ['[["2026-01-31" | days_since: "14:05"]]', 'without a day'],
  ] as const) {
    it(`${template} is a fault`, () => expect(() => fill(template)).to.throw(fault));
  }
});
