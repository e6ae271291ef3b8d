import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkFragment } from '../check-fragment.js';
import { checkDocument, compileTemplate, fillTemplate } from '../index.js';
import { pageMarksIn } from './page-marks.js';

describe('The page of an element in a template', () => {
  const fill = (template: string, data = {}) => fillTemplate(compileTemplate(template), data);
  const idsIn = (text: string): string[] => pageMarksIn(text).map(({ id }) => id);

  it('is asked for by its id, as a tag and as a filter', () => {
    const template =
      '[[page-of:#terms]][[ page-of: #ä b\\ ]][[anchor | page_of]][[#each rows]][[id | page_of]][[/each]]';
    const data = { anchor: '#price (EUR)', rows: [{ id: 'a' }, { id: 7 }] };
    expect(idsIn(fill(template, data))).to.deep.equal(['terms', 'ä b\\', 'price (EUR)', 'a', '7']);
  });

  it('is nothing where the id is', () => expect(fill('([[missing | page_of]][["" | page_of]])')).to.equal('()'));

  for (const [template, says] of [
    ['[["a" | page_of | plus: 1]]', 'gets its value only when it is printed'],
    ['[[let p = "a" | page_of]][[#if p > 3]]x[[/if]]', 'gets its value only when it is printed'],
    ['[[let p = "a" | page_of]][["x" | append: p]]', 'gets its value only when it is printed'],
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
      expect(() => checkDocument({ html: fill(html) })).to.throw('not in attributes or CSS'));

  it('is refused in the sheet of the request, and in headers', () => {
    const mark = fill('[[page-of:#a]]');
    expect(() => checkDocument({ html: 'x', css: `p::after { content: "${mark}" }` })).to.throw(
      'not in attributes or CSS',
    );
    expect(() => checkFragment(mark, 'header_html')).to.throw(
      '`page_of` may stand in `html` only, not in `header_html`',
    );
  });

  it('costs nothing where it is not printed', () => {
    const html = fill('<!-- [[page-of:#a]] --><script>[[page-of:#b]]</script>x');
    expect(checkDocument({ html }).references.targets).to.deep.equal([]);
  });
});
