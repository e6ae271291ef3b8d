import { compileTemplate, fillTemplate, PageMarks } from '@toolpress/template';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from '../index.js';

describe('The page of an element in a template', () => {
  function filled(template: string, data = {}) {
    const marks = new PageMarks('elements');
    return { html: fillTemplate(compileTemplate(template), data, { marks }), marks };
  }
  const fill = (template: string, data = {}): string => filled(template, data).html;
  function idsIn(template: string, data = {}): string[] {
    const { html, marks } = filled(template, data);
    return marks.numbersIn(html).flatMap(({ ids }) => ids);
  }
  const printed = (template: string, pages: Record<string, number>): string =>
    checkDocument(filled(template)).numbered(new Map(Object.entries(pages)));

  it('is found by its id, as a tag and as a filter', () => {
    const template =
      '[[page-of:#terms]][[ page-of: #ä b\\ ]][[anchor | page_of]][[#each rows]][[id | page_of]][[/each]]';
    const data = { anchor: '#price (EUR)', rows: [{ id: 'a' }, { id: 7 }] };
    expect(idsIn(template, data)).to.deep.equal(['terms', 'ä b\\', 'price (EUR)', 'a', '7']);
  });

  it('lists the page of each element, each page once, in order', () => {
    const pages = { a: 4, b: 1, c: 1, d: 2, e: 9, f: 10, g: 8 };
    const list = (ids: string, more = ''): string =>
      checkDocument(filled(`<p>([[ids | page_of${more}]])`, { ids: [...ids] }))
        .numbered(new Map(Object.entries(pages)))
        .replace(/.*\(|\).*/gs, '');
    expect(list('bcd')).to.equal('1, 2');
    expect(list('abc')).to.equal('1, 4');
    expect(list('geafcb')).to.equal('1, 4, 8–10');
    expect(list('dabg', ': "lower-roman" | plus: 1')).to.equal('ii, iii, v, ix');
    expect(list('b')).to.equal('1');
    expect(list('')).to.equal('');
    expect(idsIn('[[ids | page_of]]', { ids: ['#a', '', null, 7] })).to.deep.equal(['a', '7']);
    expect(() => fill('[[ids | page_of | join]]', { ids: ['a'] })).to.throw(
      'whose value is known only when it is printed',
    );
    expect(() => fill('[[ids | page_of]]', { ids: [{ id: 'a' }] })).to.throw('`map: "id"`');
    expect(() => fill('[[ids | page_of]]', { ids: Array(1001).fill('a') })).to.throw('more than 1000 ids');
  });

  it('is absent where the id is absent', () => expect(fill('([[missing | page_of]][["" | page_of]])')).to.equal('()'));

  for (const [template, says] of [
    ['[["a" | page_of | times: 2]]', 'whose value is known only when it is printed'],
    ['[["a" | page_of | split: ""]]', 'whose value is known only when it is printed'],
    ['[["a" | page_of | json]]', 'whose value is known only when it is printed'],
    ['[["a" | page_of | plus: "1.5"]]', 'whole number'],
    ['[[let p = "a" | page_of]][[1 | plus: p]]', 'whose value is known only when it is printed'],
    ['[[let p = "a" | page_of]][["A{m}B" | t: m: p]]', 'whose value is known only when it is printed'],
    ['[[let p = "a" | page_of]][[#if p == "x"]]x[[/if]]', 'whose value is known only when it is printed'],
    ['[[let p = "a" | page_of]][[#if p == empty]]x[[/if]]', 'whose value is known only when it is printed'],
    ['[[let p = "a" | page_of]][[#if "abc" contains p]]x[[/if]]', 'whose value is known only when it is printed'],
    ['[[let p = "a" | page_of]][[#each (1..p)]]x[[/each]]', 'whose value is known only when it is printed'],
    ['[[let p = "a" | page_of]][[list[p]]]', 'whose value is known only when it is printed'],
    ['[[let p = "a" | page_of]][[#if p > 3]]x[[/if]]', 'whose value is known only when it is printed'],
    ['[[let p = "a" | page_of]][["x" | append: p]]', 'whose value is known only when it is printed'],
    ['[["a" | page_of: "roman"]]', 'lower-roman'],
    [`[["${'x'.repeat(201)}" | page_of]]`, '200 characters'],
    ['[["#" | page_of]]', 'empty'],
  ] as const)
    it(`is refused as in ${template.slice(0, 60)}`, () => expect(() => fill(template)).to.throw(says));

  for (const html of [
    '<p title="[[page-of:#a]]">x',
    '<style>p { width: [[page-of:#a]]px }</style>',
    '<a href="#[[page-of:#a]]">x</a>[[page-of:#a]]',
    '<p style="--x: [[page-of:#a]]">',
  ])
    it(`is refused outside of texts: ${html}`, () =>
      expect(() => checkDocument(filled(html))).to.throw(
        /only in text of `html`|use it in text in the body of `html`/,
      ));

  it('is refused in the sheet of the request, and in headers', () => {
    const css = compileTemplate('p::after { content: "[[page-of:#a]]" }');
    const marks = new PageMarks('elements');
    expect(() => fillTemplate(css, {}, { escape: 'css', marks })).to.throw('is allowed only in text of `html`');
    const header = compileTemplate('[[page-of:#a]]');
    expect(() => fillTemplate(header, {}, { marks: new PageMarks('pages') })).to.throw('in text of `html`');
    expect(() => fillTemplate(header, {})).to.throw('in text of `html`');
  });

  it('costs nothing where it is not printed', () => {
    const { references } = checkDocument(filled('<!-- [[page-of:#a]] --><script>[[page-of:#b]]</script>x'));
    expect(references.targets).to.deep.equal([]);
  });

  it('is counted from, and written in letters and Roman numerals', () => {
    const template =
      '<p>[["a" | page_of | plus: 2]] [["a" | page_of | minus: "1" | roman: "lower"]] [["a" | page_of | alpha]]';
    expect(printed(template, { a: 5 })).to.include('<p>7 iv e</p>');
  });

  it('is written as each tag says, though several ask for the same page', () => {
    const template =
      '<p id="a">[[page-of:#a]] [["a" | page_of: "lower-roman"]] [["a" | page_of | roman]] [["a" | page_of | plus: 1]] [[page-of:#a]]';
    expect(printed(template, { a: 4 })).to.include('4 iv IV 5 4');
  });

  it('is in copies of a heading in contents, outlines and sheets', () => {
    const template =
      '<nav data-toc="h1"></nav><h1 id="h">see [[page-of:#b]]</h1><i id="b">b</i><style>a::after { content: target-text(attr(href)) }</style><a href="#h">x</a>';
    const html = printed(template, { h: 3, b: 9 });
    expect(html).to.include('<span class="toc-title">see 9</span>').and.include('data-toolpress-href-text="see 9"');
    const { references } = checkDocument({ ...filled(template), headings: true });
    expect(references.textWith(references.headings[0]?.text ?? '', new Map([['b', 12]]))).to.equal('see 12');
  });
});
