import { TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { connect, getRecord, type Ids, limit } from './cases.js';
import { type PocketBase, pocketbase } from './pocketbase.js';

const why = pocketbase.missing();

describe(`get-record with the records of a PocketBase (${why === undefined ? 'real server' : `skipped: ${why}`})`, () => {
  let service: TestService;
  let server: PocketBase;
  before(async function () {
    if (why !== undefined) return this.skip();
    this.timeout(120_000);
    server = await pocketbase.start();
    service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: server.hosts.join() } });
    await limit(service);
    await connect(service, server);
  });
  after(async () => {
    await service?.stop();
    await server?.stop();
  });

  const record = (id: string): Ids => ({ base_id: 'default', table_id: 'orders', record_id: id });

  it('finds by value, expands a relation, chooses fields, prints text', async () => {
    const where = { field: 'Name', value: 'Ada Lovelace' };
    const more = { where, expand: { customer: 'customers' }, fields: ['Name', 'customer'] };
    const { body } = await getRecord(service, 'main', { base_id: 'default', table_id: 'orders' }, more);
    expect(body.data.fields.customer)
      .to.include({ id: server.customer })
      .and.to.have.nested.property('fields.name', 'Ada’s Büro');
    expect(body.data.createdTime).to.match(/^\d{4}-.*Z$/);
    const text = await getRecord(service, 'main', record(server.records.unicode), { cell_format: 'string' });
    for (const value of Object.values(text.body.data.fields)) expect(value).to.be.a('string');
  });

  it('compares fields of dates with moments in any form', async () => {
    const { body } = await getRecord(service, 'main', record(server.records.found));
    const created = new Date(body.data.createdTime).getTime();
    const at = (ms: number): string => new Date(created + ms).toISOString().replace('Z', '+00:00');
    const day = body.data.createdTime.slice(0, 10);
    const found = async (...where: object[]): Promise<boolean> => {
      const answer = await service.call('/api/tablebase/list-records', {
        body: { base_id: 'default', table_id: 'orders', where, fields: ['Name'], _connections: { tablebase: 'main' } },
      });
      return answer.body.data.records.some(({ id }: { id: string }) => id === server.records.found);
    };
    const is = (op: string, value: string) =>
      found({ field: 'created', op, value }, { field: 'Name', value: 'Ada Lovelace' });
    expect(await Promise.all([is('=', at(0)), is('=', at(1)), is('=', day)])).to.deep.equal([true, false, false]);
    expect(await Promise.all([is('>', at(0)), is('>=', at(0)), is('>', at(-1))])).to.deep.equal([false, true, true]);
    expect(await Promise.all([is('<', at(0)), is('<=', at(0)), is('<', at(1))])).to.deep.equal([false, true, true]);
    expect(await Promise.all([is('>=', day), is('<', day)])).to.deep.equal([true, false]);
  });

  for (const value of [
    "' || id != '",
    "x' || 1=1 || '",
    "'",
    'x\\',
    "\\' || 1=1 || Name='",
    '" || 1=1',
    '%',
    '@request.auth.id',
    '🦊',
  ]) {
    it(`takes ${JSON.stringify(value)} as a value of a filter`, async () => {
      const answer = await getRecord(
        service,
        'main',
        { base_id: 'default', table_id: 'orders' },
        { where: { field: 'Name', value } },
      );
      expect(answer.status, JSON.stringify(answer.body)).to.equal(404);
    });
  }
});
