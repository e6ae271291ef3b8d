/** Reads one PDF of a caller, and ends: nothing of it is left for the next one. */
import { parentPort, workerData } from 'node:worker_threads';
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

export type ReadResult = { drawings: Drawings; faults?: Faults } | { unusable: string };

async function result({ pdf, wasm, maxPages, isChecked }: ReadTask): Promise<ReadResult> {
  try {
    const drawings = drawingsOf(await formPages(pdf, wasm, maxPages));
    for (const object of drawings.objects.values()) if (object.stream) object.stream = alone(object.stream);
    return { drawings, ...(isChecked && { faults: faultsOf(drawings) }) };
  } catch (error) {
    // Also an Error of `PdfFile`: what PDFium has written of such a file is no PDF of the form that is expected.
    return { unusable: error instanceof UnusablePdf ? error.message : 'is broken' };
  }
}

/** Without the file that it is a part of, all of which would go along. */
const alone = ({ buffer, byteOffset, length }: Buffer): Buffer =>
  Buffer.from(buffer.slice(byteOffset, byteOffset + length));

parentPort?.postMessage(await result(workerData as ReadTask));
