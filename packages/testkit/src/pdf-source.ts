/** The source of a PDF, for tests of how it is written. */
import { inflateSync } from 'node:zlib';

/** Returns the bytes of a PDF as text, followed by the objects of its object streams (ISO 32000-1, 7.5.7). */
export function pdfSource(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const text = bytes.toString('latin1');
  const held = [...text.matchAll(/<<\/Type \/ObjStm\n[^>]*\/Length (\d+)>>\nstream\n/g)].map(
    ({ 0: head, 1: length, index }) => {
      const start = index + head.length;
      return inflateSync(bytes.subarray(start, start + Number(length))).toString('latin1');
    },
  );
  return [text, ...held].join('\n');
}
