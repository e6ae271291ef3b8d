import { readdir } from 'node:fs/promises';
import { AFTER_WORK_MS, descendantsOf, eventually, jobsOf, type StartedProcess, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const DOCUMENTS = 9;
/** Whether the worker takes the last one, or has given it up by the time that it is thawed, depends on the machine's pace. */
const TAKEN = DOCUMENTS - 1;

describe('A worker that is frozen over its documents', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service.stop());
  const signal = (worker: StartedProcess, name: NodeJS.Signals): void => {
    for (const { pid } of [...descendantsOf(worker.pid), worker]) process.kill(pid, name);
  };
  const files = async (): Promise<number> => {
    const names = await readdir(service.storageFolder, { recursive: true });
    return names.filter((name) => name.endsWith('.pdf')).length;
  };

  it('and thawed when another has printed them leaves no second file of any', async () => {
    const [frozen] = service.workers;
    if (frozen === undefined) throw new Error('no worker');
    // Its browser is at rest: a page that is frozen while it is being made takes no document.
    expect((await service.call('/api/utilities/html-to-pdf', { body: { html: 'first' } })).status).to.equal(200);
    for (const { pid } of descendantsOf(frozen.pid)) process.kill(pid, 'SIGSTOP');
    const answers = Array.from({ length: DOCUMENTS }, (_, index) =>
      service.call('/api/utilities/html-to-pdf', { body: { html: `<p>${index}</p>` } }),
    );
    await eventually(async () => expect(await jobsOf(service.redis, frozen.pid)).to.have.length.of.at.least(TAKEN));
    signal(frozen, 'SIGSTOP');
    // As long as it is connected it may come to run again.
    await service.redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await service.addWorker();
    expect((await Promise.all(answers)).map(({ status }) => status)).to.deep.equal(Array(DOCUMENTS).fill(200));
    signal(frozen, 'SIGCONT');
    const ended = (): number => frozen.output().match(/"msg":"job"/g)?.length ?? 0;
    await eventually(() => expect(ended()).to.be.at.least(1 + TAKEN), AFTER_WORK_MS);
    await eventually(
      async () => expect(await files(), `files of ${1 + DOCUMENTS} documents`).to.equal(1 + DOCUMENTS),
      AFTER_WORK_MS,
    );
  });
});
