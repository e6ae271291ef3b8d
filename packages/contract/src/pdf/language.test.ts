import { expect } from 'chai';
import { describe, it } from 'mocha';
import { PdfRequest, passOn, RenderJob, ServiceError, validate } from '../index.js';

/** @returns what the field becomes. @throws ServiceError. */
function check<Field extends 'locale' | 'time_zone' | 'translations'>(field: Field, value: unknown): unknown {
  return validate(PdfRequest, { html: 'x', [field]: value }, 'body')[field];
}

function faultOf(field: 'locale' | 'time_zone' | 'translations', value: unknown): string {
  try {
    check(field, value);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_parameter') return error.message;
    throw error;
  }
  return 'none';
}

describe('The language of a request', () => {
  for (const locale of ['en', 'de-AT', 'DE-at', 'zh-Hant-TW', 'ar-u-nu-latn', 'en-x-private', 'sr-Latn'])
    it(`may be ${locale}`, () => {
      expect(check('locale', locale)).to.equal(locale);
    });

  for (const locale of ['', 'xx-', '-de', 'xx', 'e', 'de AT', 'de,en', `en-${'a-'.repeat(60)}b`, 7, ['de']])
    it(`is not ${JSON.stringify(locale).slice(0, 30)}`, () => {
      expect(faultOf('locale', locale)).to.equal(
        '`locale` must be a language tag such as `en`, `de-CH` or `zh-Hant-TW`.',
      );
    });

  for (const [locale, meant] of [
    ['german', 'de'],
    ['German', 'de'],
    ['deutsch', 'de'],
    ['Français', 'fr'],
    ['englsh', 'en'],
    ['english-US', 'en'],
    ['de_AT', 'de-AT'],
    [' de', 'de'],
    ['jp', 'ja'],
    ['CZ', 'cs'],
  ] as const)
    it(`is not ${JSON.stringify(locale)}, by which ${meant} is meant`, () => {
      expect(faultOf('locale', locale)).to.equal(
        `\`locale\` must be a language tag such as \`en\`, \`de-CH\` or \`zh-Hant-TW\`; did you mean \`${meant}\`?`,
      );
    });

  it('accepts tags for private use', () => {
    expect(check('locale', 'qaa')).to.equal('qaa');
  });
});

describe('The time zone of a request', () => {
  for (const zone of [
    'UTC',
    'Europe/Berlin',
    'europe/berlin',
    'AMERICA/ARGENTINA/BUENOS_AIRES',
    'Asia/Kathmandu',
    'Etc/GMT+5',
  ])
    it(`may be ${zone}`, () => {
      expect(check('time_zone', zone)).to.equal(zone);
    });

  for (const zone of ['', 'Europe/Atlantis', 'Z', '../UTC', 'x'.repeat(101), 1, {}])
    it(`is not ${JSON.stringify(zone).slice(0, 30)}`, () => {
      expect(faultOf('time_zone', zone)).to.equal('`time_zone` must be a time zone such as `UTC` or `Europe/Berlin`.');
    });
});

describe('A time zone of a request that is misspelt', () => {
  for (const [zone, meant] of [
    ['Europe/Berln', '`Europe/Berlin`'],
    ['Berlin', '`Europe/Berlin`'],
    ['Viena', '`Europe/Vienna`'],
    ['Europe/Berlin ', '`Europe/Berlin`'],
    ['America/New York', '`America/New_York`'],
  ] as const)
    it(`suggests a time zone: ${zone}`, () => {
      expect(faultOf('time_zone', zone)).to.equal(
        `\`time_zone\` must be a time zone such as \`UTC\` or \`Europe/Berlin\`; did you mean ${meant}?`,
      );
    });
});

describe('The translations of a request', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'text' : { a: nested(levels - 1) });
  const languages = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`de-x-${index}`, {}]));

  it('are texts by language, with several forms and in groups', () => {
    const translations = {
      de: { 'Total due': 'Gesamt', items: { one: 'ein Stück', other: 'mehrere Stücke' }, '': '' },
      'pt-BR': {},
      ja: nested(10),
    };
    expect(check('translations', translations)).to.deep.equal(translations);
    const job = { requestId: 'r', html: '', orientation: 'portrait', locale: 'de', timeZone: 'UTC', translations };
    expect(validate(RenderJob, job, 'job'), 'the worker takes what the gateway takes').to.deep.equal(job);
  });

  it('keep a text that is called as what objects inherit', () => {
    const translations: unknown = JSON.parse('{"de": {"__proto__": "x", "constructor": "y"}}');
    const { de } = check('translations', translations) as { de: object };
    expect(de).to.have.own.property('__proto__', 'x');
  });

  for (const [what, translations] of [
    ['a list', []],
    ['a string', 'de'],
  ] as const)
    it(`are not ${what}`, () => {
      expect(faultOf('translations', translations)).to.equal(
        `\`translations\` must be a JSON object such as \`{"de":{"Total due":"Gesamtbetrag"}}\`, not ${what}.`,
      );
    });

  it('have a hundred languages at most', () => {
    expect(faultOf('translations', languages(100))).to.equal('none');
    expect(faultOf('translations', languages(101))).to.equal('`translations` must have at most 100 members.');
  });

  it('name languages as they are called', () => {
    for (const language of ['', '__proto__', 'xx', 'xx-', 'z'.repeat(1000)])
      expect(faultOf('translations', JSON.parse(JSON.stringify({ de: {}, [language]: {} })))).to.equal(
        `\`translations\`: \`${language.slice(0, 60)}\` is not a language tag such as \`de\` or \`de-CH\`.`,
      );
  });

  for (const [what, texts] of [
    ['a text', 'x'],
    ['a list', ['x']],
    ['nothing', null],
    ['texts with a number in the place of a text', { a: 1 }],
    ['texts with nothing in the place of a text', { a: null }],
    ['texts with a list in the place of a text', { a: ['b'] }],
    ['deeper groups', nested(11)],
  ] as const)
    it(`are not ${what} for a language`, () => {
      const fault = faultOf('translations', { de: texts });
      expect(fault).to.match(/^`translations`: `de` must be an object of texts and their translations/);
      expect(fault, 'the fault is the same for all, and has nothing of the caller in it').to.have.length.below(200);
    });

  it('are checked quickly, however large or deep', () => {
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    const wide = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [index, 'x']));
    const begun = process.cpuUsage();
    expect(faultOf('translations', { de: JSON.parse(deep) })).to.include('levels deep at most');
    expect(faultOf('translations', { de: wide })).to.equal('none');
    expect(faultOf('translations', wide)).to.include('at most 100 members');
    expect(process.cpuUsage(begun).user, 'microseconds of processor time').to.be.below(2_000_000);
  });

  it('are passed on unread', () => {
    expect(passOn(PdfRequest, { html: 'x', translations: { de: {} } }).raw).to.deep.equal([['translations']]);
  });
});
