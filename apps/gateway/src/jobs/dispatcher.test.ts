import { ServiceError } from '@toolpress/contract';
import { DEADLY } from '@toolpress/queue';
import { eventually, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { MemoryBudget } from '../http/memory-budget.js';
import { Dispatcher, type DispatcherOptions } from './dispatcher.js';
import type { TakenJob } from './jobs.js';

const JOB: TakenJob = {
  ...{ accountId: 'acc_1', tokenId: 'tok_1', id: 'job_1', tool: 'html-to-pdf', input: 'file' },
  ...{ attempts: 1, owner: 'owner', ownersBefore: [], isOver: false },
};

describe('A job that fails', () => {
  /** What becomes of it. @param attempts with this one. */
  async function endOf(error: unknown, attempts = 1): Promise<string[]> {
    const story: string[] = [];
    const taken: TakenJob[] = [{ ...JOB, attempts }];
    const note = (what: string) => async (_job: unknown, detail?: number | { code: string }) => {
      story.push(`${what} ${typeof detail === 'object' ? detail.code : (detail ?? '')}`.trim());
    };
    const jobs = {
      ...{ take: async () => taken.pop(), renew: async () => true, find: async () => undefined },
      ...{ again: note('again in'), putBack: note('put back for'), fail: note('failed with'), leave: note('left') },
      input: async () => {
        throw error;
      },
    };
    const options = {
      ...{ jobs, batches: {}, tools: new Map(), accounts: { find: async () => undefined } },
      ...{ queue: { pages: async () => 1 }, deliveries: {}, logger: quietLogger(), memory: new MemoryBudget(2 ** 20) },
    } as unknown as DispatcherOptions;
    const dispatcher = new Dispatcher(options);
    await eventually(() => expect(story).not.to.be.empty);
    await dispatcher.close();
    return story;
  }

  it('for what the service lacks at the moment waits, as long as that says, and it is not held against it', async () => {
    expect(await endOf(new ServiceError('unavailable', 'no store'))).to.deep.equal(['put back for 1000']);
    const full = new ServiceError('queue_full', 'full', { headers: { 'Retry-After': '7' } });
    expect(await endOf(full, 5)).to.deep.equal(['put back for 7000']);
    const long = new ServiceError('overloaded', 'full', { headers: { 'Retry-After': '700' } });
    expect(await endOf(long)).to.deep.equal(['put back for 30000']);
  });

  it('under which the renderer fails each time is tried five times, ever later', async () => {
    const reason = 'renderer_failed';
    const error = new ServiceError('unavailable', 'in any words', { reason, headers: { 'Retry-After': '1' } });
    for (const [attempts, end] of [
      [1, ['again in 1000']],
      [3, ['again in 25000']],
      [4, ['again in 30000']],
      [5, ['failed with unavailable', 'left']],
    ] as const)
      expect(await endOf(error, attempts), `attempt ${attempts}`).to.deep.equal(end);
  });

  it('at its deadline is tried five times, and once more when two workers ended over it', async () => {
    const late = new ServiceError('deadline_exceeded', 'too late');
    expect(await endOf(late, 4)).to.deep.equal(['again in 1000']);
    expect(await endOf(late, 5)).to.deep.equal(['failed with deadline_exceeded', 'left']);
    const deadly = ServiceError.fromData({ ...DEADLY, message: 'in any words' });
    expect(await endOf(deadly, 1)).to.deep.equal(['again in 1000']);
    expect(await endOf(deadly, 2)).to.deep.equal(['failed with document_too_complex', 'left']);
  });

  it('by its caller’s mistake fails at once, and by a fault of ours as one', async () => {
    expect(await endOf(new ServiceError('template_invalid', 'no'))).to.deep.equal([
      'failed with template_invalid',
      'left',
    ]);
    expect(await endOf(new Error('a bug'))).to.deep.equal(['failed with internal', 'left']);
  });
});
