/**
 * Stores the file of a job, and waits for a file store that is full or away. The job keeps its slot meanwhile, so that the worker renders
 * no more documents than it has slots. No processor time is used.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreOutage, type RenderReply, type ServiceError } from '@toolpress/contract';
import { CLAIMED_WITHIN_SECONDS, type RenderContext } from '@toolpress/queue';
import { withTimeout } from '@toolpress/runtime';
import { type FileKind, newFileId, storeUnavailable } from '@toolpress/storage';

/** How long a worker waits before the next attempt, which may be at another worker: the cause may be this one's connection to the store. */
const ATTEMPT_MS = 10_000;
/** The time before the deadline in which the reply must reach the gateway. */
const REPLY_MS = 1_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;
/** A larger PDF, in bytes, is rendered again instead of being held in memory, because all slots may wait. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

export type WaitContext = Pick<RenderContext, 'remainingMs' | 'mayBeRepeated' | 'signal' | 'closing'>;

/** The waiting jobs of a worker. */
export class StoreWaits {
  private waiting = 0;

  /** Whether a job waits for the store now. */
  get areAny(): boolean {
    return this.waiting > 0;
  }

  of(context: WaitContext): StoreWait {
    return new StoreWait(context, async (pause) => {
      this.waiting += 1;
      await pause.finally(() => {
        this.waiting -= 1;
      });
    });
  }
}

/** The waiting of one job. */
export class StoreWait {
  private readonly deadline: number;
  private readonly end: AbortSignal;
  /** Set at the first failure: the end of the wait, and whether another attempt follows. */
  private limit: { until: number; isRepeated: boolean } | undefined;

  /** @param counted counts a pause. */
  constructor(
    private readonly context: WaitContext,
    private readonly counted: (pause: Promise<void>) => Promise<void>,
  ) {
    const { remainingMs, closing, signal } = context;
    this.deadline = performance.now() + remainingMs;
    this.end = signal === undefined ? closing : AbortSignal.any([closing, signal]);
  }

  /**
   * Stores a file. Tries again while the store is unavailable.
   *
   * @param store may run several times.
   * @throws ServiceError of the store when the wait is over, at once for a large file.
   */
  async put(sizeBytes: number, store: () => Promise<void>): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await this.inTime(store());
      } catch (error) {
        if (!isStoreOutage(error) || sizeBytes > MAX_HELD_BYTES || this.leftMs() === 0) throw error;
      }
      await this.pause(Math.min(pauseMs, this.leftMs()));
    }
  }

  /**
   * Ends the job after an outage of the store, when the wait is over.
   *
   * @returns the last reply, with which the gateway may submit the job again.
   * @throws the error when another attempt follows.
   */
  async giveUp(error: ServiceError): Promise<RenderReply> {
    await this.pause(this.leftMs());
    if (this.end.aborted || this.limit?.isRepeated) throw error;
    return { ok: false, error: error.toData() };
  }

  /** A silent store must not delay the reply beyond the deadline. */
  private inTime(storing: Promise<void>): Promise<void> {
    const limitMs = this.deadline - performance.now() - REPLY_MS / 2;
    return withTimeout(storing, Math.max(REPLY_MS / 2, limitMs), () => {
      throw storeUnavailable(new Error('the store did not answer before the deadline'));
    });
  }

  /** Returns how long to wait further, in milliseconds. */
  private leftMs(): number {
    const now = performance.now();
    if (this.limit === undefined) {
      const last = this.deadline - REPLY_MS;
      const isRepeated = this.context.mayBeRepeated && last - now > 2 * ATTEMPT_MS;
      this.limit = { until: isRepeated ? now + ATTEMPT_MS : last, isRepeated };
    }
    return this.end.aborted ? 0 : Math.max(0, this.limit.until - now);
  }

  private pause(ms: number): Promise<void> {
    return this.counted(sleep(ms, undefined, { signal: this.end }).catch(() => undefined));
  }
}

interface NewFileOptions {
  kind: FileKind;
  /** The requested time to keep the file, in seconds. */
  expiresIn: number | undefined;
  /** The longest and default time to keep a file, in seconds. */
  fileTtl: number;
}

/** The file of a job. It is recorded as unclaimed in Redis, then stored. A file that expires before unclaimed ones are deleted is not recorded. */
export class NewFile {
  readonly id: string;
  private noted: Promise<void> | undefined;

  constructor(
    private readonly context: Pick<RenderContext, 'noteFile' | 'fileId'>,
    { kind, expiresIn = Number.POSITIVE_INFINITY, fileTtl }: NewFileOptions,
  ) {
    const { fileId } = context;
    if (kind === 'pdf' && expiresIn >= fileTtl && fileId !== undefined) {
      this.id = fileId;
      this.noted = Promise.resolve();
    } else {
      this.id = newFileId(new Date(Date.now() + Math.min(expiresIn, fileTtl) * 1_000), kind);
      if (expiresIn <= CLAIMED_WITHIN_SECONDS) this.noted = Promise.resolve();
    }
  }

  /** Records the file, once, unless its id was recorded when the job was taken. To be called while the file is made, so that `store` need not wait. */
  note(): void {
    this.noted ??= this.context.noteFile(this.id);
    this.noted.catch(() => undefined); // `store` rejects with it
  }

  /** Stores the file after it is recorded. @param put stores it under the id. @throws errors of `put` and of Redis. */
  async store<Result>(put: (id: string) => Promise<Result>): Promise<Result> {
    this.note();
    await this.noted;
    return put(this.id);
  }
}
