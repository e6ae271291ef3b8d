/**
 * Runs the jobs of the worker in threads. `PageShares` decides which job is next, as it does for pages. Quick jobs share a few threads. A job
 * that was ended in the company of others is done again alone, so that no job pays for another.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { TaskEnded, type TaskOptions, type TaskThread, type TaskThreadOptions, ThreadPool } from '@toolpress/runtime';
import { tooLate } from '../browser/print-errors.js';
import { type Assignment, PrintQueue } from '../scheduling/print-queue.js';
import { SlowAccounts } from '../scheduling/slow-accounts.js';

/** The number of jobs in threads beyond those with a page. They prepare the next documents. */
const JOBS_AHEAD = 2;
/** The number of cores for each thread that jobs share. A job needs several times as much processor time in the browser. */
const CORES_PER_THREAD = 4;

export interface TaskOwner {
  accountId: string;
  /** Whether no caller waits for it at this moment. */
  isBackground?: boolean;
}

/** How a job runs. */
type RunOptions = Omit<TaskOptions, 'onSlow' | 'remainingMs'> & {
  deadline: number;
  /** Whether it is known to take long, so that it shares its thread with no other. */
  isAlone: boolean;
};

/** The number of a slot, which is the right to run a job. */
type Slot = number;

export class RenderThreads {
  private readonly queue: PrintQueue<Slot>;
  private readonly pool: ThreadPool;
  /** The accounts whose tasks need much processor time. Those that are slow only in the browser share threads. */
  private readonly busyAccounts = new SlowAccounts();

  /** @param pages the number of pages. */
  constructor(pages: number, slowAccounts: SlowAccounts, options: TaskThreadOptions) {
    const jobs = pages + JOBS_AHEAD;
    const threads = Math.ceil(availableParallelism() / CORES_PER_THREAD);
    this.queue = new PrintQueue(jobs, slowAccounts, { shortMs: Number.POSITIVE_INFINITY });
    this.pool = new ThreadPool({ ...options, most: jobs, shared: { threads, each: Math.ceil(jobs / threads) } });
    for (let slot = 0; slot < jobs; slot++) void this.serve(slot);
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
  async run<Result>(owner: TaskOwner, task: unknown, options: RunOptions): Promise<Result> {
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
    options: RunOptions,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let thread: TaskThread | undefined;
      const inContext = AsyncLocalStorage.snapshot(); // threads are given out in another one
      const document = {
        ...{ accountId: owner.accountId, isBackground: owner.isBackground === true, wasEvicted: owner.wasEvicted },
        run: async (_slot: Slot, assignment: Assignment<Slot>): Promise<void> => {
          clearTimeout(timer);
          const lent = (one: TaskThread): TaskThread => {
            thread = one;
            return one;
          };
          await this.inTurn<Result>(task, options, { assignment, inContext, lent }).then(resolve, reject);
        },
        evict: () => thread?.end('evicted'),
      };
      const timer = setTimeout(
        () => {
          this.queue.leave(document);
          reject(tooLate());
        },
        Math.max(0, options.deadline - Date.now()),
      );
      this.queue.join(document).catch(reject);
    });
  }

  /** Does a task whose turn has come, again as long as others are or may be the cause of its end. */
  private async inTurn<Result>(
    task: unknown,
    { deadline, isAlone: isLong, ...options }: RunOptions,
    { assignment, inContext, lent }: Turn,
  ): Promise<Result> {
    const { accountId } = assignment.document;
    let isAlone = isLong || this.busyAccounts.has(accountId);
    for (;;) {
      let ended: (() => void) | undefined;
      const onSlow = (): void => {
        ended ??= this.busyAccounts.begin(accountId);
        this.queue.noteSlow(assignment);
      };
      try {
        return await this.pool.use(
          (thread) => {
            const limits = { ...options, remainingMs: deadline - Date.now(), onSlow };
            return inContext(() => lent(thread).run<Result>(task, limits));
          },
          { isAlone },
        );
      } catch (error) {
        if (!(error instanceof TaskEnded && mayBeOthers(error))) throw error;
        isAlone ||= error.end !== 'moved';
      } finally {
        ended?.();
      }
    }
  }

  private async serve(slot: Slot): Promise<void> {
    for (;;) {
      const assignment = await this.queue.next();
      if (assignment === undefined) return;
      await assignment.document.run(slot, assignment);
      assignment.done();
    }
  }
}

/** Returns whether another task may be the cause of the end. */
const mayBeOthers = ({ wasAlone, end }: TaskEnded): boolean => !wasAlone && end !== 'deadline' && end !== 'evicted';

/** The turn of a task. */
interface Turn {
  assignment: Assignment<Slot>;
  /** Runs a function in the context of the task's caller. */
  inContext<Value>(run: () => Value): Value;
  /** Records the thread that does the task. */
  lent(thread: TaskThread): TaskThread;
}
