/**
 * How get-record behaves with the servers that run here. `node packages/e2e/dist/records/main.js` prints the same as a table; `documented.test.ts`
 * has the same cases of the others.
 */
import { type Answer, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { answerOf, CASES, connect, faultOf, getRecord, leaks, limit, type RecordServer } from './cases.js';
import { SERVERS } from './servers.js';

/** Values and fields that end a filter, or mean more than themselves, in the languages of the servers. */
const VALUES = [
  "' OR '1'='1",
  '"),or,(Name,neq,"',
  '"',
  'x\\',
  "'",
  '%',
  '*',
  'x~or(Name,isnot,null)',
  '@me',
  '$NOW',
  '{}',
  '🦊',
  "x' || 1=1 || '",
  '1; DROP TABLE orders; --',
];
const FIELDS = [
  '_or',
  '_and',
  '$and',
  'Name,neq',
  "Name' OR 1=1",
  'id) or (1=1',
  'none',
  '*',
  'Name->>x',
  'a.b',
  '__proto__',
];

for (const { name, isReal, missing, start } of SERVERS) {
  if (!isReal) continue;
  const why = missing();
  describe(`get-record with ${name} (real server${why === undefined ? '' : `; skipped: ${why}`})`, () => {
    let server: RecordServer;
    let service: TestService;
    const answers: Answer[] = [];
    before(async function () {
      if (why !== undefined) return this.skip();
      this.timeout(600_000);
      server = await start();
      service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: server.hosts.join(), ...server.env } });
      await connect(service, server);
    });
    after(async () => {
      await service?.stop();
      await server?.stop();
    });

    for (const each of CASES)
      it(`answers in the case "${each}" as documented`, async function () {
        const call = server.calls[each];
        if (call === undefined) return this.skip();
        const answer = await answerOf(service, each, call);
        answers.push(answer);
        expect(faultOf(answer, call.expected)).to.equal(undefined);
      });

    it('finds nothing by hostile values and fields', async function () {
      if (server.search === undefined) return this.skip();
      await limit(service);
      const wheres = [
        ...VALUES.map((value) => ({ field: 'Name', value })),
        ...FIELDS.map((field) => ({ field, value: 'Ada Lovelace' })),
      ];
      const outcomes: string[] = [];
      for (const where of wheres) {
        const answer = await getRecord(service, 'main', server.search, { where });
        answers.push(answer);
        if (![400, 403, 404].includes(answer.status))
          outcomes.push(`${where.field} = ${where.value}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      expect(outcomes).to.deep.equal([]);
    });

    it('finds a record by a value', async function () {
      if (server.search === undefined) return this.skip();
      const answer = await getRecord(service, 'main', server.search, {
        where: { field: 'Name', value: 'Ada Lovelace' },
      });
      answers.push(answer);
      expect(faultOf(answer, [200, /"Name":"Ada Lovelace"/])).to.equal(undefined);
    });

    it('shows no secret', async () => expect(await leaks(service, server, answers)).to.deep.equal([]));
  });
}
