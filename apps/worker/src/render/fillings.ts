/**
 * Fills the texts of documents. Most take less than a millisecond and are filled immediately. Longer ones are filled in a thread that can be
 * terminated, one document at a time, in turns by account.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ErrorData, ServiceError } from '@toolpress/contract';
import { FairQueue } from '@toolpress/runtime';
import {
  type DocumentTexts,
  fillDocument,
  OverBudget,
  receiveTexts,
  type TextsToFill,
  type TransferredTexts,
} from '@toolpress/template';

/** The number of steps that are done immediately: at most 0.2 s. 10,000 rows of five plain tags take 170,000 steps and 15 ms. */
const STEPS_AT_ONCE = 250_000;
/** The time limit in milliseconds. A template's largest number of steps takes 4 s of processor time, on a busy machine several times that. */
const LIMIT_MS = 15_000;
/** The limit of the thread's JavaScript heap in MiB. */
const MEMORY_MB = 512;
/** The idle time in milliseconds after which the thread is stopped. */
const IDLE_MS = 30_000;

/** The account of a document, and its remaining time. */
export interface FillingOwner {
  accountId: string;
  remainingMs: number;
}

/** `values`: the data and the translations as JSON, which is transferred faster than objects. */
export type FillTask = Omit<TextsToFill, 'data' | 'translations'> & { readonly values: string };

export type FillReply = { texts: TransferredTexts } | { error: ErrorData } | { fault: string };

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

  /** Fills the texts immediately. Returns undefined if that is too much work. */
  atOnce(texts: TextsToFill): DocumentTexts | undefined {
    try {
      return fillDocument(texts, this.stepsAtOnce);
    } catch (error) {
      if (error instanceof OverBudget) return undefined;
      throw error;
    }
  }

  /** Fills the texts in the thread. @throws ServiceError `document_too_complex` or `deadline_exceeded` if it takes or waits too long. */
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
      return receiveTexts(texts, reply.texts);
    } catch (error) {
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw isMemory ? tooComplex('take more memory to be filled than a document may') : error;
    } finally {
      clearTimeout(limit);
      this.idle = setTimeout(() => void this.thread?.terminate(), IDLE_MS).unref();
    }
  }

  private startThread(): Worker {
    const thread = new Worker(new URL('./filling-thread.js', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    thread.unref();
    // The next task starts another thread. An error, such as out of memory, ends this one.
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
