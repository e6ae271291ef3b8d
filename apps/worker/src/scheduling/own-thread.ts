/** Shares the worker's main thread between accounts, and releases memory that documents leave. */
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FairQueue } from '@toolpress/runtime';

/** A computation that takes longer, in milliseconds, delays the documents of other accounts. */
const LONG_MS = 250;
const MOST_REST_MS = 2_000;

/** Gives other accounts as much time as a long computation took: their documents need the main thread for several short steps. */
const restAfter = (workMs: number): number => (workMs < LONG_MS ? 0 : Math.min(workMs, MOST_REST_MS));

/** Runs long computations in the main thread, one at a time. Events of other documents are handled between them. */
export class OwnThread {
  private readonly queue = new FairQueue(undefined, 1, restAfter);
  private readonly memory: OwnMemory;

  /** @param usualBytes the size of a heap that is never collected here, in bytes. */
  constructor(usualBytes = USUAL_BYTES) {
    this.memory = new OwnMemory(usualBytes);
  }

  /**
   * Does a piece of work in this thread when the account's turn comes.
   *
   * @throws errors of the work.
   */
  run<Result>(accountId: string, work: () => Result | Promise<Result>): Promise<Result> {
    return this.queue.run(accountId, async () => {
      // Events that arrived meanwhile are handled first. They may belong to another account.
      await setImmediate();
      this.memory.giveBack();
      return work();
    });
  }

  /** To be called after a document. A moment later no object refers to it. */
  async giveMemoryBack(): Promise<void> {
    await setImmediate();
    this.memory.giveBack();
  }
}

const MEBIBYTE = 1024 * 1024;
/** The usual heap of a busy worker is smaller than this, in bytes. */
const USUAL_BYTES = 200 * MEBIBYTE;
/** A larger heap is collected when it has grown by this factor, or after this time in milliseconds. */
const GROWTH = 1.3;
const EVERY_MS = 10_000;

/**
 * Collects garbage. The engine does that only when the heap has grown by a multiple of its live objects: after a few large documents it
 * would hold gigabytes of garbage.
 */
class OwnMemory {
  private readonly collect: () => void;
  private leftBytes = 0;
  private doneAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly usualBytes: number) {
    setFlagsFromString('--expose-gc');
    // By itself the engine collects the whole heap whenever buffers of about 10 MiB were used: every hundred short PDFs.
    setFlagsFromString('--heap-growing-percent=100');
    this.collect = runInNewContext('gc') as () => void;
  }

  giveBack(): void {
    if (committedBytes() < this.usualBytes) return;
    const bytes = heldBytes();
    if (bytes < this.usualBytes) return;
    if (bytes < this.leftBytes * GROWTH && performance.now() - this.doneAt < EVERY_MS) return;
    this.collect();
    this.leftBytes = heldBytes();
    this.doneAt = performance.now();
  }
}

/** Returns the size of the heap, including garbage, and of buffers, in bytes. */
function committedBytes(): number {
  // `process.memoryUsage` would read a file of the system for the resident memory, too.
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/**
 * Returns the same without the young generation, which the engine collects often: in Node.js 24 its usual size is 100 MiB, and a full
 * collection does not shrink it.
 */
function heldBytes(): number {
  const young = getHeapSpaceStatistics().filter(({ space_name: name }) => name === 'new_space');
  return young.reduce((bytes, { space_size: size }) => bytes - size, committedBytes());
}
