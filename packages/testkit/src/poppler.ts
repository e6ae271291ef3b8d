/** Reads PDFs with poppler, an independent PDF reader. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the text of a PDF. @param password opens it. */
export const pdfText = (pdf: Uint8Array, password = ''): string =>
  withFile(pdf, (file) => run('pdftotext', ['-layout', ...(password ? ['-upw', password] : []), file, '-']));

export interface PdfWord {
  text: string;
  /** The page number, from 1. */
  page: number;
  /** The position in points from the left and upper edges of its page. */
  xMin: number;
  yMin: number;
  xMax: number;
  yMax: number;
}

/** Returns the words of a PDF with their positions, in order. */
export function pdfWords(pdf: Uint8Array): PdfWord[] {
  const [, ...pages] = withFile(pdf, (file) => run('pdftotext', ['-bbox', file, '-'])).split('<page ');
  return pages.flatMap((page, index) =>
    [...page.matchAll(WORD)].map(([, xMin, yMin, xMax, yMax, text = '']) => ({
      text,
      page: index + 1,
      xMin: Number(xMin),
      yMin: Number(yMin),
      xMax: Number(xMax),
      yMax: Number(yMax),
    })),
  );
}

const WORD = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g;

export interface PdfInfo {
  pages: number;
  title: string | undefined;
  tagged: boolean;
  /** The size of the first page, in points. */
  width: number;
  height: number;
}

export function pdfInfo(pdf: Uint8Array): PdfInfo {
  const report = withFile(pdf, (file) => run('pdfinfo', [file]));
  const [, pages] = /^Pages:\s+(\d+)/m.exec(report) ?? [];
  const [, width, height] = /^Page size:\s+([\d.]+) x ([\d.]+)/m.exec(report) ?? [];
  return {
    pages: Number(pages),
    title: /^Title:\s+(.*)$/m.exec(report)?.[1],
    tagged: /^Tagged:\s+yes/m.test(report),
    width: Number(width),
    height: Number(height),
  };
}

/** Returns the colours of a rendered page, as in `255,0,0`. */
export function pdfColours(pdf: Uint8Array, page = 1): Set<string> {
  const image = withFile(pdf, (file) =>
    execFileSync('pdftoppm', ['-r', '40', '-f', String(page), '-l', String(page), file], { maxBuffer: 2 ** 26 }),
  );
  const colours = new Set<string>();
  for (let at = image.length % 3; at < image.length; at += 3) colours.add(image.subarray(at, at + 3).join(','));
  return colours;
}

/** A rendered page: its size in pixels, and three bytes for each pixel. */
export function pdfPixels(pdf: Uint8Array, dotsPerInch: number, page = 1): { size: string; pixels: Buffer } {
  const image = withFile(pdf, (file) =>
    execFileSync('pdftoppm', ['-cropbox', '-r', String(dotsPerInch), '-f', String(page), '-l', String(page), file], {
      maxBuffer: 2 ** 26,
    }),
  );
  const [head = '', size = ''] = /^P6\s+(\d+ \d+)\s+255\s/.exec(image.toString('latin1', 0, 64)) ?? [];
  return { size, pixels: image.subarray(head.length) };
}

/** Returns all rendered pages of a PDF as PPM, one after the other: equal bytes look the same. */
export const pdfPictures = (pdf: Uint8Array, dotsPerInch: number): Buffer =>
  withFile(pdf, (file) =>
    execFileSync('pdftoppm', ['-cropbox', '-r', String(dotsPerInch), file], { maxBuffer: 2 ** 30 }),
  );

/** Returns a page of a PDF as PNG. */
export const pdfPicture = (pdf: Uint8Array, dotsPerInch: number, page = 1): Buffer =>
  withFile(pdf, (file) =>
    execFileSync('pdftoppm', ['-r', String(dotsPerInch), '-f', String(page), '-l', String(page), '-png', file], {
      maxBuffer: 2 ** 26,
    }),
  );

/** Returns the names of the embedded fonts of a PDF, without the prefix of a subset. */
export function pdfFonts(pdf: Uint8Array): string[] {
  const [, , ...rows] = withFile(pdf, (file) => run('pdffonts', [file]))
    .trim()
    .split('\n');
  const embedded = rows.filter((row) => / yes (?:yes|no ) (?:yes|no ) +\d+ +\d+ *$/.test(row));
  return [...new Set(embedded.map((row) => (row.split(' ')[0] ?? '').replace(/^[A-Z]{6}\+/, '')))].sort();
}

/** Returns the embedded files of a PDF by their names. */
export const pdfAttachments = (pdf: Uint8Array): Record<string, Buffer> =>
  withFile(pdf, (file) => {
    const folder = `${file}-attachments`;
    mkdirSync(folder);
    run('pdfdetach', ['-enc', 'UTF-8', '-saveall', '-o', folder, file]);
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  });

/** The text of thousands of pages. */
const MAX_OUTPUT = 64 * 1024 * 1024;
const run = (command: string, args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: MAX_OUTPUT });

function withFile<Result>(pdf: Uint8Array, read: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'toolpress-pdf-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    return read(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
