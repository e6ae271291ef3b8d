/** The PDFs that callers have printed under their pages: letterheads, as a rule, the same for many documents. */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import {
  type BackgroundPdf,
  type Conformance,
  MAX_BACKGROUND_BYTES,
  MAX_PAGES,
  ServiceError,
} from '@toolpress/contract';
import { FairQueue } from '@toolpress/runtime';
import { LRUCache } from 'lru-cache';
import { threadCpuMs } from '../../thread-time.js';
import { faultAt } from './conformity.js';
import type { Drawings } from './drawings.js';
import type { Begun, ReadResult, ReadTask } from './thread.js';
import { compiled } from './wasm.js';

/** Under which page stands which. */
export interface Background {
  /** Absent: the first page is none of its own. */
  first?: Drawings;
  /** Absent: only the first page has one. */
  others?: Drawings;
}

const KEPT_BYTES = 64 * 1024 * 1024;
const KEPT = 1_000;

/** What reading one PDF may take of processor time: a letterhead takes 0.1 s, 28 pages of slides in Japanese 2.4 s. */
const CPU_LIMIT_MS = 5_000;
/** Nor may it take longer than this, where its processor time is not known, or the machine is busy. */
const LIMIT_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** An account that reads a slow one keeps no other account waiting. */
const AT_A_TIME = 2;
/** Of JavaScript; PDFium's is limited apart. */
const MEMORY_MB = 128;

/** A busy machine may be why it took too long. */
const UNUSABLE_MS = 60_000;

const MEBIBYTE = 1024 * 1024;

/** What is being read, or waits for its turn. */
interface Reading {
  result: Promise<ReadResult>;
  /** How many documents wait for it. */
  waiting: number;
  /** Ends its waiting, when nobody does. */
  leave: AbortController;
}

export class Backgrounds {
  /** By the digest of the text; what can't be used too. */
  private readonly kept = new LRUCache<string, ReadResult>({
    max: KEPT,
    maxSize: KEPT_BYTES,
    sizeCalculation: (result) => ('unusable' in result ? 200 : result.bytes),
  });
  private readonly reading = new Map<string, Reading>();
  /** Of one account one at a time: a hostile PDF keeps those of its own account waiting. */
  private readonly queue = new FairQueue(() => performance.now(), AT_A_TIME);
  private wasm: Promise<WebAssembly.Module> | undefined;

  constructor(private readonly limits = { cpuMs: CPU_LIMIT_MS, ms: LIMIT_MS }) {}

  /**
   * Reads what was not read before, when the account's turn comes.
   *
   * @param levels that the PDF is to conform to.
   * @param signal ends the waiting.
   * @throws ServiceError `pdf_invalid`, `body_too_large`; the signal's reason.
   */
  async read(
    given: BackgroundPdf,
    accountId: string,
    levels: readonly Conformance[] = [],
    signal?: AbortSignal,
  ): Promise<Background> {
    const one = (base64: string, field: string) => this.one(base64, field, { accountId, levels, signal });
    if (typeof given === 'string') return { others: await one(given, 'background_pdf') };
    const { first, default: others } = given;
    return {
      ...(first !== undefined && { first: await one(first, 'background_pdf.first') }),
      ...(others !== undefined && { others: await one(others, 'background_pdf.default') }),
    };
  }

  private async one(
    base64: string,
    field: string,
    {
      accountId,
      levels,
      signal,
    }: { accountId: string; levels: readonly Conformance[]; signal: AbortSignal | undefined },
  ): Promise<Drawings> {
    if (base64.length > Math.ceil(MAX_BACKGROUND_BYTES / 3) * 4)
      throw new ServiceError(
        'body_too_large',
        `\`${field}\` is over the limit of ${MAX_BACKGROUND_BYTES / MEBIBYTE} MiB.`,
      );
    const isChecked = levels.length > 0;
    const key = createHash('sha256').update(base64).digest('base64') + (isChecked ? ' checked' : '');
    const result =
      this.kept.get(key) ?? (await this.waitFor(this.readingOf(key, base64, accountId, isChecked), signal));
    const fault = 'unusable' in result ? result.unusable : result.faults && faultAt(result.faults, levels);
    if (fault !== undefined || 'unusable' in result) throw new ServiceError('pdf_invalid', `\`${field}\` ${fault}.`);
    return result.drawings;
  }

  private readingOf(key: string, base64: string, accountId: string, isChecked: boolean): Reading {
    const known = this.reading.get(key);
    if (known !== undefined) return known;
    const leave = new AbortController();
    const read = () => this.inThread(Buffer.from(base64, 'base64'), isChecked);
    const result = this.queue.run(accountId, read, leave.signal).finally(() => this.reading.delete(key));
    const reading = { result, waiting: 0, leave };
    this.reading.set(key, reading);
    const keep = (one: ReadResult): void => {
      const wasBusy = 'unusable' in one && one.unusable === this.tookTooLong;
      this.kept.set(key, one, wasBusy ? { ttl: UNUSABLE_MS } : {});
    };
    result.then(keep, () => undefined);
    return reading;
  }

  private async waitFor(reading: Reading, signal: AbortSignal | undefined): Promise<ReadResult> {
    reading.waiting += 1;
    try {
      return await unlessAborted(reading.result, signal);
    } finally {
      reading.waiting -= 1;
      if (reading.waiting === 0) reading.leave.abort(new Error('nobody waits for it any more'));
    }
  }

  private get tookTooLong(): string {
    return `takes longer than ${this.limits.ms / 1_000} s to be read; make it simpler`;
  }

  private async inThread(pdf: Buffer, isChecked: boolean): Promise<ReadResult> {
    this.wasm ??= compiled();
    const workerData: ReadTask = { pdf, wasm: await this.wasm, maxPages: MAX_PAGES, isChecked };
    const thread = new Worker(new URL('./thread.js', import.meta.url), {
      workerData,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    });
    const { cpuMs, ms } = this.limits;
    return new Promise<ReadResult>((resolve, reject) => {
      let looking: NodeJS.Timeout | undefined;
      const limit = setTimeout(() => end({ unusable: this.tookTooLong }), ms);
      const end = (result: ReadResult): void => {
        clearTimeout(limit);
        clearInterval(looking);
        void thread.terminate();
        resolve(result);
      };
      const look = (threadId: number): void => {
        if ((threadCpuMs(threadId) ?? 0) > cpuMs)
          end({ unusable: `takes more than ${cpuMs / 1_000} s of processor time to be read; make it simpler` });
      };
      thread.on('message', (message: Begun | ReadResult) => {
        if (!('threadId' in message)) end(withBuffers(message));
        else if (message.threadId !== undefined) looking = setInterval(look, LOOK_EVERY_MS, message.threadId);
      });
      thread.once('exit', () => end({ unusable: 'is broken' })); // without a result
      thread.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end({ unusable: 'takes more memory to be read than a PDF may' });
        else {
          clearTimeout(limit);
          clearInterval(looking);
          reject(error);
        }
      });
    });
  }
}

/** @returns what the promise does, unless the signal is aborted before. @throws the signal's reason. */
function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Between threads buffers become plain bytes. */
function withBuffers(result: ReadResult): ReadResult {
  if ('unusable' in result) return result;
  for (const object of result.drawings.objects.values()) if (object.stream) object.stream = bufferOf(object.stream);
  return result;
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
