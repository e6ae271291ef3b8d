/** Reads one PDF of a caller, and ends: nothing of it is left for the next one. */
import { parentPort, workerData } from 'node:worker_threads';
import { systemThreadId } from '../../thread-time.js';
import { isReference, type PdfObject, type PdfValue } from '../read.js';
import { type Faults, faultsOf } from './conformity.js';
import { type Drawings, drawingsOf } from './drawings.js';
import { formPages, UnusablePdf } from './pdfium.js';

export interface ReadTask {
  pdf: Uint8Array;
  wasm: WebAssembly.Module;
  /** That are read. */
  maxPages: number;
  /** Whether its faults in PDF/A and PDF/UA are wanted. */
  isChecked: boolean;
}

/** `bytes`: about what it takes in memory. */
export type ReadResult = { drawings: Drawings; faults?: Faults; bytes: number } | { unusable: string };

/** What is told before the result: where the thread's processor time is found. */
export interface Begun {
  threadId: number | undefined;
}

/** What is kept of one PDF, bytes: of its 5 MiB a few times as much when unpacked. */
const MAX_BYTES = 32 * 1024 * 1024;

async function result({ pdf, wasm, maxPages, isChecked }: ReadTask): Promise<ReadResult> {
  try {
    const drawings = drawingsOf(await formPages(pdf, wasm, maxPages));
    for (const object of drawings.objects.values()) if (object.stream) object.stream = alone(object.stream);
    const bytes = [...drawings.objects.values()].reduce((sum, object) => sum + sizeOf(object), 1);
    if (bytes > MAX_BYTES) throw new UnusablePdf('takes more memory to be drawn than a PDF may');
    return { drawings, bytes, ...(isChecked && { faults: faultsOf(drawings) }) };
  } catch (error) {
    // Also an Error of `PdfFile`: what PDFium has written of such a file is no PDF of the form that is expected.
    return { unusable: error instanceof UnusablePdf ? error.message : 'is broken' };
  }
}

/** Without the file that it is a part of, all of which would go along. */
const alone = ({ buffer, byteOffset, length }: Buffer): Buffer =>
  Buffer.from(buffer.slice(byteOffset, byteOffset + length));

/** About what it takes in memory. */
const sizeOf = ({ value, stream }: PdfObject): number => 500 + sizeOfValue(value) + (stream?.length ?? 0);

function sizeOfValue(value: PdfValue): number {
  if (typeof value === 'string') return 20 + value.length;
  if (isReference(value)) return 50;
  let bytes = 100;
  for (const entry of value.values()) bytes += 20 + sizeOfValue(entry);
  return bytes;
}

parentPort?.postMessage({ threadId: systemThreadId() } satisfies Begun);
parentPort?.postMessage(await result(workerData as ReadTask));
