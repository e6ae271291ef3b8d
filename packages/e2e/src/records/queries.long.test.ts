import { TestService } from '@toolpress/testkit';
import { after, before, describe } from 'mocha';
import { connect, type Ids, limit, type RecordServer } from './cases.js';
import { testLists } from './list-tests.js';
import { SERVERS } from './servers.js';

for (const { name, isReal, missing, start } of SERVERS) {
  // Lists of PostgreSQL have tests of their own.
  if (!isReal || name === 'postgres') continue;
  const why = missing();
  describe(`list-records with ${name} (real server${why === undefined ? '' : `; skipped: ${why}`})`, () => {
    let server: RecordServer;
    let service: TestService;
    before(async function () {
      if (why !== undefined) return this.skip();
      this.timeout(600_000);
      server = await start();
      service = await TestService.start({ workers: 0, env: { RECORD_HOSTS: server.hosts.join(), ...server.env } });
      await limit(service);
      await connect(service, server);
    });
    after(async () => {
      await service?.stop();
      await server?.stop();
    });

    testLists(
      () => service,
      () => server.rows as Ids,
    );
  });
}
