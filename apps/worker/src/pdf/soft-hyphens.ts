/** Takes soft hyphens out of the text of a PDF: they would part words that are copied out of it, or searched for. */
import { packed, streamsOf } from './conformance/streams.js';
import type { PdfEdit } from './write.js';

/** Chromium draws one as a blank without a width, alone or within a ligature, and says what it stands for (ISO 32000-1, 14.9.4). */
const ACTUAL_TEXT = /(\/ActualText\s*<feff)([0-9a-f]+)(?=>)/gi;
const UNITS = /.{4}/g;

/** @param foreign streams that are left as they are. */
export function dropSoftHyphens(edit: PdfEdit, foreign: ReadonlySet<number>): void {
  const seen = new Set(foreign);
  for (const page of edit.file.pages())
    for (const { stream, bytes, entries } of streamsOf(edit, page, seen)) {
      const text = bytes.toString('latin1');
      const without = text.replace(ACTUAL_TEXT, (_, begin: string, units: string) => {
        const shown = units.replace(UNITS, (unit) => (unit.toLowerCase() === '00ad' ? '' : unit));
        return `${begin}${shown}`;
      });
      if (without !== text) edit.put(stream, packed(Buffer.from(without, 'latin1'), entries));
    }
}
