import { setTimeout as sleep } from 'node:timers/promises';
import { AFTER_WORK_MS, eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type FullableStore, STORES } from './full-stores/stores.js';
import {
  expectExactly,
  PDF,
  printedRows,
  REFUSED,
  refusalOf,
  rowsDone,
  submitBatch,
  warningsOf,
} from './full-stores/work.js';

const ROWS = 40;
const FULL_MS = 3_000;

for (const [name, open] of Object.entries(STORES)) {
  describe(`While the file store is ${name}`, () => {
    let store: FullableStore;
    let service: TestService;
    before(async function () {
      const opened = await open();
      if (opened === undefined) return this.skip();
      store = opened;
      service = await TestService.start({ env: store.env });
    });
    after(async () => {
      await service?.stop();
      await store?.close();
    });

    it('rows, jobs and calls wait for it and are done, once each; submissions are answered 503', async () => {
      const id = await submitBatch(service, 'Waiting', ROWS);
      await eventually(async () => expect(await rowsDone(service, id)).to.be.above(3), AFTER_WORK_MS);
      const pdf = { tool: 'html-to-pdf', input: { html: '<p>[[n]]' } };
      const job = await service.call('/api/jobs', { body: pdf });
      await store.fill();
      const call = service.call(PDF, { body: { html: '<p>of a call' } });
      const lines = { method: 'PUT', headers: { 'content-type': 'application/x-ndjson' }, body: '{"n":1}' };
      for (const [path, request] of [
        ['/api/jobs', { body: pdf }],
        ['/api/batches', { body: { ...pdf, rows: [{ n: 1 }] } }],
        ['/api/uploads', lines],
      ] as const) {
        const answer = await service.call(path, request);
        expect(refusalOf(answer), `${path}: ${answer.body.error}`).to.deep.equal(REFUSED);
        expect(answer.body.error).to.include('file store');
      }
      await eventually(() => expect(warningsOf(service, 'worker')).not.to.be.empty, AFTER_WORK_MS);
      await sleep(FULL_MS);
      expect(await rowsDone(service, id)).to.be.below(ROWS);
      await store.free();
      const files = await printedRows(service, id, 'Waiting', ROWS);
      const { data: ended } = (await service.ended(`/api/jobs/${job.body.data.id}`)).body;
      expect(ended.status, JSON.stringify(ended.error)).to.equal('done');
      const answer = await call;
      expect(answer.status, answer.body.error).to.equal(200);
      await expectExactly(service, store, [...files, ended.result, answer.body.data]);
    });

    it('the log has its reason once, in both apps', async () => {
      for (const app of ['gateway', 'worker'] as const) {
        const warnings = warningsOf(service, app);
        expect(warnings, warnings.join('\n')).to.have.lengthOf(1);
        expect(warnings[0]).to.match(store.reason).and.include('the file store rejects writes');
        const end = new RegExp(`"service":"${app}".*the file store accepts writes again`);
        await eventually(() => expect(service.logs()).to.match(end), AFTER_WORK_MS);
      }
    });
  });
}
