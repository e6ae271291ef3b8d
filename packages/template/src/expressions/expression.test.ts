import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../index.js';

const fill = (template: string, data: JsonObject = {}): string => fillTemplate(compileTemplate(template, 'html'), data);

describe('An expression in a tag', () => {
  const data = {
    name: 'Ann',
    amount: '1.10',
    'Invoice No': 7,
    'name | unknown': 'the key',
    größe: 'xl',
    rows: [{ name: 'x' }, { name: 'y' }],
  };

  for (const [template, filled] of [
    ['[[name | upcase]]', 'ANN'],
    ['[[ name|upcase ]]', 'ANN'],
    ['[[größe | upcase]]', 'XL'],
    ['[[amount | times: amount | times: 3]]', '3.63'],
    ['[["a ]] b" | upcase]]', 'A ]] B'],
    ['[[rows[1].name]] [[rows[-1].name | upcase]] [[rows.size]]', 'y Y 2'],
    ['[[Invoice No | times: 2]] [[ ["Invoice No"] | times: 3 ]]', '14 21'],
    ['[[name | unknown]]', 'the key'],
    ['[[& name | upcase]]', 'ANN'],
    ['[[123456789012345.5 | plus: 0.50]] [["9007199254740993" | plus: -1.0]]', '123456789012346 9007199254740992'],
    ["[['it.is' | upcase]] [[(name) | upcase]]", 'IT.IS ANN'],
  ] as const) {
    it(`${template} prints ${filled}`, () => expect(fill(template, data)).to.equal(filled));
  }

  for (const text of ['[["a"]]', '[["a","b"],["c"]]', '[[Main Page|the main page]]', '[[a = b]]', '[[a == b]]']) {
    it(`${text} is invalid`, () => expect(fill(text, data)).to.equal(text));
  }

  for (const [template, fault] of [
    ['[[name | unknown: 1]]', 'has an unknown filter `unknown`'],
    ['[[name | upcase: 1]]', 'write `| upcase`'],
    ['[[12345678901234567891 | plus: 1]]', 'too many digits: write it in quotation marks'],
    ['[[amount | plus: 0.12345678901234567891]]', 'too many digits'],
    ['[[#if amount == 9007199254740993]][[/if]]', 'too many digits'],
    ['[[amount | times 2]]', 'has a filter that can’t be read: arguments follow a colon'],
    ['[[amount | times: "a]]', undefined],
    ['[[rows["na" | append: "me"]]]', 'something other than one name, number or text'],
    ['[[name | times: rows[amount name]]]', 'something other than one name, number or text'],
    ['[[#if rows[name == amount]]][[/if]]', 'something other than one name, number or text'],
    ['[[name | times: 2]]', 'a text that is not a number'],
    ['[[@index]]', 'outside a loop'],
    ['[[#rows]][[../../name]][[/rows]]', 'only 1 section'],
    ['[[#if name and amount or rows]][[/if]]', 'write parentheses'],
    ['[[#if name ==]][[/if]]', 'has no value on one side'],
    ['[[#if 1 < amount < 3]][[/if]]', 'more than two values'],
    ['[[let name = 1]][[#rows]][[let name = 2]][[/rows]]', 'an item has a field of that name'],
    ['[[else]]', 'is in no section'],
    ['[[#each rows]]', 'is never closed'],
    ['[[#each rows]][[/if]]', 'closes no section while'],
    ['[[#if name]][[else]][[else]][[/if]]', 'comes after the `[[else]]`'],
  ] as const) {
    it(`${template} ${fault === undefined ? 'stays text' : `is a fault: ${fault}`}`, () => {
      if (fault === undefined) expect(fill(template, data)).to.equal(template);
      else
        expect(() => fill(`\n ${template}`, data))
          .to.throw(fault)
          .with.property('code', 'template_invalid');
    });
  }
});

describe('A block', () => {
  const rows = [
    { name: 'x', parts: [1, 2] },
    { name: 'y', parts: [] },
  ];

  for (const [template, filled] of [
    ['[[#if not zero or (not status and total)]]yes[[else]]no[[/if]]', 'yes'],
    ['[[#if (not status) or ( not (zero or total))]]yes[[else]]no[[/if]]', 'no'],
    ['[[#if status == "paid" and total > 0]]yes[[else]]no[[/if]]', 'yes'],
    ['[[#if zero]]a[[else if total >= "12.50"]]b[[else]]c[[/if]]', 'b'],
    ['[[#if empty_list]]a[[else if missing]]b[[else if no_text]]c[[else]]d[[/if]]', 'd'],
    ['[[#if (zero or total) and not missing]]yes[[/if]]', 'yes'],
    ['[[#if tags contains "a"]]yes[[/if]][[#if total == 12.5]]same[[/if]]', 'yessame'],
    ['[[#each rows]][[@number]]/[[@index]][[#if @last]].[[else]],[[/if]][[/each]]', '1/0,2/1.'],
    ['[[#each rows]][[@index | plus: 7]] [[/each]][[@root.rows.size | times: 2]]', '7 8 4'],
    ['[[#each rows]][[#each parts]][[../name]][[.]] [[else]]none[[/each]][[/each]]', 'x1 x2 none'],
    ['[[#each prices]][[@key]]=[[.]];[[/each]]', 'net=1;gross=2;'],
    ['[[#rows]][[@number]][[#parts]]([[../@number]].[[@number]])[[/parts]][[/rows]]', '1(1.1)(1.2)2'],
    ['[[#missing]]a[[else]]b[[/missing]][[^missing]]c[[else]]d[[/missing]]', 'bc'],
    ['[[let twice = total | times: 2]][[twice]] [[#each rows]][[let n = name]][[n]][[/each]][[n]]', '25 xy'],
    ['[[let sum = 0]][[#each rows]][[let sum = sum | plus: @number]][[let n = 1]][[/each]][[sum]][[n]]', '3'],
    [
      '[[let carried = total]][[#rows]][[let carried = carried | times: 2]][[carried]] [[/rows]][[carried]]',
      '25 50 50',
    ],
    ['[[#each rows]][[let status = missing]][[status]][[name]][[/each]][[status]]', 'xypaid'],
    ['[[#each rows]][[@root.status]] [[/each]]', 'paid paid '],
    ['[[#if only]]a[[/if only]]', 'a'],
  ] as const) {
    it(`${template} prints ${filled}`, () => {
      const data = {
        status: 'paid',
        total: '12.50',
        zero: 0,
        empty_list: [],
        no_text: '',
        tags: ['a', 'b'],
        rows,
        prices: { net: 1, gross: 2 },
        'if only': true,
      };
      expect(fill(template, data)).to.equal(filled);
    });
  }

  it('whose tags are alone in their lines leaves no lines behind', () => {
    const template = 'a\n[[#if yes]]\n  b\n[[else]]\n  c\n[[/if]]\n[[let x = yes]]\nd\n';
    expect(fill(template, { yes: true })).to.equal('a\n  b\nd\n');
  });
});
