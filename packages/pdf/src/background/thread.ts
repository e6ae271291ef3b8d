/** A thread that reads one PDF of a caller. */
import { serveTasks } from '@toolpress/runtime/serve-tasks';
import { isReference, type PdfObject, type PdfValue } from '../file/read.js';
import { type Faults, faultsOf } from './conformity.js';
import { type Drawings, drawingsOf } from './drawings.js';
import { formPages, UnusablePdf } from './pdfium.js';

export interface ReadTask {
  pdf: Uint8Array;
  wasm: WebAssembly.Module;
  /** The limit of pages to read. */
  maxPages: number;
  /** Whether to look for faults in PDF/A and PDF/UA. */
  isChecked: boolean;
}

/** `bytes` is about the size of the drawings in memory. */
export type ReadResult = { drawings: Drawings; faults?: Faults; bytes: number } | { unusable: string };

/** The limit of the drawings of one PDF in bytes. An unpacked PDF is a few times as large as the 5 MiB that are accepted. */
const MAX_BYTES = 32 * 1024 * 1024;

async function result({ pdf, wasm, maxPages, isChecked }: ReadTask): Promise<ReadResult> {
  try {
    const drawings = drawingsOf(await formPages(pdf, wasm, maxPages));
    for (const object of drawings.objects.values()) if (object.stream) object.stream = copyOf(object.stream);
    const bytes = [...drawings.objects.values()].reduce((sum, object) => sum + sizeOf(object), 1);
    if (bytes > MAX_BYTES) throw new UnusablePdf('takes too much memory to be drawn');
    return { drawings, bytes, ...(isChecked && { faults: faultsOf(drawings) }) };
  } catch (error) {
    // This includes errors of `PdfFile`: PDFium has written such a file in another form.
    return { unusable: error instanceof UnusablePdf ? error.message : 'is broken' };
  }
}

/** Copies a buffer, so that the file that it is a part of is not sent along. */
const copyOf = ({ buffer, byteOffset, length }: Buffer): Buffer =>
  Buffer.from(buffer.slice(byteOffset, byteOffset + length));

/** @returns about the size of an object in memory, in bytes. */
const sizeOf = ({ value, stream }: PdfObject): number => 500 + sizeOfValue(value) + (stream?.length ?? 0);

function sizeOfValue(value: PdfValue): number {
  if (typeof value === 'string') return 20 + value.length;
  if (isReference(value)) return 50;
  let bytes = 100;
  for (const entry of value.values()) bytes += 20 + sizeOfValue(entry);
  return bytes;
}

serveTasks<ReadTask>(({ task }) => result(task));
