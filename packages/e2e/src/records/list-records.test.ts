import type { Answer } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { noPostgres, type OrdinarySchema, shopTable, startOrdinarySchema } from './ordinary-schema.js';

const idsOf = ({ status, body }: Answer): number[] => {
  expect(status, body.error).to.equal(200);
  return body.data.records.map(({ fields }: { fields: { id: number } }) => fields.id);
};

const refused = (answer: Answer) => [answer.status, answer.headers.get('x-error-code'), answer.body.error] as const;

describe(`list-records with a PostgreSQL (${noPostgres === undefined ? 'real server' : `skipped: ${noPostgres}`})`, () => {
  let schema: OrdinarySchema;
  before(async function () {
    if (noPostgres !== undefined) return this.skip();
    this.timeout(120_000);
    schema = await startOrdinarySchema();
  });
  after(() => schema?.stop());

  it('orders by several fields, with empty values last and the key at the end', async () => {
    const sorted = async (...sort: object[]) => idsOf(await schema.list('kinds', { sort }));
    expect(await sorted({ field: 'i' })).to.deep.equal([3, 1, 2, 4]);
    expect(await sorted({ field: 'i', direction: 'desc' })).to.deep.equal([2, 1, 3, 4]);
    expect(await sorted({ field: 'yes', direction: 'desc' }, { field: 'd' })).to.deep.equal([3, 1, 2, 4]);
    expect(await sorted({ field: 'yes' })).to.deep.equal([2, 1, 3, 4]);
  });

  it('returns the first records, and says whether there are more', async () => {
    const where = [{ field: 'i', op: 'is_empty', value: false }];
    const few = await schema.list('kinds', { where, limit: 2, fields: ['id', 'n'] });
    expect(few.body.data).to.deep.equal({
      records: [
        { id: '1', fields: { id: 1, n: 1.1 }, createdTime: null },
        { id: '2', fields: { id: 2, n: '123456789012345678901234567890.5' }, createdTime: null },
      ],
      has_more: true,
      count: 2,
    });
    const all = await schema.list('kinds', { where, limit: 3 });
    expect([all.body.data.has_more, idsOf(all)]).to.deep.equal([false, [1, 2, 3]]);
  });

  /** Returns the number of requests to the server so far. */
  const requests = async (): Promise<number> => {
    const text = await (await fetch(`${schema.service.url}/metrics`)).text();
    return [...text.matchAll(/^toolpress_provider_requests_total\{[^}]*\} (\d+)$/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
  };

  it('reads children of two levels and linked records with one request per table', async () => {
    const before = await requests();
    const answer = await schema.list('orders', {
      where: [{ field: 'id', op: '<=', value: 20 }],
      sort: [{ field: 'id', direction: 'desc' }],
      fields: ['number', 'customer_id'],
      expand: { customer_id: 'customers' },
      children: {
        items: {
          table_id: 'order_items',
          by: 'order_id',
          sort: [{ field: 'line', direction: 'desc' }],
          fields: ['line', 'product_id'],
          expand: { product_id: 'products' },
        },
        payments: {
          table_id: 'payments',
          by: 'order_id',
          fields: ['amount'],
          children: { parcels: { table_id: 'shipments', by: 'payment_id', limit: 1, fields: ['id'] } },
        },
      },
    });
    expect(answer.status, answer.body.error).to.equal(200);
    const { records } = answer.body.data;
    expect(records).to.have.length(20);
    const [first] = records;
    expect(first.id).to.equal('20');
    expect(first.fields.customer_id).to.deep.include({ id: '20' });
    expect(first.fields.items.map(({ id }: { id: string }) => id)).to.deep.equal(['20,3', '20,2', '20,1']);
    expect(first.fields.items[0].fields.product_id.fields.code).to.equal('P-4');
    expect(first.fields.payments).to.deep.equal([
      {
        id: '20',
        fields: { amount: 100, parcels: [{ id: '39', fields: { id: 39 }, createdTime: null }] },
        createdTime: null,
      },
    ]);
    // 20 + 20 customers + 60 items + 20 products + 20 payments + 40 shipments.
    expect(answer.body.metadata).to.deep.equal({ actions_consumed: 2 });
    // The connection, the catalog, and the records of each of six tables.
    expect((await requests()) - before).to.equal(2 + 6);
  });

  it('reads hundreds of linked records with one request', async () => {
    const before = await requests();
    const call = { fields: ['part_id'], expand: { part_id: 'parts' } };
    const { body } = await schema.list('linking', call);
    expect([body.error, body.data?.count]).to.deep.equal([undefined, 500]);
    expect(body.data.records[249].fields.part_id.fields.item).to.equal('Part 250');
    expect((await requests()) - before).to.equal(2 + 2);
  });

  it('names the foreign key where `expand` has no field', async () => {
    const call = { ...shopTable('orders'), record_id: '1', expand: { items: 'order_items' } };
    const answer = await schema.service.call('/api/tablebase/get-record', { body: call });
    expect(refused(answer)).to.deep.equal([
      400,
      'invalid_parameter',
      '`expand.items`: the table `orders` has no field `items` that may be read. `order_items.order_id` refers to this table: use `"children": {"items":{"table_id":"order_items","by":"order_id"}}` with `list-records` or `data_from`.',
    ]);
    const fields = { ...shopTable('orders'), record_id: '1', fields: ['nummer'] };
    expect((await schema.service.call('/api/tablebase/get-record', { body: fields })).body.error).to.match(
      /^`fields\[0\]`: the table `orders` has no field `nummer` that may be read; did you mean `number`\?$/,
    );
  });

  it('finds one record by several fields', async () => {
    const where = [
      { field: 'order_id', value: 7 },
      { field: 'line', value: 2 },
    ];
    const get = (more: object) =>
      schema.service.call('/api/tablebase/get-record', { body: { ...shopTable('order_items'), ...more } });
    expect((await get({ where })).body.data).to.deep.include({ id: '7,2' });
    expect((await get({ where: where.slice(0, 1) })).body.error).to.match(/several records/);
    expect((await get({ where: [...where, { field: 'qty', op: '>', value: 99 }] })).status).to.equal(404);
  });

  it('refuses children of records without a key of one column', async () => {
    for (const table of ['keyless', 'order_items']) {
      const children = { parts: { table_id: 'parts', by: 'id' } };
      const answer = await schema.list(table, { children, limit: 1 });
      expect(refused(answer).slice(0, 2)).to.deep.equal([422, 'provider_cannot']);
      expect(answer.body.error).to.include(`the table \`${table}\` has no readable primary key of one column`);
    }
  });

  it('reads only the columns that are returned, and the creation time', async () => {
    const { body } = await schema.list('wide', { fields: ['id'] });
    expect([body.error, body.data?.count]).to.deep.equal([undefined, 2_000]);
    const orders = await schema.list('orders', { fields: ['number'], limit: 1 });
    expect(orders.body.data.records).to.deep.equal([
      { id: '1', fields: { number: '2026-0001' }, createdTime: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  it('numbers records of a view without a key', async () => {
    const { body } = await schema.list('keyless', { sort: [{ field: 'name', direction: 'desc' }], fields: ['name'] });
    expect(body.data.records.map(({ id, fields }: { id: string; fields: object }) => [id, fields])).to.deep.equal([
      ['1', { name: 'Customer 3' }],
      ['2', { name: 'Customer 2' }],
      ['3', { name: 'Customer 1' }],
    ]);
  });

  it('reads 2,000 records and refuses 2,001, children and linked records included', async () => {
    const token = await schema.account('limits');
    const list = (table: string, more: object) =>
      schema.service.call('/api/tablebase/list-records', { token, body: { ...shopTable(table), ...more } });
    const upTo = (value: number) => [{ field: 'id', op: '<=', value }];
    const whole = await list('orders', { where: upTo(2_000), fields: ['id'] });
    expect([whole.status, whole.body.data?.records.length, whole.body.metadata?.actions_consumed]).to.deep.equal([
      200, 2_000, 20,
    ]);
    const items = { children: { items: { table_id: 'order_items', by: 'order_id', fields: ['line'] } } };
    expect((await list('orders', { where: upTo(500), ...items })).body.metadata).to.deep.equal({
      actions_consumed: 20,
    });
    const words =
      /^The list has more than 2000 records, with children and linked records; found were 501 of `orders`, 1500 of `order_items`\./;
    const over: [string, object, RegExp][] = [
      ['orders', { where: upTo(2_001) }, /found were 2001 of `orders`\./],
      ['orders', {}, /found were 2001 of `orders`\./],
      ['orders', { where: upTo(501), ...items }, words],
      [
        'orders',
        { where: upTo(1_960), fields: ['customer_id'], expand: { customer_id: 'customers' } },
        /1960 of `orders`, 50 of `customers`/,
      ],
      ['wide', { where: upTo(1_000) }, /^The list has more than 5 MiB, .* found were 1000 of `wide`\./],
      ['wide', {}, /^The list has more than 5 MiB/],
    ];
    for (const [table, more, message] of over) {
      const answer = await list(table, more);
      expect(refused(answer).slice(0, 2), answer.body.error).to.deep.equal([422, 'too_many_records']);
      expect(answer.body.error).to.match(message);
    }
    const usage = (await schema.service.call('/api/usage', { token })).body.data;
    expect(usage.by_tool).to.deep.equal({ 'list-records': { actions: 40, requests: 2 } });
  });

  const failing: [what: string, call: object, status: number, code: string][] = [
    ['stalls', { table_id: 'stalling' }, 504, 'deadline_exceeded'],
    [
      'stalls with the children',
      { children: { waits: { table_id: 'stalling', by: 'id' } }, limit: 1 },
      504,
      'deadline_exceeded',
    ],
    ['accepts no more connections', { _connections: { tablebase: 'crowded' } }, 503, 'unavailable'],
    ['ends in the middle of the list', { table_id: 'ending' }, 502, 'response_invalid'],
  ];
  for (const [what, call, status, code] of failing)
    it(`fails clearly, and charges nothing, if the server ${what}`, async () => {
      const token = await schema.account('failing');
      const { adminToken } = schema.service;
      const setLimit = (timeout_ms: number) =>
        schema.service.call('/admin/settings', {
          method: 'PATCH',
          token: adminToken,
          body: { get_record: { timeout_ms } },
        });
      if (status === 504) await setLimit(2_000);
      const body = { ...shopTable('orders'), ...call };
      const answer = await schema.service.call('/api/tablebase/list-records', { token, body });
      await setLimit(60_000);
      expect(refused(answer).slice(0, 2), answer.body.error).to.deep.equal([status, code]);
      expect(answer.headers.has('retry-after')).to.equal(status === 503);
      expect((await schema.service.call('/api/usage', { token })).body.data.actions).to.equal(0);
    });

  it('answers a repeated key without reading or charging again', async () => {
    const body = { ...shopTable('orders'), limit: 150, fields: ['id'] };
    const call = () =>
      schema.service.call('/api/tablebase/list-records', { body, headers: { 'idempotency-key': 'list' } });
    const [first, second] = [await call(), await call()];
    expect([first.body.metadata?.actions_consumed, second.body.metadata?.actions_consumed]).to.deep.equal([2, 0]);
    expect(second.body.data).to.deep.equal(first.body.data);
    expect(second.headers.get('idempotent-replayed')).to.equal('true');
  });
});
