/** How get-record behaves with each kind of server. `node packages/e2e/dist/records/main.js` prints the same as a table. */
import { type Answer, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { answerOf, CASES, connect, faultOf, leaks, type RecordServer } from './cases.js';
import { SERVERS } from './servers.js';

for (const { name, isReal, missing, start } of SERVERS) {
  const why = missing();
  const kind = isReal ? `real server${why === undefined ? '' : `; skipped: ${why}`}` : 'recorded answers';
  describe(`get-record with ${name} (${kind})`, () => {
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

    it('shows no secret', async () => expect(await leaks(service, server, answers)).to.deep.equal([]));
  });
}
