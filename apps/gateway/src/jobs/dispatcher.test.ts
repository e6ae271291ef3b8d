import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@toolpress/contract';
import { DEADLY, DEADLY_ASSEMBLY } from '@toolpress/queue';
import { eventually, quietLogger } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { MemoryBudget } from '../api/memory-budget.js';
import { type BatchJobsOptions, batchJobs } from './batches/batch-jobs.js';
import { Dispatcher, type DispatcherOptions } from './dispatcher.js';
import type { TakenJob } from './job-record.js';
import { Printing, type PrintingOptions, SingleJobs, type SingleJobsOptions } from './printing.js';

const JOB: TakenJob = {
  ...{ accountId: 'acc_1', tokenId: 'tok_1', id: 'job_1', tool: 'html-to-pdf', input: 'file' },
  ...{ attempts: 1, owner: 'owner', ownersBefore: [], isOver: false, created: Date.now() },
};

/** @param parts what jobs are done with, as far as a test needs it. */
function dispatcherOf(parts: object): Dispatcher {
  const all = parts as unknown as SingleJobsOptions & BatchJobsOptions & PrintingOptions & Partial<DispatcherOptions>;
  const printing = new Printing(all);
  const single = new SingleJobs({ ...all, printing });
  const ofBatches = batchJobs({ ...all, printing });
  return new Dispatcher({
    jobs: all.jobs,
    kindOf: (job) => (job.row === undefined ? single : ofBatches(job)),
    queue: { pages: async () => 1, abandon: async () => undefined },
    storeGate: { isOpen: async () => true, suspect: async () => undefined, ...all.storeGate },
    ...{ logger: quietLogger(), memory: new MemoryBudget(2 ** 20) },
  });
}

describe('A job that fails', () => {
  const messages: string[] = [];
  /** The outcome of the job. @param attempts with this one. */
  async function endOf(
    error: unknown,
    attempts = 1,
    more: Partial<TakenJob> = {},
    ofBatch = {},
    parts = {},
  ): Promise<string[]> {
    const story: string[] = [];
    const taken: TakenJob[] = [{ ...JOB, attempts, ...more }];
    const note = (what: string) => async (_job: unknown, detail?: number | { code: string; message: string }) => {
      story.push(`${what} ${typeof detail === 'object' ? detail.code : (detail ?? '')}`.trim());
      if (typeof detail === 'object') messages.push(detail.message);
    };
    const input = async () => {
      throw error;
    };
    const leases = {
      ...{ take: async () => taken.splice(0), renew: async () => [], clearedUp: async () => undefined },
      pause: (_account: string, ms: number) => note('account pauses for')(undefined, ms),
      pauseBatch: (_account: string, batch: string, ms: number) => note(`${batch} pauses for`)(undefined, ms),
      ...{ again: note('again in'), putBack: note('put back for'), leave: note('left'), leaveRow: async () => true },
    };
    const jobs = { leases, find: async () => undefined, fail: note('failed with'), input };
    const options = {
      ...{ jobs, batches: { assemblyIsOver: async () => undefined, ...ofBatch }, tools: new Map() },
      accounts: { find: async () => ({}) },
      archives: { make: input, find: async () => undefined },
      ...{ deliveries: {}, ...parts },
    };
    const dispatcher = dispatcherOf(options);
    await eventually(() => expect(story).not.to.be.empty);
    await dispatcher.close();
    return story;
  }

  it('because a part of the service is unavailable waits for the given time, and is not counted as a failure', async () => {
    expect(await endOf(new ServiceError('unavailable', 'no store'))).to.deep.equal(['put back for 1000']);
    const full = new ServiceError('queue_full', 'full', { headers: { 'Retry-After': '7' } });
    expect(await endOf(full, 5)).to.deep.equal(['put back for 7000']);
    const long = new ServiceError('overloaded', 'full', { headers: { 'Retry-After': '700' } });
    expect(await endOf(long)).to.deep.equal(['put back for 30000']);
  });

  it('for actions that others of its account hold waits, and so does the account', async () => {
    const held = new ServiceError('concurrency_exceeded', 'held', { headers: { 'Retry-After': '1' } });
    expect(await endOf(held, 5)).to.deep.equal(['account pauses for 1000', 'put back for 1000']);
  });

  describe('because its provider of records is busy', () => {
    const headers = { 'Retry-After': '7' };
    const busy = new ServiceError('unavailable', 'The rate limit is reached.', { reason: 'provider_busy', headers });
    const row = { batchId: 'bat_1', number: 1, isCancelled: false };

    it('pauses its account, but not when it was put back before', async () => {
      expect(await endOf(busy)).to.deep.equal(['account pauses for 7000', 'put back for 7000']);
      expect(await endOf(busy, 1, { ownersBefore: ['another'] })).to.deep.equal(['put back for 7000']);
    });

    it('fails after a day', async () => {
      const created = Date.now() - 24 * 3_600_000 - 1_000;
      messages.length = 0;
      expect(await endOf(busy, 1, { created })).to.deep.equal(['failed with unavailable', 'left']);
      expect(messages).to.deep.equal(['The rate limit is reached.']);
      expect(await endOf(new ServiceError('unavailable', 'no store'), 1, { created })).to.deep.equal([
        'put back for 1000',
      ]);
    });

    it('pauses its batch if it is a row', async () => {
      const input = async () => {
        throw busy;
      };
      expect(await endOf(busy, 1, { id: 'bat_1.1', row }, { rows: { input } })).to.deep.equal([
        'bat_1 pauses for 7000',
        'put back for 7000',
      ]);
    });
  });

  describe('because the file store is full', () => {
    const full = new ServiceError('unavailable', 'full', { reason: 'store_unavailable' });
    const archive = { id: 'bat_1.0', row: { batchId: 'bat_1', number: 0, isCancelled: false } };

    it('waits without counting the attempt, and has the gateway look at the store', async () => {
      let looks = 0;
      const suspect = async (): Promise<void> => {
        looks += 1;
      };
      const storeGate = { isOpen: async () => true, suspect };
      expect(await endOf(full, 5, {}, {}, { storeGate })).to.deep.equal(['put back for 1000']);
      expect(looks).to.equal(1);
    });

    it('and is an archive waits ever longer, because each attempt reads all files', async () => {
      const pauseAt = async (ageMs: number): Promise<number> => {
        const [end = ''] = await endOf(full, 10, { ...archive, created: Date.now() - ageMs });
        return Number(/^put back for (\d+)$/.exec(end)?.[1]);
      };
      expect(await pauseAt(0)).to.equal(1_000);
      expect(await pauseAt(120_000)).to.be.within(30_000, 31_000);
      expect(await pauseAt(24 * 3_600_000)).to.equal(600_000);
    });

    it('is not taken until the store accepts writes', async () => {
      let isOpen = false;
      const storeGate = { isOpen: async () => isOpen, suspect: async () => undefined };
      const ending = endOf(new ServiceError('template_invalid', 'no'), 1, {}, {}, { storeGate });
      const first = await Promise.race([ending, sleep(1_200)]);
      expect(first).to.equal(undefined);
      isOpen = true;
      expect(await ending).to.deep.equal(['failed with template_invalid', 'left']);
    });
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

  it('at its deadline is tried five times, but not when two workers ended over it', async () => {
    const late = new ServiceError('deadline_exceeded', 'too late');
    expect(await endOf(late, 4)).to.deep.equal(['again in 1000']);
    expect(await endOf(late, 5)).to.deep.equal(['failed with deadline_exceeded', 'left']);
    const deadly = ServiceError.fromData({ ...DEADLY, message: 'in any words' });
    expect(await endOf(deadly, 1)).to.deep.equal(['failed with document_too_complex', 'left']);
  });

  it('and is an archive is tried ten times when workers die, then explains how to create it again', async () => {
    const ofArchive = { id: 'bat_1.0', row: { batchId: 'bat_1', number: 0, isCancelled: false } };
    const deadly = ServiceError.fromData(DEADLY_ASSEMBLY);
    expect(await endOf(deadly, 1, ofArchive)).to.deep.equal(['again in 1000']);
    expect(await endOf(deadly, 9, ofArchive)).to.deep.equal(['again in 30000']);
    const late = new ServiceError('deadline_exceeded', 'The document was not ready; make it simpler.');
    for (const [error, attempts] of [
      [deadly, 10],
      [new ServiceError('internal', 'never begun with'), 11],
      [late, 5],
    ] as const) {
      messages.length = 0;
      expect(await endOf(error, attempts, ofArchive)).to.deep.equal(['failed with internal', 'left']);
      expect(messages[0]).to.match(
        /^The file of all rows was not finished in \d+ attempts: .* `POST \/api\/batches\/\{id\}\/retry`/,
      );
    }
  });

  it('by its caller’s mistake fails immediately, and so does one by an internal error', async () => {
    expect(await endOf(new ServiceError('template_invalid', 'no'))).to.deep.equal([
      'failed with template_invalid',
      'left',
    ]);
    expect(await endOf(new Error('a bug'))).to.deep.equal(['failed with internal', 'left']);
  });
});

describe('A job that another gateway has taken', () => {
  it('is stopped, and neither put back, failed nor left', async () => {
    const story: string[] = [];
    const note = (what: string) => async () => void story.push(what);
    const taken = [JOB];
    let abort: (() => void) | undefined;
    const leases = {
      ...{ take: async () => taken.splice(0), renew: async () => [{ job: JOB, isLost: true }] },
      ...{ again: note('again'), putBack: note('put back'), leave: note('left') },
    };
    const input = () =>
      new Promise((_resolve, reject) => {
        abort = () => reject(new Error('aborted'));
      });
    const jobs = { leases, find: async () => undefined, fail: note('failed'), input };
    const dispatcher = dispatcherOf({ jobs, tools: new Map(), accounts: { find: async () => ({}) }, deliveries: {} });
    await eventually(() => expect(abort).to.be.a('function'));
    await dispatcher['renewLeases']();
    abort?.();
    await dispatcher.close();
    expect(story).to.deep.equal([]);
  });
});

describe('Archives of one account', () => {
  it('are made one at a time, so that they do not keep those of others waiting', async () => {
    const archiveOf = (accountId: string, batchId: string): TakenJob => ({
      ...{ ...JOB, accountId, id: `${batchId}.0`, row: { batchId, number: 0, isCancelled: false } },
    });
    const taken = [archiveOf('acc_1', 'bat_1'), archiveOf('acc_1', 'bat_2'), archiveOf('acc_2', 'bat_3')];
    const [made, putBack]: [string[], string[]] = [[], []];
    const leases = {
      ...{ take: async () => taken.splice(0, 1), renew: async () => [] },
      putBack: async ({ id }: TakenJob) => void putBack.push(id),
    };
    const make = ({ id }: TakenJob, _storage: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        made.push(id);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const options = {
      ...{ jobs: { leases }, batches: {}, tools: new Map(), accounts: { find: async () => ({}) }, archives: { make } },
      deliveries: {},
    };
    const dispatcher = dispatcherOf(options);
    await eventually(() => expect([made, putBack]).to.deep.equal([['bat_1.0', 'bat_3.0'], ['bat_2.0']]));
    await dispatcher.close();
  });
});
