import { CLIENT_CAPABILITIES_META_KEY, type Server } from '@modelcontextprotocol/server';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Endpoint } from '../api/endpoint.js';
import { batchEndpoints } from '../jobs/batches/endpoints.js';
import { jobEndpoints } from '../jobs/endpoints.js';
import type { Calls } from './calls.js';
import { kindsOf, serveTasks, TASKS } from './tasks.js';
import { mcpTools } from './tools.js';

const AT = '2026-12-01T00:00:00.000Z';
const [JOB, BATCH] = ['job_0mws455o1b04142277aad597c', 'bat_0mws455o1b04142277aad597c'];

describe('A task that is cancelled', () => {
  /** What was done to work that ends as soon as it was read once. */
  async function doneTo(id: string): Promise<string[]> {
    const log: string[] = [];
    let isRead = false;
    const work = async (): Promise<object> => {
      const ended = { id, status: 'done', created_at: AT, finished_at: AT };
      const shown = isRead ? ended : { id, status: 'working', created_at: AT };
      isRead = true;
      return shown;
    };
    const noted = (what: string) => async () => log.push(what);
    const parts = {
      jobs: { find: work, cancel: noted('cancel'), remove: noted('remove') },
      ...{ batches: { cancel: noted('cancel') }, archives: { find: work, remove: noted('remove') } },
      ...{ tools: new Map(), files: { remove: noted('remove') } },
    };
    const endpoints: Endpoint[] = [...jobEndpoints(parts as never), ...batchEndpoints(parts as never)];
    const handlers = new Map<string, (params: object, context: object) => Promise<object>>();
    const server = { setRequestHandler: (method: string, _: object, handler: never) => handlers.set(method, handler) };
    const read = (endpoint: Endpoint, { params }: { params: object }) =>
      endpoint.handle({ params, query: {}, caller: { accountId: 'acc_1' } } as never, {} as never);
    const kinds = kindsOf(mcpTools(endpoints), endpoints);
    serveTasks(server as unknown as Server, kinds, { read } as unknown as Calls);
    const envelope = { [CLIENT_CAPABILITIES_META_KEY]: { extensions: { [TASKS]: {} } } };
    await handlers.get('tasks/cancel')?.({ taskId: id }, { mcpReq: { envelope } });
    return log;
  }

  it('is never deleted, though it ends meanwhile', async () => {
    expect(await doneTo(JOB)).to.deep.equal(['cancel']);
    expect(await doneTo(BATCH)).to.deep.equal(['cancel', 'cancel']); // the second is of its archive
  });
});
