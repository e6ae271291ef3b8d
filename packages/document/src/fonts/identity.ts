/** Identifies the font in a file by its family and revision. */

export interface FontIdentity {
  /** The family names in all languages, in lower case; empty if the file has none. */
  readonly families: readonly string[];
  /** The revision in thousandths. */
  readonly revision: number;
}

/** The family, and that of which it is a weight or width. */
const FAMILY_NAMES: ReadonlySet<number> = new Set([1, 16]);
/** The largest number of names. A font with names in all languages has some hundred. */
const MAX_NAMES = 1_000;
/** The largest length of a name in bytes. */
const MAX_NAME = 1_000;
const MACINTOSH = 1;

/** Returns the family and the revision; undefined for invalid tables. */
export function identityOf(head: Buffer, name: Buffer | undefined): FontIdentity | undefined {
  if (head.length < 8) return undefined;
  const revision = Math.round((head.readInt32BE(4) / 0x10000) * 1_000);
  return { families: name === undefined ? [] : [...new Set(familiesIn(name))], revision };
}

function familiesIn(table: Buffer): string[] {
  if (table.length < 6) return [];
  const texts = table.subarray(table.readUInt16BE(4));
  const count = Math.min(table.readUInt16BE(2), MAX_NAMES, Math.floor((table.length - 6) / 12));
  return Array.from({ length: count }, (_, index) => 6 + 12 * index)
    .filter((at) => FAMILY_NAMES.has(table.readUInt16BE(at + 6)))
    .map((at) => {
      const offset = table.readUInt16BE(at + 10);
      const text = Buffer.from(texts.subarray(offset, offset + Math.min(table.readUInt16BE(at + 8), MAX_NAME)));
      const isWide = table.readUInt16BE(at) !== MACINTOSH;
      return (isWide && text.length % 2 === 0 ? text.swap16().toString('utf16le') : text.toString('latin1'))
        .trim()
        .toLowerCase();
    });
}
