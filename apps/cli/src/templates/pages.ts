/** Compares PDFs page by page: their texts, and their pages as pictures. */
import { crc32, deflateSync } from 'node:zlib';
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

type Library = Awaited<ReturnType<typeof import('@hyzyla/pdfium').PDFiumLibrary.init>>;
let library: Promise<Library> | undefined;

/** Returns the pages of a PDF. Both documents are read by the same library, so equal documents have equal pictures. */
export async function pagesOf(pdf: Uint8Array): Promise<Page[]> {
  library ??= import('@hyzyla/pdfium').then(({ PDFiumLibrary }) => PDFiumLibrary.init());
  const document = await (await library).loadDocument(pdf).catch((error: Error) => {
    throw new Problem(`The PDF can't be read: ${error.message}`);
  });
  try {
    const pages: Page[] = [];
    for (const page of document.pages()) {
      const text = page.getText(); // the library closes a page when it is drawn
      const { width, height, data } = await page.render({ scale: SCALE, render: 'bitmap' });
      pages.push({ text, width, height, pixels: data });
    }
    return pages;
  } finally {
    document.destroy();
  }
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
