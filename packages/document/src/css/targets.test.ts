import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../check-document.js';

describe('What CSS prints of the elements that links lead to', () => {
  /** As printed, when `#a` is on page 7 and `#b c` on page 12. */
  function checked(html: string, css = '') {
    const document = checkDocument({ html, css });
    const said = document.reports.read(new Set()).map(({ code, message }) => `${code} ${message}`);
    const numbers = new Map([
      ['a', 7],
      ['b c', 12],
    ]);
    return { html: document.numbered(numbers), targets: document.references.targets, said };
  }
  const ELEMENTS = '<h1 id="a"> A <b>b</b></h1><h1 id="b c">B</h1>';
  const after = (content: string): string => `a::after { content: ${content} }`;

  for (const [content, becomes, attribute] of [
    [
      'target-counter(attr(href), page)',
      'attr(data-toolpress-href-decimal, var(--toolpress-nothing))',
      'data-toolpress-href-decimal="7"',
    ],
    [
      'target-counter( attr( href url ) , page )',
      'attr(data-toolpress-href-decimal, var(--toolpress-nothing))',
      'data-toolpress-href-decimal="7"',
    ],
    [
      'target-counter(attr(HREF), Page, Lower-Roman)',
      'attr(data-toolpress-href-lower-roman, var(--toolpress-nothing))',
      '-roman="vii"',
    ],
    [
      'target-counter(attr(href), page, upper-latin)',
      'attr(data-toolpress-href-upper-alpha, var(--toolpress-nothing))',
      '-alpha="G"',
    ],
    [
      'target-text(attr(href))',
      'attr(data-toolpress-href-text, var(--toolpress-nothing))',
      'data-toolpress-href-text="A b"',
    ],
    [
      'target-text(attr(href url), content)',
      'attr(data-toolpress-href-text, var(--toolpress-nothing))',
      'data-toolpress-href-text="A b"',
    ],
    ['target-counter("#b c", page)', 'var(--data-toolpress-page-620020006300-decimal)', '-decimal="12"><head>'],
  ] as const)
    it(`is ${content}`, () => {
      const { html, said } = checked(`<a href="#a">x</a>${ELEMENTS}`, after(`"p. " ${content} " end"`));
      expect(html).to.include(`a::after { content: "p. " ${becomes} " end" }`).and.include(attribute);
      expect(said).to.deep.equal([]);
    });

  for (const [leader, becomes] of [
    ["leader('.')", 'counter(toolpress-leader-2e00, none) " "'],
    ['leader( Dotted )', 'counter(toolpress-leader-2e002000, none) " "'],
    ['leader(solid)', 'counter(toolpress-leader-5f00, none) " "'],
    ['leader(space)', 'counter(toolpress-leader-2000, none) " "'],
    ['leader(constructor)', '" "'],
    ['leader("")', '" "'],
    [`leader("${'x'.repeat(21)}")`, '" "'],
  ] as const)
    it(`is printed beside a row of dots: ${leader}`, () => {
      const { html, said } = checked(
        `<a href="#a">x</a>${ELEMENTS}`,
        after(`${leader} target-counter(attr(href), page)`),
      );
      expect(html).to.include(
        `a::after { content: ${becomes} attr(data-toolpress-href-decimal, var(--toolpress-nothing)) }`,
      );
      expect(said).to.deep.equal([]);
    });

  it('is what any attribute refers to, as addresses write it, in any sheet', () => {
    const html = `<style>@media print { i::before { content: target-counter(attr(data-ref), page) } }</style><i data-ref="#b%20c"></i><i data-ref="b"></i>${ELEMENTS}`;
    const { html: printed, targets } = checked(html);
    expect(printed).to.include('<i data-ref="#b%20c" data-toolpress-data-ref-decimal="12"></i><i data-ref="b"></i>');
    expect(targets).to.deep.equal(['b c']);
  });

  it('is empty for other documents, and warned of for missing targets', () => {
    const html = `<a href="https://example.com/#a">x</a><a href="#">y</a>\n<a href="#gone">z</a>${ELEMENTS}`;
    const { targets, said } = checked(html, after('target-counter(attr(href), page)'));
    expect(targets).to.deep.equal([]);
    const [dead, ...others] = said;
    expect(dead).to.include('link_dead `a` `href` at html 2:4');
    expect(others.join()).to.match(/^css_ignored `a` at html 2:1 links to no element of the document, so [^,]+$/);
  });

  it('is the text of elements as text', () => {
    const html = '<a href="#a">x</a><p id="a">"&gt;&lt;img src=x&gt;</p>';
    expect(checked(html, after('target-text(attr(href))')).html).to.include('text="&quot;&gt;&lt;img src=x&gt;"');
  });

  it('is no other property, no text, and nothing that the document writes in the place of ours', () => {
    const { html, targets } = checked(
      `<a href="#a">x</a>${ELEMENTS}`,
      'a { --x: target-counter(attr(href), page) } b { content: "target-counter(attr(href), page)" }',
    );
    expect(html).to.include('--x: target-counter(').and.include('"target-counter(');
    expect(targets).to.deep.equal([]);
    const forged = `<a href="#a" data-toolpress-href-decimal="1">x</a>${ELEMENTS}`;
    expect(checked(forged, after('target-counter(attr(href), page)')).html).to.include(
      '<a href="#a" data-toolpress-href-decimal="7">',
    );
  });
});
