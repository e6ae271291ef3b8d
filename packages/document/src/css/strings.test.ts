import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';
import { checkFragment } from '../check-fragment.js';
import { stringSettings } from './strings.js';

describe('Named strings of CSS', () => {
  const ofCss = (css: string) => checkDocument({ html: '', css });
  const NAME = Buffer.from('title', 'utf16le').toString('hex');

  for (const [value, becomes] of [
    ['string(title)', `counter(toolpress-page, toolpress-string-${NAME}-first)`],
    ['"x" string( title , Last ) "y"', `"x" counter(toolpress-page, toolpress-string-${NAME}-last) "y"`],
    ['string(title, first-except)', `counter(toolpress-page, toolpress-string-${NAME}-first-except)`],
  ] as const)
    it(`are counter styles in margin boxes: ${value}`, () => {
      const { html, features, strings } = ofCss(`@page { @top-left { content: ${value} } }`);
      expect(html).to.include(`content: ${becomes} }`);
      expect([...features]).to.deep.equal(['strings']);
      expect(strings.map(({ name }) => name)).to.deep.equal(['title']);
    });

  for (const [css, becomes] of [
    [
      'h1 { string-set: a content() !important; color: red }',
      'h1 { --toolpress-string-set: a content() !important; color: red }',
    ],
    ['h1 { string-set: none }', 'h1 { --toolpress-string-set: none }'],
    [
      'h1 { String-Set: a attr(title) "x, y", b counter(c, lower-roman) content(before)',
      'h1 { --toolpress-string-set: a attr(title)',
    ],
    ['@page { counter-increment: x 2 }', '@page { counter-increment: toolpress-page x 2 }'],
    ['@page { counter-increment: none }', '@page { counter-increment: toolpress-page }'],
    ['p { counter-increment: x }', 'p { counter-increment: x }'],
  ] as const)
    it(`are set by a property of ours: ${css}`, () => {
      const { html, features, reports } = ofCss(css);
      expect(html).to.include(becomes);
      expect([...features]).to.deep.equal([]);
      expect(reports.read(new Set())).to.deep.equal([]);
    });

  it('are set in attributes of elements as well', () => {
    expect(checkDocument({ html: '<h1 style=\'string-set: a "b"\'>' }).html).to.include('--toolpress-string-set: a');
  });

  it('are read from the computed value', () => {
    expect(stringSettings('a "x\\"" content(), b counters(c, ".", upper-latin) content(first-letter)')).to.deep.equal([
      { name: 'a', parts: ['x"', { of: 'text' }] },
      { name: 'b', parts: [{ counter: 'c', style: 'upper-alpha', separator: '.' }, { of: 'first-letter' }] },
    ]);
    for (const css of [
      '',
      'a',
      '"a" b',
      'a b',
      'a content(x)',
      'a content(text, before)',
      'a url(x)',
      'a counter()',
      'a (',
      'a ) "x"',
    ])
      expect(stringSettings(css), css).to.deep.equal([]);
  });

  it('are warned of in headers, which have no margin boxes', () => {
    const { reports } = checkFragment('<style>@page { @top-left { content: string(a) } }</style>', 'header_html');
    expect(
      reports
        .read(new Set())
        .map(({ message }) => message)
        .join(),
    ).to.match(/^`string\(\)` .*is ignored: headers/);
  });
});
