import { rawOf } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkNames, checkRecord, type NamedFields } from './field-names.js';
import type { Reader } from './providers/provider.js';
import { recordFrom } from './providers/record-json.js';

const TABLE = { base_id: 'base', table_id: 'orders' };
const READER: Reader = {
  get: async () => expect.fail(),
  test: async () => undefined,
};

describe('The names of fields in a request', () => {
  const record = recordFrom('1', { number: 'a', total: null, tags: [] }, null);
  const messageOf = async (wanted: NamedFields, reader: Reader = { ...READER, hasAllFields: true }) => {
    if (record === undefined) throw new Error('no record');
    return (await serviceErrorOf(() => checkRecord(reader, TABLE, wanted, record))).message;
  };

  it('are those of a record with all fields, also empty ones', async () => {
    if (record === undefined) throw new Error('no record');
    const all = { ...READER, hasAllFields: true };
    await checkRecord(all, TABLE, { fields: ['id', 'number', 'total', 'tags'], expand: { tags: 'tags' } }, record);
    expect(await messageOf({ fields: ['number', 'nummer'] })).to.equal(
      '`fields[1]`: the table `orders` has no field `nummer` that may be read; did you mean `number`?',
    );
    expect(await messageOf({ expand: { lines: 'lines' } })).to.equal(
      '`expand.lines`: the table `orders` has no field `lines` that may be read.',
    );
    const raw = { ...record, fields: rawOf(record.fields) };
    const { message } = await serviceErrorOf(() => checkRecord(all, TABLE, { fields: ['x'] }, raw));
    expect(message).to.include('has no field `x`');
  });

  it('may be any where the server leaves out empty fields', async () => {
    if (record === undefined) throw new Error('no record');
    await checkRecord(READER, TABLE, { fields: ['x'] }, record);
    await checkNames(READER, TABLE, { fields: ['x'], where: [{ field: 'y', op: '=', value: 1 }] });
  });

  it('are those that the server lists, in each place, with the field of the other table that was meant', async () => {
    const reader: Reader = {
      ...READER,
      fieldsOf: async () => ['id', 'number'],
      referencesTo: async (_table, from) => (from === 'lines' ? ['order_id', 'first_order_id'] : []),
    };
    await checkNames(reader, TABLE, { fields: ['id'], by: 'number', sort: [{ field: 'id', direction: 'asc' }] });
    const refused = async (wanted: NamedFields) =>
      (await serviceErrorOf(() => checkNames(reader, TABLE, wanted, 'children.a.'))).message.split(':')[0];
    const where = { field: 'x', op: '=', value: 1 } as const;
    expect(await refused({ where: [{ ...where, field: 'id' }, where] })).to.equal('`children.a.where[1].field`');
    expect(await refused({ where })).to.equal('`children.a.where.field`');
    expect(await refused({ sort: [{ field: 'x', direction: 'asc' }] })).to.equal('`children.a.sort[0].field`');
    expect(await refused({ by: 'x' })).to.equal('`children.a.by`');
    const { message } = await serviceErrorOf(() => checkNames(reader, TABLE, { expand: { lines: 'lines' } }));
    expect(message).to.equal(
      '`expand.lines`: the table `orders` has no field `lines` that may be read. `lines.order_id` refers to this table: use `"children": {"lines":{"table_id":"lines","by":"order_id"}}` with `list-records` or `data_from`.',
    );
  });
});
