import { setTimeout as sleep } from 'node:timers/promises';
import { type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';
import { ask } from './agents.js';

const EXTENSION = 'io.modelcontextprotocol/tasks';

interface Answer {
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: object };
}

describe('Tasks of the Model Context Protocol', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  const declared = { extensions: { [EXTENSION]: {} } };
  async function send(method: string, params: Record<string, unknown>, options = declared, url = service.url) {
    return (await (await ask({ url, token: service.token }, method, params, options)).json()) as Answer;
  }
  const create = (input: object, url?: string) =>
    send('tools/call', { name: 'create_job', arguments: { tool: 'html-to-pdf', input } }, declared, url);
  async function ended(taskId: unknown): Promise<Record<string, unknown>> {
    for (;;) {
      const { result = {} } = await send('tasks/get', { taskId });
      if (result['status'] !== 'working') return result;
      await sleep(100);
    }
  }

  it('are jobs of clients that declare the extension, and of no other client', async () => {
    const { result: { capabilities } = {} } = await send('server/discover', {});
    expect(capabilities).to.have.property('extensions').that.deep.equals(declared.extensions);
    const { result } = await create({ html: '<p>[[n]]', data: { n: 1 } });
    expect(result).to.include({ resultType: 'task', status: 'working', ttlMs: null, pollIntervalMs: 1_000 });
    const done = await ended(result?.['taskId']);
    expect(done).to.deep.include({ resultType: 'complete', status: 'completed', createdAt: result?.['createdAt'] });
    expect(done).to.have.nested.property('result.structuredContent.status', 'done');
    expect(done).to.have.nested.property('result.content[1].type', 'resource_link');
    expect((await send('tasks/cancel', { taskId: result?.['taskId'] })).result).to.include({ resultType: 'complete' });
    expect(await ended(result?.['taskId'])).to.have.nested.property('result.content[1].type', 'resource_link');
    const call = { name: 'create_job', arguments: { tool: 'html-to-pdf', input: { html: '<p>x' } } };
    const plain = await send('tools/call', call, { extensions: {} as never });
    expect(plain.result).to.include({ resultType: 'complete' }).and.have.property('structuredContent');
    const { error } = await send('tasks/get', { taskId: result?.['taskId'] }, { extensions: {} as never });
    expect(error).to.deep.include({ code: -32_021, data: { requiredCapabilities: declared } });
  });

  it('have the error of a job as the result of the call', async () => {
    const { result } = await create({ html: '<p>[[n | mony]]', data: { n: 1 } });
    const { status, result: failed } = await ended(result?.['taskId']);
    expect(status).to.equal('completed');
    expect(failed).to.include({ isError: true });
    expect(failed)
      .to.have.nested.property('content[0].text')
      .that.matches(/^template_invalid: .*mony/);
  });

  it('are batches, too', async () => {
    const rows = [{ name: 'Ada' }, { name: 'Grace' }];
    const batch = { tool: 'html-to-pdf', input: { html: '<p>[[name]]' }, rows };
    const { result } = await send('tools/call', { name: 'create_batch', arguments: batch });
    const done = await ended(result?.['taskId']);
    expect(done).to.have.nested.property('result.structuredContent.done', 2);
    await send('tasks/cancel', { taskId: result?.['taskId'] });
    expect((await ended(result?.['taskId']))['status']).to.equal('completed');
  });

  it('can be cancelled, and are unknown to other accounts', async () => {
    const { result } = await create({ html: '<p>x'.repeat(20_000) });
    const taskId = result?.['taskId'];
    const { token } = await service.createAccount('others');
    const foreign = (await (
      await ask({ url: service.url, token }, 'tasks/get', { taskId }, declared)
    ).json()) as Answer;
    expect(foreign.error).to.include({ code: -32_602 });
    expect((await send('tasks/cancel', { taskId })).result).to.include({ resultType: 'complete' });
    expect((await ended(taskId))['status']).to.be.oneOf(['cancelled', 'completed']);
    expect((await send('tasks/update', { taskId, inputResponses: {} })).result).to.include({ resultType: 'complete' });
    for (const unknown of ['job_0mws455o1b04142277aad597c', 'x'])
      expect((await send('tasks/get', { taskId: unknown })).error).to.include({ code: -32_602 });
  });

  it('survive a killed gateway', async () => {
    const { url, end } = await service.addGateway();
    const { result } = await create({ html: '<p>x' }, url);
    await end('SIGKILL');
    expect((await ended(result?.['taskId']))['status']).to.equal('completed');
  });
});
