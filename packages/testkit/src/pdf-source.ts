/** What stands in a PDF, for tests that look at how it is written. */
import { inflateSync } from 'node:zlib';

/** @returns the bytes of a PDF as text, and after them what its object streams hold (ISO 32000-1, 7.5.7), one object after the other. */
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
