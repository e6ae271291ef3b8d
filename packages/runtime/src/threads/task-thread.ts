/** A thread for tasks that read callers' texts. It does one task at a time and is ended when a task exceeds its limits. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Calls, Peer, type PeerMessage } from './peer.js';
import type { ThreadData, ThreadReady } from './serve-tasks.js';
import { threadCpuMs } from './thread-time.js';

/** Why a thread was ended during a task. */
export type TaskEnd = 'cpu' | 'memory' | 'deadline' | 'crashed' | 'evicted';

/** The thread was ended. The task had no effect but that of its calls. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';
  /**
   * @param end why.
   * @param stage what the task did at last.
   */
  constructor(
    readonly end: TaskEnd,
    readonly stage: number,
    options?: ErrorOptions,
  ) {
    super(`the thread of a task was ended (${end}, ${stage})`, options);
  }
}

/** What the functions of the process can do with the task that calls them. */
export interface TaskControl extends Pick<Peer, 'call'> {
  /** Limits the processor time from now on, in milliseconds. */
  limit(cpuMs: number): void;
}

export interface TaskOptions {
  /** Functions that the task may call. */
  calls(control: TaskControl): Calls;
  /** The limit of processor time in milliseconds. */
  cpuMs: number;
  /** The time limit in milliseconds; undefined: none. */
  remainingMs: number | undefined;
  /** Called once when the task has used as much processor time as a slow one. */
  onSlow?(): void;
}

/** A task that uses more processor time than this, in milliseconds, is slow: others take precedence over it. */
const SLOW_MS = 300;
const LOOK_EVERY_MS = 50;
/** A task that uses more than this, in milliseconds, gets a lower priority. */
const NICE_MS = 1_000;
const NICE = 10;
/** A thread is not the cause of a time limit that passes while it waits for an answer. It has this time for its own one, in milliseconds. */
const GRACE_MS = 500;

export interface TaskThreadOptions {
  script: URL;
  /** Settings for the thread. */
  settings?: unknown;
  /** The limit of the JavaScript heap in MiB. */
  heapMb: number;
  /** The size of the heap's young generation in MiB. */
  youngMb: number;
}

interface Current {
  readonly number: number;
  readonly peer: Peer;
  /** Receives a message in the context of the task. */
  receive(message: PeerMessage): void;
  cpuMs: number;
  /** When its time is over, in milliseconds of the process. */
  readonly until: number | undefined;
  readonly onSlow: (() => void) | undefined;
  reject(error: unknown): void;
}

export class TaskThread {
  /** Resolves when the thread takes tasks. */
  readonly ready: Promise<void>;
  /** Whether the thread has ended. */
  hasEnded = false;
  /** Whether the current task is slow. */
  wasSlow = false;
  /** Whether the thread runs at a lower priority, which the process may not be able to raise. */
  isNice = false;
  /** The number of tasks so far. */
  tasks = 0;
  private readonly state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  private readonly worker: Worker;
  private systemId: number | undefined;
  private current: Current | undefined;
  /** The processor time before the task, in milliseconds; undefined until it is looked at. */
  private cpuBefore: number | undefined;

  constructor({ script, settings, heapMb, youngMb }: TaskThreadOptions) {
    this.worker = new Worker(script, {
      workerData: { state: this.state, settings } satisfies ThreadData,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    this.worker.unref();
    this.ready = new Promise((resolve, reject) => {
      this.worker.on('message', (message: ThreadReady | PeerMessage) => {
        if ('ready' in message) {
          this.systemId = message.ready;
          resolve();
        } else if (message.task === this.current?.number) this.current.receive(message);
      });
      this.worker.once('error', (error: NodeJS.ErrnoException) => {
        this.finish(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed', error);
        reject(error);
      });
      this.worker.once('exit', () => {
        this.finish('crashed');
        reject(new Error('the thread has ended'));
      });
    });
    this.ready.catch(() => undefined); // `run` rejects
  }

  /** Whether its heap is large, mostly by the garbage of a task. */
  get isLarge(): boolean {
    return Atomics.load(this.state, 1) === 1;
  }

  /** Does a task. @throws TaskEnded; errors of the task. */
  async run<Result>(task: unknown, { calls, cpuMs, remainingMs, onSlow }: TaskOptions): Promise<Result> {
    await this.ready;
    if (this.hasEnded) throw new TaskEnded('crashed', 0);
    const number = ++this.tasks;
    this.cpuBefore = undefined;
    this.wasSlow = false;
    try {
      return await new Promise<Result>((resolve, reject) => {
        const own: Record<string, Calls[string]> = {};
        const peer = new Peer(number, (sent, transfer = []) => this.worker.postMessage(sent, transfer), own);
        const limit = (ms: number): void => this.limit(number, ms);
        Object.assign(own, calls({ call: (name, ...args) => peer.call(name, ...args), limit }));
        const receive = AsyncLocalStorage.snapshot();
        Atomics.store(this.state, 0, 0);
        this.current = {
          peer,
          number,
          cpuMs,
          onSlow,
          reject,
          until: remainingMs === undefined ? undefined : performance.now() + remainingMs + GRACE_MS,
          receive: (message) => receive(() => peer.receive(message)),
        };
        watch(this);
        peer.call<Result>('work', task).then(resolve, reject);
      });
    } finally {
      atWork.delete(this);
      if (this.isNice && !this.hasEnded) this.setNice(0);
      this.current?.peer.end(new Error('the task has ended'));
      this.current = undefined;
    }
  }

  /** Ends the thread, and its task. */
  end(reason: TaskEnd): void {
    this.finish(reason);
    void this.worker.terminate();
  }

  /** Ends the thread when it has no task. */
  close(): void {
    this.end('crashed');
  }

  private finish(reason: TaskEnd, cause?: Error): void {
    this.hasEnded = true;
    const { current } = this;
    current?.reject(new TaskEnded(reason, Atomics.load(this.state, 0), { cause }));
  }

  private limit(task: number, cpuMs: number): void {
    if (this.current?.number === task) this.current.cpuMs = (this.cpuBefore === undefined ? 0 : this.usedMs()) + cpuMs;
  }

  /** Returns the processor time of the current task since the first look, in milliseconds. */
  private usedMs(): number {
    const now = this.systemId === undefined ? performance.now() : (threadCpuMs(this.systemId) ?? 0);
    this.cpuBefore ??= now;
    return now - this.cpuBefore;
  }

  /** Ends the thread if its task has exceeded a limit. */
  look(): void {
    const { current } = this;
    if (current === undefined) return;
    if (current.until !== undefined && performance.now() > current.until) {
      this.end('deadline');
      return;
    }
    const usedMs = this.usedMs();
    if (usedMs > current.cpuMs) this.end('cpu');
    else if (usedMs > NICE_MS && !this.isNice) this.setNice(NICE);
    else if (usedMs > SLOW_MS && !this.wasSlow) this.noteSlow(current);
  }

  private noteSlow({ onSlow }: Current): void {
    this.wasSlow = true;
    onSlow?.();
  }

  private setNice(nice: number): void {
    try {
      if (this.systemId !== undefined) setPriority(this.systemId, nice);
      this.isNice = nice > 0;
    } catch {
      // not permitted, as mostly for raising the priority again
    }
  }
}

/** The threads with a task, which are looked at together: most tasks end before that. */
const atWork = new Set<TaskThread>();
let looking: NodeJS.Timeout | undefined;

function watch(thread: TaskThread): void {
  atWork.add(thread);
  looking ??= setInterval(() => {
    for (const one of atWork) one.look();
    if (atWork.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }, LOOK_EVERY_MS).unref();
}
