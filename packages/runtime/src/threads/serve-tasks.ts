/** A thread that does tasks, several at a time. The process may end it at any time. */
import { getHeapStatistics } from 'node:v8';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type Calls, Peer, type PeerMessage } from './peer.js';
import { systemThreadId } from './thread-time.js';

/** A thread with a larger heap, garbage included, is replaced: collecting it would take as long as starting another one. */
const LARGE_HEAP_BYTES = 256 * 1024 * 1024;

/** What a task may ask of the process. */
export interface TaskHost {
  /** Calls a function that the process has for the task. */
  call<Result>(name: string, ...args: readonly unknown[]): Promise<Result>;
  /** Calls such a function without waiting for it. The function must not fail. */
  notify(name: string, ...args: readonly unknown[]): void;
  /** Records what the task does next. The process reads it when it has to end the thread. */
  begin(stage: number): void;
}

/** The first message of a thread. */
export interface ThreadReady {
  /** The id of the thread for the system; undefined where it is unknown. */
  readonly ready: number | undefined;
}

/** A task that the process has given up. */
export interface TaskAbandoned {
  readonly task: number;
  readonly isAbandoned: true;
}

/**
 * The numbers that a thread and the process share, by their index: what the thread does, for which task, 1 once its heap is large, and a
 * count of messages, which stands still while a task holds the thread.
 */
export const STATE = { stage: 0, running: 1, isLarge: 2, messages: 3, length: 4 } as const;

/** What a thread gets from the process when it starts. */
export interface ThreadData {
  /** See `STATE`. */
  readonly state: Int32Array;
  readonly settings: unknown;
}

/** A task and its functions, by which the process calls it. */
export interface ServedTask<Task> {
  task: Task;
  host: TaskHost;
  /** Sets the functions that the process may call during the task. */
  serve(calls: Readonly<Record<string, (...args: never[]) => unknown>>): void;
}

/** Returns what the process has set for its threads. */
export const threadSettings = <Settings>(): Settings => (workerData as ThreadData).settings as Settings;

/** Does the tasks of the process. @param work returns the result of a task. Its errors are the task's. */
export function serveTasks<Task>(work: (served: ServedTask<Task>) => Promise<unknown>): void {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this module runs in a thread');
  const { state } = workerData as ThreadData;
  const tasks = new Map<number, { peer: Peer; stage: number }>();

  function begin(number: number, stage: number): void {
    Atomics.store(state, STATE.running, number);
    Atomics.store(state, STATE.stage, stage);
  }

  function add(number: number): Peer {
    const calls: Record<string, (...args: never[]) => unknown> = {};
    const peer = new Peer(number, (sent, transfer = []) => port?.postMessage(sent, transfer), calls);
    const added = { peer, stage: 0 };
    tasks.set(number, added);
    const host: TaskHost = {
      call: (name, ...args) => peer.call(name, ...args),
      notify: (name, ...args) => peer.notify(name, ...args),
      begin: (stage) => {
        added.stage = stage;
        begin(number, stage);
      },
    };
    calls['work'] = (task: Task) => {
      const served = { task, host, serve: (more: Calls) => void Object.assign(calls, more) };
      return work(served).finally(() => {
        if (getHeapStatistics().total_heap_size > LARGE_HEAP_BYTES) Atomics.store(state, STATE.isLarge, 1);
        tasks.delete(number);
      });
    };
    return peer;
  }

  port.on('message', (message: PeerMessage | TaskAbandoned) => {
    const { task: number } = message;
    const known = tasks.get(number);
    if ('isAbandoned' in message) {
      known?.peer.end(new Error('the task has ended'));
      tasks.delete(number);
      return;
    }
    const isNew = 'name' in message && message.name === 'work' && known === undefined;
    const peer = isNew ? add(number) : known?.peer;
    if (peer === undefined) return; // of a task that has ended
    begin(number, known?.stage ?? 0);
    Atomics.add(state, STATE.messages, 1);
    peer.receive(message);
  });
  port.postMessage({ ready: systemThreadId() } satisfies ThreadReady);
}
