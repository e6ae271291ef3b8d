import { itWithinCpuMs } from '@toolpress/testkit';
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

const HOSTILE = `A & B"); } * { color: red !important } /* </style><b>&amp;'\\3b\nfa:de{bad}`;

describe('A value in a style element', () => {
  it('is what it is in a string of the sheet, and stays markup’s text around it', () => {
    expect(
      fillHtml('<p>[[value]]<style>p::after { content: "[[value]]" }</style><i title="[[value]]">', 'A & B'),
    ).to.equal('<p>A &amp; B<style>p::after { content: "A \\26  B" }</style><i title="A &amp; B">');
  });

  for (const [where, before, after] of [
    ['a string', 'p::after { content: "', '" }'],
    ['a value', 'p { color: ', ' }'],
    ['a name', '#id-', ' { color: red }'],
    ['a comment', '/* ', ' */ p { color: red }'],
    ['a query', '@media ', ' { p { color: red } }'],
  ] as const) {
    it(`can’t leave ${where}, nor the element`, () => {
      const filled = fillHtml(`<style>${before}[[value]]${after}</style>`, HOSTILE);
      expect(filled.match(/<\/style/g)).to.have.lengthOf(1);
      const value = filled.slice(7 + before.length, -8 - after.length);
      expect(value).to.match(/^(?:[A-Za-z0-9 .,%#\-+_]|\\[0-9a-f]+ )*$/);
      expect(unescapeCss(value)).to.equal(HOSTILE);
    });
  }

  it('is found within any sections and tags', () => {
    for (const [template, expected] of [
      ['<STYLE media="[[value]]">[[value]]</STYLE >[[value]]', '<STYLE media="&gt;">\\3e </STYLE >&gt;'],
      ['[[#value]]<style>[[/value]][[value]]</style>', '<style>\\3e </style>'],
      ['<style>[[#value]]a{b:[[.]]}[[/value]]</style>[[value]]', '<style>a{b:\\3e }</style>&gt;'],
      ['<style>[[^none]]a{b:[[value]]}[[/none]]', '<style>a{b:\\3e }'],
      ['<style>[[! </style> ]][[value]]', '<style>\\3e '],
      [
        '<style></style><svg><style>[[value]]</style></svg>[[value]]',
        '<style></style><svg><style>\\3e </style></svg>&gt;',
      ],
      ['\r\n<style>\r\n[[value]]</style>\r\n[[value]]', '\r\n<style>\r\n\\3e </style>\r\n&gt;'],
    ] as const) {
      expect(fillHtml(template, '>'), template).to.equal(expected);
    }
  });

  it('is in none where no browser sees one', () => {
    for (const template of [
      '<!-- <style> -->[[value]]',
      '<title><style></title>[[value]]',
      '<textarea><style>[[value]]</textarea>',
      '<script>"<style>"</script>[[value]]',
      '<iframe><style></iframe>[[value]]',
      '<p title="<style>">[[value]]',
      '<styled>[[value]]',
      '<style/[[value]]',
    ]) {
      expect(fillHtml(template, '>'), template).to.equal(template.replace('[[value]]', '&gt;'));
    }
  });

  it('is inserted as it is after an ampersand, as everywhere in HTML', () => {
    expect(fillHtml('<style>[[&value]]</style>', 'p > a { color: "x" }')).to.equal(
      '<style>p > a { color: "x" }</style>',
    );
  });

  itWithinCpuMs(2_000, 'is found quickly in a megabyte of elements', () => {
    for (const piece of ['<style>[[value]]</style>', '<style>[[value]]', '<style [[value]]', '[[value]]<!--<style>'])
      compileTemplate(piece.repeat(50_000));
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
    const filled = fillTemplate(compileTemplate('[[list]]'), { list: [1, 'a'] }, { escape: 'css' });
    expect(filled).to.equal('\\5b 1,\\22 a\\22 \\5d ');
  });

  it('may be in a section', () => {
    const template = compileTemplate(
      '[[#brand]]h1 { color: [[colour]] }[[/brand]][[^brand]]h1 { color: black }[[/brand]]',
    );
    expect(fillTemplate(template, { brand: { colour: 'teal' } }, { escape: 'css' })).to.equal('h1 { color: teal }');
    expect(fillTemplate(template, {}, { escape: 'css' })).to.equal('h1 { color: black }');
  });
});
