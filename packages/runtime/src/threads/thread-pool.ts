/** Threads for tasks: as many as run at a time, and one that is kept ready to replace one that was ended. */
import { TaskThread, type TaskThreadOptions } from './task-thread.js';

/** A thread without a task is ended after this time in milliseconds, unless it is the last one. */
const IDLE_MS = 60_000;

export class ThreadPool {
  /** The threads without a task. The one that worked last is at the end. */
  private readonly idle: { thread: TaskThread; since: number }[] = [];
  private readonly lent = new Set<TaskThread>();
  private isClosed = false;
  private shrinking: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: TaskThreadOptions,
    private readonly idleMs = IDLE_MS,
  ) {
    this.keepOneReady();
  }

  /** The number of threads. */
  get size(): number {
    return this.idle.length + this.lent.size;
  }

  /** Resolves when a thread takes tasks. @throws the error of a thread that cannot start. */
  ready(): Promise<void> {
    return this.idle[0]?.thread.ready ?? Promise.resolve();
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
    const thread = this.take(prefers);
    this.lent.add(thread);
    this.keepOneReady();
    try {
      return await work(thread);
    } finally {
      this.lent.delete(thread);
      this.giveBack(thread);
    }
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.shrinking);
    for (const thread of [...this.idle.splice(0).map((one) => one.thread), ...this.lent]) thread.close();
  }

  private take(prefers?: (thread: TaskThread) => boolean): TaskThread {
    const { idle } = this;
    while (idle.length > 0) {
      const preferred = prefers ? idle.findLastIndex(({ thread }) => prefers(thread)) : -1;
      const [one] = idle.splice(preferred >= 0 ? preferred : idle.length - 1, 1);
      if (one !== undefined && !one.thread.hasEnded) return one.thread;
    }
    return new TaskThread(this.options);
  }

  private giveBack(thread: TaskThread): void {
    // A slow task leaves a lower priority, and mostly garbage.
    if (this.isClosed || thread.wasSlow) thread.close();
    else if (!thread.hasEnded) this.idle.push({ thread, since: performance.now() });
    this.shrinking ??= setTimeout(() => this.shrink(), this.idleMs).unref();
  }

  private keepOneReady(): void {
    if (this.idle.length === 0) this.idle.unshift({ thread: new TaskThread(this.options), since: performance.now() });
  }

  /** Ends threads that have had no task for some time. */
  private shrink(): void {
    this.shrinking = undefined;
    const since = performance.now() - this.idleMs;
    while (this.idle.length > 1 && (this.idle[0]?.since ?? since) < since) this.idle.shift()?.thread.close();
    if (this.idle.length > 1) this.shrinking = setTimeout(() => this.shrink(), this.idleMs).unref();
  }
}
