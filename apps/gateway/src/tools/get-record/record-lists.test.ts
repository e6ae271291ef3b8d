import { type JsonObject, jsonText, rawOf, ServiceError } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import { LargeBodies } from '../../api/large-bodies.js';
import type { ListForm } from './list-shape.js';
import type { ReadRecord } from './providers/answers.js';
import type { Call, Reader, RecordQuery, TableIds } from './providers/provider.js';
import { isObject } from './providers/record-json.js';
import { ListReading, type WantedTable } from './record-lists.js';

interface Asked {
  table: string;
  query?: RecordQuery;
  ids?: readonly string[];
}

/** A reader of tables in memory, which notes what it is asked. Fields may be unparsed. */
function readerOf(tables: Record<string, JsonObject[]>, { isRaw = false, asked = [] as Asked[] } = {}): Reader {
  const recordOf = ({ id, ...fields }: JsonObject): ReadRecord => ({
    id: String(id),
    fields: isRaw ? rawOf(fields) : fields,
    createdTime: null,
  });
  const rows = ({ table_id }: TableIds) => tables[table_id] ?? [];
  return {
    get: async () => expect.fail(),
    async query(table, query) {
      asked.push({ table: table.table_id, query });
      const own = query.where.find(({ op }) => op === 'in');
      const wanted = new Set((own?.value ?? []) as string[]);
      const found = rows(table).filter(
        (row) =>
          !own || [row[own.field]].flat().some((named) => wanted.has(String(isObject(named) ? named['id'] : named))),
      );
      return found.slice(0, query.limit).map(recordOf);
    },
    async list(table, ids) {
      asked.push({ table: table.table_id, ids });
      return rows(table)
        .filter(({ id }) => ids.includes(String(id)))
        .map(recordOf);
    },
    test: async () => undefined,
  };
}

const ORDERS: JsonObject[] = [
  { id: 1, number: 'a', customer: ['c1'] },
  { id: 2, number: 'b', customer: 'c1', other: 'c9' },
];
const ITEMS: JsonObject[] = [
  { id: 11, order: 1, qty: 2 },
  { id: 12, order: { id: '2' }, qty: 3 },
  { id: 13, order: ['2', '1', '7'], qty: 4 },
];
const TABLES = { orders: ORDERS, items: ITEMS, customers: [{ id: 'c1', name: 'Ada' }] };

describe('A list of records with children', () => {
  const largeBodies = new LargeBodies();
  after(() => largeBodies.close());

  const call = {
    ...{ owner: { account: 'acc_1' }, largeBodies },
    ...{ received: () => 0, roomLeft: () => 1e9, roomFor: () => undefined },
  } as unknown as Call;

  /** Returns the list in a form, parsed. */
  async function listed(reader: Reader, wanted: WantedTable, form: ListForm = 'answer') {
    const reading = new ListReading(reader, 'base', call);
    return reading.within(async () => {
      const list = await reading.list(wanted);
      const { json, hasInvoice } = await reading.json(list, form);
      return { records: JSON.parse(jsonText(json)), hasMore: list.hasMore, count: list.count, hasInvoice };
    });
  }
  const refused = async (reader: Reader, wanted: WantedTable, form?: ListForm) => {
    const { code, message } = await serviceErrorOf(() => listed(reader, wanted, form));
    return [code, message];
  };
  const wanted: WantedTable = {
    ...{ table_id: 'orders', expand: { customer: 'customers', other: 'customers' } },
    children: { items: { table_id: 'items', by: 'order', fields: ['qty'] } },
  };

  for (const isRaw of [false, true])
    it(`is read with one request per table, ${isRaw ? 'unparsed' : 'parsed'}`, async () => {
      const asked: Asked[] = [];
      const { records, count } = await listed(readerOf(TABLES, { isRaw, asked }), wanted);
      const customer = { id: 'c1', fields: { name: 'Ada' }, createdTime: null };
      const item = (id: number, qty: number) => ({ id: String(id), fields: { qty }, createdTime: null });
      expect(records).to.deep.equal([
        {
          id: '1',
          fields: { number: 'a', customer: [customer], items: [item(11, 2), item(13, 4)] },
          createdTime: null,
        },
        {
          id: '2',
          fields: { number: 'b', customer, other: 'c9', items: [item(12, 3), item(13, 4)] },
          createdTime: null,
        },
      ]);
      expect(count).to.equal(2 + 1 + 3);
      expect(asked).to.deep.equal([
        { table: 'orders', query: { where: [], sort: [], limit: 2_001 } },
        { table: 'customers', ids: ['c1', 'c9'] },
        {
          table: 'items',
          query: {
            ...{ where: [{ field: 'order', op: 'in', value: ['1', '2'] }], sort: [], limit: 1_998 },
            fields: ['qty', 'order'],
          },
        },
      ]);
    });

  it('is data of a document: fields with `_record`, one record, or rows in lines', async () => {
    const about = (id: string) => ({ _record: { id, createdTime: null } });
    const plain: WantedTable = { table_id: 'orders', fields: ['number'], children: wanted.children ?? {} };
    const first = {
      number: 'a',
      items: [
        { qty: 2, ...about('11') },
        { qty: 4, ...about('13') },
      ],
      ...about('1'),
    };
    const data = await listed(readerOf(TABLES), plain, 'data');
    expect(data.records[0]).to.deep.equal(first);
    expect((await listed(readerOf(TABLES), plain, 'one')).records).to.deep.equal(first);
    expect((await listed(readerOf(TABLES), plain, 'rows')).records[0]).to.deep.equal({ data: first });
    const hidden = readerOf({ orders: [{ id: 1, _record: 'x', invoice: 1, __proto__: 2 }] });
    const { records, hasInvoice } = await listed(hidden, { table_id: 'orders' }, 'one');
    expect([records, hasInvoice]).to.deep.equal([{ invoice: 1, ...about('1') }, true]);
  });

  it('has the first children of each parent, and empty lists without one', async () => {
    const children = { items: { table_id: 'items', by: 'order', limit: 1, fields: ['qty'] } };
    const { records } = await listed(readerOf({ ...TABLES, orders: [...ORDERS, { id: 3 }] }), {
      table_id: 'orders',
      children,
    });
    const ids = records.map(({ fields }: { fields: { items: { id: string }[] } }) => fields.items.map(({ id }) => id));
    expect(ids).to.deep.equal([['11'], ['12'], []]);
  });

  it('reads linked records of all records by one call of the reader, and none without ids', async () => {
    const asked: Asked[] = [];
    const orders = Array.from({ length: 250 }, (_, id) => ({ id, customer: `c${id}`, other: 'c1' }));
    const customers = orders.map(({ customer }) => ({ id: customer, name: customer }));
    const reader = readerOf({ orders, customers }, { asked });
    const { count } = await listed(reader, {
      table_id: 'orders',
      expand: { customer: 'customers', other: 'customers' },
    });
    expect([count, asked.map(({ ids }) => ids?.length)]).to.deep.equal([500, [undefined, 250]]);
    const unlinked = readerOf({ orders: [{ id: 1, customer: [] }] }, { asked });
    await listed(unlinked, { table_id: 'orders', expand: { customer: 'customers' } });
    expect(asked).to.have.length(3);
  });

  it('has at most 2,000 records with children and linked records, and names what was found', async () => {
    const orders = (length: number) => Array.from({ length }, (_, id) => ({ id, customer: `c${id}` }));
    const lists = { table_id: 'orders' };
    expect((await listed(readerOf({ orders: orders(2_000) }), lists)).count).to.equal(2_000);
    expect((await listed(readerOf({ orders: orders(3_000) }), { ...lists, limit: 2_000 })).hasMore).to.equal(true);
    for (const [tables, more, found] of [
      [{ orders: orders(2_001) }, {}, '2001 of `orders`'],
      [{ orders: orders(1_500) }, { expand: { customer: 'customers' } }, '1500 of `orders`, 1500 of `customers`'],
      [
        { orders: orders(1), items: Array(2_001).fill({ id: 1, order: 0 }) },
        { children: { items: { table_id: 'items', by: 'order' } } },
        '1 of `orders`, 2000 of `items`',
      ],
    ] as const)
      expect(await refused(readerOf(tables as never), { ...lists, ...more })).to.deep.equal([
        'too_many_records',
        `The list has more than 2000 records, with children and linked records; found were ${found}. Use \`where\`, \`limit\` or \`fields\`, or several lists.`,
      ]);
  });

  it('has at most 5 MiB, also of records that are named many times', async () => {
    const long = 'x'.repeat(1_000_000);
    const large = Array.from({ length: 6 }, (_, id) => ({ id, long }));
    const [code, message] = await refused(readerOf({ orders: large }), { table_id: 'orders' });
    expect([code, message?.slice(0, 67)]).to.deep.equal([
      'too_many_records',
      'The list has more than 5 MiB, with children and linked records; fou',
    ]);
    const orders = [{ id: 1, customer: Array(100_000).fill('c1') }];
    const reader = readerOf({ orders, customers: [{ id: 'c1', long }] });
    expect((await refused(reader, { table_id: 'orders', expand: { customer: 'customers' } }))[0]).to.equal(
      'too_many_records',
    );
  });

  it('refuses children that name no parent, names of fields, and depth beyond the limit', async () => {
    const children = { items: { table_id: 'items', by: 'order' } };
    const strange = readerOf({ orders: [{ id: 1 }], items: [{ id: 5, order: 1 }] });
    const query = strange.query?.bind(strange);
    strange.query = async (table, given) => {
      const records = (await query?.(table, given)) ?? [];
      return records.map((record) => (table.table_id === 'items' ? { ...record, fields: { order: 'A' } } : record));
    };
    expect((await refused(strange, { table_id: 'orders', children }))[1]).to.match(
      /^`children.items.by`: .*names none of the parents/,
    );
    const number = { number: { table_id: 'items', by: 'order' } };
    expect((await refused(readerOf(TABLES), { table_id: 'orders', children: number }))[1]).to.match(
      /^`children.number` is also the name of a field/,
    );
    let deep: JsonObject = {};
    for (let level = 0; level < 99; level++) deep = { deep };
    expect((await refused(readerOf({ orders: [{ id: 1, deep }] }), { table_id: 'orders' }, 'data'))[1]).to.match(
      /at most 100 levels/,
    );
  });

  it('refuses children with the name of a field that is empty, or of a table without records, before they are read', async () => {
    const children = { note: { table_id: 'items', by: 'order' } };
    const asked: Asked[] = [];
    const listing: Reader = { ...readerOf({}, { asked }), fieldsOf: async () => ['order', 'note'] };
    const whole: Reader = {
      ...readerOf({}),
      hasAllFields: true,
      async query({ table_id }) {
        asked.push({ table: table_id });
        return [{ id: '1', fields: {}, empty: ['note'], createdTime: null }];
      },
    };
    for (const [reader, read] of [
      [listing, []],
      [whole, ['orders']],
    ] as const) {
      asked.length = 0;
      const [code, message] = await refused(reader, { table_id: 'orders', children });
      expect([code, message, asked.map(({ table }) => table)]).to.deep.equal([
        'invalid_parameter',
        '`children.note` is also the name of a field of the records; choose another one.',
        read,
      ]);
    }
    const chosen = await listed(listing, { table_id: 'orders', fields: ['order'], children });
    expect(chosen.records).to.deep.equal([]);
  });

  it('matches keys that are written in other ways', async () => {
    const reader = readerOf({ orders: [{ id: '7.00' }, { id: '007' }, { id: '7' }], items: [] });
    reader.query = async ({ table_id }) =>
      (table_id === 'orders' ? ['7.00', '007', '8.0'] : ['1', '2', '3']).map((id, at) => ({
        ...{ id, createdTime: null },
        fields: table_id === 'orders' ? {} : ({ order: [8, '007', '7.00'][at] } as JsonObject),
      }));
    const children = { items: { table_id: 'items', by: 'order', fields: ['x'] } };
    const { records } = await listed(reader, { table_id: 'orders', children });
    const ids = records.map(({ fields }: { fields: { items: { id: string }[] } }) => fields.items.map(({ id }) => id));
    expect(ids).to.deep.equal([['3'], ['2'], ['1']]);
  });

  it('is refused by a provider without queries, and fails as the provider does', async () => {
    const { query: _, ...reader } = readerOf(TABLES);
    expect((await refused(reader, { table_id: 'orders' }))[0]).to.equal('provider_cannot');
    const { list: _list, ...without } = readerOf(TABLES);
    expect(await refused(without, { table_id: 'orders', expand: { customer: 'customers' } })).to.deep.equal([
      'provider_cannot',
      '`expand.customer`: `expand` is not supported by this provider.',
    ]);
    const failing = { ...readerOf(TABLES), query: async () => Promise.reject(new ServiceError('unavailable', 'wait')) };
    expect(await refused(failing, { table_id: 'orders' })).to.deep.equal(['unavailable', 'wait']);
  });
});
