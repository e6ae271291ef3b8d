/** Runs the jobs of the worker in threads. `PageShares` decides which job is next, as it does for pages. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TaskEnded, type TaskOptions, type TaskThread, type TaskThreadOptions, ThreadPool } from '@toolpress/runtime';
import { tooLate } from '../browser/print-errors.js';
import { type Assignment, PrintQueue } from '../scheduling/print-queue.js';
import type { SlowAccounts } from '../scheduling/slow-accounts.js';

/** The number of threads beyond those with a page. They prepare the next documents. */
const THREADS_AHEAD = 2;

export interface TaskOwner {
  accountId: string;
  /** Whether no caller waits for it at this moment. */
  isBackground?: boolean;
}

export class RenderThreads {
  private readonly queue: PrintQueue<TaskThread>;
  private readonly pool: ThreadPool;
  /** The account whose task a thread did last. Its caches have what the account's documents repeat. */
  private readonly lastAccounts = new WeakMap<TaskThread, string>();

  /** @param pages the number of pages. */
  constructor(pages: number, slowAccounts: SlowAccounts, options: TaskThreadOptions) {
    const threads = pages + THREADS_AHEAD;
    this.queue = new PrintQueue(threads, slowAccounts, { shortMs: Number.POSITIVE_INFINITY });
    this.pool = new ThreadPool({ ...options, most: threads });
    for (let slot = 0; slot < threads; slot++) void this.serve();
  }

  /** Resolves when the first thread takes tasks. */
  ready(): Promise<void> {
    return this.pool.ready();
  }

  /**
   * Does a task when its turn comes. A slow task may be evicted for others once, and is then done again.
   *
   * @throws TaskEnded; ServiceError `deadline_exceeded` when its turn does not come in time; errors of the task.
   */
  async run<Result>(
    owner: TaskOwner,
    task: unknown,
    options: Omit<TaskOptions, 'onSlow' | 'remainingMs'> & { deadline: number },
  ): Promise<Result> {
    for (let wasEvicted = false; ; wasEvicted = true) {
      try {
        return await this.once<Result>({ ...owner, wasEvicted }, task, options);
      } catch (error) {
        if (!(error instanceof TaskEnded && error.end === 'evicted')) throw error;
      }
    }
  }

  close(): void {
    this.queue.close();
    this.pool.close();
  }

  private once<Result>(
    owner: TaskOwner & { wasEvicted: boolean },
    task: unknown,
    { deadline, ...options }: Omit<TaskOptions, 'onSlow' | 'remainingMs'> & { deadline: number },
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let thread: TaskThread | undefined;
      const inContext = AsyncLocalStorage.snapshot(); // threads are given out in another one
      const document = {
        ...{ accountId: owner.accountId, isBackground: owner.isBackground === true, wasEvicted: owner.wasEvicted },
        run: async (lent: TaskThread, assignment: Assignment<TaskThread>): Promise<void> => {
          clearTimeout(timer);
          thread = lent;
          this.lastAccounts.set(lent, owner.accountId);
          const onSlow = (): void => this.queue.noteSlow(assignment);
          const remainingMs = deadline - Date.now();
          const done = inContext(() => lent.run<Result>(task, { ...options, remainingMs, onSlow }));
          await done.then(resolve, reject);
        },
        evict: () => thread?.end('evicted'),
      };
      const timer = setTimeout(
        () => {
          this.queue.leave(document);
          reject(tooLate());
        },
        Math.max(0, deadline - Date.now()),
      );
      this.queue.join(document).catch(reject);
    });
  }

  private async serve(): Promise<void> {
    for (;;) {
      const assignment = await this.queue.next();
      if (assignment === undefined) return;
      const { document } = assignment;
      const isKnown = (thread: TaskThread): boolean => this.lastAccounts.get(thread) === document.accountId;
      await this.pool.use((thread) => document.run(thread, assignment), isKnown);
      assignment.done();
    }
  }
}
