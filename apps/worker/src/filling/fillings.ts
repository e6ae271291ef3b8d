/**
 * Fills the texts of documents. Most take less than a millisecond and are filled at once. What is more work is filled in a thread,
 * which can be ended, while others go on: one document at a time, in turns by account.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ErrorData, ServiceError } from '@toolpress/contract';
import {
  type DocumentTexts,
  fillDocument,
  filledElsewhere,
  OverBudget,
  type TextsElsewhere,
  type TextsToFill,
  WorkBudget,
} from '@toolpress/document';
import { FairQueue } from '@toolpress/runtime';

/** What is done at once: at most some 0.2 s; 10,000 rows of five plain tags take 170,000 steps and 15 ms. */
const STEPS_AT_ONCE = 250_000;
/** By the clock. All steps that a template may take are some 4 s of processor time, and a busy machine takes several times as long. */
const LIMIT_MS = 15_000;
/** Of JavaScript. */
const MEMORY_MB = 512;
/** The thread's memory is given back when nobody has needed it for so long. */
const IDLE_MS = 30_000;

/** Whose document it is. */
export interface FillingOwner {
  accountId: string;
  remainingMs: number;
}

/** `values`: the data and the translations, as JSON, which is handed over sooner than objects are. */
export type FillTask = Omit<TextsToFill, 'data' | 'translations'> & { readonly values: string };

export type FillReply = { texts: TextsElsewhere } | { error: ErrorData } | { fault: string };

export class Fillings {
  private thread: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly queue = new FairQueue();
  private readonly stepsAtOnce: number;
  private readonly limitMs: number;

  constructor({ stepsAtOnce = STEPS_AT_ONCE, limitMs = LIMIT_MS } = {}) {
    this.stepsAtOnce = stepsAtOnce;
    this.limitMs = limitMs;
  }

  /** @returns the texts filled; undefined when that is more work than may be done at once. */
  atOnce(texts: TextsToFill): DocumentTexts | undefined {
    try {
      return fillDocument(texts, new WorkBudget(this.stepsAtOnce));
    } catch (error) {
      if (error instanceof OverBudget) return undefined;
      throw error;
    }
  }

  /** @throws ServiceError `document_too_complex` for what takes too long, `deadline_exceeded` for what waits too long. */
  async inTurn(texts: TextsToFill, { accountId, remainingMs }: FillingOwner): Promise<DocumentTexts> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooLate()), remainingMs);
    try {
      return await this.queue.run(accountId, () => this.inThread(texts), late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The queue lets one task run at a time, so the thread's next message is its reply. */
  private async inThread(texts: TextsToFill): Promise<DocumentTexts> {
    clearTimeout(this.idle);
    this.thread ??= this.startThread();
    const { thread } = this;
    const { html, css, locale, timeZone, data, translations } = texts;
    const limit = setTimeout(() => {
      this.forget(thread);
      thread.emit('error', tooComplex(`take longer than ${this.limitMs / 1_000} s to be filled`));
      void thread.terminate();
    }, this.limitMs);
    try {
      const task: FillTask = { html, css, locale, timeZone, values: JSON.stringify({ data, translations }) };
      thread.postMessage(task);
      const [reply] = (await once(thread, 'message')) as [FillReply];
      if ('error' in reply) throw ServiceError.fromData(reply.error);
      if ('fault' in reply) throw new Error(reply.fault);
      return filledElsewhere(texts, reply.texts);
    } catch (error) {
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw isMemory ? tooComplex('take more memory to be filled than a document may') : error;
    } finally {
      clearTimeout(limit);
      this.idle = setTimeout(() => void this.thread?.terminate(), IDLE_MS).unref();
    }
  }

  private startThread(): Worker {
    const thread = new Worker(new URL('./thread.js', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    thread.unref();
    // The next task starts another one. An error, such as no memory left, ends it.
    return thread.on('error', () => this.forget(thread)).on('exit', () => this.forget(thread));
  }

  private forget(thread: Worker): void {
    if (this.thread === thread) this.thread = undefined;
  }
}

const tooComplex = (fault: string): ServiceError =>
  new ServiceError(
    'document_too_complex',
    `\`html\` and \`css\` ${fault}; use fewer items, or fewer filters in loops.`,
  );

const tooLate = (): ServiceError =>
  new ServiceError('deadline_exceeded', 'The document waited too long to be filled; try again later.');
