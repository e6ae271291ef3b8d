/** What poppler, a PDF reader that is not ours, reads in a PDF. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The text of a PDF. */
export const pdfText = (pdf: Uint8Array): string => withFile(pdf, (file) => run('pdftotext', ['-layout', file, '-']));

export interface PdfWord {
  text: string;
  /** From 1. */
  page: number;
  /** Points from the left edge and the upper edge of its page. */
  xMin: number;
  yMin: number;
  xMax: number;
  yMax: number;
}

/** The words of a PDF and where they stand, in their order. */
export function pdfWords(pdf: Uint8Array): PdfWord[] {
  const [, ...pages] = withFile(pdf, (file) => run('pdftotext', ['-bbox', file, '-'])).split('<page ');
  return pages.flatMap((page, index) =>
    [...page.matchAll(WORD)].map(([, xMin, yMin, xMax, yMax, text = '']) => ({
      text,
      page: index + 1,
      ...{ xMin: Number(xMin), yMin: Number(yMin), xMax: Number(xMax), yMax: Number(yMax) },
    })),
  );
}

const WORD = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g;

export interface PdfInfo {
  pages: number;
  title: string | undefined;
  tagged: boolean;
  /** Of the first page, in points. */
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

/** The colours of a PDF's page as it shows, as in `255,0,0`. */
export function pdfColours(pdf: Uint8Array, page = 1): Set<string> {
  const image = withFile(pdf, (file) =>
    execFileSync('pdftoppm', ['-r', '40', '-f', String(page), '-l', String(page), file], { maxBuffer: 2 ** 26 }),
  );
  const colours = new Set<string>();
  for (let at = image.length % 3; at < image.length; at += 3) colours.add(image.subarray(at, at + 3).join(','));
  return colours;
}

/** A page of a PDF as it shows: its size in pixels, and three bytes for each pixel. */
export function pdfPixels(pdf: Uint8Array, dotsPerInch: number, page = 1): { size: string; pixels: Buffer } {
  const image = withFile(pdf, (file) =>
    execFileSync('pdftoppm', ['-cropbox', '-r', String(dotsPerInch), '-f', String(page), '-l', String(page), file], {
      maxBuffer: 2 ** 26,
    }),
  );
  const [head = '', size = ''] = /^P6\s+(\d+ \d+)\s+255\s/.exec(image.toString('latin1', 0, 64)) ?? [];
  return { size, pixels: image.subarray(head.length) };
}

/** All pages of a PDF as they show, in PPM one after the other: equal where they look the same. */
export const pdfPictures = (pdf: Uint8Array, dotsPerInch: number): Buffer =>
  withFile(pdf, (file) =>
    execFileSync('pdftoppm', ['-cropbox', '-r', String(dotsPerInch), file], { maxBuffer: 2 ** 30 }),
  );

/** The first page of a PDF as it prints, in PNG. */
export const pdfPicture = (pdf: Uint8Array, dotsPerInch: number): Buffer =>
  withFile(pdf, (file) =>
    execFileSync('pdftoppm', ['-r', String(dotsPerInch), '-l', '1', '-png', file], { maxBuffer: 2 ** 26 }),
  );

/** The names of the fonts that are embedded in a PDF, without the mark of a subset. */
export function pdfFonts(pdf: Uint8Array): string[] {
  const [, , ...rows] = withFile(pdf, (file) => run('pdffonts', [file]))
    .trim()
    .split('\n');
  const embedded = rows.filter((row) => / yes (?:yes|no ) (?:yes|no ) +\d+ +\d+ *$/.test(row));
  return [...new Set(embedded.map((row) => (row.split(' ')[0] ?? '').replace(/^[A-Z]{6}\+/, '')))].sort();
}

/** The files in a PDF, by the names under which they are saved. */
export const pdfAttachments = (pdf: Uint8Array): Record<string, Buffer> =>
  withFile(pdf, (file) => {
    const folder = `${file}-attachments`;
    mkdirSync(folder);
    run('pdfdetach', ['-enc', 'UTF-8', '-saveall', '-o', folder, file]);
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  });

const run = (command: string, args: string[]): string => execFileSync(command, args, { encoding: 'utf8' });

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
