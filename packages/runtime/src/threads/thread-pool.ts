/**
 * Threads for tasks. They start one after another when work waits for one, so that work is done by the threads that are there meanwhile. One
 * more than is used is kept ready, to replace one that was ended. Work that is quick shares a few threads, so that their code is compiled
 * soon and is in memory a few times only.
 */
import { TaskThread, type TaskThreadOptions } from './task-thread.js';

/** A thread without a task is ended after this time in milliseconds, unless it is the last one. */
const IDLE_MS = 60_000;

export interface ThreadPoolOptions extends TaskThreadOptions {
  /** The largest number of threads that work at a time. */
  most: number;
  /** The threads for work that shares them, and the largest number of pieces of work in each. Absent: no work shares a thread. */
  shared?: { threads: number; each: number };
  idleMs?: number;
}

export interface ThreadUse {
  /** Whether no other work may be in the thread. */
  isAlone?: boolean;
}

interface Member {
  readonly thread: TaskThread;
  /** The number of pieces of work in it. */
  uses: number;
  isAlone: boolean;
  /** When its last work ended, or it was started, in milliseconds of the process. */
  since: number;
}

interface Waiting extends ThreadUse {
  resolve(member: Member): void;
  reject(error: unknown): void;
}

export class ThreadPool {
  /** The threads that take tasks. */
  private members: Member[] = [];
  private waiting: Waiting[] = [];
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
    return this.members.length;
  }

  /** Resolves when a thread takes tasks. @throws the error of a thread that cannot start. */
  async ready(): Promise<void> {
    await this.starting?.ready;
  }

  /** Lends a thread to the work. */
  async use<Result>(work: (thread: TaskThread) => Promise<Result>, how: ThreadUse = {}): Promise<Result> {
    if (this.isClosed) throw new Error('the threads are closed');
    const member = await this.take(how);
    try {
      return await work(member.thread);
    } finally {
      this.giveBack(member);
    }
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.shrinking);
    for (const { thread } of this.members) thread.close();
    this.starting?.close();
    for (const { reject } of this.waiting.splice(0)) reject(new Error('the threads are closed'));
  }

  private async take(how: ThreadUse): Promise<Member> {
    this.members = this.members.filter(({ thread, uses }) => uses > 0 || !thread.hasEnded);
    const member = this.choose(how);
    this.grow(member === undefined);
    return member ?? new Promise((resolve, reject) => this.waiting.push({ ...how, resolve, reject }));
  }

  /** Reserves a thread for work. @returns undefined if it has to wait. */
  private choose({ isAlone }: ThreadUse): Member | undefined {
    const { shared } = this.options;
    const alone = isAlone === true || shared === undefined;
    const open = this.members.filter(({ thread }) => !thread.hasEnded && !thread.isHeld && !thread.isLarge);
    let candidates = open.filter(({ uses }) => uses === 0);
    if (!alone) {
      const joined = open.filter((one) => one.uses > 0 && !one.isAlone);
      if (candidates.length === 0 || joined.length >= shared.threads)
        candidates = joined.filter(({ uses }) => uses < shared.each);
    }
    // Work that shares threads has those whose code is compiled, other work those that are new.
    const [chosen] = candidates.sort(
      (one, other) => one.uses - other.uses || (shared && alone ? -1 : 1) * warmer(one, other),
    );
    if (chosen === undefined) return undefined;
    chosen.uses += 1;
    chosen.isAlone = alone;
    return chosen;
  }

  private giveBack(member: Member): void {
    const { thread } = member;
    member.uses -= 1;
    member.since = performance.now();
    if (member.uses === 0) {
      member.isAlone = false;
      if (this.isClosed || thread.isNice || thread.isLarge) thread.close();
    }
    if (thread.hasEnded && member.uses === 0) this.members.splice(this.members.indexOf(member), 1);
    this.serveWaiting();
    this.grow();
    this.shrinking ??= setTimeout(() => this.shrink(), this.idleMs).unref();
  }

  /** Gives threads to work that waits, in its order. */
  private serveWaiting(): void {
    this.waiting = this.waiting.filter(({ resolve, ...how }) => {
      const member = this.choose(how);
      if (member !== undefined) resolve(member);
      return member === undefined;
    });
  }

  /** Starts a thread, if none is ready, or work waits for one. */
  private grow(isWanted = this.waiting.length > 0): void {
    const { most } = this.options;
    const isNeeded = isWanted || this.members.every(({ uses }) => uses > 0);
    if (this.isClosed || this.starting !== undefined || !isNeeded || this.size > most) return;
    const thread = new TaskThread(this.options);
    this.starting = thread;
    thread.ready.then(
      () => {
        this.starting = undefined;
        if (this.isClosed) return;
        this.members.push({ thread, uses: 0, isAlone: false, since: performance.now() });
        this.serveWaiting();
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
    const idle = this.members.filter(({ uses }) => uses === 0).sort(warmer);
    const old = idle.slice(1).filter((member) => member.since < since);
    for (const { thread } of old) thread.close();
    this.members = this.members.filter((member) => !old.includes(member));
    if (idle.length > old.length + 1) this.shrinking = setTimeout(() => this.shrink(), this.idleMs).unref();
  }
}

/** Orders threads by the number of tasks so far: the code of the first is compiled, and it has most in its caches. */
const warmer = (one: Member, other: Member): number => other.thread.tasks - one.thread.tasks;
