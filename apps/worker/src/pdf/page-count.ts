import { PdfFile } from './file.js';

/** @throws Error when the bytes are not a PDF as Chromium (Skia) writes them. */
export const countPages = (pdf: Buffer): number => new PdfFile(pdf).pageCount;
