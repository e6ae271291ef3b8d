/** Calls, jobs and batches of one account, of which each answer is kept, so that each result and charge can be checked afterwards. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, eventually, type TestService } from '@toolpress/testkit';
import { FORGETS_MS } from './failovers.js';
import { Load } from './load.js';

const CLIENTS = 4;
const ROWS = 40;
const JOB_PAUSE_MS = 150;
const RETRY_PAUSE_MS = 100;
/** The time in which jobs and batches end after the last fault. */
const SETTLE_MS = 120_000;
const ACTIONS = 3;
const JOB = { tool: 'html-to-pdf', input: { html: '<p>A job' } };

/** A job or batch that was answered 202. */
interface Accepted {
  id: string;
  /** When, as `performance.now()`. */
  at: number;
}

/** A fault, and when it began, as `performance.now()`. */
export interface Struck {
  name: string;
  at: number;
  /** Whether the last writes before it may be lost. */
  mayForget: boolean;
}

export interface WorkReport {
  jobs: number;
  batches: number;
  /** Jobs, batches and charges that were lost with the last writes before a failover. */
  forgotten: { jobs: number; charges: number };
  /** The violations, in words. */
  problems: string[];
}

export class MixedWork {
  readonly calls: Load;
  private readonly jobs: Accepted[] = [];
  private readonly batches: Accepted[] = [];
  private isOver = false;
  private readonly submitting: Promise<void>;

  /** @param deadlineMs no call may take longer */
  constructor(
    private readonly service: TestService,
    deadlineMs: number,
  ) {
    this.calls = new Load(service, CLIENTS, deadlineMs);
    this.submitting = this.submitJobs();
  }

  /** Submits a batch whose rows are printed while a fault happens. */
  async submitBatch(): Promise<void> {
    const rows = Array.from({ length: ROWS }, (_, n) => ({ n }));
    this.batches.push(await this.accepted('/api/batches', { tool: 'html-to-pdf', input: { html: '<p>[[n]]' }, rows }));
  }

  /** Ends the work, and checks it. @param struck the faults. */
  async check(struck: readonly Struck[]): Promise<WorkReport> {
    // Nothing is written between the failure of a primary and the next one.
    const isForgotten = (time: number): boolean =>
      struck.some(({ at, mayForget }) => mayForget && Math.abs(time - at) < FORGETS_MS);
    this.isOver = true;
    await Promise.all([this.calls.stop(), this.submitting]);
    const problems: string[] = [];
    const jobs = await this.ended('jobs', this.jobs, struck, problems);
    const batches = await this.ended('batches', this.batches, struck, problems);
    for (const { status, error } of jobs)
      if (status !== 'done') problems.push(`a job is ${status}: ${JSON.stringify(error)}`);
    for (const { status, done } of batches)
      if (status !== 'done' || done !== ROWS) problems.push(`a batch is ${status}, with ${done} rows done`);

    const printed = this.calls.delivered.length + jobs.length + batches.length * ROWS;
    const ends = [
      ...this.calls.sent.filter(({ outcome }) => outcome === 'ok'),
      ...this.jobs.map(({ at }) => ({ ended: at })),
    ];
    const mayMiss = ends.filter(({ ended }) => isForgotten(ended)).length;
    const charged = ((await this.service.call('/api/usage')).body.data as { actions: number }).actions / ACTIONS;
    if (charged > printed + this.calls.unknown || charged < printed - mayMiss)
      problems.push(`${printed} documents were printed, and ${charged} charged`);
    return {
      jobs: this.jobs.length,
      batches: this.batches.length,
      forgotten: { jobs: this.jobs.length - jobs.length, charges: Math.max(0, printed - charged) },
      problems,
    };
  }

  private async submitJobs(): Promise<void> {
    while (!this.isOver) {
      this.jobs.push(await this.accepted('/api/jobs', JOB));
      await sleep(JOB_PAUSE_MS);
    }
  }

  /** Repeats a request under its key until it is accepted. */
  private async accepted(path: string, body: object): Promise<Accepted> {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await this.service.call(path, { body, headers }).catch(() => undefined);
      if (answer?.status === 202) return { id: answer.body.data.id, at: performance.now() };
      await sleep(RETRY_PAUSE_MS);
    }
  }

  /** Returns those of them that exist, when they have ended. */
  private async ended(
    kind: 'jobs' | 'batches',
    accepted: readonly Accepted[],
    struck: readonly Struck[],
    problems: string[],
  ): Promise<Answer['body']['data'][]> {
    const found: Answer['body']['data'][] = [];
    for (const { id, at } of accepted) {
      let answer: Answer | undefined;
      await eventually(async () => {
        answer = await this.service.call(`/api/${kind}/${id}`);
        if (answer.status !== 404 && answer.body.data?.finished_at === undefined) throw new Error('has not ended');
      }, SETTLE_MS).catch(() => problems.push(`one of the ${kind} has not ended: ${JSON.stringify(answer?.body)}`));
      if (answer?.status === 200) found.push(answer.body.data);
      else if (answer?.status === 404) {
        const last = struck.findLast((fault) => fault.at < at + FORGETS_MS);
        const since = at - (last?.at ?? 0);
        if (last?.mayForget !== true || since > FORGETS_MS)
          problems.push(`one of the ${kind} is lost, accepted ${Math.round(since)} ms after: ${last?.name}`);
      }
    }
    return found;
  }
}
