/** Names of places, as long as PDF/A takes them. */
import { asDictionary, type Dictionary, isReference } from '../read.js';
import { listOf } from '../stamps.js';
import type { PdfEdit } from '../write.js';

/** Bytes (ISO 19005-2, 6.1.13). */
const MAX_NAME = 127;

/** Chromium names a place by the `id` of its element: of 15 characters in Japanese it makes 135 bytes. */
export function shortenDestinations(edit: PdfEdit): void {
  const reference = edit.catalog.get('Dests');
  if (!isReference(reference)) return;
  const places = asDictionary(edit.follow(reference));
  const long = [...places.keys()].filter((name) => lengthOf(name) > MAX_NAME);
  if (long.length === 0) return;
  const shorter = new Map(long.map((name, index) => [`/${name}`, `/place#20${index + 1}`]));
  const renamed = [...places].map(([name, place]) => [shorter.get(`/${name}`)?.slice(1) ?? name, place] as const);
  edit.put(reference, { value: new Map(renamed) });
  for (const page of edit.file.pages()) {
    for (const annotation of listOf(edit.follow(asDictionary(edit.follow(page)).get('Annots')))) {
      if (!isReference(annotation)) continue;
      const link: Dictionary = asDictionary(edit.follow(annotation));
      const short = shorter.get(String(link.get('Dest')));
      if (short !== undefined) edit.put(annotation, { value: new Map(link).set('Dest', short) });
    }
  }
}

/** As it is meant: `#20` is one byte. */
const lengthOf = (name: string): number => name.replace(/#[0-9A-Fa-f]{2}/g, ' ').length;
