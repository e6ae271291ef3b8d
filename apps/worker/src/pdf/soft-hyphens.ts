/** Takes soft hyphens out of the text of a PDF: they would part words that are copied out of it, or searched for. */
import { packed, streamsOf } from './conformance/streams.js';
import type { PdfEdit } from './write.js';

/** Chromium draws one as a blank without a width, and says what it stands for (ISO 32000-1, 14.9.4). */
const SOFT_HYPHEN = /(\/ActualText\s*<feff)00ad(?=>)/gi;

/** @param foreign streams that are left as they are. */
export function dropSoftHyphens(edit: PdfEdit, foreign: ReadonlySet<number>): void {
  const seen = new Set(foreign);
  for (const page of edit.file.pages())
    for (const { stream, bytes, entries } of streamsOf(edit, page, seen)) {
      const text = bytes.toString('latin1');
      const without = text.replace(SOFT_HYPHEN, '$1');
      if (without !== text) edit.put(stream, packed(Buffer.from(without, 'latin1'), entries));
    }
}
