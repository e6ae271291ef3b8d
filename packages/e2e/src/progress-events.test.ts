import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { eventsIn, open, outcome, submitBatch } from './progress-events.js';

describe('Server-sent events', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const submitJob = async (html = '<p>'): Promise<string> => {
    const body = { tool: 'html-to-pdf', input: { html } };
    return `/api/jobs/${(await service.call('/api/jobs', { body })).body.data.id}`;
  };

  it('report how a batch advances, then its end, and close', async () => {
    const path = await submitBatch(service, 40);
    const response = await open(service, path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.match(/^text\/event-stream(;|$)/);
    expect(response.headers.get('content-encoding'), 'nothing holds events back').to.equal(null);
    const text = await response.text();
    expect(text).to.match(/^retry: \d+\n\nevent: progress\n/);
    const events = eventsIn(text);
    expect(events.map(({ name }) => name)).to.deep.equal([...Array(events.length - 1).fill('progress'), 'end']);
    // The last row may finish just before its batch does.
    const counts = events.slice(0, -1).map(({ data }) => data.done);
    expect(counts).to.deep.equal([...new Set(counts)].sort((one, other) => one - other));
    expect(events.at(-1)?.data).to.deep.equal((await service.call(path)).body.data);
    expect(events.at(-1)?.data).to.include({ status: 'done', done: 40 });
  });

  it('report a job with its result; a client that has seen its end should not reconnect', async () => {
    const path = await submitJob();
    const events = eventsIn(await (await open(service, path)).text());
    expect(events.at(-1)?.name).to.equal('end');
    expect(events.at(-1)?.data).to.include({ status: 'done' }).and.have.nested.property('result.download_url');
    const failed = eventsIn(await (await open(service, await submitJob('[[#open]]'))).text());
    expect(failed.at(-1)).to.have.nested.property('data.error.code', 'template_invalid');
    expect((await open(service, path, { headers: { 'last-event-id': 'end' } })).status).to.equal(204);
    const head = await fetch(`${service.url}${path}/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
  });

  it('are refused in JSON before they begin', async () => {
    const other = await service.createAccount('other');
    const path = await submitBatch(service, 1);
    const unknown = await open(service, path, { token: other.token });
    expect(outcome(unknown)).to.deep.equal([404, 'batch_unknown']);
    expect(await unknown.json()).to.have.all.keys('success', 'error');
    expect(outcome(await open(service, '/api/jobs/job_0mws455o1b04142277aad597c'))).to.deep.equal([404, 'job_unknown']);
    expect(outcome(await open(service, '/api/jobs/x'))).to.deep.equal([400, 'invalid_parameter']);
    expect(outcome(await open(service, path, { token: 'wrong' }))).to.deep.equal([401, 'token_invalid']);
  });
});
