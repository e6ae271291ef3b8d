/** Reads the size of an AVIF image: boxes within boxes, as ISO 14496-12 and 23008-12 have them. */

/** The largest number of boxes of a kind. Real files have a dozen. */
const MAX_BOXES = 1_000;

/**
 * Returns the size of the largest image in a file, which may consist of tiles; undefined for other files, including image sequences.
 */
export function avifSize(bytes: Buffer): readonly [width: number, height: number] | undefined {
  const [type] = boxesIn(bytes, 'ftyp');
  if (type === undefined || bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  if (type.toString('latin1', 0, 4) === 'avis' || !brandsOf(type).includes('avif')) return undefined;
  let largest: readonly [number, number] | undefined;
  for (const meta of boxesIn(bytes, 'meta')) {
    for (const properties of boxesIn(meta.subarray(4), 'iprp')) {
      for (const container of boxesIn(properties, 'ipco')) {
        for (const extents of boxesIn(container, 'ispe')) {
          if (extents.length < 12) continue;
          const size = [extents.readUInt32BE(4), extents.readUInt32BE(8)] as const;
          if (largest === undefined || size[0] * size[1] > largest[0] * largest[1]) largest = size;
        }
      }
    }
  }
  return largest;
}

const brandsOf = (type: Buffer): string[] => {
  const text = type.toString('latin1', 0, 256);
  return [text.slice(0, 4), ...(text.slice(8).match(/.{4}/gs) ?? [])];
};

/** Returns the contents of adjacent boxes of a kind. */
function boxesIn(bytes: Buffer, kind: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0, count = 0; at + 8 <= bytes.length && count < MAX_BOXES; count++) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const header = isLong ? 16 : 8;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < header) break; // would loop forever
    if (bytes.toString('latin1', at + 4, at + 8) === kind) found.push(bytes.subarray(at + header, at + size));
    at += size;
  }
  return found;
}
