/** Reads one PDF of a caller, and ends: nothing of it is left for the next one. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Drawings, drawingsOf } from './drawings.js';
import { formPages, UnusablePdf } from './pdfium.js';

export interface ReadTask {
  pdf: Uint8Array;
  wasm: WebAssembly.Module;
  /** That are read. */
  maxPages: number;
}

export type ReadResult = { drawings: Drawings } | { unusable: string };

async function result({ pdf, wasm, maxPages }: ReadTask): Promise<ReadResult> {
  try {
    return { drawings: drawingsOf(await formPages(pdf, wasm, maxPages)) };
  } catch (error) {
    // Also an Error of `PdfFile`: what PDFium has written of such a file is no PDF of the form that is expected.
    return { unusable: error instanceof UnusablePdf ? error.message : 'is broken' };
  }
}

parentPort?.postMessage(await result(workerData as ReadTask));
