/**
 * A thread for tasks that read callers' texts. Tasks may share it while they are quick: one that holds it gets it alone, and the others are
 * to be done again elsewhere. The thread is ended when a task exceeds its limits.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Calls, Peer, type PeerMessage } from './peer.js';
import { STATE, type TaskAbandoned, type ThreadData, type ThreadReady } from './serve-tasks.js';
import { type TaskEnd, TaskEnded } from './task-ended.js';
import { threadCpuMs } from './thread-time.js';

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

const LOOK_EVERY_MS = 50;
/** A task that has used more processor time than this, in milliseconds, gets the thread alone: at a time, or in all. */
const HELD_MS = 100;
const HELD_IN_ALL_MS = 400;
/** A task that uses more processor time than this, in milliseconds, is slow: others take precedence over it. */
const SLOW_MS = 300;
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

interface Task {
  readonly number: number;
  readonly peer: Peer;
  /** Receives a message in the context of the task. */
  receive(message: PeerMessage): void;
  /** The processor time that it has used, in milliseconds, as seen by `look`. */
  usedMs: number;
  limitMs: number;
  /** When its time is over, in milliseconds of the process. */
  readonly until: number | undefined;
  readonly onSlow: (() => void) | undefined;
  wasSlow: boolean;
  /** Whether no other task was in the thread during this one. */
  wasAlone: boolean;
  reject(error: unknown): void;
}

export class TaskThread {
  /** Resolves when the thread takes tasks. */
  readonly ready: Promise<void>;
  /** Whether the thread has ended. */
  hasEnded = false;
  /** Whether the thread runs at a lower priority, which the process may not be able to raise. */
  isNice = false;
  /** Whether a task holds the thread, so that no other may join it. */
  isHeld = false;
  /** The number of tasks so far. */
  tasks = 0;
  private readonly state = new Int32Array(new SharedArrayBuffer(STATE.length * Int32Array.BYTES_PER_ELEMENT));
  private readonly worker: Worker;
  private systemId: number | undefined;
  private readonly current = new Map<number, Task>();
  /** The processor time at the last look, in milliseconds; undefined before the first one since the thread had no task. */
  private lastCpuMs: number | undefined;
  /** The number of messages that the thread had read at the last look, and the processor time used since that number changed. */
  private messages = 0;
  private heldMs = 0;

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
        } else this.current.get(message.task)?.receive(message);
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

  /** Whether its heap is large, mostly by the garbage of tasks. */
  get isLarge(): boolean {
    return Atomics.load(this.state, STATE.isLarge) === 1;
  }

  /** Does a task. Others may run in the same thread. @throws TaskEnded; errors of the task. */
  async run<Result>(task: unknown, { calls, cpuMs, remainingMs, onSlow }: TaskOptions): Promise<Result> {
    await this.ready;
    if (this.hasEnded) throw new TaskEnded('crashed', 0, false);
    const number = ++this.tasks;
    try {
      return await new Promise<Result>((resolve, reject) => {
        const own: Record<string, Calls[string]> = {};
        const peer = new Peer(number, (sent, transfer = []) => this.worker.postMessage(sent, transfer), own);
        const receive = AsyncLocalStorage.snapshot();
        const added: Task = {
          number,
          peer,
          onSlow,
          reject,
          usedMs: 0,
          limitMs: cpuMs,
          wasSlow: false,
          until: remainingMs === undefined ? undefined : performance.now() + remainingMs + GRACE_MS,
          wasAlone: this.current.size === 0,
          receive: (message) => receive(() => peer.receive(message)),
        };
        const limit = (ms: number): void => {
          added.limitMs = added.usedMs + ms;
        };
        Object.assign(own, calls({ call: (name, ...args) => peer.call(name, ...args), limit }));
        this.add(added);
        peer.call<Result>('work', task).then(resolve, reject);
      });
    } finally {
      this.remove(number);
    }
  }

  /** Ends the thread. The tasks in it reject. */
  end(reason: TaskEnd): void {
    this.finish(reason);
    void this.worker.terminate();
  }

  /** Ends the thread when it has no task. */
  close(): void {
    this.end('crashed');
  }

  /** Looks at the tasks, and ends those that have exceeded a limit. */
  look(): void {
    const now = performance.now();
    for (const task of this.current.values())
      if (task.until !== undefined && now > task.until) this.endTask(task, 'deadline');
    const usedMs = this.sinceLastLook();
    const task = this.running();
    if (task === undefined) return;
    task.usedMs += usedMs;
    if (this.hasHeldFor(usedMs) > HELD_MS || task.usedMs > HELD_IN_ALL_MS) this.hold(task);
    if (task.usedMs > task.limitMs) this.end('cpu');
    else if (task.usedMs > NICE_MS && !this.isNice) this.setNice(NICE);
    else if (task.usedMs > SLOW_MS && !task.wasSlow) {
      task.wasSlow = true;
      task.onSlow?.();
    }
  }

  private add(task: Task): void {
    for (const other of this.current.values()) other.wasAlone = false;
    if (this.current.size === 0) this.lastCpuMs = undefined;
    this.current.set(task.number, task);
    watch(this);
  }

  private remove(number: number): void {
    this.current.get(number)?.peer.end(new Error('the task has ended'));
    this.current.delete(number);
    if (this.current.size > 0) return;
    this.isHeld = false;
    atWork.delete(this);
    if (this.isNice && !this.hasEnded) this.setNice(0);
  }

  private finish(reason: TaskEnd, cause?: Error): void {
    this.hasEnded = true;
    const stage = Atomics.load(this.state, STATE.stage);
    for (const { reject, wasAlone } of this.current.values()) reject(new TaskEnded(reason, stage, wasAlone, { cause }));
  }

  /** Gives the thread to a task alone. */
  private hold(task: Task): void {
    this.isHeld = true;
    for (const other of this.current.values()) if (other !== task) this.abandon(other, 'moved');
  }

  private endTask(task: Task, reason: TaskEnd): void {
    if (this.running() !== task) {
      this.abandon(task, reason);
      return;
    }
    this.hold(task);
    this.end(reason);
  }

  /** Ends a task without the thread, which gets to know it when it reads its next message. */
  private abandon(task: Task, reason: TaskEnd): void {
    task.reject(new TaskEnded(reason, 0, false));
    this.remove(task.number);
    this.worker.postMessage({ task: task.number, isAbandoned: true } satisfies TaskAbandoned);
  }

  /** Returns the task that has the processor, or had it last. */
  private running(): Task | undefined {
    const [only] = this.current.values();
    return this.current.size === 1 ? only : this.current.get(Atomics.load(this.state, STATE.running));
  }

  /** Returns the processor time of the thread since the last look, in milliseconds. */
  private sinceLastLook(): number {
    const now = this.systemId === undefined ? performance.now() : (threadCpuMs(this.systemId) ?? 0);
    const used = now - (this.lastCpuMs ?? now);
    this.lastCpuMs = now;
    return used;
  }

  /** Returns for how long the thread has read no message, in milliseconds of processor time. @param usedMs since the last look. */
  private hasHeldFor(usedMs: number): number {
    const messages = Atomics.load(this.state, STATE.messages);
    this.heldMs = messages === this.messages ? this.heldMs + usedMs : 0;
    this.messages = messages;
    return this.heldMs;
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

/** The threads with tasks, which are looked at together: most tasks end before that. */
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
