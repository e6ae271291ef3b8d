import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FilledText, missingValues, tagWarnings, templateFor } from '../index.js';

const textsOf = (template: string, data: JsonObject) => ({ html: new FilledText(templateFor(template), data) });
const warningsOf = (template: string, data: JsonObject) => tagWarnings(textsOf(template, data));
const strictFaultsOf = (template: string, data: JsonObject): string[] =>
  missingValues(textsOf(template, data)).map(({ code, message }) => `${code}: ${message}`);

const DATA = {
  basics: { url: 'https://ann.example', profiles: [{ network: 'git' }, { network: 'chat' }], tags: ['a', 'b'] },
  currency: 'EUR',
};

describe('A name that no item of a list has, and a section around the list has', () => {
  for (const [template, tag] of [
    ['[[#basics]][[#each profiles]][[url]][[/each]][[/basics]]', 'url'],
    ['[[#basics]][[#profiles]]<a href="[[url]]">[[network]]</a>[[/profiles]][[/basics]]', 'url'],
    ['[[#basics]][[#each profiles]][[url | upcase]][[/each]][[/basics]]', 'url | upcase'],
    ['[[#basics]][[#each profiles]][[#if url]]x[[/if]][[/each]][[/basics]]', 'if url'],
    ['[[#basics]][[#each profiles]][[#if not url]]x[[/if]][[/each]][[/basics]]', 'if not url'],
    ['[[#basics]][[#each profiles]][[#tags]]x[[/tags]][[/each]][[/basics]]', 'tags'],
    ['[[#basics]][[#each profiles]][[#each tags]]x[[/each]][[/each]][[/basics]]', 'each tags'],
    ['[[#basics]][[#each profiles]][[let u = url]][[/each]][[/basics]]', 'let u = url'],
  ] as const)
    it(`is warned of, and a fault with \`strict\`: ${template}`, () => {
      const [warning, ...others] = warningsOf(template, DATA);
      expect(others).to.deep.equal([]);
      expect(warning).to.include({ code: 'outer_value', line: 1 });
      expect(warning?.message).to.contain(`No item of the list has a value for \`[[${tag}]]\` at html 1:`);
      expect(warning?.message).to.contain('or `../` for the outer one');
      const [fault, ...more] = strictFaultsOf(template, DATA);
      expect(more).to.deep.equal([]);
      expect(fault).to.match(/^tag_without_value: .*\(no item of the list has it, only a section around the list/);
    });

  for (const [what, template, data] of [
    ['of the document itself', '[[#each basics.profiles]][[network]] [[currency]][[/each]]', DATA],
    ['of the document, over a section', '[[#basics]][[#each profiles]][[currency]][[/each]][[/basics]]', DATA],
    ['marked as outside', '[[#basics]][[#each profiles]][[../url]][[#if ../url]]x[[/if]][[/each]][[/basics]]', DATA],
    ['marked by @root', '[[#basics]][[#each profiles]][[@root.basics.url]][[/each]][[/basics]]', DATA],
    [
      'of an item around',
      '[[#each groups]][[#each rows]][[name]][[/each]][[/each]]',
      { groups: [{ name: 1, rows: [{ a: 1 }] }] },
    ],
    ['given by `let`', '[[#basics]][[let u = url]][[#each profiles]][[u]][[/each]][[/basics]]', DATA],
    ['given to a filter', '[[#basics]][[#each profiles]][[network | append: url]][[/each]][[/basics]]', DATA],
    ['compared', '[[#basics]][[#each profiles]][[#if network == url]]x[[/if]][[/each]][[/basics]]', DATA],
    ['in a list of texts', '[[#basics]][[#each tags]][[url]]/[[.]][[/each]][[/basics]]', DATA],
    ['in a range', '[[#basics]][[#each (1..3)]][[url]][[/each]][[/basics]]', DATA],
    [
      'in a section that is no list',
      '[[#basics]][[#about]][[url]][[/about]][[/basics]]',
      { basics: { url: 1, about: { a: 1 } } },
    ],
  ] as const)
    it(`is meant where it is ${what}: ${template}`, () => {
      expect(warningsOf(template, data as JsonObject)).to.deep.equal([]);
      expect(strictFaultsOf(template, data as JsonObject)).to.deep.equal([]);
    });

  it('is meant where an item has null, which prints nothing', () => {
    const data = { basics: { url: 1, rows: [{ url: null }, {}] } };
    const [warning] = warningsOf('[[#basics]][[#each rows]][[url]][[/each]][[/basics]]', data);
    expect(warning?.message).to.match(/^For some items of a list/);
  });

  it('prints as before', () => {
    const template = '[[#basics]][[#each profiles]][[url]] [[/each]][[/basics]]';
    expect(textsOf(template, DATA).html.text).to.equal('https://ann.example https://ann.example ');
  });
});

describe('A property of a number, a text or a boolean', () => {
  const data = {
    tax: { percent: 19, name: 'VAT', due: true, none: '', off: false, list: [1] },
    rows: [{ price: 5 }, { price: { amount: 5 } }],
  };

  for (const [template, says] of [
    [
      '[[#if tax.percent.is_integer]]x[[/if]]',
      '`tax.percent` is a number, which has no `is_integer`: write `(tax.percent | modulo: 1) == 0`',
    ],
    ['[[#if tax.percent.share]]x[[/if]]', '(`tax.percent` is a number, which has no properties)'],
    ['[[#if tax["percent"].share]]x[[/if]]', '(`tax.percent` is a number, which has no properties)'],
    ['[[#if tax.list[0].share]]x[[/if]]', '(`tax.list.0` is a number, which has no properties)'],
    ['[[#if tax.name.length > 2]]x[[/if]]', '`tax.name` is a text, which has no `length`: write `tax.name.size`'],
    ['[[#if tax.percent.size]]x[[/if]]', 'lists and texts have `size`, `first` and `last`'],
    ['[[#if tax.name.empty]]x[[/if]]', 'write `not tax.name`'],
    ['[[#if tax.due.yes]]x[[/if]]', '`tax.due` is true or false, which has no properties'],
    ['[[#if not tax.percent.odd]]x[[/if]]', 'write `(tax.percent | modulo: 2) == 1`'],
    ['[[#tax.percent.share]]x[[/tax.percent.share]]', '`tax.percent` is a number'],
    ['[[^tax.percent.share]]x[[/tax.percent.share]]', '`tax.percent` is a number'],
    ['[[#each tax.name.parts]]x[[else]]y[[/each]]', '`tax.name` is a text'],
    ['[[let x = tax.percent.share]]', '`tax.percent` is a number'],
    ['[[tax.percent.share]]', '`tax.percent` is a number'],
    ['[[tax.name.upper]]', 'write `tax.name | upcase`'],
    ['[[#tax]][[#each list]][[#if ../percent.share]]x[[/if]][[/each]][[/tax]]', '`../percent` is a number'],
    ['[[#each rows]][[#if price.amount]]x[[/if]][[/each]]', '`price` is a number'],
  ] as const)
    it(`is warned of, and a fault with \`strict\`: ${template}`, () => {
      const [warning, ...others] = warningsOf(template, data);
      expect(others).to.deep.equal([]);
      expect(warning).to.include({ code: 'tag_without_value', line: 1 });
      expect(warning?.message).to.contain(says);
      expect(strictFaultsOf(template, data).join()).to.contain(says);
    });

  for (const template of [
    '[[#if tax.none.a or tax.off.a or missing.a]]x[[/if]]',
    '[[#if tax.name.size > 2 and tax.name.first == "V" and tax.list.size]]x[[/if]]',
    '[[let share = tax.percent.share | default: 1]][[share]]',
    '[[tax.percent.share | default: "-"]]',
  ])
    it(`is not reported: ${template}`, () => {
      expect(warningsOf(template, data)).to.deep.equal([]);
      expect(strictFaultsOf(template, data)).to.deep.equal([]);
    });

  it('is never revealed by a key that comes from the data', () => {
    const secret = { prices: { Secret: 1 }, key: 'Secret', other: 'Secret' };
    expect(strictFaultsOf('[[#if prices[key].x]]y[[/if]][[prices[key].x]]', secret).join()).not.to.contain('Secret');
  });
});
