import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, FilledText, Formats, fillTemplate } from '../index.js';
import { languageOf } from './language.js';

describe('The language of a document', () => {
  for (const [html, language] of [
    ['<html lang="de">', 'de'],
    ['\ufeff<!DOCTYPE html>\n<!-- <html lang=fr> --><HTML class="a" LANG=pt-BR>', 'pt-BR'],
    ['<html><body lang="de">', ''],
    ['<p lang="de"><html lang="fr">', ''],
    ['', undefined],
    ['<!DOCTYPE html>\n', undefined],
    ['<html lang="de', undefined],
    ['text only', undefined],
  ] as const) {
    it(`${JSON.stringify(html)} is ${language === undefined ? 'not known yet' : JSON.stringify(language)}`, () => {
      expect(languageOf(html)).to.equal(language);
    });
  }

  for (const [html, filled] of [
    ['<html lang="de">[[n | number]]', '<html lang="de">1,5'],
    ['[[let text = n | number]]<html lang="de">[[text]]', '<html lang="de">1,5'],
    ['<!-- [[n | number]] --><html lang="[[language]]">[[n | number]]', '<!-- 1,5 --><html lang="fr">1,5'],
    [`<html lang="[[language | downcase]]">[[n | number]]`, '<html lang="fr">1,5'],
    ['[[let text = n | number]]<html lang="en">[[text]]', '<html lang="en">1.5'],
    ['[[let text = n | number]][[text]]', '1.5'],
  ] as const) {
    it(`applies to formats in any place: ${html}`, () => {
      const formats = new Formats({});
      const template = compileTemplate(html);
      expect(fillTemplate(template, { n: 1.5, language: 'fr' }, { formats })).to.equal(filled);
    });
  }

  it('counts for the CSS that is filled after it, and its tags are where they were', () => {
    const formats = new Formats({});
    const template = compileTemplate('[[let first = n | number]]<html lang="de">[[first]]<b>[[n]]</b>');
    const document = new FilledText(template, { n: 1234.5 }, { formats });
    const css = new FilledText(compileTemplate('[[n | number]]'), { n: 1.5 }, { escape: 'css', formats, document });
    expect(document.text).to.equal('<html lang="de">1.234,5<b>1234.5</b>');
    expect(document.originOf(document.text.indexOf('<b>'), document.text.length)).to.include({ line: 1, column: 52 });
    expect(css.text).to.equal('1,5');
  });
});
