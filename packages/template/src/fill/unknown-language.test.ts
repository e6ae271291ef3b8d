import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FilledText, type FormatSettings, Formats, tagWarnings, templateFor } from '../index.js';
import { faultOf } from '../testing/faults.js';

function printed(template: string, settings: FormatSettings = {}): { text: string; warnings: string[] } {
  const html = new FilledText(templateFor(template), { n: 1234.5 }, { formats: new Formats(settings) });
  const reports = tagWarnings({ html });
  return { text: html.text, warnings: reports.map(({ code }) => code) };
}

describe('A document in an unknown language', () => {
  it('is written as in English, with a warning', () => {
    for (const lang of ['german', 'zz', 'de DE', '*'])
      expect(printed(`<html lang="${lang}">[[n | number]]`), lang).to.deep.include({
        text: `<html lang="${lang}">1,234.5`,
        warnings: ['language_unknown'],
      });
  });

  it('has no warning where nothing depends on the language', () => {
    expect(printed('<html lang="german">[[n]] [["a" | upcase]] [[n | number: locale: "de"]]').warnings).to.deep.equal(
      [],
    );
  });

  it('has no warning where the request names the language, or where no language is named', () => {
    expect(printed('<html lang="german">[[n | number]]', { locale: 'de' })).to.deep.equal({
      text: '<html lang="german">1.234,5',
      warnings: [],
    });
    expect(printed('<html>[[n | number]]').warnings).to.deep.equal([]);
  });

  it('uses translations of that language, without a warning', () => {
    const translations = { la: { Total: 'Summa' } };
    expect(printed('[["Total" | t]]', { locale: 'la', translations })).to.deep.equal({ text: 'Summa', warnings: [] });
  });
});

describe('A filter', () => {
  it('rejects an unknown language, with suggestions', () => {
    expect(faultOf('[[n | number: locale: "german"]]', { n: 1 })).to.contain('"zh-Hant"; `de` may be meant');
    expect(faultOf('[["Total" | t: locale: "deutsch"]]', {})).to.contain('`de` may be meant');
  });

  it('rejects an unknown time zone, with suggestions', () => {
    expect(faultOf('[["now" | date: time_zone: "Europe/Berln"]]', {})).to.contain('`Europe/Berlin` may be meant');
  });
});
