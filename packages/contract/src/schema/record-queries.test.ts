import { expect } from 'chai';
import { describe, it } from 'mocha';
import { actionBlocks } from './record-queries.js';
import { DataFrom, ListRecordsRequest, RecordRequest, rowsFrom } from './records.js';
import { validate } from './schema.js';

const TABLE = { base_id: 'default', table_id: 'orders', _connections: { tablebase: 'sales' } };
const kids = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { table_id: name, by: 'parent' }]));

describe('A list of records', () => {
  const list = (more: object) => validate(ListRecordsRequest, { ...TABLE, ...more }, 'body');

  it('has complete conditions and sort keys', () => {
    const where = [
      { field: 'a', value: 1 },
      { field: 'b', op: 'is_empty' },
      { field: 'c', op: 'in', value: [1, 'x', true] },
    ];
    expect(list({ where, sort: [{ field: 'a' }, { field: 'b', direction: 'desc' }] })).to.deep.equal({
      ...TABLE,
      where: [{ field: 'a', op: '=', value: 1 }, { field: 'b', op: 'is_empty', value: true }, where[2]],
      sort: [
        { field: 'a', direction: 'asc' },
        { field: 'b', direction: 'desc' },
      ],
    });
  });

  const faults: [object, RegExp][] = [
    [{ where: [] }, /^`where` must have at least one item/],
    [{ where: Array(21).fill({ field: 'a', value: 1 }) }, /^`where` must have at most 20 items/],
    [{ where: [{ field: 'a' }] }, /^`where\[0\].value` must be a string of 1 to 1000 characters/],
    [{ where: [{ field: 'a', value: '' }] }, /^`where\[0\].value` must be/],
    [{ where: [{ field: 'a', value: null }] }, /^`where\[0\].value` must be/],
    [{ where: [{ field: 'a', value: 'x'.repeat(1_001) }] }, /^`where\[0\].value` must be/],
    [{ where: [{ field: 'a', value: [1] }] }, /^`where\[0\].value` must be a string/],
    [{ where: [{ field: 'a', op: 'in', value: [] }] }, /^`where\[0\].value` must be a list of 1 to 2000 values/],
    [{ where: [{ field: 'a', op: 'in', value: Array(2_001).fill(1) }] }, /must be a list of 1 to 2000 values/],
    [{ where: [{ field: 'a', op: 'in', value: ['x', {}] }] }, /^`where\[0\].value\[1\]` must be/],
    [{ where: [{ field: 'a', op: 'is_empty', value: 'x' }] }, /must be `true` or `false` with `is_empty`/],
    [{ where: [{ field: 'a', op: 'like', value: 'x' }] }, /^`where\[0\].op` must be one of =, !=/],
    [{ where: [{ field: 'a', value: '[[x]]' }] }, /^`where\[0\].value` has the tag `\[\[x\]\]`/],
    [{ sort: Array(6).fill({ field: 'a' }) }, /^`sort` must have at most 5 items/],
    [{ sort: [{ field: 'a', direction: 'up' }] }, /^`sort\[0\].direction` must be one of asc, desc/],
    [{ limit: 2_001 }, /^`limit` must be at most 2000/],
    [{ limit: 0 }, /^`limit` must be at least 1/],
    [{ children: { items: { table_id: 'a' } } }, /^`children.items.by` is required/],
    [{ children: { items: { tabel_id: 'a', by: 'b' } } }, /did you mean `children.items.table_id`/],
    [{ children: { '1a': { table_id: 'a', by: 'b' } } }, /^`children` must have names of letters/],
    [{ children: kids('_record') }, /^`children` must have names of .* and not `_record`/],
    [{ children: JSON.parse('{"__proto__": {"table_id": "a", "by": "b"}}') }, /^`children.__proto__` is not known/],
    [{ where: [JSON.parse('{"field": "a", "value": 1, "__proto__": {}}')] }, /^`where\[0\].__proto__` is not known/],
    [{ children: kids('a', 'b', 'c', 'd', 'e', 'f') }, /^`children` must have at most 5 members/],
    [{ children: Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`k${n}`, 1])) }, /at most 5 members/],
    [
      { children: { a: { table_id: 'a', by: 'b', children: { c: { table_id: 'c', by: 'd', children: kids('e') } } } } },
      /^`children.a.children.c.children` is not known/,
    ],
    [
      {
        children: { a: { ...kids('a')['a'], children: kids('b', 'c', 'd', 'e', 'f') }, g: kids('g')['g'] },
        expand: { x: 'x', y: 'y', z: 'z' },
      },
      /^A list reads at most 10 tables/,
    ],
    [{ cell_format: 'string' }, /^`cell_format` is not known/],
  ];
  for (const [more, words] of faults)
    it(`is refused by ${words.source.slice(0, 60)}`, () => {
      expect(() => list(more)).to.throw(words);
    });

  it('may be data of a document, or the rows of a batch', () => {
    const from = (more: object) => validate(DataFrom, { ...TABLE, ...more }, 'data_from');
    const rows = (more: object) => validate(rowsFrom(10), { ...TABLE, ...more }, 'rows_from');
    const where = [{ field: 'a', value: 1 }];
    for (const valid of [
      { list: true },
      { list: true, where, limit: 1 },
      { where },
      { where: where[0], children: kids('a') },
    ])
      expect(() => from(valid)).to.not.throw();
    for (const [wrong, words] of [
      [{}, /`data_from.record_id` is required/],
      [{ record_id: '1', where }, /not allowed together/],
      [{ record_id: '1', limit: 1 }, /`data_from.limit` is only allowed with `"list": true`/],
      [{ record_id: '1', list: true }, /not allowed with `list`/],
      [{ where: where[0], list: true }, /must be a list of conditions with `list`/],
      [{ list: true, cell_format: 'string' }, /`data_from.cell_format` is not allowed/],
    ] as const)
      expect(() => from(wrong)).to.throw(words);
    for (const valid of [{}, { where, limit: 5, children: kids('a') }, { record_ids: ['1'], cell_format: 'string' }])
      expect(() => rows(valid)).to.not.throw();
    expect(() => rows({ record_ids: ['1'], where })).to.throw(/`rows_from.where` is not allowed with `record_ids`/);
    expect(() => rows({ cell_format: 'string' })).to.throw(/only allowed with `record_ids`/);
  });

  it('is not needed for one record by several fields', () => {
    const where = [
      { field: 'a', value: 1 },
      { field: 'b', value: 2 },
    ];
    expect(validate(RecordRequest, { ...TABLE, where }, 'body').where).to.have.length(2);
    expect(() => validate(RecordRequest, { ...TABLE, where: 'x' }, 'body')).to.throw(
      /must be a field with its value, or a list/,
    );
  });

  it('costs an action per 100 records, and at least one', () => {
    expect([0, 1, 100, 101, 2_000].map(actionBlocks)).to.deep.equal([1, 1, 1, 2, 20]);
  });
});
