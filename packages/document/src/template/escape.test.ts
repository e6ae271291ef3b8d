import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../index.js';

const fillHtml = (template: string, value: string): string => fillTemplate(compileTemplate(template), { value });
const fillCss = (template: string, value: string): string =>
  fillTemplate(compileTemplate(template), { value }, { escape: 'css' });

/** What a CSS parser reads where the escapes stand. */
const unescapeCss = (css: string): string =>
  css.replace(/\\([0-9a-f]{1,6}) /g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

describe('A value in HTML', () => {
  it('stays text in text', () => {
    expect(fillHtml('<p>[[value]]</p>', '<b>&amp;</b>')).to.equal('<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>');
  });

  it('stays within an attribute, whichever quotes surround it', () => {
    expect(fillHtml(`<a title="[[value]]" id='[[value]]'>`, `" x="1' y='2`)).to.equal(
      `<a title="&quot; x=&quot;1&#39; y=&#39;2" id='&quot; x=&quot;1&#39; y=&#39;2'>`,
    );
  });

  it('leaves every other character alone', () => {
    const value = 'é 漢字 🧾 ` = / \\ \u2028 $1 \n\t';
    expect(fillHtml('[[value]]', value)).to.equal(value);
  });

  it('is markup after an ampersand', () => {
    expect(fillHtml('[[&value]]', '<b>"x"</b>')).to.equal('<b>"x"</b>');
  });
});

describe('A value in CSS', () => {
  for (const value of [
    'teal',
    '#1a2B3c',
    '12.5px',
    '-50%',
    '+1',
    '1e3',
    'Noto Sans, serif',
    '--my_name',
    'größe 漢字 🧾',
  ]) {
    it(`passes as it is when it is ${value}`, () => {
      expect(fillCss('a { b: [[value]] }', value)).to.equal(`a { b: ${value} }`);
    });
  }

  for (const character of [...';{}()[]<>/*@!:"\'\\`=&?^|~$\n\r\t\f\v\0\x7f']) {
    it(`has ${JSON.stringify(character)} as an escape, raw or not`, () => {
      const escaped = `\\${character.charCodeAt(0).toString(16)} `;
      expect(fillCss('[[value]]|[[&value]]', `a${character}1`)).to.equal(`a${escaped}1|a${escaped}1`);
    });
  }

  it('reads back as the same text, hexadecimal digits after an escape included', () => {
    const value = `"); } * { color: red !important } /* </style> @import url(x) */ \\3b\nfa:de{bad}`;
    const filled = fillCss('[[value]]', value);
    expect(unescapeCss(filled)).to.equal(value);
    expect(filled).to.match(/^(?:[A-Za-z0-9 .,%#\-+_]|\\[0-9a-f]+ )*$/);
  });

  it('has objects and lists as escaped JSON', () => {
    const filled = fillTemplate(compileTemplate('[[list]]'), { list: ['a'] }, { escape: 'css' });
    expect(filled).to.equal('\\5b \\22 a\\22 \\5d ');
  });

  it('may be in a section', () => {
    const template = compileTemplate(
      '[[#brand]]h1 { color: [[colour]] }[[/brand]][[^brand]]h1 { color: black }[[/brand]]',
    );
    expect(fillTemplate(template, { brand: { colour: 'teal' } }, { escape: 'css' })).to.equal('h1 { color: teal }');
    expect(fillTemplate(template, {}, { escape: 'css' })).to.equal('h1 { color: black }');
  });
});
