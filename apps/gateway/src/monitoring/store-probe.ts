/** Checks whether the file store accepts writes. A full disk or bucket still answers, so only a write shows it. */
import { reasonOf } from '@toolpress/runtime';
import type { FileStore } from '@toolpress/storage';
import { newFileId } from '@toolpress/storage';

/** The time between two checks: shorter after a failure, so that the end of a fault shows soon. */
const INTERVALS = { afterSuccess: 15_000, afterFailure: 2_000 };
/** More than a nearly full disk holds in its last blocks. */
const CONTENT = Buffer.alloc(64 * 1024);
/** If the process ends before it removes its file, the regular sweep does so after this time. */
const LIFE_MS = 3_600_000;

/** The outcome of the last check. */
export interface StoreWrites {
  work: boolean;
  /** Why the store refused the file. */
  reason?: string;
}

/** Writes and removes a small file, at the start and every 15 s, while the store answers. The store logs what fails. */
export class StoreProbe {
  private latest: StoreWrites | undefined;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void>;
  private isClosed = false;

  constructor(
    private readonly store: Pick<FileStore, 'check' | 'put' | 'remove'>,
    private readonly intervals = INTERVALS,
  ) {
    this.running = this.checkAndContinue();
  }

  /** The last outcome; undefined before the first check has ended, and while the store does not answer. */
  get writes(): StoreWrites | undefined {
    return this.latest;
  }

  /** Ends the checks. Resolves when no file of a check remains. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Checks now instead of at the next interval, because a worker could not store a file. Resolves when the check has ended. */
  checkNow(): Promise<void> {
    if (this.timer !== undefined && !this.isClosed) this.next();
    return this.running;
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running = this.checkAndContinue();
  }

  private async checkAndContinue(): Promise<void> {
    const writes = await this.check();
    this.latest = writes;
    if (this.isClosed) return;
    const { afterSuccess, afterFailure } = this.intervals;
    this.timer = setTimeout(() => this.next(), writes?.work ? afterSuccess : afterFailure).unref();
  }

  /** Returns undefined when the store does not answer, which others report. */
  private async check(): Promise<StoreWrites | undefined> {
    const id = newFileId(new Date(Date.now() + LIFE_MS), 'xml');
    try {
      await this.store.put(id, CONTENT);
      return { work: true };
    } catch (error) {
      const reason = reasonOf((error as Error).cause ?? error);
      const isAnswering = await this.store.check().then(
        () => true,
        () => false,
      );
      return isAnswering ? { work: false, reason } : undefined;
    } finally {
      await this.store.remove(id).catch(() => undefined); // else the sweep
    }
  }
}
