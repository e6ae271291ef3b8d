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
import type { PdfObject } from '../read.js';
import { faultAt } from './conformity.js';
import type { Drawings } from './drawings.js';
import type { ReadResult, ReadTask } from './thread.js';
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

/** What reading one PDF may take: a letterhead takes 0.1 s of processor time, 28 pages of slides in Japanese 2.4 s. */
const LIMIT_MS = 20_000;
/** Of JavaScript; PDFium's is limited apart. */
const MEMORY_MB = 128;

/** A busy machine may be why it took too long. */
const UNUSABLE_MS = 60_000;

const MEBIBYTE = 1024 * 1024;

export class Backgrounds {
  /** By the digest of the text; what can't be used too. */
  private readonly kept = new LRUCache<string, ReadResult>({
    max: KEPT,
    maxSize: KEPT_BYTES,
    sizeCalculation: sizeOf,
  });
  private readonly reading = new Map<string, Promise<ReadResult>>();
  /** One PDF at a time: a hostile one takes one core and its memory, no more, and keeps those of its own account waiting. */
  private readonly queue = new FairQueue();
  private wasm: Promise<WebAssembly.Module> | undefined;

  constructor(private readonly limitMs = LIMIT_MS) {}

  /** @param levels that the PDF is to conform to. @throws ServiceError `pdf_invalid`, `body_too_large`. */
  async read(given: BackgroundPdf, accountId: string, levels: readonly Conformance[] = []): Promise<Background> {
    const one = (base64: string, field: string) => this.one(base64, field, accountId, levels);
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
    accountId: string,
    levels: readonly Conformance[],
  ): Promise<Drawings> {
    if (base64.length > Math.ceil(MAX_BACKGROUND_BYTES / 3) * 4)
      throw new ServiceError(
        'body_too_large',
        `\`${field}\` is over the limit of ${MAX_BACKGROUND_BYTES / MEBIBYTE} MiB.`,
      );
    const isChecked = levels.length > 0;
    const key = createHash('sha256').update(base64).digest('base64') + (isChecked ? ' checked' : '');
    const result = this.kept.get(key) ?? (await this.readOnce(key, base64, accountId, isChecked));
    const fault = 'unusable' in result ? result.unusable : result.faults && faultAt(result.faults, levels);
    if (fault !== undefined || 'unusable' in result) throw new ServiceError('pdf_invalid', `\`${field}\` ${fault}.`);
    return result.drawings;
  }

  private async readOnce(key: string, base64: string, accountId: string, isChecked: boolean): Promise<ReadResult> {
    const reading =
      this.reading.get(key) ?? this.queue.run(accountId, () => this.inThread(Buffer.from(base64, 'base64'), isChecked));
    this.reading.set(key, reading);
    try {
      const result = await reading;
      this.kept.set(key, result, 'unusable' in result ? { ttl: UNUSABLE_MS } : {});
      return result;
    } finally {
      this.reading.delete(key);
    }
  }

  private async inThread(pdf: Buffer, isChecked: boolean): Promise<ReadResult> {
    this.wasm ??= compiled();
    const workerData: ReadTask = { pdf, wasm: await this.wasm, maxPages: MAX_PAGES, isChecked };
    const thread = new Worker(new URL('./thread.js', import.meta.url), {
      workerData,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    });
    return new Promise<ReadResult>((resolve, reject) => {
      const limit = setTimeout(
        () => end({ unusable: `takes longer than ${this.limitMs / 1_000} s to be read; make it simpler` }),
        this.limitMs,
      );
      const end = (result: ReadResult): void => {
        clearTimeout(limit);
        void thread.terminate();
        resolve(result);
      };
      thread.once('message', (result: ReadResult) => end(withBuffers(result)));
      thread.once('exit', () => end({ unusable: 'is broken' })); // without a result
      thread.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end({ unusable: 'takes more memory to be read than a PDF may' });
        else {
          clearTimeout(limit);
          reject(error);
        }
      });
    });
  }
}

/** Between threads buffers become plain bytes. */
function withBuffers(result: ReadResult): ReadResult {
  if ('unusable' in result) return result;
  for (const object of result.drawings.objects.values()) if (object.stream) object.stream = bufferOf(object.stream);
  return result;
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** About what it takes in memory, bytes. */
function sizeOf(result: ReadResult): number {
  if ('unusable' in result) return 200;
  const objects: PdfObject[] = [...result.drawings.objects.values()];
  return objects.reduce((bytes, { stream }) => bytes + 1_000 + (stream?.length ?? 0), 1);
}
