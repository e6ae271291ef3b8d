import { itWithinCpuMs } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, fillTemplate } from '../index.js';

const data = {
  ...{ a: 1, b: 2, name: 'Ann', status: 'paid', total: '10.50', Terms: 'none', 'a + b': 3, 'set x = 1': 'key' },
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

/** What is said of tags that are written as other languages have them. */
const FAULTS: Readonly<Record<string, readonly (readonly [template: string, says: string])[]>> = {
  'a filter': [
    ['[[name | upper]]', 'has no known filter `upper`: write `| upcase`'],
    ['[[name | strtoupper]]', 'write `| upcase`'],
    ['[[name | toUpperCase]]', 'write `| upcase`'],
    ['[[name | upcas]]', 'has no known filter `upcas`: `upcase` may be meant.'],
    ['[[name | Upcase]]', '`upcase` may be meant'],
    ['[[name | raw]]', 'write `[[& …]]`, which prints a value as it is'],
    ['[[name | e]]', 'values are escaped in any case'],
    ['[[name | nonsense]]', 'docs/tools/templates.md lists all; where it is to be text, write `&#91;['],
    ['[[name | upper(2)]]', 'write `| upcase`: it takes no arguments'],
    ['[[total | times(2)]]', 'arguments follow a colon, as in `| times: number`'],
    ['[[total | currency("EUR")]]', 'write `| money`: arguments follow a colon, as in `| money: currency'],
    ['[[total | times 2]]', 'arguments follow a colon'],
    ['[[#each items | upper]][[/each]]', 'write `| upcase`'],
    ['[[upcase name]]', 'filters follow the value, as in `name | upcase`'],
    ['[[upper(name)]]', 'as in `name | upcase`'],
    ['[[name.toUpperCase()]]', 'as in `name | upcase`'],
  ],
  'an operator': [
    ['[[#if a = b]][[/if]]', 'equality is `==`'],
    ['[[#if a | round > 1]][[/if]]', '`(rows | size) > 1`'],
    ['[[#if a | round and b]][[/if]]', '`(rows | size) > 1`'],
    ['[[#if a === b]][[/if]]', 'write `==` and `!=`'],
    ['[[#if a && b]][[/if]]', '`&&` is `and`'],
    ['[[#if a || b]][[/if]]', '`||` is `or`'],
    ['[[#if !a]][[/if]]', '`!` is `not`'],
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
    ['[[#unless a]][[/unless]]', '`[[#unless a]]` at line 1, column 1 is no block here: write `[[#if not …]]'],
    ['[[^if a]]x[[/if]]', 'write `[[#if not …]]…[[/if]]`'],
    ['[[#If a]]x[[/If]]', 'write `if` in small letters'],
    ['[[#if a]]x[[Else]]y[[/if]]', 'in small letters'],
    ['[[#with items]][[/with]]', '[[#name]]…[[/name]]'],
    ['[[#for item in items]][[/for]]', '[[#each rows]]'],
    ['[[#for item in items]]', '[[#each rows]]'],
    ['[[#switch a]][[/switch]]', '[[else if …]]'],
    ['[[#each item in items]][[/each]]', 'without a name for the items'],
    ['[[#each items as item]][[/each]]', 'items of a loop get no name'],
    ['[[#each items as |item index|]][[/each]]', 'items of a loop get no name'],
    ['[[#items | sort: "x"]][[/items]]', 'write `[[#each items | sort: "x"]]…[[/each]]`'],
    ['[[#status == "paid"]][[/status]]', 'write `[[#if status == "paid"]]…[[/if]]`'],
    ['[[#items]][[^@last]],[[/@last]][[/items]]', 'write `[[#if not (@last)]]…[[/if]]`'],
    ['[[#if a]][[elif b]][[/if]]', 'is written `[[else if …]]`'],
    ['[[#if a]][[elsif b == 1]][[/if]]', 'is written `[[else if …]]`'],
    ['[[#if a]][[else if]][[/if]]', 'is written `[[else if …]]`'],
    ['[[#if a]]x[[/else]][[/if]]', '`[[else]]`, which has no end of its own'],
    ['[[#if a]]x[[#else]]y[[/if]]', '`[[else]]`, which has no end of its own'],
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
    ['[[#if a]]\nx[[endif]]', 'is never closed: `[[endif]]` at line 2, column 2 is written `[[/if]]` here'],
    ['[[endif]]', 'sections are `[[#if …]]…[[/if]]`'],
    ['[[if .paid]]x[[end]]', 'sections are'],
    ['[[range .items]]x[[end]]', '`[[#each …]]…[[/each]]`'],
    ['[[#each items]]{{/each}}', '`{{/each}}` at line 1, column 16 is written `[[/each]]`'],
    ['[[#items]]{% endfor %}', '`{% endfor %}` at line 1, column 11 is written `[[/items]]`'],
    ['{{#if a}}[[/if]]', '`{{#if a}}` at line 1, column 1 is written `[[#if …]]`'],
    ['[[if a]][[/if]]', '`[[if a]]` at line 1, column 1 is written `[[#if …]]`'],
    ['[[#items]][[/each]]', 'has to be closed first, by `[[/items]]`'],
    ['[[#each items]][[/items]]', 'has to be closed first, by `[[/each]]`'],
    ['see [[#id]]', 'is never closed, by `[[/id]]`; where it is to be text, write `&#91;[`'],
    ['[[/id]]', 'there is no `[[#id]]` before it; where it is to be text'],
  ],
};

describe('A tag of another language in our brackets says how it is written here:', () => {
  for (const [what, cases] of Object.entries(FAULTS)) {
    for (const [template, says] of cases) it(`${what}, ${template}`, () => expect(said(template)).to.include(says));
  }

  it('says nothing of brackets as text in CSS', () => {
    expect(said('[[#id]]', 'css')).to.equal('In `css`, `[[#id]]` at line 1, column 1 is never closed, by `[[/id]]`.');
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
    itWithinCpuMs(5_000, `of a great many ${tag.slice(0, 20)} is read in no time`, () => {
      const template = compileTemplate(tag.repeat(Math.floor(100_000 / tag.length)));
      expect(template.nodes).not.to.have.lengthOf(0);
    });

  for (const tag of ['[[a|b]]', '[[a | upcase]]', '[[x y|b]]', '[[#if a]][[/if]]', '[[let a=b]]'])
    itWithinCpuMs(10_000, `of megabytes of ${tag} is refused before it takes long`, () => {
      const template = tag.repeat(Math.floor(2_000_000 / tag.length));
      expect(() => compileTemplate(template)).to.throw('comes after 20,000 others that compute');
    });

  itWithinCpuMs(10_000, 'is found in no time behind megabytes of blanks', () => {
    expect(said(`[[${' '.repeat(1_000_000)}[[/if]]`)).to.contain('closes no section');
  });
});
