/** A gateway without documents, whose jobs end as a test chooses. It sends what `Dispatcher` and the kinds of jobs send. */
import { isRedisOutage } from '@toolpress/runtime';
import { newFileId } from '@toolpress/storage';
import { Charges } from '../../accounts/billing/charges.js';
import { Files } from '../../accounts/files/files.js';
import type { Caller } from '../../auth/callers.js';
import { Batches } from '../batches/batches.js';
import type { TakenJob } from '../job-record.js';
import { Jobs } from '../jobs.js';
import { cancel } from '../printing.js';
import { MAX_ATTEMPTS } from '../verdict.js';
import type { Wire } from './wire.js';

/** How an attempt ends. `slow`: it is done after a pause. */
export type Ending = 'done' | 'slow' | 'failed' | 'again' | 'later';

type Options = Omit<ConstructorParameters<typeof Batches>[0], 'redis' | 'jobs' | 'uploads'>;

/** The number of attempts to write an outcome, as in `Dispatcher`. */
const OUTCOME_TRIES = 20;
const FAULT = { code: 'internal', message: 'as the test wants' } as const;
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

class Failed extends Error {
  constructor(readonly ending: Ending) {
    super(ending);
  }
}

export class SimulatedGateway {
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly charges: Charges;
  /** The encrypted results of the documents that it has deleted, because another gateway has the job. */
  readonly discarded: string[] = [];
  private readonly files: Files;
  private running = new Map<TakenJob, { isOver: boolean; isLost: boolean }>();
  private paused: (() => void)[] = [];
  private isTaking = false;

  /** @param endingOf chooses how an attempt ends. */
  constructor(
    readonly wire: Wire,
    options: Options,
    private readonly caller: () => Caller,
    private readonly endingOf: () => Ending,
  ) {
    const { redis } = wire;
    this.jobs = new Jobs({ ...options, redis });
    this.batches = new Batches({ ...options, redis, jobs: this.jobs, uploads: { find: async () => undefined } });
    this.charges = new Charges(redis);
    this.files = new Files(redis, options.store);
  }

  /** Takes jobs and runs them. */
  async take(most: number): Promise<void> {
    if (this.isTaking) return;
    this.isTaking = true;
    const taken = await this.jobs.leases.take(most).catch(() => []);
    this.isTaking = false;
    for (const job of taken) void this.run(job);
  }

  async renew(): Promise<void> {
    const unheld = await this.jobs.leases.renew([...this.running.keys()]).catch(() => []);
    for (const { job, isLost } of unheld) this.running.set(job, { isOver: !isLost, isLost });
  }

  /** Continues a slow job, if there is one. */
  resume(index: number): void {
    this.paused.splice(index % Math.max(1, this.paused.length), 1)[0]?.();
  }

  /** Forgets its jobs, as when it is killed and started again. */
  die(isLost: boolean): void {
    this.wire.die(isLost);
    this.running = new Map();
    this.paused = [];
    this.isTaking = false;
  }

  private async run(job: TakenJob): Promise<void> {
    const { running } = this;
    const held = () => running.get(job) ?? { isOver: false, isLost: false };
    running.set(job, { isOver: job.isOver, isLost: false });
    try {
      if (job.isOver || (await this.work(job, held))) await this.leave(job);
    } catch (error) {
      const { isOver, isLost } = held();
      if (!isLost) await this.withRetries(() => this.afterError(job, isOver, error)).catch(() => undefined);
    } finally {
      running.delete(job);
    }
  }

  private async work(job: TakenJob, held: () => { isOver: boolean; isLost: boolean }): Promise<boolean> {
    if (job.attempts < 1) throw new Error(`attempt ${job.attempts}`);
    if (job.row?.isCancelled) return cancel(this.jobs, job);
    if (job.ownersBefore.length > 0) await this.jobs.leases.clearedUp(job);
    const ending = job.attempts > MAX_ATTEMPTS ? 'failed' : this.endingOf();
    if (ending === 'slow') await new Promise<void>((resolve) => this.paused.push(resolve));
    else if (ending !== 'done') throw new Failed(ending);
    if (held().isOver || held().isLost) throw new Error('aborted');
    return job.row?.number === 0 ? this.assemble(job) : this.settle(job);
  }

  /** Sends the charge until its outcome is known, as `Charges.settle` does, which would wait between two tries. */
  private async settle(job: TakenJob): Promise<boolean> {
    const { charges, jobs } = this;
    const charge = await charges.begin(this.caller(), [job.tool], undefined as never);
    const completion = jobs.completion(job, { fileId: 'x' }, inAnHour());
    for (;;) {
      try {
        const settled = await charges['send'](charge, new Date(), { completion });
        if (settled.done !== undefined) {
          this.discarded.push(completion.value);
          return jobs.isOver(settled.done);
        }
        if (settled.isReleased) job.isReleased = true;
        return true;
      } catch (error) {
        if (!isRedisOutage(error)) throw error;
      }
    }
  }

  private async assemble(job: TakenJob): Promise<boolean> {
    const { accountId, id } = job;
    const expiresAt = inAnHour();
    const file = { id: newFileId(expiresAt), sizeBytes: 1 };
    await this.files.keep(accountId, [file], this.jobs.completion(job, { fileId: file.id }, expiresAt));
    const [ending] = await this.jobs.endings(accountId, [id]);
    return ending?.place !== undefined;
  }

  private async leave(job: TakenJob): Promise<void> {
    const { jobs, batches } = this;
    const { accountId, row } = job;
    if (row !== undefined) {
      if (!(await jobs.leases.leaveRow(job, row.batchId))) return;
      if (row.number === 0) await batches.assemblyIsOver(accountId, row.batchId);
      else await batches.rowIsOver(accountId, row.batchId);
    }
    await jobs.leases.leave(job);
  }

  private async afterError(job: TakenJob, isOver: boolean, error: unknown): Promise<void> {
    const { leases } = this.jobs;
    const ending = error instanceof Failed ? error.ending : 'later';
    if (isOver) return this.leave(job);
    if (ending === 'later') return leases.putBack(job, 0);
    if (ending === 'again' && job.attempts < MAX_ATTEMPTS) return leases.again(job, 0);
    await this.jobs.fail(job, FAULT);
    await this.leave(job);
  }

  private async withRetries(writeOutcome: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await writeOutcome();
      } catch (error) {
        if (!isRedisOutage(error) || tries === OUTCOME_TRIES) throw error;
      }
    }
  }
}
