/** Takes waiting jobs under leases. A gateway renews the leases of its jobs, so that other gateways take the jobs of a dead one. */
import { randomUUID } from 'node:crypto';
import { CALLS_WAITING } from '@toolpress/queue';
import type { Redis } from '@toolpress/runtime';
import { keys } from '../shared/keys.js';
import { objectScript } from '../shared/redis-scripts.js';
import type { Inputs } from './inputs.js';
import { memberOf, recordOf, type TakenJob } from './job-record.js';
import { placeOf, ROWS_PER_BLOCK, rowOf } from './row-records.js';

const takeJobs = objectScript<TakeArguments, TakeReply>(
  'shared/leased-queue',
  'jobs/row-record',
  'jobs/queue-batch',
  'jobs/take-job',
);
const leaseJob = objectScript<{ member: string; ms: number; owner: string; row?: string; uncounted?: number }>(
  'shared/leased-queue',
  'jobs/row-record',
  'jobs/lease-job',
);
const renewLeases = objectScript<
  { ms: number; jobs: { member: string; owner: string; row?: string }[] },
  [over: number[], lost: number[]]
>('shared/leased-queue', 'jobs/row-record', 'jobs/renew-leases');
const pauseTurns = objectScript<{ account: string; ms: number }>('shared/leased-queue', 'jobs/pause-turns');
const leaveJob = objectScript<{ member: string; row?: string }>('jobs/row-record', 'jobs/leave-job');
const clearLeft = objectScript<{ owner: string; row?: string }>('jobs/row-record', 'jobs/clear-left');
const pauseBatch = objectScript<{ ms: number }>('shared/leased-queue', 'jobs/pause-batch');

/** The largest number of expired jobs that one script call skips. */
const MAX_SKIPPED = 200;
/** The lease of a job in milliseconds. Other gateways take the jobs of a dead gateway after this time. */
const LEASE_MS = 10_000;
/** A taking that Redis executes later than this many milliseconds takes nothing. Shorter than the time-out of a command. */
const TAKEN_WITHIN_MS = 2_500;
/** The time in milliseconds that the record of a row is kept in addition to the life of its file, as one attempt may take. */
const ROW_MARGIN_MS = 3_600_000;

interface TakeArguments {
  /** The id of the taking. With the number of each job it is the owner, who alone can complete the job. */
  owner: string;
  /** The largest number of jobs to take. */
  most: number;
  lease_ms: number;
  /** The latest time of the taking in epoch milliseconds by the clock of Redis. Absent while that is unknown. */
  not_after?: number;
  row_life_ms: number;
  rows_per_block: number;
  /** ISO 8601. */
  now: string;
  /** The number of waiting calls from which on no job is taken. */
  most_calls: number;
  /** The largest number of expired jobs to skip. */
  look_at: number;
  /** The prefix of the keys of accounts. */
  accounts: string;
}

type TakeReply = [now: number, jobs?: [accountId: string, id: string, fields: string[], isCancelled: number][]];

interface LeasesOptions {
  redis: Redis;
  inputs: Inputs;
  /** The longest life of a file and of a job in seconds. */
  fileTtl: number;
}

/** A job that a gateway runs and whose lease it does not hold any more. `isLost`: it is open, and another owner has it or will take it. */
export interface UnheldJob {
  job: TakenJob;
  isLost: boolean;
}

export class JobLeases {
  /** Redis' time in epoch milliseconds minus this process' time, at the last taking. */
  private redisAheadMs: number | undefined;

  constructor(private readonly options: LeasesOptions) {}

  /** Takes the next jobs under leases. Returns none when no job waits, or when waiting calls need all workers. @param most their number. */
  async take(most: number): Promise<TakenJob[]> {
    const { redis, fileTtl } = this.options;
    const ahead = this.redisAheadMs;
    const [now, taken] = await takeJobs.run(redis, [keys.jobTurns, keys.jobLeases, CALLS_WAITING.key], {
      ...{ owner: randomUUID(), most, lease_ms: LEASE_MS, row_life_ms: fileTtl * 1_000 + ROW_MARGIN_MS },
      ...{ rows_per_block: ROWS_PER_BLOCK, now: new Date().toISOString() },
      ...{ most_calls: CALLS_WAITING.most, look_at: MAX_SKIPPED, accounts: keys.ofAccounts },
      ...(ahead !== undefined && { not_after: Math.round(performance.now() + ahead + TAKEN_WITHIN_MS) }),
    });
    this.redisAheadMs = now - performance.now();
    if (taken?.length === 0) return this.take(most);
    return (taken ?? []).map(([accountId, id, fields, isCancelled]) => {
      const record = recordOf(fields);
      const { tool, token = '', created = '', input = '', attempts = '1', owner = '', left = '' } = record;
      const { place, unknown } = record;
      const row = rowOf(id);
      return {
        ...{
          accountId,
          id,
          tool,
          tokenId: token,
          input,
          attempts: Number(attempts),
          owner,
          isOver: place !== undefined,
        },
        created: Date.parse(created),
        ownersBefore: left.split(' ').filter(Boolean),
        ...(row && { row: { ...row, isCancelled: isCancelled === 1 } }),
        ...(unknown && { unknown }),
      };
    });
  }

  /** Renews the leases of running jobs, unless they have another owner. @returns the jobs that are no longer open, or lost. */
  async renew(running: readonly TakenJob[]): Promise<UnheldJob[]> {
    if (running.length === 0) return [];
    const jobs = running.map((job) => ({ member: memberOf(job.accountId, job.id), ...heldAs(job) }));
    const touched = [keys.jobLeases, ...running.map(({ accountId, id }) => placeOf(accountId, id).key)];
    const [over, lost] = await renewLeases.run(this.options.redis, touched, { ms: LEASE_MS, jobs });
    return running.flatMap((job, index) => {
      const isLost = lost.includes(index + 1);
      return isLost || over.includes(index + 1) ? [{ job, isLost }] : [];
    });
  }

  /**
   * Returns the job to the queue after a delay in milliseconds. Any gateway can take it then. Has no effect on an open job of another owner,
   * and may be sent again.
   */
  async again(job: TakenJob, delayMs: number): Promise<void> {
    await this.lease(job, delayMs);
  }

  /** Returns the job to the queue as `again` does. The attempt does not count, because the job did not cause the failure. */
  async putBack(job: TakenJob, delayMs: number): Promise<void> {
    await this.lease(job, delayMs, job.attempts);
  }

  /** Pauses an account's waiting jobs for `ms` milliseconds. A new job ends the pause. */
  async pause(accountId: string, ms: number): Promise<void> {
    await pauseTurns.run(this.options.redis, [keys.jobTurns], { account: accountId, ms });
  }

  /** Pauses the waiting rows of a batch for `ms` milliseconds. */
  async pauseBatch(accountId: string, batchId: string, ms: number): Promise<void> {
    await pauseBatch.run(this.options.redis, [keys.batch(accountId, batchId)], { ms });
  }

  private async lease(job: TakenJob, ms: number, uncounted?: number): Promise<void> {
    const { accountId, id } = job;
    const lease = {
      member: memberOf(accountId, id),
      ms,
      ...heldAs(job),
      ...(uncounted !== undefined && { uncounted }),
    };
    await leaseJob.run(this.options.redis, [keys.jobLeases, placeOf(accountId, id).key], lease);
  }

  /** Deletes the input of a job that has ended, and releases its lease. Keeps both if Redis has lost the end. */
  async leave(job: TakenJob): Promise<void> {
    const { accountId, id, input } = job;
    if (input !== '') await this.options.inputs.removeSoon({ accountId, key: keys.job(accountId, id), ids: [input] });
    await this.release(job);
  }

  /**
   * Releases the lease of a row that has ended. Keeps it if Redis has lost the end.
   *
   * @returns whether it was the batch's last row; the lease then stays until `leave`.
   */
  async leaveRow(job: TakenJob, batchId: string): Promise<boolean> {
    return !job.isReleased && (await this.release(job, keys.batch(job.accountId, batchId)));
  }

  private async release({ accountId, id }: TakenJob, ...batch: string[]): Promise<boolean> {
    const { key, row } = placeOf(accountId, id);
    const lease = { member: memberOf(accountId, id), ...(row !== undefined && { row }) };
    return (await leaveJob.run(this.options.redis, [keys.jobLeases, key, ...batch], lease)) === 1;
  }

  /** Removes the previous owners from the record, once their documents are removed from the render queue. */
  async clearedUp(job: TakenJob): Promise<void> {
    await clearLeft.run(this.options.redis, [placeOf(job.accountId, job.id).key], heldAs(job));
  }
}

/** The arguments of scripts that act for the owner of a job: the owner and, for a row, its field. */
function heldAs({ accountId, id, owner }: TakenJob): { owner: string; row?: string } {
  const { row } = placeOf(accountId, id);
  return { owner, ...(row !== undefined && { row }) };
}
