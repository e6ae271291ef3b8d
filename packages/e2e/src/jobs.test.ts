import {
  AFTER_WORK_MS,
  type Answer,
  eventually,
  type HttpTarget,
  pdfText,
  redisContents,
  type SharedService,
  sharedService,
  startHttpTarget,
} from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const PDF = '/api/utilities/html-to-pdf';
const UNKNOWN = 'job_0mws455o1b04142277aad597c';

describe('Jobs', () => {
  let service: SharedService;
  let receiver: HttpTarget;
  before(async () => {
    receiver = await startHttpTarget((_request, response) => void response.end());
    service = await sharedService();
  });
  after(async () => {
    await receiver.close();
  });

  const submit = (input: object, { token, tool = 'html-to-pdf', headers = {} }: Submission = {}): Promise<Answer> =>
    service.call('/api/jobs', { body: { tool, input }, headers, ...(token && { token }) });
  const look = (id: string, token?: string, wait = 50): Promise<Answer> =>
    wait > 0
      ? service.ended(`/api/jobs/${id}`, token)
      : service.call(`/api/jobs/${id}`, token === undefined ? {} : { token });
  const remove = (id: string, token?: string): Promise<Answer> =>
    service.call(`/api/jobs/${id}`, { method: 'DELETE', ...(token && { token }) });
  const used = async (token: string): Promise<number> =>
    (await service.call('/api/usage', { token })).body.data.actions;
  const codeOf = ({ headers }: Answer): string | null => headers.get('x-error-code');

  it('are done, charged once, and leave a file', async () => {
    const { token } = await service.createAccount('submitting');
    const accepted = await submit({ html: '<p>[[who]]', data: { who: 'Ada' }, filename: 'for-ada' }, { token });
    expect(accepted.status, accepted.body.error).to.equal(202);
    const { id, status, created_at } = accepted.body.data;
    expect(accepted.headers.get('location')).to.equal(`/api/jobs/${id}`);
    expect([status, accepted.body.metadata]).to.deep.equal(['queued', undefined]);
    const { data } = (await look(id, token)).body;
    expect(data.status, JSON.stringify(data)).to.equal('done');
    expect(Date.parse(data.finished_at)).to.be.at.least(Date.parse(created_at));
    expect(data.result).to.include.keys('download_url', 'signed_url', 'size_bytes');
    expect([data.result.page_count, data.result.pdf_base64]).to.deep.equal([1, undefined]);
    const file = await fetch(data.result.download_url);
    expect(file.headers.get('content-disposition')).to.include('for-ada.pdf');
    expect(await pdfText(Buffer.from(await file.arrayBuffer()))).to.include('Ada');
    expect(await used(token)).to.equal(3);
  });

  it('may be created by a call of the tool itself', async () => {
    const { token } = await service.createAccount('preferring');
    const headers = { prefer: 'wait=10, respond-async' };
    const accepted = await service.call(PDF, { token, headers, body: { html: '<p>later' } });
    expect([accepted.status, accepted.headers.get('preference-applied')]).to.deep.equal([202, 'respond-async']);
    const { data } = (await look(accepted.body.data.id, token)).body;
    expect([data.tool, data.status]).to.deep.equal(['html-to-pdf', 'done']);
    expect(await used(token)).to.equal(3);
  });

  it('say what a template or a document has wrong, and cost nothing then', async () => {
    const { token } = await service.createAccount('failing');
    const { id } = (await submit({ html: '<iframe src="https://example.com"></iframe>' }, { token })).body.data;
    const { data } = (await look(id, token)).body;
    expect([data.status, data.error.code, data.result]).to.deep.equal(['failed', 'content_forbidden', undefined]);
    expect(data.error.message).to.include('iframe');
    expect(await used(token)).to.equal(0);
  });

  it('are rejected immediately for what the tool would reject', async () => {
    for (const body of [
      { tool: 'http-request', input: { url: 'https://example.com', method: 'GET' } },
      { tool: 'html-to-pdf', input: { html: '<p>', page_size: 'B9' } },
      { tool: 'html-to-pdf' },
      { input: { html: '<p>' } },
      { tool: 'html-to-pdf', input: { html: '<p>' }, more: 1 },
    ]) {
      const refused = await service.call('/api/jobs', { body });
      expect([refused.status, codeOf(refused)], JSON.stringify(body)).to.deep.equal([400, 'invalid_parameter']);
    }
  });

  it('take documents of megabytes, and saved templates', async () => {
    const { token } = await service.createAccount('large');
    const variable = { kind: 'html', content: '<p>[[rows.0.name]] of [[title]]' };
    await service.call('/api/variables/letter', { method: 'PUT', token, body: variable });
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ name: `Row ${index}`, text: 'x'.repeat(100) }));
    const { id } = (await submit({ html: '[[var:letter]]', data: { rows, title: 'many' } }, { token })).body.data;
    const { data } = (await look(id, token)).body;
    expect(data.status, JSON.stringify(data.error)).to.equal('done');
    const file = await fetch(data.result.download_url);
    expect(await pdfText(Buffer.from(await file.arrayBuffer()))).to.include('Row 0 of many');
  });

  it('are done once under an idempotency key', async () => {
    const { token } = await service.createAccount('repeating');
    const again = () => submit({ html: '<p>once' }, { token, headers: { 'idempotency-key': 'month-end' } });
    const answers = [await again(), await again()];
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202]);
    expect(answers[1]?.headers.get('idempotent-replayed')).to.equal('true');
    expect(answers[1]?.headers.get('location')).to.equal(answers[0]?.headers.get('location'));
    await look(answers[0]?.body.data.id, token);
    expect(await used(token)).to.equal(3);
    const other = await submit({ html: '<p>other' }, { token, headers: { 'idempotency-key': 'month-end' } });
    expect(codeOf(other)).to.equal('idempotency_conflict');
  });

  it('are listed by status and tool, page by page, to their own account only', async () => {
    const { token } = await service.createAccount('listing');
    const other = await service.createAccount('other');
    const ids: string[] = [];
    for (const html of ['<p>a', '<p>[[#x]]', '<p>b']) ids.push((await submit({ html }, { token })).body.data.id);
    for (const id of ids) await look(id, token);
    const list = async (query: string, by = token) =>
      (await service.call(`/api/jobs?${query}`, { token: by })).body.data;
    expect((await list('')).items.map(({ id }: { id: string }) => id)).to.deep.equal(ids);
    expect((await list('status=failed')).items.map(({ id }: { id: string }) => id)).to.deep.equal([ids[1]]);
    expect((await list('tool=json-to-pdf')).items).to.deep.equal([]);
    const first = await list('limit=2');
    expect(first.items).to.have.lengthOf(2);
    expect((await list(`limit=2&cursor=${first.next_cursor}`)).items).to.have.lengthOf(1);
    expect((await list('', other.token)).items).to.deep.equal([]);
    for (const answer of [await look(ids[0] ?? '', other.token), await remove(ids[0] ?? '', other.token)])
      expect([answer.status, codeOf(answer)]).to.deep.equal([404, 'job_unknown']);
    expect(codeOf(await look(UNKNOWN))).to.equal('job_unknown');
    expect(codeOf(await look('x'))).to.equal('invalid_parameter');
  });

  it('are cancelled before they are done, and deleted with their file after', async () => {
    const { token } = await service.createAccount('deleting');
    // Enough before it that it waits.
    for (let turn = 0; turn < 40; turn++) await submit({ html: '<p>before' }, { token });
    const { id } = (await submit({ html: '<p>never' }, { token })).body.data;
    const cancelled = await remove(id, token);
    expect([cancelled.status, cancelled.body.data.status]).to.deep.equal([200, 'cancelled']);
    const [{ id: first }] = (await service.call('/api/jobs?limit=1', { token })).body.data.items;
    const done = (await look(first, token)).body.data;
    expect((await remove(first, token)).body.data.status).to.equal('done');
    expect((await fetch(done.result.download_url)).status).to.equal(404);
    expect(codeOf(await look(first, token))).to.equal('job_unknown');
    await eventually(async () => expect(await used(token)).to.equal(40 * 3), AFTER_WORK_MS);
    expect((await look(id, token)).body.data.status).to.equal('cancelled');
  });

  it('hold nothing of what was sent in Redis while they wait, nor after', async () => {
    const { token } = await service.createAccount('secret');
    const ended = (await submit({ html: '<p>[[#if Mandelkern]]' }, { token })).body.data;
    const jobs = await Promise.all(
      Array.from({ length: 30 }, () => submit({ html: '<p>Mandelkern', filename: 'Zwetschge' }, { token })),
    );
    const waiting = await redisContents(service.redis.url);
    for (const job of [ended, ...jobs.map(({ body }) => body.data)]) await look(job.id, token);
    const after = await redisContents(service.redis.url);
    // A few are at work, as a call's document is.
    const lines = (contents: string): number =>
      contents.split('\n').filter((line) => line.includes('Mandelkern')).length;
    expect(lines(waiting)).to.be.below(20);
    expect(after).to.not.match(/Mandelkern|Zwetschge/);
  });

  it('notify the webhooks of their account of their end, and batches do the same', async () => {
    const { token } = await service.createAccount('listening');
    const url = `${receiver.url}/hook`;
    const saved = await service.call('/api/webhooks/all', { method: 'PUT', token, body: { url } });
    expect(saved.status, saved.body.error).to.equal(200);
    const done = (await submit({ html: '<p>done' }, { token })).body.data.id;
    const failed = (await submit({ html: '<p>[[#if x]]' }, { token })).body.data.id;
    const body = { tool: 'html-to-pdf', input: { html: '<p>' }, rows: [{}, {}] };
    const batch = (await service.call('/api/batches', { token, body })).body.data.id;
    await eventually(() => expect(receiver.requests).to.have.lengthOf(3));
    const events = receiver.requests.map(({ body: sent, headers }) => ({
      ...(JSON.parse(sent.toString()) as { type: string; data: { id: string } }),
      id: headers['webhook-id'],
    }));
    expect(events.map(({ type, data, id }) => `${type} ${data.id} ${id}`)).to.have.members([
      `job.done ${done} evt_${done}`,
      `job.failed ${failed} evt_${failed}`,
      `batch.done ${batch} evt_${batch}`,
    ]);
    const told = events.find(({ type }) => type === 'job.done')?.data as { result?: { download_url: string } };
    expect((await fetch(told.result?.download_url ?? '')).status).to.equal(200);
  });

  it('that are rows of a cancelled batch end without its event, whether or not they were at work', async () => {
    const { token } = await service.createAccount('quiet');
    await service.call('/api/webhooks/all', { method: 'PUT', token, body: { url: `${receiver.url}/quiet` } });
    const body = {
      tool: 'html-to-pdf',
      input: { html: `<p>${'<b>long</b> '.repeat(3_000)}` },
      rows: Array(12).fill({}),
    };
    const { id } = (await service.call('/api/batches', { token, body })).body.data;
    await eventually(async () => {
      const { items } = (await service.call(`/api/batches/${id}/rows`, { token })).body.data;
      expect(items.every(({ status }: { status: string }) => status !== 'queued')).to.equal(true);
    });
    await service.call(`/api/batches/${id}`, { method: 'DELETE', token });
    await eventually(async () => {
      const { items } = (await service.call(`/api/batches/${id}/rows?status=working`, { token })).body.data;
      expect(items).to.deep.equal([]);
    });
    const last = (await submit({ html: '<p>last' }, { token })).body.data.id;
    const heard = () =>
      receiver.requests.filter(({ path }) => path === '/quiet').map(({ headers }) => headers['webhook-id']);
    await eventually(() => expect(heard()).to.deep.equal([`evt_${last}`]));
  });
});

interface Submission {
  token?: string;
  tool?: string;
  headers?: Record<string, string>;
}
