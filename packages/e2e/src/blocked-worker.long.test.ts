import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AFTER_WORK_MS, type Answer, eventually, type StartedProcess, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const input = { html: '<p>a document</p>' };
const NODE_OPTIONS = `--import=${fileURLToPath(new URL('./blocking.js', import.meta.url))}`;

describe('A document that blocks the main thread of a worker', () => {
  let service: TestService;
  let folder: string;
  let pair: StartedProcess[];
  const addWorker = (): Promise<StartedProcess> =>
    service.addWorker({ NODE_OPTIONS, BLOCKING_REQUESTS: join(folder, 'requests') });
  /** Makes the requests block, in any worker, whose id the expression matches. */
  const block = (expression: string): Promise<void> => writeFile(join(folder, 'requests'), expression);
  const call = (path: string, body: unknown, id: string): Promise<Answer> =>
    service.call(path, { body, headers: { 'X-Request-Id': id } });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolpress-blocking-'));
    await block('^blocks');
    service = await TestService.start({ workers: 0 });
    pair = [await addWorker()];
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    pair.push(await addWorker());
  });
  /** One worker was blocked and is killed. The other one prints. */
  afterEach(async () => {
    const isEnded = await Promise.all(pair.map(({ ended }) => Promise.race([ended.then(() => true), later(false)])));
    const living = pair.filter((_worker, index) => !isEnded[index]);
    const logs = pair.map((worker) => worker.output().slice(-1_000)).join('\n');
    expect(living, `living workers; logs:\n${logs}`).to.have.lengthOf(1);
    for (const worker of pair) {
      const isLogged = worker.output().includes('the main thread was blocked for 10 s; the process is killed');
      expect(isLogged).to.equal(!living.includes(worker));
    }
    pair = living;
    expect((await call(PDF, input, 'another')).status).to.equal(200);
    const metrics = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text();
    await eventually(async () => expect(await metrics()).to.match(/^toolpress_workers{.*} 1$/m), AFTER_WORK_MS);
  });

  it('as a call is answered 422, and is not charged', async () => {
    const answer = await call(PDF, input, 'blocks-call');
    expect(answer.status, answer.body.error).to.equal(422);
    expect(answer.headers.get('x-error-code')).to.equal('document_too_complex');
    expect(answer.body.error).to.equal('The document blocked a worker for 10 seconds; make it simpler.');
    expect(answer.body.metadata?.actions_consumed ?? 0).to.equal(0);
  });

  it('is a fault of the template that check-template lists', async () => {
    const { status, body } = await call('/api/utilities/check-template', input, 'blocks-check');
    expect(status, body.error).to.equal(200);
    expect(body.data.faults.map(({ code }: { code: string }) => code)).to.deep.equal(['document_too_complex']);
  });

  for (const [what, isGatewayKilled] of [
    ['fails', false],
    ['fails also when another gateway takes the job meanwhile', true],
  ] as const) {
    it(`as a job ${what}`, async () => {
      await block('^job_');
      const { id } = (await service.call('/api/jobs', { body: { tool: 'html-to-pdf', input } })).body.data;
      await Promise.any(pair.map((worker) => worker.waitFor(new RegExp(`blocked by ${id}`))));
      if (isGatewayKilled) await service.restartGateway('SIGKILL');
      const job = (await service.ended(`/api/jobs/${id}`)).body.data;
      expect([job.status, job.error?.code]).to.deep.equal(['failed', 'document_too_complex']);
    });
  }

  it('as a row of a batch fails; the other rows are printed', async () => {
    await block('^bat_.*\\.2$');
    const rows = [{ data: {} }, { data: {} }, { data: {} }];
    const { body } = await service.call('/api/batches', { body: { tool: 'html-to-pdf', input, rows } });
    const batch = (await service.ended(`/api/batches/${body.data.id}`)).body.data;
    expect([batch.done, batch.failed]).to.deep.equal([2, 1]);
    const { items } = (await service.call(`/api/batches/${body.data.id}/rows`)).body.data;
    expect(items.map(({ error }: { error?: { code: string } }) => error?.code)).to.deep.equal([
      undefined,
      'document_too_complex',
      undefined,
    ]);
  });
});

const later = <Value>(value: Value): Promise<Value> =>
  new Promise((resolve) => setTimeout(() => resolve(value), 1_000));
