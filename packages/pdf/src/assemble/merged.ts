/** Merges the PDFs of rows to one PDF, with an outline that has an entry for each row. Tags are removed. */
import { createHash } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import { ObjectWriter, runAsync } from '../file/pack.js';
import { PdfFile } from '../file/pdf-file.js';
import { Encryption, type Protection } from '../file/protect.js';
import type { PdfValue } from '../file/read.js';
import { textString, written } from '../file/write.js';
import { KnownObjects } from './known-objects.js';
import { MergedOutline } from './merged-outline.js';
import { PageTree } from './page-tree.js';
import { RowCopy } from './row-copy.js';

/** The PDF of a row. */
export interface RowPdf {
  /** Counts from 1. */
  readonly row: number;
  readonly filename: string | undefined;
  readonly content: Buffer;
  /** The key of an encrypted PDF. */
  readonly key?: Uint8Array;
}

/**
 * @param filename the name of the merged file, which becomes its title.
 * @param onPages receives the number of pages before the last piece.
 * @param protection of the merged file. Equal objects are found before they are encrypted.
 */
export async function* merged(
  files: AsyncIterable<RowPdf>,
  filename: string | undefined,
  onPages: (count: number) => void,
  protection?: Protection,
): AsyncGenerator<Buffer> {
  const output = new ObjectWriter({ offsetBytes: 5, cipher: protection && new Encryption(protection) });
  const known = new KnownObjects(output);
  const pages = new PageTree(output);
  const outline = new MergedOutline(output);
  const content = createHash('sha256');
  let language: PdfValue | undefined;
  for await (const { row, filename: name, content: bytes, key } of files) {
    const file = new PdfFile(bytes, key);
    const copy = new RowCopy(file, known, pages);
    const numbers = await copy.pages();
    const { catalog } = file;
    language ??= catalog.get('Lang');
    const title = titleOf(file) ?? textString(withoutEnding(name) ?? `Row ${row}`);
    await outline.add(title, { page: numbers[0] ?? 0, top: copy.top }, copy);
    content.update(`${title}\n${written(file.trailer.get('ID') ?? 'null')}\n`); // the id is a digest of the content
    yield* output.take();
  }
  if (pages.count === 0) throw new ServiceError('file_expired', 'The files of all rows have expired.');
  onPages(pages.count);
  const root = await known.add(
    `${[
      `<</Type /Catalog\n/Pages ${await pages.end()} 0 R\n/Outlines ${await outline.end()} 0 R\n/PageMode /UseOutlines`,
      ...(typeof language === 'string' ? [`/Lang ${language}`] : []),
    ].join('\n')}>>`,
  );
  const title = withoutEnding(filename);
  const info = title === undefined ? undefined : await known.add(`<</Title ${textString(title)}>>`);
  const trailer = { Root: `${root} 0 R`, ...(info && { Info: `${info} 0 R` }) };
  await runAsync(output.end(trailer, content.digest('hex').slice(0, 32)));
  yield* output.take();
}

/** @returns the title as it is written in the file, or undefined. */
function titleOf(file: PdfFile): string | undefined {
  const info = file.follow(file.trailer.get('Info'));
  const title = info instanceof Map ? file.follow(info.get('Title')) : undefined;
  return typeof title !== 'string' || EMPTY.test(title) ? undefined : title;
}

const EMPTY = /^(?:\(\s*\)|<(?:feff)?(?:0020|\s)*>)$/i;

const withoutEnding = (filename: string | undefined): string | undefined =>
  filename?.replace(/\.pdf$/i, '') || undefined;
