import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { fillPlainTexts, type PlainText } from './plain-texts.js';

const given = (text: string, over: Partial<PlainText> = {}): PlainText => ({
  ...{ field: 'filename', text, escape: 'name', maxLength: 200 },
  ...over,
});

const filled = (text: string, data?: JsonObject, over?: Partial<PlainText>): string => {
  const { texts, errors } = fillPlainTexts([given(text, over)], data);
  expect(errors).to.deep.equal([]);
  return texts[0] ?? '';
};

const faultOf = (text: string, data?: JsonObject, over?: Partial<PlainText>): string =>
  fillPlainTexts([given(text, over)], data)
    .errors.map(({ code, message }) => `${code}: ${message}`)
    .join(' | ');

describe('Plain texts filled with data', () => {
  it('are filled by the language of templates, without HTML escapes', () => {
    const data = { name: 'Müller & Söhne', total: 1234.5, paid: true, lines: [{ no: 1 }, { no: 2 }] };
    expect(filled('Slip [[name]]', data)).to.equal('Slip Müller & Söhne');
    expect(filled('[[name | upcase]]-[[total | money: "EUR"]]', data)).to.equal('MÜLLER & SÖHNE-€1,234.50');
    expect(filled('a[[#if paid]]-paid[[/if]][[#each lines]]-[[no]][[/each]]', data)).to.equal('a-paid-1-2');
    expect(filled('[[&name]]', { name: 'a/b' })).to.equal('a_b');
  });

  it('are formatted in the language of the request, else of the document', () => {
    const text = [given('[[total | money: "EUR"]]', { escape: 'text' })];
    const data = { total: 1234.5, lang: 'de' };
    const by = (settings: object) => fillPlainTexts(text, data, settings).texts[0];
    expect(by({ html: '<html lang="de"><p>' })).to.equal('1.234,50\u00a0€');
    expect(by({ html: '<html lang="[[lang]]"><p>' })).to.equal('1.234,50\u00a0€');
    expect(by({ html: '<html lang="de">', locale: 'en' })).to.equal('€1,234.50');
  });

  it('keep values in their place: nothing in a name separates folders, breaks a line or turns the direction of the text', () => {
    const hostile = 'a/b\\c\u0000\r\nd\u202egpj.exe\u2028\ufffe';
    expect(filled('x-[[name]]', { name: hostile })).to.equal('x-a_b_c___d_gpj.exe__');
    expect(filled('x-[[name]]', { name: hostile }, { escape: 'text' })).to.equal(`x-${hostile}`);
    expect(filled('[[name]]', { name: '[[other]]', other: 'x' })).to.equal('[[other]]');
    expect(filled('[[name]]', { name: '\ud800' })).to.equal('\ufffd');
  });

  it('are errors that name the field where a value is missing, null, empty or too long', () => {
    expect(faultOf('slip-[[nmae]]', { name: 'Ada' })).to.equal(
      'tag_without_value: `data` has no value for `[[nmae]]` at filename 1:6 (did you mean `[[name]]`?).',
    );
    expect(faultOf('[[name]]', { name: null })).to.include('no value for `[[name]]`');
    expect(faultOf('[[name]]')).to.include('no value for `[[name]]`');
    expect(faultOf('[[name]]', { name: ' ' })).to.equal(
      'tag_without_value: `filename` is empty when its tags are filled from `data`.',
    );
    expect(filled('[[name]]', { name: '' }, { mayBeEmpty: true })).to.equal('');
    expect(faultOf('x-[[pin]]', { pin: '' }, { needsValue: true })).to.include('`filename` is empty when');
    expect(filled('x-[[pin]]', { pin: '' })).to.equal('x-');
    expect(faultOf('[[name]]', { name: 'x'.repeat(1024 * 1024) })).to.equal(
      'template_invalid: `filename` would be longer than 200 characters when filled.',
    );
  });

  it('are errors for names of several words without a value, which a document prints as prose', () => {
    const data = { 'Birth date': '1990-01-31' };
    expect(filled('[[Birth date]]-[[Birth date | date: "yyyy"]]', data)).to.equal('1990-01-31-1990');
    expect(faultOf('[[Birth day]]', data)).to.equal(
      'tag_without_value: `data` has no value for `[[Birth day]]` at filename 1:1.',
    );
    for (const text of ['x-[[Birth day | upcase]]', '[[see our wiki]]'])
      expect(faultOf(text, data)).to.include(text.slice(-8));
    for (const text of ['[[1, 2]]', '[["a"]]', '[[]]']) expect(filled(text, data)).to.equal(text);
  });

  it('are errors that name the field for faulty tags, HTML and page numbers', () => {
    expect(faultOf('[[#name]]', { name: 1 })).to.match(/^template_invalid: In `filename`, .*never closed/);
    expect(faultOf('[[name | upcsae]]', { name: 'x' })).to.match(/In `filename`, .*unknown filter `upcsae`/);
    expect(faultOf('[[name | qr]]', { name: 'x' })).to.match(/In `filename`, .*makes HTML/);
    expect(faultOf('[[page-of:#a]]', {})).to.match(/In `filename`, .*page number/);
    expect(faultOf('[[page]]', {})).to.include('no value for `[[page]]`');
  });

  it('name the faults of all fields in one go', () => {
    const { errors } = fillPlainTexts([given('[[a]]'), given('[[b]]', { field: 'metadata.title' })], {});
    expect(errors.map(({ message }) => message)).to.deep.equal([
      '`data` has no value for `[[a]]` at filename 1:1.',
      '`data` has no value for `[[b]]` at metadata.title 1:1.',
    ]);
  });
});
