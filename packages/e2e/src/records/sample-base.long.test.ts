import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { connect, getRecord, limit } from './cases.js';
import { order, type SampleBase, sampleBase } from './sample-base.js';

describe('get-record with the sample base (real PGlite)', () => {
  let service: TestService;
  let server: SampleBase;
  before(async () => {
    server = await sampleBase.start();
    service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: server.hosts.join() } });
    await limit(service);
    await connect(service, server);
  });
  after(async () => {
    await service.stop();
    await server.stop();
  });

  it('serves the next call after its thread ended', async () => {
    await writeFile(server.prepared, 'no archive');
    expect((await getRecord(service, 'main', order)).status).to.equal(502);
    await rm(server.prepared);
    expect((await getRecord(service, 'main', order)).status).to.equal(200);
    expect(await readdir(dirname(server.prepared))).to.deep.equal(['sample.tar.gz']);
  });

  it('found: 200, with its customer, by id and by value', async () => {
    const expand = { customer_id: 'customers' };
    const { status, body } = await getRecord(service, 'main', order, { expand });
    expect(status, JSON.stringify(body)).to.equal(200);
    const { fields, createdTime } = body.data;
    expect(fields).to.deep.include({ number: '2026-0001', total: 1725.5, date: '2026-03-02', due_date: '2026-04-01' });
    expect(fields.customer_id.fields.name).to.equal('Lovelace Analytics Ltd');
    expect(createdTime).to.equal('2026-03-02T10:00:00.000Z');
    const { base_id, table_id } = order;
    const byValue = await getRecord(
      service,
      'main',
      { base_id, table_id },
      { where: { field: 'number', value: '2026-0001' }, expand },
    );
    expect(byValue.body.data).to.deep.equal(body.data);
  });

  it('lists orders with their lines and payments by foreign keys', async () => {
    const body = {
      ...{ base_id: order.base_id, table_id: order.table_id, _connections: { tablebase: 'main' } },
      where: [{ field: 'customer_id', value: 'cus_tanaka' }],
      children: {
        lines: { table_id: 'order_lines', by: 'order_id', expand: { product_id: 'products' } },
        payments: { table_id: 'payments', by: 'order_id' },
      },
    };
    const answer = await service.call('/api/tablebase/list-records', { body });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const [{ fields }] = answer.body.data.records;
    expect(fields.lines[0].fields.product_id.fields.name).to.equal('Annual report, printed');
    expect([fields.total, fields.payments[0].fields.amount]).to.deep.equal([99, 50]);
  });

  it('answers simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => getRecord(service, 'main', order)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
  });
});
