import { type JsonObject, ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { FilledText, missingValues, tagWarnings, templateFor } from '../index.js';

const filled = (template: string, data?: JsonObject): FilledText => new FilledText(templateFor(template), data);

function strictFaultOf(template: string, data: JsonObject): string {
  try {
    const [error] = missingValues({ html: filled(template, data) });
    if (error) throw error;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'tag_without_value') return error.message;
    throw error;
  }
  return 'none';
}

const DATA: JsonObject = {
  items: [
    { name: 'a', sent: true },
    { name: 'b', seen: true },
  ],
  paid: false,
  customer: { vat_id: '1', address1: 'x' },
  empty: [],
  nothing: null,
};

describe('A misspelt name in a block', () => {
  for (const [template, tag, meant] of [
    ['[[#each itmes]]x[[/each]]', '#each itmes', 'items'],
    ['[[#each itmes]]x[[else]]none[[/each]]', '#each itmes', 'items'],
    ['[[#each itmes | sort: "name"]]x[[/each]]', '#each itmes | sort: "name"', 'items'],
    ['[[#itmes]]x[[/itmes]]', 'itmes', 'items'],
    ['[[^itmes]]x[[/itmes]]', 'itmes', 'items'],
    ['[[#if payd]]x[[/if]]', 'if payd', 'paid'],
    ['[[#if not payd]]x[[/if]]', 'if not payd', 'paid'],
    ['[[#if nothing]]x[[else if payd and 1]]y[[/if]]', 'else if payd and 1', 'paid'],
    ['[[#if customer.vatid == "1"]]x[[/if]]', 'if customer.vatid == "1"', 'vat_id'],
    ['[[#customer.var_id]]x[[/customer.var_id]]', 'customer.var_id', 'vat_id'],
    ['[[#each items]][[#if payd]]x[[/if]][[/each]]', 'if payd', 'paid'],
    ['[[#each items]][[#each ../customr]]x[[/each]][[/each]]', 'each ../customr', 'customer'],
    ['[[let all = itmes | size]]', 'let all = itmes | size', 'items'],
  ] as const) {
    const named = tag.replace(/^#/, '');
    it(`is an error with \`strict\`, and a warning without: ${template}`, () => {
      const says = new RegExp(
        `\`\\[\\[${named.replace(/[|.()"]/g, '\\$&')}\\]\\]\` at html 1:\\d+ \\(did you mean \`${meant}\`\\?\\)`,
      );
      expect(strictFaultOf(template, DATA)).to.match(says);
      const [warning] = tagWarnings({ html: filled(template, DATA) });
      expect(warning).to.include({ code: 'tag_without_value', line: 1 });
      expect(warning?.message).to.match(says);
    });
  }

  for (const [what, template] of [
    [
      'what is false, empty or null',
      '[[#if paid]]x[[/if]][[#each empty]]x[[/each]][[#each nothing]]x[[/each]][[#nothing]]x[[/nothing]]',
    ],
    ['a field that only some items have', '[[#each items]][[#if sent]]x[[/if]][[#seen]]x[[/seen]][[/each]]'],
    ['an optional field like no other', '[[#if discount]]x[[/if]][[#note]]x[[/note]][[#if customer.phone]]x[[/if]]'],
    ['a field with another number', '[[#if customer.address2]]x[[/if]][[#customer.address2]]x[[/customer.address2]]'],
    ['a name beside one that the template uses, too', '[[#if item]]x[[/if]][[#each items]]x[[/each]]'],
    ['a name with a default', '[[let x = payd | default: 1]]'],
    ['a list that is not there, where `[[else]]` is for that', '[[#each payments]]x[[else]]none[[/each]]'],
    ['a section that is not filled', '[[#if paid]][[#each itmes]]x[[/each]][[/if]]'],
    ['a field of null', '[[#each nothing.rows]]x[[/each]]'],
    ['variables', '[[let total = 1]][[#if total]]x[[/if]]'],
  ] as const)
    it(`is not ${what}`, () => {
      expect(strictFaultOf(template, DATA)).to.equal('none');
      expect(tagWarnings({ html: filled(template, DATA) })).to.deep.equal([]);
    });
});

describe('A loop', () => {
  it('over a list that does not exist in the data reports the missing list', () => {
    expect(strictFaultOf('[[#each payments]]x[[/each]]', DATA)).to.contain(
      '`[[#each payments]]` at html 1:1 (send `[]` or null if there is none)'.replace('#', ''),
    );
  });

  it('over a text, which may be JSON, is a fault', () => {
    expect(strictFaultOf('[[#each rows]]x[[/each]]', { rows: '[{"a": 1}]' })).to.contain('(not a list, perhaps a text');
    expect(strictFaultOf('[[#each rows]]x[[/each]]', { rows: '' })).to.equal('none');
  });
});
