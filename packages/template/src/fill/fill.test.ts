import type { Json, JsonObject } from '@toolpress/contract';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { compileTemplate, type FillOptions, fillTemplate } from '../index.js';
import type { PlacedTag } from './fill-options.js';

const fill = (template: string, data?: JsonObject, options?: FillOptions): string =>
  fillTemplate(compileTemplate(template), data, options);

describe('Filling a template', () => {
  for (const [value, expected] of [
    ['text', 'text'],
    ['', ''],
    [0, '0'],
    [-0.5, '-0.5'],
    [1e21, '1000000000000000000000'],
    [5e-7, '0.0000005'],
    [-1.5e-9, '-0.0000000015'],
    [false, 'false'],
    [true, 'true'],
    [null, ''],
    [[], ''],
    [['<a>'], '&lt;a&gt;'],
    [[12.5], '12.5'],
    [[null], ''],
    [[{ a: 1 }], '[{&quot;a&quot;:1}]'],
    [[1, 'a', null], '[1,&quot;a&quot;,null]'],
    [{}, '{}'],
    [{ a: { b: '<' } }, '{&quot;a&quot;:{&quot;b&quot;:&quot;&lt;&quot;}}'],
  ] as [Json, string][]) {
    it(`prints ${JSON.stringify(value)} as ${expected === '' ? 'nothing' : expected}`, () => {
      expect(fill('[[value]]', { value })).to.equal(expected);
    });
  }

  it('prints an object unchanged as raw text', () => {
    expect(fill('[[&value]]', { value: { a: '<' } })).to.equal('{"a":"<"}');
  });

  for (const [value, isTrue] of [
    [0, false],
    ['', false],
    [false, false],
    [null, false],
    [[], false],
    ['0', true],
    ['false', true],
    [-1, true],
    [{}, true],
    [[0], true],
    [[null], true],
    [[[]], true],
  ] as [Json, boolean][]) {
    it(`takes ${JSON.stringify(value)} as ${isTrue} in a condition`, () => {
      expect(fill('[[#value]]yes[[/value]][[^value]]no[[/value]]', { value })).to.equal(isTrue ? 'yes' : 'no');
    });
  }

  it('visits every item of a list, false ones too', () => {
    expect(fill('[[#list]]([[.]])[[/list]]', { list: [0, '', false, null, 'x'] })).to.equal('(0)()(false)()(x)');
  });

  it('finds an inner null before an outer value', () => {
    expect(fill('[[#inner]]([[name]])[[/inner]]', { name: 'outer', inner: { name: null } })).to.equal('()');
  });

  it('makes do without data', () => {
    expect(fill('a[[b]][[.]][[#c]]d[[/c]][[^c]]e[[/c]]')).to.equal('ae');
  });

  it('inserts values once: what looks like a tag in them is text', () => {
    const data = { a: '[[b]][[var:secret]][[#b]]', b: 'B', half: '[[' };
    expect(fill('[[a]] [[&a]]', data)).to.equal(`${data.a} ${data.a}`);
    expect(fill('[[half]]b]]', data)).to.equal('[[b]]');
  });

  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'at', 'constructor.name']) {
    it(`never reaches ${name} of an object, list, text or number`, () => {
      const data = { object: {}, list: [1, 2], text: 'abc', number: 5, nested: { object: {} } };
      for (const path of [name, ...Object.keys(data).map((key) => `${key}.${name}`)]) {
        expect(fill(`([[${path}]])([[#${path}]]yes[[/${path}]])`, data), path).to.equal('()()');
      }
      expect(fill(`[[#text]]([[${name}]])[[/text]][[#list]]([[.${name}]])[[/list]]`, data)).to.equal('()()()');
    });
  }

  it('finds fields of the data that are called like inherited ones', () => {
    const data: JsonObject = JSON.parse('{"__proto__": {"a": 1}, "constructor": "c", "length": 3}');
    expect(fill('[[__proto__.a]][[constructor]][[length]]', data)).to.equal('1c3');
  });

  it('does not read single characters of a text', () => {
    expect(fill('([[text.0]])', { text: 'abc' })).to.equal('()');
  });

  it('reports each tag without a value once, with its offset', () => {
    const missing: PlacedTag[] = [];
    const template =
      'a [[known]]\n[[#rows]]\n  [[name]] [[price]]\n[[/rows]]\n[[^none]][[nil]][[/none]][[a b]][[#off]][[not.visited]][[/off]]';
    const data = { known: '', rows: [{ name: 'x' }, { name: 'y' }], nil: null };
    fill(template, data, { onMissing: (tag) => missing.push(tag) });
    expect(missing).to.deep.equal([
      { tag: 'price', offset: template.indexOf('[[price]]') },
      { tag: 'nil', offset: template.indexOf('[[nil]]') },
      { tag: 'a b', offset: template.indexOf('[[a b]]') },
    ]);
  });
});
