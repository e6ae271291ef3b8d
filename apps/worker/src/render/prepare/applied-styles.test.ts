import { checkDocument } from '@toolpress/document';
import { itIsLinear } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { KIND, mayApply, mayLose } from './applied-styles.js';

const documentOf = (css: string, body: string): string =>
  checkDocument({ html: `<!DOCTYPE html><html><head><style>${css}</style></head><body>${body}</body></html>` }).html;

const TEXT = 'Lorem ipsum dolor sit amet. '.repeat(20);

describe('Declarations that keep text from the pages', () => {
  const applied: Record<string, readonly [css: string, body: string]> = {
    'by a class': ['.a { overflow: hidden }', '<div class="b a">x</div>'],
    'by an id': ['#a { overflow: auto }', '<div id="a">x</div>'],
    'by an element': ['PRE { overflow-x: scroll }', '<pre>x</pre>'],
    'by several names': ['p.a#b { overflow: clip }', '<p class="a" id="b">x</p>'],
    'to all elements': ['* { overflow: hidden }', '<p>x'],
    'by an attribute': ['[data-x="1"] { overflow: hidden }', '<p data-x="1">x'],
    'by one of several selectors': ['.x, h1 > .a:hover, .y { overflow: hidden }', '<p class="a">x'],
    'by `:is()`': [':is(.a, .b) { overflow: hidden }', '<p class="a">x'],
    'by `:not()`': ['p:not(.b, .c) { overflow: hidden }', '<p>x'],
    'by a class in other letters, as without a doctype': ['.A { overflow: hidden }', '<p class="a">x'],
    'by a name with a namespace': ['svg|a { overflow: hidden }', '<p><a>x</a>'],
    'by an escaped name': ['.md\\:a { overflow: hidden }', '<p class="md:a">x'],
    'by a name with a code': ['.\\31 a { overflow: hidden }', '<p class="1a">x'],
    'within a condition': ['@media print { @supports (display: grid) { .a { overflow: hidden } } }', '<p class="a">x'],
    'in a nested rule': ['.a { color: red; .b { overflow: hidden } }', '<div class="a"><p class="b">x</div>'],
    'before a nested rule': ['.a { overflow: hidden; .b { color: red } }', '<p class="a">x'],
    'of the element around a nested rule': ['.a { &:first-child { overflow: hidden } }', '<p class="a">x'],
    'by a variable': ['.a { overflow: var(--x) }', '<p class="a">x'],
    'beside comments and strings': ['/* } { */ .x::before { content: "}" } .a { overflow: hidden }', '<p class="a">x'],
    'in a rule that is not closed': ['.a { overflow: hidden', '<p class="a">x'],
    'in an attribute': ['', '<p style="overflow: hidden">x'],
    'in a later style sheet': ['p { color: red }', '<p class="a">x<style>.a { overflow: hidden }</style>'],
    'as a page break in a row': [
      '.row { display: flex } p { break-before: page }',
      '<div class="row"><div><p>x</div></div>',
    ],
    'as a page break at a float': ['p { float: left; page-break-after: always }', '<p>x'],
    'as a page break in a line': ['.a { break-before: page }', '<p><span class="a">x</span>'],
    'as a page break in a head': ['tr { break-before: page }', '<table><thead><tr><td>x</table>'],
    'as a page break at a line break': ['.a { break-before: page }', '<p>x<br class="a">'],
    'to most of the text': ['.a { display: none }', `<p>x<div class="a">${TEXT}</div>`],
    'as closed details': ['', `<p>x<details><summary>y</summary>${TEXT}</details>`],
    'as an attribute': ['', `<p>x<div hidden>${TEXT}</div>`],
    'to a box in front': ['.a { position: fixed; inset: 0 }', '<div class="a"></div>x'],
    'to the columns of a table': ['.a { table-layout: fixed }', '<table class="a"><tr><td>x</table>'],
    'as a margin that pulls text off the page': ['.a { margin-left: -2cm }', '<p class="a">x'],
    'as a margin of all sides': ['.a { margin: 0 -40px }', '<p class="a">x'],
    'as a margin that is computed': ['.a { margin: 0 0 0 calc(-1 * var(--x)) }', '<p class="a">x'],
    'as a first line that is pulled': ['.a { text-indent: -3em }', '<p class="a">x'],
    'as a margin at the right': ['.a { margin-right: -50px }', '<p class="a">x'],
    'as a box that is moved': ['.a { position: relative; left: -50px }', '<p class="a">x'],
    'as vertical text': ['.a { writing-mode: vertical-rl }', '<p class="a">x'],
  };
  for (const [how, [css, body]] of Object.entries(applied))
    it(`may apply: ${how}`, () => {
      expect(mayLose(documentOf(css, body))).to.equal(true);
    });

  it('may apply behind a text that looks like a declaration', () => {
    const body = '<p>The attribute style="x begins so.</p><div style="overflow: hidden; height: 20px">x</div>';
    expect(mayLose(documentOf('', body))).to.equal(true);
  });

  const unused: Record<string, readonly [css: string, body: string]> = {
    'rules for other names': ['.a, #b, pre, div.c, p.x.y { overflow: hidden }', '<p class="c x"><a id="a">x</a>'],
    'parts of an element': ['.a::before { overflow: hidden }', '<p class="a">x'],
    'page breaks at blocks': [
      '.row { display: flex } section + section, tr { break-before: page } thead { color: red }',
      '<section><div class="row">x</div></section><section><table><thead></thead><tr><td>x</table></section>',
    ],
    'some hidden text': ['.a { display: none }', `<p>${TEXT}<div class="a">${TEXT}</div>`],
    'the margins of columns': [
      '.a { margin: 0 -15px } .b { margin-bottom: -50px; margin-right: -15px; margin-left: 3cm }',
      '<p class="a b">x',
    ],
    'a positioned box in a corner': ['.a { position: absolute; top: 0 }', '<p class="a">x'],
  };
  for (const [what, [css, body]] of Object.entries(unused))
    it(`do not apply: ${what}`, () => {
      expect(mayLose(documentOf(css, body))).to.equal(false);
    });

  describe('are looked for in linear time', () => {
    const all = KIND.clips | KIND.hides | KIND.breaks;
    const texts: Record<string, (length: number) => string> = {
      'among rules': (length) =>
        `<style>${'.a.b{overflow:hidden}'.repeat(length)}</style>${'<p class="a">'.repeat(length)}`,
      'among rules for all elements': (length) =>
        `<style>${'x *{opacity:0}'.repeat(length)}</style>${'<p>x</p>'.repeat(length)}`,
      'in open braces': (length) => `<style>${'a{'.repeat(length)}</style>`,
      'in open comments': (length) => `<style>${'/*'.repeat(length)}</style>`,
      'in open strings': (length) => `<style>${`"a`.repeat(length)}</style>`,
      'in brackets': (length) => `<style>${'('.repeat(length)}{opacity:0}</style>`,
      'in margins': (length) => `<style>${'margin: 0 0 0 '.repeat(length)}{opacity:0}</style>`,
      'in names': (length) => `<style>${'.\\31'.repeat(length)}{opacity:0}</style>`,
      'in open elements': (length) => '<div hidden="">'.repeat(length),
      'in quotation marks': (length) => `<p title="${'<'.repeat(length)}">${'<p title="">'.repeat(length)}`,
      'among style sheets': (length) => '<style>a{opacity:0}</style>'.repeat(length),
    };
    for (const [where, text] of Object.entries(texts))
      itIsLinear(where, 20_000, (length) => {
        const html = text(length);
        return () => mayApply(html, all);
      });
  });
});
