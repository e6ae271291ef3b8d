import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FilledText, tagWarnings, templateFor } from '../index.js';

const filled = (template: string, data?: ConstructorParameters<typeof FilledText>[1]): FilledText =>
  new FilledText(templateFor(template), data);
const saidOf = (texts: Record<string, FilledText>): string[] => tagWarnings(texts).map(({ message }) => message);

describe('A tag without a value', () => {
  it('is warned of, all tags in one warning, at the place of the first', () => {
    const html = filled('<p>[[name]]</p>\n<p>[[a.b]] [[name]] [[there]]</p>', { there: 1, a: {} });
    const css = filled('p { color: [[colour]] }');
    expect(tagWarnings({ html, css })).to.deep.equal([
      {
        code: 'tag_without_value',
        message:
          '`data` has no value for `[[name]]` at html 1:4, `[[a.b]]` at html 2:4, `[[name]]` at html 2:12, `[[colour]]` at css 1:12, so nothing is printed there: send a value, or null if the tag may be empty.',
        line: 1,
        column: 4,
      },
    ]);
  });

  it('is warned of with the name that is probably meant, as with `strict`', () => {
    expect(saidOf({ html: filled('[[nmae]]', { name: 'Ada' }) })[0]).to.include(
      '`[[nmae]]` at html 1:1 (did you mean `[[name]]`?), so',
    );
  });

  it('is not reported where the data has null, an empty text, false or zero', () => {
    expect(saidOf({ html: filled('[[a]][[b]][[c]][[d]]', { a: null, b: '', c: false, d: 0 }) })).to.deep.equal([]);
  });

  it('is not reported in sections: they may be empty', () => {
    expect(saidOf({ html: filled('[[#a]][[b]][[/a]][[^a]]x[[/a]]', {}) })).to.deep.equal([]);
  });

  it('is not reported where some items of a list have a value, but where no item has', () => {
    const list = '[[#items]][[name]] [[note]][[/items]]';
    expect(saidOf({ html: filled(list, { items: [{ name: 'a' }, { name: 'b', note: 'c' }] }) })).to.deep.equal([]);
    expect(saidOf({ html: filled(list, { items: [{ name: 'a' }, { name: 'b' }] }) })).to.have.lengthOf(1);
  });

  it('is one when a filter makes an empty text of it', () => {
    expect(saidOf({ html: filled('[[a | upcase]][[b | upcase]]', { b: null }) })[0]).to.match(
      /no value for `\[\[a \| upcase\]\]` at html 1:1, so/,
    );
  });

  it('is not reported in prose, which is printed unchanged', () => {
    expect(saidOf({ html: filled('[[see the note]] [[ ]] [[a, b]]') })).to.deep.equal([]);
  });

  it('is one in a document without any data', () => {
    expect(saidOf({ html: filled('<sup>[[1]]</sup>') })[0]).to.match(
      /^`data` has no value for `\[\[1\]\]` at html 1:6,/,
    );
  });

  it('is listed twenty times, and the rest is counted', () => {
    const html = filled(Array.from({ length: 25 }, (_, index) => `[[tag${index}]]`).join(''));
    expect(saidOf({ html })[0]).to.match(/`\[\[tag19\]\]` at html 1:\d+ and 5 more, so nothing is printed there/);
  });

  for (const [template, says] of [
    ['[[#items]][[this]][[/items]]', '`[[.]]` is the item itself'],
    ['[[#items]][[loop.index]][[/items]]', '`[[@number]]`'],
    ['[[#items]][[@key]][[/items]]', 'is of objects'],
    ['[[items.length]]', '`[[items.size]]`'],
  ] as const)
    it(`is reported with its name here: ${template}`, () => {
      expect(saidOf({ html: filled(template, { items: [1, 2] }) })[0]).to.include(says);
    });

  it('is reported where page numbers have values', () => {
    expect(saidOf({ html: filled('Page [[page]]') })[0]).to.match(/: `\[\[page\]\]` and .* in `header_html`/);
  });
});

describe('A value from outside of a list', () => {
  const list = '[[#rows]]\n<p>[[name]] [[reference]] [[currency]]</p>[[/rows]]';
  const outside = { reference: 'PO-0012', currency: 'EUR' };

  it('is reported where other items of the list have a value', () => {
    const rows = [{ name: 'a', reference: 'R1' }, { name: 'b' }];
    const [said = '', ...others] = saidOf({ html: filled(list, { ...outside, rows }) });
    expect(others).to.deep.equal([]);
    expect(said).to.match(/^For some items of a list, `\[\[reference\]\]` at html 2:13 took the value from outside/);
    expect(said).to.contain('write a dot before the name');
  });

  it('is warned of in expressions, conditions and loops as well, over however many sections', () => {
    const rows = [{ parts: [{ note: 'x', tags: [1] }, {}] }];
    const template =
      '[[#each rows]][[#each parts]][[note | upcase]][[#if note]]1[[/if]][[#tags]]2[[/tags]][[/each]][[/each]]';
    const [said = ''] = saidOf({ html: filled(template, { note: 'outer', tags: [3], rows }) });
    for (const tag of ['[[note | upcase]]', '[[if note]]', '[[tags]]']) expect(said).to.contain(tag);
  });

  it('is meant where no item has one, where the name is marked, and where `let` set it', () => {
    const rows = [
      { name: 'a', reference: 'R1' },
      { name: 'b', reference: null },
    ];
    expect(saidOf({ html: filled(list, { ...outside, rows }) })).to.deep.equal([]);
    const marked = '[[#rows]][[.note]][[../note]][[@root.note]][[/rows]]';
    expect(saidOf({ html: filled(marked, { note: 'outer', rows: [{ note: 'x' }, {}] }) })).to.deep.equal([]);
    const named = '[[let note = "n"]][[#rows]][[note]][[/rows]]';
    expect(saidOf({ html: filled(named, { rows: [{ note: 'x' }, {}] }) })).to.deep.equal([]);
  });
});

describe('A field that no item of a list has', () => {
  const rows = [{ net: 1 }, { net: 2 }];

  it('is reported for any filter', () => {
    const template =
      '[[rows | sum: "nett"]] [[let s = rows | sum: "nett"]][[#each rows | sort: "date"]][[net]][[/each]]';
    const [said = '', ...others] = saidOf({ html: filled(template, { rows }) });
    expect(others).to.deep.equal([]);
    expect(said).to.match(
      /^In `\[\[rows \| sum: "nett"\]\]` at html 1:1, `\[\[let s = .* a filter reads a field that no item/,
    );
    expect(said).to.contain('sort: "date"');
  });

  it('is not reported where an item has it as null, where there are no items, and with `default`', () => {
    for (const list of [[{ net: 1 }, {}], [{ net: null }, {}], []])
      expect(
        saidOf({ html: filled('[[rows | sum: "net"]][[rows | map: "net" | join]]', { rows: list }) }),
      ).to.deep.equal([]);
    expect(saidOf({ html: filled('[[rows | sum: "discount" | default: 0]]', { rows }) })).to.deep.equal([]);
  });
});
