/** What the worker's own thread and memory are to all documents: accounts take turns at it, and what documents leave is given back. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FairQueue } from '@toolpress/runtime';

/** The thread computes for one document at a time; what it is asked for meanwhile by others comes between. */
export class OwnThread {
  private readonly queue = new FairQueue();
  private readonly memory: OwnMemory;

  /** @param usualBytes of a heap that is left alone. */
  constructor(usualBytes = USUAL_BYTES) {
    this.memory = new OwnMemory(usualBytes);
  }

  /**
   * Does a work in this thread when the account's turn comes.
   *
   * @throws what the work throws.
   */
  run<Result>(accountId: string, work: () => Result | Promise<Result>): Promise<Result> {
    return this.queue.run(accountId, async () => {
      // Between two works whatever has arrived is looked at, which may be of another account.
      await setImmediate();
      this.memory.giveBack();
      return work();
    });
  }

  /** To be called when a document is done with: a moment later nothing holds it any more. */
  async giveMemoryBack(): Promise<void> {
    await setImmediate();
    this.memory.giveBack();
  }
}

const MEBIBYTE = 1024 * 1024;
/** The heap of a worker at work is smaller. Bytes. */
const USUAL_BYTES = 200 * MEBIBYTE;
/** What lives on may be more: then memory is looked through when there is so much more, or after so long. */
const GROWTH = 1.3;
const EVERY_MS = 10_000;

/**
 * Left to itself, the engine collects garbage when the heap has grown by some multiple of what was alive: after a few large documents it
 * holds gigabytes that nobody uses.
 */
class OwnMemory {
  private readonly collect: () => void;
  private leftBytes = 0;
  private doneAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly usualBytes: number) {
    setFlagsFromString('--expose-gc');
    this.collect = runInNewContext('gc') as () => void;
  }

  giveBack(): void {
    const bytes = heldBytes();
    if (bytes < this.usualBytes) return;
    if (bytes < this.leftBytes * GROWTH && performance.now() - this.doneAt < EVERY_MS) return;
    this.collect();
    this.leftBytes = heldBytes();
    this.doneAt = performance.now();
  }
}

/** Of the heap, garbage included, and of buffers. */
function heldBytes(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}
