/** One PDF of many: the pages of all rows, and an outline with an entry for each. Tags of the rows are left out. */
import { createHash } from 'node:crypto';
import { ServiceError } from '@toolpress/contract';
import type { PdfValue } from '../pdf/read.js';
import { textString, written } from '../pdf/write.js';
import { KnownObjects } from './known-objects.js';
import { MergedOutline } from './merged-outline.js';
import { PackedFile } from './packed-file.js';
import { PageTree } from './page-tree.js';
import { PdfStream } from './pdf-stream.js';
import { RowCopy } from './row-copy.js';
import type { RowFile } from './row-files.js';

/** @param filename of the whole, which becomes its title. @param onPages is told how many pages it has, before the last piece. */
export async function* merged(
  files: AsyncIterable<RowFile>,
  filename: string | undefined,
  onPages: (count: number) => void,
): AsyncGenerator<Buffer> {
  const output = new PdfStream();
  const known = new KnownObjects(output);
  const pages = new PageTree(output);
  const outline = new MergedOutline(output);
  const content = createHash('sha256');
  let language: PdfValue | undefined;
  for await (const { row, filename: name, content: bytes } of files) {
    const file = new PackedFile(bytes);
    const copy = new RowCopy(file, known, pages);
    const numbers = await copy.pages();
    const { catalog } = file;
    language ??= catalog.get('Lang');
    const title = titleOf(file) ?? textString(withoutEnding(name) ?? `Row ${row}`);
    await outline.add(title, { page: numbers[0] ?? 0, top: copy.top }, copy);
    content.update(`${title}\n${written(file.trailer.get('ID') ?? 'null')}\n`); // which is a digest of its content
    yield* output.take();
  }
  if (pages.count === 0) throw new ServiceError('file_expired', 'No file of a row is there any more.');
  onPages(pages.count);
  const root = await output.add(
    `${[
      `<</Type /Catalog\n/Pages ${await pages.end()} 0 R\n/Outlines ${await outline.end()} 0 R\n/PageMode /UseOutlines`,
      ...(typeof language === 'string' ? [`/Lang ${language}`] : []),
    ].join('\n')}>>`,
  );
  const title = withoutEnding(filename);
  const info = title === undefined ? undefined : await output.add(`<</Title ${textString(title)}>>`);
  const trailer = { Root: `${root} 0 R`, ...(info && { Info: `${info} 0 R` }) };
  await output.end(trailer, content.digest('hex').slice(0, 32));
  yield* output.take();
}

/** The string of its title, as it is written. @returns undefined when there is none. */
function titleOf(file: PackedFile): string | undefined {
  const info = file.follow(file.trailer.get('Info'));
  const title = info instanceof Map ? file.follow(info.get('Title')) : undefined;
  return typeof title !== 'string' || EMPTY.test(title) ? undefined : title;
}

const EMPTY = /^(?:\(\s*\)|<(?:feff)?(?:0020|\s)*>)$/i;

const withoutEnding = (filename: string | undefined): string | undefined =>
  filename?.replace(/\.pdf$/i, '') || undefined;
