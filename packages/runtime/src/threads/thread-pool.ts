/** Threads for tasks: as many as run at a time, and one that is kept ready to replace one that was ended. */
import { TaskThread, type TaskThreadOptions } from './task-thread.js';

export class ThreadPool {
  private readonly idle: TaskThread[] = [];
  private readonly lent = new Set<TaskThread>();
  private isClosed = false;

  constructor(private readonly options: TaskThreadOptions) {
    this.idle.push(this.start());
  }

  /** Resolves when a thread takes tasks. @throws the error of a thread that cannot start. */
  ready(): Promise<void> {
    return this.idle[0]?.ready ?? Promise.resolve();
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
    const thread = this.take(prefers);
    this.lent.add(thread);
    if (this.idle.length === 0) this.idle.push(this.start());
    try {
      return await work(thread);
    } finally {
      this.lent.delete(thread);
      this.giveBack(thread);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const thread of [...this.idle.splice(0), ...this.lent]) thread.end('crashed');
  }

  private take(prefers?: (thread: TaskThread) => boolean): TaskThread {
    const { idle } = this;
    while (idle.length > 0) {
      const preferred = prefers ? idle.findLastIndex(prefers) : -1;
      // The thread that worked last: its caches are warm.
      const [thread] = idle.splice(preferred >= 0 ? preferred : idle.length - 1, 1);
      if (thread !== undefined && !thread.hasEnded) return thread;
    }
    return this.start();
  }

  private giveBack(thread: TaskThread): void {
    if (this.isClosed || thread.wasSlow) thread.end('crashed');
    else if (!thread.hasEnded) this.idle.push(thread);
  }

  private start(): TaskThread {
    return new TaskThread(this.options);
  }
}
