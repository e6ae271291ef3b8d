/**
 * Threads for tasks. They start one after another when work waits for one, so that work is done by the threads that are there meanwhile. One
 * more than is used is kept ready, to replace one that was ended.
 */
import { TaskThread, type TaskThreadOptions } from './task-thread.js';

/** A thread without a task is ended after this time in milliseconds, unless it is the last one. */
const IDLE_MS = 60_000;

export interface ThreadPoolOptions extends TaskThreadOptions {
  /** The largest number of threads that work at a time. */
  most: number;
  idleMs?: number;
}

interface Waiting {
  resolve(thread: TaskThread): void;
  reject(error: unknown): void;
}

export class ThreadPool {
  /** The threads without a task. The one that worked last is at the end. */
  private idle: { thread: TaskThread; since: number }[] = [];
  private readonly lent = new Set<TaskThread>();
  private readonly waiting: Waiting[] = [];
  private starting: TaskThread | undefined;
  private isClosed = false;
  private shrinking: NodeJS.Timeout | undefined;
  private readonly idleMs: number;

  constructor(private readonly options: ThreadPoolOptions) {
    this.idleMs = options.idleMs ?? IDLE_MS;
    this.grow();
  }

  /** The number of threads that take tasks or do one. */
  get size(): number {
    return this.idle.length + this.lent.size;
  }

  /** Resolves when a thread takes tasks. @throws the error of a thread that cannot start. */
  async ready(): Promise<void> {
    await this.starting?.ready;
  }

  /**
   * Lends a thread to the work.
   *
   * @param prefers says whether the work prefers a thread, because it has done similar work before.
   */
  async use<Result>(
    work: (thread: TaskThread) => Promise<Result>,
    prefers?: (thread: TaskThread) => boolean,
  ): Promise<Result> {
    if (this.isClosed) throw new Error('the threads are closed');
    const thread = await this.take(prefers);
    try {
      return await work(thread);
    } finally {
      this.giveBack(thread);
    }
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.shrinking);
    for (const thread of [...this.idle.map((one) => one.thread), ...this.lent]) thread.close();
    this.starting?.close();
    for (const { reject } of this.waiting.splice(0)) reject(new Error('the threads are closed'));
  }

  private async take(prefers?: (thread: TaskThread) => boolean): Promise<TaskThread> {
    this.idle = this.idle.filter(({ thread }) => !thread.hasEnded);
    const preferred = prefers ? this.idle.findLastIndex(({ thread }) => prefers(thread)) : -1;
    const [one] = this.idle.splice(preferred >= 0 ? preferred : this.idle.length - 1, 1);
    if (one !== undefined) this.lent.add(one.thread);
    this.grow(one === undefined);
    return one?.thread ?? new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private giveBack(thread: TaskThread): void {
    this.lent.delete(thread);
    if (this.isClosed || thread.isNice || thread.isLarge) thread.close();
    if (!thread.hasEnded) this.offer(thread);
    this.grow(this.waiting.length > 0);
    this.shrinking ??= setTimeout(() => this.shrink(), this.idleMs).unref();
  }

  /** Gives a thread to work that waits for one. */
  private offer(thread: TaskThread): void {
    const next = this.waiting.shift();
    if (next === undefined) {
      this.idle.push({ thread, since: performance.now() });
      return;
    }
    this.lent.add(thread);
    next.resolve(thread);
  }

  /** Starts a thread, if none is ready, or work waits for one. */
  private grow(isWanted = false): void {
    const { most } = this.options;
    const isNeeded = isWanted || this.waiting.length > 0 || this.idle.length === 0;
    if (this.isClosed || this.starting !== undefined || !isNeeded || this.size > most) return;
    const thread = new TaskThread(this.options);
    this.starting = thread;
    thread.ready.then(
      () => {
        this.starting = undefined;
        if (this.isClosed) return;
        this.offer(thread);
        this.grow();
      },
      (error: unknown) => {
        this.starting = undefined;
        for (const { reject } of this.waiting.splice(0)) reject(error);
      },
    );
  }

  /** Ends threads that have had no task for some time. */
  private shrink(): void {
    this.shrinking = undefined;
    const since = performance.now() - this.idleMs;
    while (this.idle.length > 1 && (this.idle[0]?.since ?? since) < since) this.idle.shift()?.thread.close();
    if (this.idle.length > 1) this.shrinking = setTimeout(() => this.shrink(), this.idleMs).unref();
  }
}
