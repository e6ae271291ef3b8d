import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../index.js';

const data = {
  a: 1,
  b: 2,
  name: 'Ann',
  status: 'paid',
  total: '10.50',
  Terms: 'none',
  'a + b': 3,
  'set x = 1': 'key',
  items: [{ name: 'x', price: 2 }],
};

function said(template: string, field = 'html', values = {}): string {
  try {
    fillTemplate(compileTemplate(template, field), { ...data, ...values }, { field });
  } catch (error) {
    expect(error).to.have.property('code', 'template_invalid');
    return (error as Error).message;
  }
  throw new Error(`${template} is no fault`);
}

/** Faults of tags in the syntax of other languages. */
const FAULTS: Readonly<Record<string, readonly (readonly [template: string, says: string])[]>> = {
  'a filter': [
    ['[[name | upper]]', 'has an unknown filter `upper`: write `| upcase`'],
    ['[[name | strtoupper]]', 'write `| upcase`'],
    ['[[name | toUpperCase]]', 'write `| upcase`'],
    ['[[name | upcas]]', 'has an unknown filter `upcas`: `upcase` may be meant; here, write `[[name | upcase]]`.'],
    ['[[name | Upcase]]', '`upcase` may be meant'],
    ['[[name | curency: "EUR"]]', '`money` may be meant'],
    ['[[name | raw]]', 'write `[[& …]]`, which prints a value unescaped'],
    ['[[name | e]]', 'values are always escaped'],
    ['[[name | nonsense]]', 'see /docs/templates#filters; to print it as text, write `&#91;['],
    ['[[name | upper(2)]]', 'write `| upcase`: it takes no arguments'],
    ['[[total | times(2)]]', 'arguments follow a colon, as in `| times: 3`'],
    ['[[total | currency("EUR")]]', 'write `| money`: arguments follow a colon, as in `| money: "EUR"`;'],
    ['[[total | times 2]]', 'arguments follow a colon'],
    ['[[total | money]]', 'has a wrong number of arguments: write `| money: "EUR"`.'],
    ['[[total | number 2]]', 'arguments follow a colon, as in `| number: 2`'],
    ['[[#if]]a[[/if]]', 'has no condition: write one after `if`, as in `[[#if paid]]…[[/if]]`'],
    ['[[#each]]a[[/each]]', 'has no list: write it after `each`, as in `[[#each rows]]…[[/each]]`'],
    ['[[#each items | upper]][[/each]]', 'write `| upcase`'],
    ['[[upcase name]]', 'filters follow the value, as in `name | upcase`'],
    ['[[upper(name)]]', 'as in `name | upcase`'],
    ['[[name.toUpperCase()]]', 'as in `name | upcase`'],
  ],
  'an operator': [
    ['[[#if a = b]][[/if]]', 'write `==` for equality'],
    ['[[#if a | round > 1]][[/if]]', '`(rows | size) > 1`'],
    ['[[#if a | round and b]][[/if]]', '`(rows | size) > 1`'],
    ['[[#if a === b]][[/if]]', 'write `==` and `!=`'],
    ['[[#if a && b]][[/if]]', 'write `and` for `&&`'],
    ['[[#if a || b]][[/if]]', 'write `or` in conditions'],
    ['[[#if !a]][[/if]]', 'write `not` for `!`'],
    ['[[#if a <> b]][[/if]]', 'write `!=`'],
    ['[[#if a is b]][[/if]]', 'between the values'],
    ['[[#if (eq a b)]][[/if]]', 'between the values'],
    ['[[#if items is empty]][[/if]]', 'write `name` or `not name`'],
    ['[[#if a in items]][[/if]]', '`list contains value`'],
    ['[[#if a + b > 2]][[/if]]', '| plus'],
    ['[[#if items.length > 0]][[/if]]', 'asks a list for `length`, which is `size` here'],
    ['[[a * b]]', '| times'],
    ['[[a - 1]]', '| minus'],
    ['[[a ~ b]]', '| append'],
    ['[[a ? b : name]]', '[[#if …]]'],
    ['[[a ?? b]]', '| default'],
    ['[[a || b]]', '| default'],
    ['[[a == 1]]', '[[#if …]]'],
    ['[[let x = a + b]]', '| plus'],
  ],
  'a block': [
    [
      '[[#unless a]][[/unless]]',
      '`[[#unless a]]` at line 1, column 1 is not a block of this language: write `[[#if not …]]',
    ],
    ['[[^if a]]x[[/if]]', 'write `[[#if not …]]…[[/if]]`'],
    ['[[#If a]]x[[/If]]', 'write `if` in lower case'],
    ['[[#if a]]x[[Else]]y[[/if]]', 'in lower case'],
    ['[[#with items]][[/with]]', '[[#name]]…[[/name]]'],
    ['[[#for item in items]][[/for]]', '[[#each rows]]'],
    ['[[#for item in items]]', '[[#each rows]]'],
    ['[[#switch a]][[/switch]]', '[[else if …]]'],
    ['[[#each item in items]][[/each]]', 'without a name for the items'],
    ['[[#each items as item]][[/each]]', 'loop items have no name'],
    ['[[#each items as |item index|]][[/each]]', 'loop items have no name'],
    ['[[#items | sort: "x"]][[/items]]', 'write `[[#each items | sort: "x"]]…[[/each]]`'],
    ['[[#status == "paid"]][[/status]]', 'write `[[#if status == "paid"]]…[[/if]]`'],
    ['[[#items]][[^@last]],[[/@last]][[/items]]', 'write `[[#if not (@last)]]…[[/if]]`'],
    ['[[#if a]][[elif b]][[/if]]', 'must be written `[[else if …]]`'],
    ['[[#if a]][[elsif b == 1]][[/if]]', 'must be written `[[else if …]]`'],
    ['[[#if a]][[else if]][[/if]]', 'must be written `[[else if …]]`'],
    ['[[#if a]]x[[/else]][[/if]]', '`[[else]]`, which has no closing tag'],
    ['[[#if a]]x[[#else]]y[[/if]]', '`[[else]]`, which has no closing tag'],
    ['[[#each items]][[@even]][[/each]]', 'loops have `@index`'],
    ['[[#each items]][[@../index]][[/each]]', '[[../@index]]'],
    ['[[set x = 2]]', '[[let name = …]]'],
    ['[[include "footer.html"]]', '[[var:name]]'],
    ['[[template "footer" .]]', '[[var:name]]'],
    ['[[#if a]][[/if]][[/if]]', 'no `[[#if …]]` before it'],
    ["[[ trans 'Total' ]]", '[["text" | t]]'],
    ['[[__("Total")]]', '[["text" | t]]'],
  ],
  'an end': [
    ['[[#if a]]\nx[[endif]]', 'is never closed: write `[[/if]]` for `[[endif]]` at line 2, column 2'],
    ['[[endif]]', 'sections are `[[#if …]]…[[/if]]`'],
    ['[[if .paid]]x[[end]]', 'sections are'],
    ['[[range .items]]x[[end]]', '`[[#each …]]…[[/each]]`'],
    ['[[#each items]]{{/each}}', 'write `[[/each]]` for `{{/each}}` at line 1, column 16'],
    ['[[#items]]{% endfor %}', 'write `[[/items]]` for `{% endfor %}` at line 1, column 11'],
    ['{{#if a}}[[/if]]', 'write `[[#if …]]` for `{{#if a}}` at line 1, column 1'],
    ['[[if a]][[/if]]', 'write `[[#if …]]` for `[[if a]]` at line 1, column 1'],
    ['[[#items]][[/each]]', 'is open: write `[[/items]]` for it'],
    ['[[#each items]][[/items]]', 'is open: write `[[/each]]` for it'],
    ['see [[#id]]', 'is never closed: write `[[/id]]`; to print it as text, write `&#91;[`'],
    ['[[/id]]', 'there is no `[[#id]]` before it: leave it out; to print it as text'],
  ],
};

describe('A tag of another language in our brackets says how it is written here:', () => {
  for (const [what, cases] of Object.entries(FAULTS)) {
    for (const [template, says] of cases) it(`${what}, ${template}`, () => expect(said(template)).to.include(says));
  }

  it('says nothing of brackets as text in CSS', () => {
    expect(said('[[#id]]', 'css')).to.equal(
      'In `css`, `[[#id]]` at line 1, column 1 is never closed: write `[[/id]]`.',
    );
  });
});

describe('Prose in double brackets stays, though it looks like a tag of another language:', () => {
  for (const text of [
    '[[c + d]]',
    '[[x * y]]',
    '[[e ? f : g]]',
    '[[elsif b == 1]]',
    '[[else what]]',
    '[[@even]]',
    '[[@someone]]',
    '[[trim the hedge]]',
    '[[date of birth]]',
    '[[Terms-and-Conditions, all]]',
    '[[see note (3)]]',
    '[[#History|the history]]',
    '[[for a in list]]',
    '[[f(x)]]',
    '[[ -z "$1" ]]',
  ])
    it(text, () => expect(fillTemplate(compileTemplate(text), data)).to.equal(text));

  it('and a key of the data with the same text wins', () => {
    expect(fillTemplate(compileTemplate('[[a + b]] [[set x = 1]]'), data)).to.equal('3 key');
  });
});

describe('A hostile template', () => {
  for (const tag of [
    '[[a|bbbbbbbbbb]]',
    '[[a ? b : c]]',
    '[[#a|b]]',
    `[[${'?'.repeat(900)}]]`,
    '[[upcase name]]',
    '{{/if}}[[a]]',
  ])
    itWithinCpuMs(5_000, `of a great many ${tag.slice(0, 20)} is read quickly`, () => {
      const template = compileTemplate(tag.repeat(Math.floor(100_000 / tag.length)));
      expect(template.nodes).not.to.have.lengthOf(0);
    });

  for (const tag of ['[[a|b]]', '[[a | upcase]]', '[[x y|b]]', '[[#if a]][[/if]]', '[[let a=b]]'])
    itWithinCpuMs(2_500, `of a megabyte of ${tag} is refused before it takes long`, () => {
      const template = tag.repeat(Math.floor(1_000_000 / tag.length));
      expect(() => compileTemplate(template)).to.throw('comes after 20,000 others that compute');
    });

  itWithinCpuMs(10_000, 'is found quickly behind megabytes of blanks', () => {
    expect(said(`[[${' '.repeat(1_000_000)}[[/if]]`)).to.contain('closes no section');
  });
});
