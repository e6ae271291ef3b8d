import { fileURLToPath } from 'node:url';
import { type Answer, eventually, pdfText, redisContents, type StartedProcess, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const env = { NODE_OPTIONS: `--import=${fileURLToPath(new URL('./uncaught.js', import.meta.url))}` };
/** Noise takes half a second or more. */
const SLOW =
  '<p>slow</p><svg width="600" height="600"><filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="5"/></filter><rect width="600" height="600" filter="url(#f)"/></svg>';

interface Line {
  level: string;
  msg: string;
  requestId?: string;
  atWork?: string[];
}
const fatalLines = (process: StartedProcess): Line[] =>
  process
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"fatal"'))
    .map((line) => JSON.parse(line) as Line);

describe('An uncaught exception', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.start({ workers: 0 });
  });
  afterEach(() => service.stop());

  const print = (html: string, id: string): Promise<Answer> =>
    service.call(PDF, { body: { html }, headers: { 'X-Request-Id': id } });
  const textOf = ({ body }: Answer): string => pdfText(Buffer.from(body.data.pdf_base64, 'base64'));

  it('in a worker fails its document permanently; others are printed, then the process ends with 1', async () => {
    const worker = await service.addWorker({ ...env, RENDER_CONCURRENCY: '3' });
    await print('<p>warm', 'warm');
    const beside = [1, 2].map((number) => print(SLOW, `beside-${number}`));
    await eventually(async () =>
      expect(await redisContents(service.redis.url)).to.match(/beside-1[\s\S]*beside-2|beside-2[\s\S]*beside-1/),
    );
    const answer = await print('<title>throws</title><p>x', 'culprit');
    expect(answer.status, answer.body.error).to.equal(422);
    expect(answer.headers.get('x-error-code')).to.equal('document_too_complex');
    for (const other of await Promise.all(beside)) expect(textOf(other)).to.include('slow');
    expect(await worker.ended).to.equal(1);
    expect(fatalLines(worker).map(({ requestId }) => requestId)).to.deep.equal(['culprit']);
    expect(worker.output()).to.match(
      /"level":"fatal"[\s\S]*"requestId":"beside-\d".*"msg":"job"[\s\S]*"msg":"stopped"/,
    );
    expect(worker.output().match(/"requestId":"culprit".*"msg":"job"/g)).to.have.lengthOf(1);
  });

  it('in a worker, not caused by a document, is logged with all running jobs; the next worker continues', async () => {
    const worker = await service.addWorker(env);
    const answer = await print('<title>throws elsewhere</title><p>x', 'at-work');
    expect(answer.status, answer.body.error).to.equal(200);
    expect(await worker.ended).to.equal(1);
    const [line] = fatalLines(worker);
    expect(line).to.include.keys('atWork').and.not.include.keys('requestId');
    const next = print('<p>next', 'next');
    await service.addWorker();
    expect(textOf(await next)).to.include('next');
  });

  for (const kind of ['exception', 'rejection']) {
    it(`in a gateway (${kind}) is a 500 for its own request; others are answered, then the process ends with 1`, async () => {
      const body = { rate_limit: { requests_per_minute: 1_000 } };
      await service.call('/admin/settings', { method: 'PATCH', token: service.adminToken, body });
      await service.restartGateway('SIGTERM', env);
      const beside = print('<p>beside', 'beside');
      await eventually(async () => expect(await redisContents(service.redis.url)).to.include('beside'));
      const culprit = await service.call('/api/variables', { headers: { 'X-Request-Id': `throws-${kind}` } });
      expect(culprit.status).to.equal(500);
      expect(culprit.headers.get('x-error-code')).to.equal('internal');
      await service.addWorker();
      expect(textOf(await beside)).to.include('beside');
      expect(await service.gateway.ended).to.equal(1);
      expect(fatalLines(service.gateway).map(({ requestId }) => requestId)).to.deep.equal([`throws-${kind}`]);
      expect(service.gateway.output()).to.include('"msg":"stopped"');
    });
  }
});
