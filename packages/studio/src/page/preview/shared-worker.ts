/** The worker of pdf.js, which all views of PDFs share. */
import './pdf-support.js';
import { PDFWorker } from 'pdfjs-dist';

let worker: PDFWorker | undefined;

/** Starts the worker at the first call. @param path of its script. */
export function sharedWorker(path: string): PDFWorker {
  worker ??= PDFWorker.create({ port: new Worker(path, { type: 'module' }) });
  return worker;
}
