/** Compares PDFs page by page: their texts, and their pages as pictures. */
import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { Problem } from '../config.js';

/** A page with its text and its picture; four bytes a pixel. */
export interface Page {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export interface PageDifference {
  /** The number of the page, from 1. */
  readonly page: number;
  /** Whether the page is in both documents, or only in one of them. */
  readonly is_in: 'both' | 'first' | 'second';
  /** Whether the texts differ, also in their lines. */
  readonly text: boolean;
  /** The number of pixels that differ. */
  readonly pixels: number;
  /** PNG: the first page, the second, and the differences in red. */
  readonly picture: Buffer;
}

/** Pixels per point. */
const SCALE = 1;
/** The distance of two colors, of 0 to 1, up to which pixels are equal. */
const THRESHOLD = 0.1;

/** PDFium's flags: draws annotations, and gives red before green and blue. */
const DRAWN = 0x01 | 0x10;
const WHITE = 0xffffffff;

let started: Promise<WrappedPdfiumModule> | undefined;

async function start(): Promise<WrappedPdfiumModule> {
  const { init } = await import('@embedpdf/pdfium');
  const wasm = await readFile(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** Returns the pages of a PDF. Both documents are read by the same library, so equal documents have equal pictures. */
export async function pagesOf(pdf: Uint8Array): Promise<Page[]> {
  started ??= start();
  const pdfium = await started;
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const address = malloc(pdf.length);
  pdfium.pdfium.HEAPU8.set(pdf, address);
  const document = pdfium.FPDF_LoadMemDocument(address, pdf.length, '');
  try {
    if (document === 0) throw new Problem('The PDF can’t be read.');
    return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => pageOf(pdfium, document, index));
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document);
    free(address);
  }
}

function pageOf(pdfium: WrappedPdfiumModule, document: number, index: number): Page {
  const page = pdfium.FPDF_LoadPage(document, index);
  const width = Math.ceil(pdfium.FPDF_GetPageWidthF(page) * SCALE);
  const height = Math.ceil(pdfium.FPDF_GetPageHeightF(page) * SCALE);
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 1);
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAWN);
  const buffer = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const pixels = pdfium.pdfium.HEAPU8.slice(buffer, buffer + width * height * 4);
  pdfium.FPDFBitmap_Destroy(bitmap);
  const text = textOf(pdfium, page);
  pdfium.FPDF_ClosePage(page);
  return { text, width, height, pixels };
}

function textOf(pdfium: WrappedPdfiumModule, page: number): string {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const read = pdfium.FPDFText_LoadPage(page);
  const bytes = 2 * (pdfium.FPDFText_CountChars(read) + 1); // UTF-16 with a final zero
  const address = malloc(bytes);
  const length = pdfium.FPDFText_GetText(read, 0, bytes / 2 - 1, address);
  const text = Buffer.from(pdfium.pdfium.HEAPU8.slice(address, address + 2 * Math.max(0, length - 1))).toString(
    'utf16le',
  );
  free(address);
  pdfium.FPDFText_ClosePage(read);
  return text;
}

/** Returns the pages that differ. Pixels that differ only by the smoothing of edges are equal. */
export async function differingPages(first: readonly Page[], second: readonly Page[]): Promise<PageDifference[]> {
  const { default: pixelmatch } = await import('pixelmatch');
  const found: PageDifference[] = [];
  for (let index = 0; index < Math.max(first.length, second.length); index++) {
    const [one, other] = [first[index], second[index]];
    const width = Math.max(one?.width ?? 0, other?.width ?? 0);
    const height = Math.max(one?.height ?? 0, other?.height ?? 0);
    const [left, right] = [onCanvas(one, width, height), onCanvas(other, width, height)];
    const marked = new Uint8Array(left.length);
    const pixels = pixelmatch(left, right, marked, width, height, { threshold: THRESHOLD });
    const isText = one?.text !== other?.text;
    const isSize = one?.width !== other?.width || one?.height !== other?.height;
    if (pixels === 0 && !isText && !isSize) continue;
    const is_in = one === undefined ? 'second' : other === undefined ? 'first' : 'both';
    const picture = png([left, right, marked], width, height);
    found.push({ page: index + 1, is_in, text: isText, pixels, picture });
  }
  return found;
}

/** Returns the pixels of a page on a white canvas. */
function onCanvas(page: Page | undefined, width: number, height: number): Uint8Array {
  if (page?.width === width && page.height === height) return page.pixels;
  const canvas = new Uint8Array(width * height * 4).fill(255);
  for (let row = 0; page !== undefined && row < page.height; row++)
    canvas.set(page.pixels.subarray(row * page.width * 4, (row + 1) * page.width * 4), row * width * 4);
  return canvas;
}

/** Returns a PNG of pictures of the same size side by side. */
function png(pictures: readonly Uint8Array[], width: number, height: number): Buffer {
  const rowBytes = width * 4;
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.of(0), ...pictures.map((each) => each.subarray(row * rowBytes, (row + 1) * rowBytes))]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width * pictures.length, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8); // 8 bits of red, green, blue and opacity
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const data = chunk('IDAT', deflateSync(Buffer.concat(rows)));
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
