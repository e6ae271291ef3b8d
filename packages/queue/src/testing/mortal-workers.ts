/** A queue and worker processes that tests kill, freeze and block. */
import { fileURLToPath } from 'node:url';
import type { RenderReply } from '@toolpress/contract';
import { type StartedProcess, startProcess, startRedis, type TestRedis } from '@toolpress/testkit';
import { RenderQueue, type SubmitOptions } from '../index.js';
import { job, LIMITS, logger } from './documents.js';

/** Locks that last longer than the deadlines of jobs: a reply comes only from a worker that did not wait for them to end. */
export const LONG_LOCK_MS = '600000';
export const DEADLINE_MS = 120_000;
const SCRIPT = fileURLToPath(new URL('./mortal-worker.js', import.meta.url));

export class MortalWorkers {
  readonly processes: StartedProcess[] = [];

  private constructor(
    readonly redis: TestRedis,
    readonly queue: RenderQueue,
  ) {}

  /** Starts a Redis and opens its queue. */
  static async open(): Promise<MortalWorkers> {
    const redis = await startRedis();
    return new MortalWorkers(redis, await RenderQueue.open(redis.url, LIMITS, logger));
  }

  /** Starts a worker. @param args the lifetime of its locks in milliseconds, and `holds` if it never ends a document. */
  async start(...args: string[]): Promise<StartedProcess> {
    const worker = startProcess(process.execPath, [SCRIPT, this.redis.url, ...args]);
    this.processes.push(worker);
    await worker.waitFor(/waits for jobs/);
    return worker;
  }

  submit(html: string, more: Partial<SubmitOptions> = {}): Promise<RenderReply> {
    return this.queue.submitAndWait(job(html), { accountId: 'acc_1', deadlineMs: DEADLINE_MS, ...more });
  }

  /** Returns how many times workers have taken a document. */
  timesTaken(html: string): number {
    return this.processes.flatMap((worker) => worker.output().match(new RegExp(`has ${html}$`, 'gm')) ?? []).length;
  }

  async close(): Promise<void> {
    await this.queue.close();
    await Promise.all(this.processes.map((worker) => worker.end('SIGKILL')));
    await this.redis.stop();
  }
}
