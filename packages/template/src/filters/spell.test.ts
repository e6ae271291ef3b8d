import { type JsonObject, ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, Formats, fillTemplate } from '../index.js';

const fill = (template: string, locale = 'en', data: JsonObject = {}): string =>
  fillTemplate(compileTemplate(template), data, { formats: new Formats({ locale }) });

/** As ICU's own `NumberFormatter::SPELLOUT` writes them. */
describe('A number in words', () => {
  for (const [locale, numbers, words] of [
    [
      'en',
      [0, 11, 100, 101, -21, 1_000_001],
      'zero, eleven, one hundred, one hundred one, minus twenty-one, one million one',
    ],
    ['en-IN', [12_345_678], 'one crore twenty-three lakh forty-five thousand six hundred seventy-eight'],
    ['de', [21, 1100, 1_000_000, 2_000_001], 'einundzwanzig, eintausendeinhundert, eine Million, zwei Millionen eins'],
    ['de-CH', [30], 'dreissig'],
    [
      'fr',
      [71, 80, 81, 200, 201, 1000],
      'soixante-et-onze, quatre-vingts, quatre-vingt-un, deux cents, deux cent un, mille',
    ],
    ['fr-BE', [71, 80, 99], 'septante-et-un, quatre-vingts, nonante-neuf'],
    ['es-MX', [21, 21_000, 1_000_000], 'veintiuno, veintiún mil, un millón'],
    ['pt-BR', [16, 1100], 'dezesseis, mil e cem'],
    ['pt-PT', [16], 'dezasseis'],
    ['pl', [1000, 2000, 5000, 22_000], 'tysiąc, dwa tysiące, pięć tysięcy, dwadzieścia dwa tysiące'],
    ['nb', [21, 100], 'tjueén, hundre'],
    ['sv', [91, 200], 'nittioett, tvåhundra'],
    ['zh-TW', [10_000], '一萬'],
    ['zh', [10_000], '一万'],
    ['ja', [-123], 'マイナス百二十三'],
    ['hi', [100_000], 'एक लाख'],
    ['sr-Latn', [21], 'dvadeset i jedan'],
    ['ar', [3], 'ثلاثة'],
  ] as const) {
    it(`is right in ${locale}`, () => {
      const template = '[[#each numbers]][[. | spell]][[#if @last]][[else]], [[/if]][[/each]]';
      expect(fill(template, locale, { numbers: [...numbers] })).to.equal(words);
    });
  }

  it('has the gender of what is counted', () => {
    const genders = (locale: string): string =>
      fill(
        '[[1 | spell: gender: "masculine"]] [[1 | spell: gender: "feminine"]] [[1 | spell: gender: "neuter"]]',
        locale,
      );
    expect([genders('de'), genders('ru')]).to.deep.equal(['ein eine ein', 'один одна одно']);
  });

  for (const [expression, fault, locale = 'en'] of [
    ['"1.50" | spell', 'takes whole numbers'],
    ['"1000000000000000" | spell', 'more than 15 digits'],
    ['"one" | spell', 'a text that is not a number'],
    ['1 | spell: gender: "male"', 'write "masculine", "feminine", "neuter"'],
    ['1 | spell: gender: "neuter"', 'no words for this number or `gender`'],
    ['1 | spell', 'no words for numbers in this language', 'zu'],
    ['1 | spell: locale: "../../package"', 'wrong value for `locale`'],
    ['1000000000000 | spell', 'no words for this number', 'km'],
  ] as const) {
    it(`is a fault in ${locale} for ${expression}: ${fault}`, () => {
      expect(() => fill(`[[${expression}]]`, locale)).to.throw(ServiceError, fault);
    });
  }
});
