import { eventually, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

interface Event {
  name: string;
  data: { id: string; done: number; rows: number; status: string; finished_at?: string };
}

describe('Server-sent events', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.start();
  });
  after(async () => {
    pauseWorker('SIGCONT');
    await service.stop();
  });

  const pauseWorker = (signal: NodeJS.Signals): void => {
    for (const { pid } of service.workers) process.kill(pid, signal);
  };
  const open = (path: string, token = service.token, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}/events`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const submitBatch = async (rows: number, token = service.token): Promise<string> => {
    const input = { html: '<p>[[name]]' };
    const body = { tool: 'json-to-pdf', input, rows: Array.from({ length: rows }, (_, index) => ({ name: index })) };
    return `/api/batches/${(await service.call('/api/batches', { token, body })).body.data.id}`;
  };
  const submitJob = async (html = '<p>'): Promise<string> => {
    const body = { tool: 'html-to-pdf', input: { html } };
    return `/api/jobs/${(await service.call('/api/jobs', { body })).body.data.id}`;
  };
  const eventsIn = (text: string): Event[] =>
    [...text.matchAll(/^event: (\w+)\n(?:id: \w+\n)?data: (.*)\n\n/gm)].map(([, name = '', data = '']) => ({
      name,
      data: JSON.parse(data) as Event['data'],
    }));
  const outcome = ({ status, headers }: Response) => [status, headers.get('x-error-code')];
  const close = async (...streams: Response[]): Promise<void> => {
    await Promise.all(streams.map(({ body }) => body?.cancel()));
  };

  it('tell how a batch gets on, then that it is over, and close', async () => {
    const path = await submitBatch(40);
    const response = await open(path, service.token, { 'accept-encoding': 'gzip, br' });
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.match(/^text\/event-stream(;|$)/);
    expect(response.headers.get('content-encoding'), 'nothing holds events back').to.equal(null);
    const text = await response.text();
    expect(text).to.match(/^retry: \d+\n\nevent: progress\n/);
    const events = eventsIn(text);
    expect(events.map(({ name }) => name)).to.deep.equal([...Array(events.length - 1).fill('progress'), 'end']);
    // Its last row may be over a moment before the batch is.
    const counts = events.slice(0, -1).map(({ data }) => data.done);
    expect(counts).to.deep.equal([...new Set(counts)].sort((one, other) => one - other));
    expect(events.at(-1)?.data).to.deep.equal((await service.call(path)).body.data);
    expect(events.at(-1)?.data).to.include({ status: 'done', done: 40 });
  });

  it('tell of a job, with its result; who has seen its end is told to stop', async () => {
    const path = await submitJob();
    const events = eventsIn(await (await open(path)).text());
    expect(events.at(-1)?.name).to.equal('end');
    expect(events.at(-1)?.data).to.include({ status: 'done' }).and.have.nested.property('result.download_url');
    const failed = eventsIn(await (await open(await submitJob('[[#open]]'))).text());
    expect(failed.at(-1)).to.have.nested.property('data.error.code', 'template_invalid');
    expect((await open(path, service.token, { 'last-event-id': 'end' })).status).to.equal(204);
    const head = await fetch(`${service.url}${path}/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
  });

  it('are refused in JSON before they begin', async () => {
    const other = await service.createAccount('other');
    const path = await submitBatch(1);
    const unknown = await open(path, other.token);
    expect(outcome(unknown)).to.deep.equal([404, 'batch_unknown']);
    expect(await unknown.json()).to.have.all.keys('success', 'error');
    expect(outcome(await open('/api/jobs/job_0mws455o1b04142277aad597c'))).to.deep.equal([404, 'job_unknown']);
    expect(outcome(await open('/api/jobs/x'))).to.deep.equal([400, 'invalid_parameter']);
    expect(outcome(await open(path, 'wrong'))).to.deep.equal([401, 'token_invalid']);
  });

  it('are 20 at a time for an account, beside its other requests; a caller who hangs up leaves room', async () => {
    const [many, other] = [await service.createAccount('many'), await service.createAccount('another')];
    pauseWorker('SIGSTOP');
    try {
      const path = await submitBatch(2, many.token);
      const streams = await Promise.all(Array.from({ length: 20 }, () => open(path, many.token)));
      expect(streams.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
      const refused = await open(path, many.token);
      expect(outcome(refused)).to.deep.equal([429, 'concurrency_exceeded']);
      expect(refused.headers.get('retry-after')).to.equal('5');
      expect((await service.call(path, { token: many.token })).status).to.equal(200);
      const elsewhere = await open(await submitBatch(1, other.token), other.token);
      expect(elsewhere.status).to.equal(200);
      await close(...streams.slice(0, 1));
      await eventually(async () => {
        const one = await open(path, many.token);
        await close(one);
        expect(one.status).to.equal(200);
      });
      await close(elsewhere, ...streams.slice(1));
    } finally {
      pauseWorker('SIGCONT');
    }
  });

  it('end at once when their gateway stops', async () => {
    pauseWorker('SIGSTOP');
    try {
      const stream = await open(await submitBatch(2));
      const begun = performance.now();
      const read = stream.text().then((text) => ({ text, ms: performance.now() - begun }));
      await service.restartGateway('SIGTERM');
      const { text, ms } = await read;
      expect(eventsIn(text).filter(({ name }) => name === 'end')).to.deep.equal([]);
      expect(ms, 'not when it may take no longer').to.be.below(10_000);
    } finally {
      pauseWorker('SIGCONT');
    }
  });
});
