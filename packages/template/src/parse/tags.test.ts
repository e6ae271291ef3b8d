import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../index.js';

const fill = (template: string, data: JsonObject = {}): string => fillTemplate(compileTemplate(template), data);

describe('What is not a well-formed tag', () => {
  const data = { a: 'A', b: 'B', x: 'X', name: 'N', 0: 'zero' };
  for (const text of [
    '[[]]',
    '[[ ]]',
    '[[\n]]',
    '[[a b]]',
    '[[ -f file ]]',
    '[[see note (3)]]',
    '[[& a b]]',
    'a[b[0]]',
    '[[1,2],[3,4]]',
    '[["a"]]',
    "[['a']]",
    '[[Main Page|the main page]]',
    '[[a = b]]',
    '[[a\nb]]',
    '[[<b>a</b>]]',
    '[[var:name]]',
    '[[a..b]]',
    '[[a.]]',
    '[[..]]',
    '[[a . b]]',
    '[[x',
    '[[x]',
    '[[x] ]',
    '[[#]]',
    '[[/]]',
    '[[^]]',
    '[[&]]',
    '[[# ]]',
    '[[=<% %>=]]',
    '[[{a}]]',
    '[[#a',
    '[[! never closed',
    `[[${'a'.repeat(1_001)}]]`,
    ']][[',
    '[ [a] ]',
  ]) {
    it(`stays exactly as it is: ${JSON.stringify(text).slice(0, 40)}`, () => {
      expect(fill(text, data)).to.equal(text);
      expect(fill(`<p>${text}</p>\n`, data)).to.equal(`<p>${text}</p>\n`);
    });
  }

  it('does not keep a tag beside it from being one', () => {
    expect(fill('[[[a]]]', data)).to.equal('[A]');
    expect(fill('[[ [[a]] ]]', data)).to.equal('[[ A ]]');
    expect(fill('[[a b [[b]]', data)).to.equal('[[a b B');
    expect(fill('[[]][[a]][[', data)).to.equal('[[]]A[[');
  });
});

describe('The name in a tag', () => {
  it('may be of letters of any script, digits, underscores, dashes and dollar signs', () => {
    const data = { größe: 1, 名前: 2, นาม: 3, می‌روم: 4, 'e-mail': 5, $ref: 6, _id: 7, '2nd': 8 };
    for (const [name, value] of Object.entries(data)) expect(fill(`[[${name}]]`, data)).to.equal(String(value));
  });

  it('may have blanks around it, line breaks and non-breaking spaces among them', () => {
    expect(fill('[[ a ]][[\ta\n]][[\u00a0a\u00a0]][[ & a ]]', { a: 'x' })).to.equal('xxxx');
  });

  it('may be an index into a list, within a section too', () => {
    const data = {
      items: [{ name: 'a' }, { name: 'b' }],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    };
    expect(fill('[[items.1.name]][[items.2.name]]', data)).to.equal('b');
    expect(fill('[[#rows]][[0]]-[[1]];[[/rows]]', data)).to.equal('1-2;3-4;');
    expect(fill('[[items.01.name]][[items.-1.name]][[items.1e0.name]]', data)).to.equal('');
  });

  it('may hold blanks and marks where the data has such a name', () => {
    const data = { 'Invoice No': 7, fields: { 'Price (EUR)': '<9>', 'VAT %': 19, "Buyer's name": 'Ann' }, empty: {} };
    expect(fill('[[Invoice No]] [[ fields.Price (EUR) ]] [[&fields.Price (EUR)]]', data)).to.equal('7 &lt;9&gt; <9>');
    expect(fill("[[fields.VAT %]] [[fields.Buyer's name]]", data)).to.equal('19 Ann');
    expect(fill('[[Invoice Date]] [[empty.Price (EUR)]]', data)).to.equal('[[Invoice Date]] [[empty.Price (EUR)]]');
    expect(fill('[[Nothing yet]]|', { 'Nothing yet': null })).to.equal('|');
  });

  it('may hold spaces and quotes in a section, with any data', () => {
    const template = '[[#Line Items]]([[Unit Price]])[[/Line Items]][[^Line Items]]none[[/Line Items]]';
    expect(fill(template, { 'Line Items': [{ 'Unit Price': 1 }, { 'Unit Price': 2 }] })).to.equal('(1)(2)');
    expect(fill(template)).to.equal('none');
  });
});

describe('Lines of tags that print nothing', () => {
  it('stay when two such tags share them, for neither is alone', () => {
    expect(fill('[[#a]] [[/a]]\nx', { a: true })).to.equal(' \nx');
  });

  it('disappear when a comment of several lines is alone', () => {
    expect(fill('a\n \t[[! one\n two ]] \t\r\nb')).to.equal('a\nb');
    expect(fill('a\nx [[! one\n two ]]\nb')).to.equal('a\nx \nb');
  });
});
