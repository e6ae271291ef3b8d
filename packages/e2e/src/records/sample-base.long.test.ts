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

  it('found: 200, with customer and items, by id and by value', async () => {
    const expand = { customer_id: 'customers', item_ids: 'items' };
    const { status, body } = await getRecord(service, 'main', order, { expand });
    expect(status, JSON.stringify(body)).to.equal(200);
    const { fields, createdTime } = body.data;
    expect(fields).to.deep.include({ number: '2026-0001', total: 1725.5, ordered_on: '2026-03-02', is_paid: false });
    expect(fields.customer_id.fields.name).to.equal('Lovelace Analytics Ltd');
    expect(fields.item_ids.map((item: { id: string }) => item.id)).to.deep.equal(['itm_1', 'itm_2']);
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

  it('answers simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => getRecord(service, 'main', order)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
  });
});
