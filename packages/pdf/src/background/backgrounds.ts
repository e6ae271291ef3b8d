/** Reads the PDFs that callers have drawn under their pages, such as letterheads, and caches them. */
import { createHash } from 'node:crypto';
import {
  type BackgroundPdf,
  type Conformance,
  MAX_BACKGROUND_BYTES,
  MAX_PAGES,
  ServiceError,
} from '@toolpress/contract';
import { FairQueue, orAborted, type TaskEnd, TaskEnded, TaskThread } from '@toolpress/runtime';
import { LRUCache } from 'lru-cache';
import { faultAt } from './conformity.js';
import type { Drawings } from './drawings.js';
import type { ReadResult, ReadTask } from './thread.js';
import { compiled } from './wasm.js';

/** The drawings of a background. */
export interface Background {
  /** The drawing of the first page. The default is that it has none. */
  first?: Drawings;
  /** The drawings of the other pages. The default is that they have none. */
  others?: Drawings;
}

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const MAX_CACHE_ENTRIES = 1_000;

/** The limit of processor time for one PDF, in milliseconds. A letterhead takes 0.1 s, 28 pages of slides in Japanese take 2.4 s. */
const CPU_LIMIT_MS = 5_000;
/** The time limit in milliseconds. It applies where the processor time is unknown, or the machine is busy. */
const TIME_LIMIT_MS = 20_000;
/** The number of PDFs that are read at the same time. An account with a slow one does not block other accounts. */
const CONCURRENCY = 2;
const THREAD = new URL('./thread.js', import.meta.url);
/** The limit of the JavaScript heap in MiB, and of its young generation. PDFium's memory has a separate limit. */
const HEAP_LIMIT_MB = 128;
const YOUNG_MB = 32;

/** The time in milliseconds for which a timeout is cached. A busy machine may have caused it. */
const TIMEOUT_TTL_MS = 60_000;

const MEBIBYTE = 1024 * 1024;

/** A PDF that is being read or waits in the queue. */
interface Reading {
  result: Promise<ReadResult>;
  /** The number of documents that wait for the result. */
  waiting: number;
  /** Removes the PDF from the queue when no document waits for it. */
  abort: AbortController;
}

export class Backgrounds {
  /** The results by the digest of the Base64 text, also for PDFs that cannot be used. */
  private readonly cache = new LRUCache<string, ReadResult>({
    max: MAX_CACHE_ENTRIES,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (result) => ('unusable' in result ? 200 : result.bytes),
  });
  private readonly pending = new Map<string, Reading>();
  /** Reads one PDF per account at a time, so that a hostile PDF delays its own account only. */
  private readonly queue = new FairQueue(() => performance.now(), CONCURRENCY);
  private wasm: Promise<WebAssembly.Module> | undefined;

  constructor(private readonly limits = { cpuMs: CPU_LIMIT_MS, ms: TIME_LIMIT_MS }) {}

  /**
   * Reads the PDFs that are not cached, when it is the account's turn.
   *
   * @param levels the conformance levels of the document.
   * @param signal stops waiting.
   * @throws ServiceError `pdf_invalid` or `body_too_large`; the signal's reason.
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
      this.cache.get(key) ?? (await this.waitFor(this.readingOf(key, base64, accountId, isChecked), signal));
    const fault = 'unusable' in result ? result.unusable : result.faults && faultAt(result.faults, levels);
    if (fault !== undefined || 'unusable' in result) throw new ServiceError('pdf_invalid', `\`${field}\` ${fault}.`);
    return result.drawings;
  }

  private readingOf(key: string, base64: string, accountId: string, isChecked: boolean): Reading {
    const known = this.pending.get(key);
    if (known !== undefined) return known;
    const abort = new AbortController();
    const read = () => this.inThread(Buffer.from(base64, 'base64'), isChecked);
    const result = this.queue.run(accountId, read, abort.signal).finally(() => this.pending.delete(key));
    const reading = { result, waiting: 0, abort };
    this.pending.set(key, reading);
    const keep = (one: ReadResult): void => {
      const wasBusy = 'unusable' in one && one.unusable === this.tookTooLong;
      this.cache.set(key, one, wasBusy ? { ttl: TIMEOUT_TTL_MS } : {});
    };
    result.then(keep, () => undefined);
    return reading;
  }

  private async waitFor(reading: Reading, signal: AbortSignal | undefined): Promise<ReadResult> {
    reading.waiting += 1;
    try {
      return await (signal === undefined ? reading.result : orAborted(reading.result, signal));
    } finally {
      reading.waiting -= 1;
      if (reading.waiting === 0) reading.abort.abort(new Error('no document waits for the background'));
    }
  }

  private get tookTooLong(): string {
    return `takes longer than ${this.limits.ms / 1_000} s to be read; make it simpler`;
  }

  private async inThread(pdf: Buffer, isChecked: boolean): Promise<ReadResult> {
    this.wasm ??= compiled();
    const task: ReadTask = { pdf, wasm: await this.wasm, maxPages: MAX_PAGES, isChecked };
    // Each PDF has its own thread, so that no data of it remains.
    const thread = new TaskThread({ script: THREAD, heapMb: HEAP_LIMIT_MB, youngMb: YOUNG_MB });
    const { cpuMs, ms: remainingMs } = this.limits;
    try {
      return await thread.run<ReadResult>(task, { cpuMs, remainingMs, calls: () => ({}) });
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      return { unusable: this.reasonOf(error.end) };
    } finally {
      thread.close();
    }
  }

  private reasonOf(end: TaskEnd): string {
    if (end === 'deadline') return this.tookTooLong;
    if (end === 'memory') return 'takes too much memory to be read';
    if (end === 'cpu')
      return `takes more than ${this.limits.cpuMs / 1_000} s of processor time to be read; make it simpler`;
    return 'is broken';
  }
}

/** Restores a background that came from another thread. */
export function receiveBackground({ first, others }: Background): Background {
  return { ...(first && { first: withBuffers(first) }), ...(others && { others: withBuffers(others) }) };
}

/** Messages between threads convert buffers to plain byte arrays: converts them back. */
function withBuffers(drawings: Drawings): Drawings {
  for (const object of drawings.objects.values()) if (object.stream) object.stream = bufferOf(object.stream);
  return drawings;
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
