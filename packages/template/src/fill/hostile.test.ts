import type { JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { faultOf, fill } from '../testing/faults.js';

const parsed = (json: string): JsonObject => JSON.parse(json) as JsonObject;

describe('Inherited properties are invisible to a template', () => {
  const data = { a: { b: 1 }, list: [{ b: 1 }, { b: 2 }], text: 'abc', key: 'constructor', proto: '__proto__' };

  for (const template of [
    '[[constructor]][[__proto__]][[toString]][[hasOwnProperty]]',
    '[[a.constructor]][[a.__proto__]][[a.prototype]][[a.valueOf]][[a.constructor.constructor]]',
    '[[a["constructor"]]][[a["__proto__"]["toString"]]]',
    '[[a[key]]][[a[proto]]][[a[key]["name"]]]',
    '[[list.constructor]][[list.map]][[list.push]][[list["__proto__"]]][[list["constructor"]["name"]]]',
    '[[text.constructor]][[text.length]][[text["at"]]][[text["__proto__"]]]',
    '[[.constructor]][[.__proto__]][[@root.constructor]][[@root.__proto__]]',
    '[[#each list]][[../constructor]][[.constructor]][[b.constructor]][[/each]]',
    '[[#if constructor or __proto__ or a.toString or list.filter]]seen[[/if]]',
    '[[#constructor]]seen[[/constructor]][[#__proto__]]seen[[/__proto__]][[#a.toString]]seen[[/a.toString]]',
    '[[#each a.constructor]]seen[[/each]][[#each __proto__]]seen[[/each]]',
    '[[list | map: "constructor" | compact | join]][[list | map: "__proto__.constructor" | compact | join]]',
    '[[list | where: "constructor" | size | default: 0 | replace: "0", ""]]',
    '[[let found = list | find: "toString"]][[found.b]]',
    '[[list | sum: "__proto__" | replace: "0", ""]]',
    '[[list | group_by: "constructor" | map: "name" | compact | join]]',
    '[[list | sort: "constructor" | map: "toString" | compact | join]]',
    '[[list | uniq: "constructor" | map: "hasOwnProperty" | compact | join]]',
    '[[let __proto__ = a]][[let x = 1]][[x.b]][[a.b.c]]',
    '[[text | newline_to_br | map: "html"]]',
  ])
    it(`${template} prints nothing of it`, () => {
      const filled = template.includes('newline_to_br') ? faultOf(template, data) : fill(template, data);
      expect(filled.replace(/^In .*/, '')).to.equal('');
    });

  it('a variable called __proto__ is a variable and changes no other', () => {
    expect(fill('[[let __proto__ = a]][[__proto__.b]][[b]][[a.c]]', data)).to.equal('1');
    expect(({} as Record<string, unknown>)['b']).to.equal(undefined);
  });

  it('a named argument called __proto__ or constructor is unknown, or a name as any other', () => {
    expect(faultOf('[[list | sort: "b", __proto__: a]]', data)).to.contain('unknown named argument');
    expect(faultOf('[[text | default: "x", constructor: 1]]', data)).to.contain('unknown named argument');
    expect(fill('[["{b} {constructor}" | t: __proto__: a]]', data)).to.equal('{b} {constructor}');
  });

  it('a filter that is called as something that objects inherit is unknown', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])
      expect(faultOf(`[[text | ${name}]]`, data)).to.contain('has an unknown filter');
    expect(faultOf('[[#if (text | constructor)]][[/if]]', data)).to.contain('has an unknown filter');
  });

  it('keys of the data with such names are data', () => {
    const keys = parsed(
      '{"__proto__": {"x": 1}, "constructor": "c", "a": {"__proto__": "p", "toString": "t", "size": 7}}',
    );
    expect(fill('[[__proto__.x]][[constructor]][[a.__proto__]][[a.toString]][[a.size]][[x]]', keys)).to.equal('1cpt7');
    expect(fill('[[#each a]][[@key]]=[[.]] [[/each]]', keys)).to.equal('__proto__=p toString=t size=7 ');
    expect(fill('[[a | keys | join]] [[a | values | join]]', keys)).to.equal('__proto__ toString size p t 7');
  });
});

describe('Data that looks like objects of a program', () => {
  const looks = parsed('{"next": 1, "throw": 1, "return": 1, "then": 1, "toLiquid": 1, "equals": 1, "gt": 1, "lt": 1}');
  const converted = { toString: 1, valueOf: 1, toJSON: 1, length: 5, [`Symbol.toPrimitive`]: 1 };
  const data = { looks, converted, list: [looks, converted], text: 'a1', n: 1 };

  for (const [template, prints] of [
    ['[[looks.next]][[looks["then"]]][[looks.toLiquid]]', '111'],
    ['[[#if looks == 1]]x[[else]]y[[/if]][[#if looks == looks]]z[[/if]]', 'yz'],
    ['[[#if looks > 1 or converted < 1]]x[[else]]y[[/if]]', 'y'],
    ['[[#if text contains converted or list contains "a"]]x[[else]]y[[/if]]', 'y'],
    ['[[looks[converted]]][[list[converted]]][[n[looks]]]', ''],
    ['[[&converted]]', '{"toString":1,"valueOf":1,"toJSON":1,"length":5,"Symbol.toPrimitive":1}'],
    ['[[list | size]][[converted | size]][[list | map: "length" | join: "-"]]', '25-5'],
    ['[[list | sort | size]][[list | uniq | size]][[list | where: "toString", 1 | size]]', '221'],
    ['[[&converted | append: "" | size]]', '71'],
    ['[[&converted | upcase | slice: 0, 3]]', '{"T'],
    ['[[#each converted]][[@key]] [[/each]]', 'toString valueOf toJSON length Symbol.toPrimitive '],
  ] as const)
    it(`is data: ${template}`, () => expect(fill(template, data)).to.equal(prints));

  for (const [template, fault] of [
    ['[[converted | plus: 1]]', 'needs a number'],
    ['[[n | times: looks]]', 'needs a number'],
    ['[[list | sum]]', 'needs a number'],
    ['[[#each (1..converted)]]x[[/each]]', 'whole number'],
    ['[[text | truncate: looks]]', 'whole number'],
    ['[[list | map: looks]]', 'in quotation marks'],
  ] as const)
    it(`is rejected where it has no effect: ${template}`, () => expect(faultOf(template, data)).to.contain(fault));
});

describe('Files, the environment and code', () => {
  for (const text of [
    '{% include "/etc/passwd" %}{% render "x" %}{% layout "x" %}{{ "a" | upcase }}',
    '[[% include "/etc/passwd" %]]',
    '[[> /etc/passwd]]',
    '[[include "/etc/passwd"]]',
    '[[require("fs")]]',
    '[[`id`]]',
    '[[{process.env}]]',
  ])
    it(`are not read by ${text}, which stays text or is a fault`, () => {
      const { env } = process;
      try {
        expect(fill(text, {})).to.equal(text);
      } catch (error) {
        expect(error).to.have.property('code', 'template_invalid');
        for (const secret of [env['HOME'], env['PATH']]) if (secret) expect(String(error)).not.to.contain(secret);
      }
    });

  for (const name of ['process.env.PATH', 'globalThis', 'env', 'global.process', 'import.meta.url', 'this.constructor'])
    it(`are not values: ${name}`, () => {
      expect(fill(`[[${name}]][[#if ${name}]]seen[[/if]][[${name} | upcase]]`, {})).to.equal('');
    });

  for (const filter of ['where_exp', 'find_exp', 'map_exp', 'group_by_exp', 'sample', 'raw', 'inspect', 'sha256'])
    it(`are unreachable by ${filter}, which is not a filter`, () => {
      expect(faultOf(`[[rows | ${filter}: "x", "x.a > 1"]]`, { rows: [{ a: 2 }] })).to.contain('has an unknown filter');
    });

  it('are unreachable by values: they are not templates', () => {
    const code = '[[secret]]{{ secret }}[[#if 1]]x[[/if]]';
    expect(fill('[[code]][[code | append: code | slice: 0, 10]]', { code, secret: 's' })).to.equal(`${code}[[secret]]`);
  });
});

describe('What JavaScript objects have', () => {
  it('is not a filter of another language either', () => {
    expect(faultOf('[[a | constructor]]', { a: 1 })).to.contain('has an unknown filter `constructor`: see /docs/');
  });

  it('makes no object of the data a failure where it is the name of a path', () => {
    expect(fill('[[[a] | upcase]]', { a: { toString: 1, valueOf: 1 } })).to.equal('');
  });
});

describe('The fault of a template', () => {
  it('leaks nothing of the data', () => {
    const secrets = { name: 'Secret Person', rows: ['Secret Person'] };
    for (const template of ['[[name | plus: 1]]', '[[rows | sum]]', '[[name | map: "x"]]', '[[name | money: name]]'])
      expect(faultOf(template, secrets)).not.to.contain('Secret');
  });
});
