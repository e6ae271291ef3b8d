import { type JsonObject, ServiceError } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  compileTemplate,
  FilledText,
  type FillOptions,
  fillTemplate,
  missingValues,
  resolveVariables,
  tagWarnings,
  templateFor,
} from '../../index.js';

type Saved = Readonly<Record<string, string>>;

async function resolved(text: string, saved: Saved, keys: readonly string[] = []): Promise<string> {
  const lookup = async (wanted: ReadonlyMap<string, number>) =>
    new Map([...wanted.keys()].flatMap((name) => (Object.hasOwn(saved, name) ? [[name, saved[name] ?? '']] : [])));
  const whole = await resolveVariables(text, 'html', lookup, 5 * 1024 * 1024, { hasKey: (key) => keys.includes(key) });
  return whole ?? 'too long';
}

async function filled(text: string, saved: Saved, data: JsonObject = {}, options?: FillOptions): Promise<string> {
  return fillTemplate(compileTemplate(await resolved(text, saved), 'html'), data, options);
}

async function errorOf(text: string, saved: Saved, data: JsonObject = {}): Promise<ServiceError> {
  const error: unknown = await filled(text, saved, data).catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(ServiceError);
  return error as ServiceError;
}

const DATA = {
  currency: 'EUR',
  name: 'document',
  lines: [
    { name: 'Design', price: 2, parts: [{ name: 'a' }, { size: 1 }] },
    { name: 'Print', price: 3, parts: [] },
  ],
  seller: { name: 'Ann', city: 'Graz' },
  tags: ['x', 'y'],
  rows: [[{ t: 1 }], [{ t: 2 }]],
};

describe('A partial', () => {
  const row = '<td>[[item.name]] [[item.price]]</td>';

  for (const [template, saved, prints] of [
    ['[[#each lines]][[> row item=.]][[/each]]', { row }, '<td>Design 2</td><td>Print 3</td>'],
    ['[[> row item=lines.last]]', { row }, '<td>Print 3</td>'],
    ['[[> row item=lines[0]]]', { row }, '<td>Design 2</td>'],
    ['[[>row item = lines[-1]]]', { row }, '<td>Print 3</td>'],
    ['[[ > row   item=lines[0] ]]', { row }, '<td>Design 2</td>'],
    ['[[> at seller]]', { at: '[[name]] of [[city]], [[currency]]' }, 'Ann of Graz, EUR'],
    ['[[> at seller city="Linz" n=2]]', { at: '[[name]] of [[city]], [[n]]' }, 'Ann of Linz, 2'],
    ['[[> at]]', { at: '[[name]]' }, 'document'],
    [
      '[[> at@3 seller]][[> at@draft]]',
      { 'at@3': '[[name]] then ', 'at@draft': '[[name]] soon' },
      'Ann then document soon',
    ],
    ['[[#each lines]][[> at]][[/each]]', { at: '[[@number]]. [[name]] ' }, '1. Design 2. Print '],
    ['[[> t a="x ]] y" b=\'[[var:z]]\' c="\\"q\\""]]', { t: '[[a]]|[[b]]|[[&c]]' }, 'x ]] y|[[var:z]]|"q"'],
    [
      '[[> t a=(lines | sum: "price") b=(lines.size > 1) c=true d=null e=-1.5]]',
      { t: '[[a]] [[b]] [[c]] ([[d]]) [[e]]' },
      '5 true true () -1.5',
    ],
    ['[[> t list=(1..3)]]', { t: '[[#each list]][[.]][[/each]]' }, '123'],
    ['[[> t a=missing]]', { t: '[[#if a == null]]none[[/if]]' }, 'none'],
    ['[[> t name="n"]][[name]]', { t: '[[name]] ' }, 'n document'],
    ['[[#each lines]][[> t name="n"]] [[/each]]', { t: '[[name]][[.name]]' }, 'nDesign nPrint '],
    [
      '[[#each lines]][[> t x=1]] [[/each]]',
      { t: '[[../name]] [[#each parts]][[../price]][[../x]][[/each]]' },
      'document 2121 document  ',
    ],
    ['[[#each lines]][[> t seller]] [[/each]]', { t: '[[../name]] [[../../name]]' }, 'Design document Print document '],
    ['[[> a n=1]]', { a: '[[n]][[> b m=n n=2]][[n]]', b: '([[n]][[m]])' }, '1(21)1'],
    ['[[let s = 0]][[#each lines]][[> t]][[/each]][[s]]', { t: '[[let s = s | plus: price]][[let own = 1]]' }, '5'],
    ['[[> t]][[#if own]]kept[[else]]gone[[/if]]', { t: '[[let own = 1]]' }, 'gone'],
    ['[[> t n=1]][[#if n]]kept[[else]]gone[[/if]]', { t: '[[let n = 2]][[n]]' }, '2gone'],
    ['[[#each lines]][[#each parts]][[> t]][[/each]][[/each]]', { t: '[[.name]][[@index]]' }, 'a01'],
    ['<style>[[> c a="red;}"]]</style>', { c: 'p{color:[[a]]}' }, '<style>p{color:red\\3b \\7d }</style>'],
    ['[[#if lines]][[> a]][[else]][[> b]][[/if]]', { a: 'A', b: 'B' }, 'A'],
    ['a\n[[> t]]\nb', { t: 'x\n' }, 'a\nx\nb'],
    ['[[> a.b-c_1]]', { 'a.b-c_1': 'x' }, 'x'],
    [
      '[[> t a=__proto__ constructor=seller __proto__=tags]]',
      { t: '[[a]][[constructor.name]] [[__proto__.first]] [[x]]' },
      'Ann x ',
    ],
    ['[[#each rows]][[> t a=.first.t b=./size c=.[0].t]][[/each]]', { t: '[[a]][[b]][[c]] ' }, '111 212 '],
  ] as const)
    it(`${template} with ${JSON.stringify(saved)} prints ${prints}`, async () => {
      expect(await filled(template, saved, DATA)).to.equal(prints);
    });

  for (const text of ['[[> ]]', '[[>]]', '[[> /etc/passwd]]', '[[> -x]]', '[[> "a"]]', '[[> a', '[[> ä]]', 'a > b ]]'])
    it(`is not recognized: ${text}`, async () => expect(await filled(text, {})).to.equal(text));

  it('is data where the data has a key with the exact text of its tag', async () => {
    const data = { '> row item=1': 'k<', '> 30 days': 7 };
    expect(await filled('[[> row item=1]] [[ > row item=1 ]]', { row }, data)).to.equal('k&lt; k&lt;');
    const unknown = await resolved('[[> 30 days]]', {}, ['> 30 days']);
    expect(fillTemplate(compileTemplate(unknown, 'html'), data)).to.equal('7');
    expect(() => fillTemplate(compileTemplate(unknown, 'html'), {})).to.throw('names no saved variable');
  });

  it('is inserted before data: filled values are not partials', async () => {
    expect(await filled('[[> t a=a]]', { t: '[[a]]' }, { a: '[[> t]][[/> t]]' })).to.equal('[[&gt; t]][[/&gt; t]]');
    expect(await filled('[[&a]]', { t: 'secret' }, { a: '[[> t]]' })).to.equal('[[> t]]');
  });

  it('has an end that callers can’t write: the worker checks this too', () => {
    expect(() => compileTemplate('x[[/> t]]', 'html')).to.throw('ends no partial');
  });

  it('may name a page', async () => {
    const text = await resolved('[[> at id="x"]]', { at: '[[id | page_of]]' });
    expect(() => fillTemplate(compileTemplate(text), {})).to.throw('page_of');
  });
});

describe('The faults of a partial', () => {
  for (const [template, saved, says] of [
    [
      '\n [[> t]]',
      { t: 'a\n  [[b | upper]]' },
      'In `html`, `[[b | upper]]` at line 2, column 3 of the partial `t`, inserted at line 2, column 2 has an unknown filter',
    ],
    [
      '[[> s]]x\n[[> s]] [[> t]]',
      { s: 'a\nb\nc', t: '[[#if a]]' },
      '`[[#if a]]` at line 1, column 1 of the partial `t`, inserted at line 2, column 9 is never closed',
    ],
    [
      '[[> a]]',
      { a: '\n[[> b]]', b: '\n\n[[/if]]' },
      'at line 3, column 1 of the partial `b`, inserted at line 1, column 1 closes no section that begins in the partial `b`',
    ],
    ['[[#each lines]][[> t]][[/each]]', { t: '[[/each]]' }, 'closes no section that begins in the partial `t`'],
    [
      '[[#if a]][[> t]][[/if]]',
      { t: '[[else]]' },
      '`[[else]]` at line 1, column 1 of the partial `t`, inserted at line 1, column 10 is in no section',
    ],
    ['[[> t]]\n[[x | upper]]', { t: 'a\nb\n' }, '`[[x | upper]]` at line 2, column 1 has'],
    ['[[> t]]', { t: '[[@index]]' }, 'has `@index` outside a loop'],
    ['[[> t n=1]]', { t: '[[../x]]' }, 'inside only 0 sections'],
    ['[[> t n=@index]]', { t: '' }, 'has `@index` outside a loop'],
    ['[[> t a=1 a=2]]', { t: '' }, 'has two arguments `a`'],
    [
      '[[> t a b]]',
      { t: '' },
      'more than one value: arguments are `name=value`, and a value without a name comes first',
    ],
    ['[[> t a=1 b]]', { t: '' }, 'a value without a name comes first'],
    ['[[> t a=lines | size]]', { t: '' }, 'has filters outside parentheses: write `a=(lines | size)`'],
    ['[[> t a=]]', { t: '' }, 'has an argument `a=` that can’t be read'],
    ['[[> t a=b=c]]', { t: '' }, 'has an argument `a=b=c` that can’t be read'],
    ['[[> t a=(b | upper)]]', { t: '' }, 'has an unknown filter `upper`'],
    ['[[> t a="b]]', { t: '' }, undefined],
    ['[[> t a=12345678901234567890]]', { t: '' }, 'too many digits'],
    [
      `[[> t ${Array.from({ length: 21 }, (_, index) => `a${index}=1`).join(' ')}]]`,
      { t: '' },
      'has more than 20 arguments',
    ],
    ['[[> t n="x"]]', { t: '\n[[n | plus: 1]]' }, '`[[n | plus: 1]]` at line 2, column 1 of the partial `t`'],
    ['[[> t]]', { t: 'a[[/> t]]b' }, 'partials have no closing tag, write `[[> name]]` alone'],
    ['[[/> t]]', { t: '' }, 'partials have no closing tag, write `[[> name]]` alone'],
  ] as const)
    it(`${template.trim().slice(0, 60)} with ${JSON.stringify(saved)}: ${says}`, async () => {
      if (says === undefined) expect(await filled(template, saved)).to.equal(template);
      else {
        const { code, message } = await errorOf(template, saved, DATA);
        expect(code).to.equal('template_invalid');
        expect(message).to.contain(says);
      }
    });

  for (const [template, saved, says] of [
    ['[[> none a=1]]', {}, 'There is no html variable `none`, which `html` names by `[[> …]]`.'],
    ['[[> t]]', { t: '[[> t]]' }, 'form a cycle: t → t'],
    ['[[> a]]', { a: '[[> b x=1]]', b: '[[var:a]]' }, 'form a cycle: a → b → a'],
    [
      '[[> a]]',
      { a: '[[> b]]', b: '[[> c]]', c: '[[> d]]', d: '[[> e]]', e: '[[> f]]', f: '' },
      'nested more than 5 levels deep: a → b → c → d → e → f',
    ],
    ['[[> constructor]][[> __proto__]]', {}, 'There is no html variable `constructor`'],
  ] as const)
    it(`${template} with ${JSON.stringify(saved)} is unknown: ${says}`, async () => {
      const { code, message } = await errorOf(template, saved);
      expect(code).to.equal('variable_unknown');
      expect(message).to.contain(says);
    });

  it('in values are reported at the position of the tag, and in the partial', async () => {
    const template = '<p>\n [[> t a=seller.none b=lines.zip]]</p>\n[[#each lines]][[> t]][[/each]] [[gone]]';
    const text = await resolved(template, { t: 'x\n[[none]] [[#if currency.none]]y[[/if]]' });
    const html = new FilledText(templateFor(text), DATA);
    const [first, second] = tagWarnings({ html });
    expect(first).to.include({ line: 2, column: 2 });
    expect(first?.message).to.contain(
      '`[[none]]` at html 2:2 (partial `t` 2:1), `[[none]]` at html 3:16 (partial `t` 2:1), `[[gone]]` at html 3:33',
    );
    expect(second?.message).to.contain('`[[if currency.none]]` at html 2:2 (partial `t` 2:10) (`currency` is a text');
    expect(missingValues({ html })[0]?.message).to.contain('`[[none]]` at html 2:2 (partial `t` 2:1)');
  });

  it('in arguments follow `let`: a name that is probably misspelt is reported', async () => {
    const html = new FilledText(templateFor(await resolved('[[> t a=curency]]', { t: '' })), DATA);
    const [said] = tagWarnings({ html });
    expect(said?.message).to.contain('`[[> t a=curency]]` at html 1:1 (did you mean `currency`?)');
  });
});

describe('The limits of partials', () => {
  it('match a filled text', async () => {
    const list = Array.from({ length: 10 }, (_, index) => index);
    const saved = {
      a: '[[#each list]][[> b]][[/each]]'.repeat(3),
      b: '[[#each list]][[> c]][[/each]]',
      c: '[[#each list]][[> d]][[/each]]',
      d: '[[#each list]][[> e x=list]][[/each]]',
      e: '[[#each x]][[#each x]][[#each x]][[/each]][[/each]][[/each]]',
    };
    expect((await errorOf('[[> a]]', saved, { list })).message).to.contain('takes more than 5000000 steps');
    const long = { a: 'x'.repeat(100_000) };
    expect(
      (await errorOf(`[[#each list]][[#each list]][[#each list]][[> a]][[/each]][[/each]][[/each]]`, long, { list }))
        .message,
    ).to.contain('would be longer than');
  });

  it('are counted in the text with its variables, once for each occurrence', async () => {
    expect(await resolved('[[> a]]'.repeat(9_000), { a: 'x'.repeat(1_000) })).to.equal('too long');
  });

  it('are ten thousand in a field, as written', async () => {
    const { message } = await errorOf('[[> a]]'.repeat(10_001), { a: '' });
    expect(message).to.contain('has more than 10,000 partials and variables');
    expect((await errorOf('[[var:a]]'.repeat(10_001), { a: 'x' })).message).to.equal(message);
    expect(await filled('[[> a]]'.repeat(10_000), { a: 'x' })).to.equal('x'.repeat(10_000));
  });

  it('count nested ones as sections', async () => {
    const open = '[[#lines]]'.repeat(98);
    const close = '[[/lines]]'.repeat(98);
    expect(
      (await errorOf(`${open}[[> a]]${close}`, { a: '[[#tags]][[#tags]][[/tags]][[/tags]]' }, DATA)).message,
    ).to.contain('nested too deep');
  });
});
