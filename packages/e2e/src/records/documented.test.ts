import { type Answer, DOUBLE_TABLE, LARGE_NUMBER, RECORDS, TestService, UNICODE_FIELDS } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { answerOf, CASES, connect, type Expected, faultOf, getRecord, leaks, limit } from './cases.js';
import { type Documented, documented } from './documented.js';

describe('get-record with recorded answers', () => {
  const servers = new Map<string, Documented>();
  let service: TestService;
  before(async () => {
    for (const { name, start } of documented) servers.set(name, await start());
    const hosts = [...servers.values()].flatMap((server) => server.hosts).join();
    service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: hosts } });
    await limit(service);
    for (const [name, server] of servers) await connect(service, server, `${name}-`);
  });
  after(async () => {
    await service.stop();
    for (const server of servers.values()) await server.stop();
  });

  const serverOf = (name: string): Documented => servers.get(name) as Documented;
  const read = (name: string, id: string): Promise<Answer> =>
    getRecord(service, `${name}-main`, serverOf(name).record(id));
  const testOf = (slug: string): Promise<Answer> => service.call(`/api/connections/${slug}/test`, { method: 'POST' });
  const expectAnswer = (answer: Answer, expected: Expected) => expect(faultOf(answer, expected)).to.equal(undefined);

  for (const { name } of documented) {
    const answers: Answer[] = [];
    for (const each of CASES)
      it(`answers for ${name} in the case "${each}" as documented`, async function () {
        const call = serverOf(name).calls[each];
        if (call === undefined) return this.skip();
        const answer = await answerOf(service, each, call, `${name}-`);
        answers.push(answer);
        expect(faultOf(answer, call.expected)).to.equal(undefined);
      });

    it(`shows no secret of ${name}`, async () =>
      expect(await leaks(service, serverOf(name), answers)).to.deep.equal([]));

    it(`returns the id and the fields of ${name}`, async () => {
      expect((await read(name, RECORDS.found)).body.data.id).to.equal(RECORDS.found);
      expect((await read(name, RECORDS.unicode)).body.data.fields).to.deep.include(UNICODE_FIELDS);
    });

    it(`keeps the digits of numbers of ${name} that a double cannot hold`, async () => {
      const { body } = await read(name, RECORDS.exact);
      expect(body.data.fields).to.deep.include({ Big: LARGE_NUMBER, Small: 12.5 });
    });

    it(`accepts the token in a test of a connection to ${name}`, async () => {
      expect((await testOf(`${name}-main`)).body).to.deep.equal({ success: true, data: { ok: true } });
    });

    if (name === 'pocketbase') continue; // it knows no request that needs a token
    it(`refuses a wrong token in a test of a connection to ${name}`, async () => {
      const answer = await testOf(`${name}-stale`);
      expect([answer.status, answer.headers.get('x-error-code')]).to.deep.equal([403, 'provider_refused']);
    });
  }

  const find = (name: string, field: string, value: string): Promise<Answer> => {
    const [{ base_id }, where] = [serverOf(name).record(''), { field, value }];
    return getRecord(service, `${name}-main`, { base_id, table_id: DOUBLE_TABLE }, { where });
  };

  it('leaves out records that Baserow returns for a filter that it ignores', async () => {
    expectAnswer(await find('baserow', 'Name', 'Ada'), [200, /Ada/]);
    expectAnswer(await find('baserow', 'Typo', 'Ada'), [400, /The field Typo was not found/]);
    expectAnswer(await find('baserow', 'Name', ' '), [400, /`where.value` must not be blank/]);
  });

  it('removes the token that SeaTable exchanged from the messages of the server', async () => {
    const { body } = await read('seatable', RECORDS.noPermission);
    expect(body.error).to.include('perform this action ([token])');
  });
});
