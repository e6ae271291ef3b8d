/** What poppler, a PDF reader that is not ours, reads in a PDF. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The text of a PDF. */
export const pdfText = (pdf: Uint8Array): string => withFile(pdf, (file) => run('pdftotext', ['-layout', file, '-']));

export interface PdfInfo {
  pages: number;
  /** Of the first page, in points. */
  width: number;
  height: number;
}

export function pdfInfo(pdf: Uint8Array): PdfInfo {
  const report = withFile(pdf, (file) => run('pdfinfo', [file]));
  const [, pages] = /^Pages:\s+(\d+)/m.exec(report) ?? [];
  const [, width, height] = /^Page size:\s+([\d.]+) x ([\d.]+)/m.exec(report) ?? [];
  return { pages: Number(pages), width: Number(width), height: Number(height) };
}

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
