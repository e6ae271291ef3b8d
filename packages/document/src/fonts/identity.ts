/** Which font a file holds: its family, and the revision that its makers count. */

export interface FontIdentity {
  /** In every language, in lower case; empty where the file does not say. */
  readonly families: readonly string[];
  /** In thousandths. */
  readonly revision: number;
}

/** The family, and that of which it is a weight or width. */
const FAMILY_NAMES: ReadonlySet<number> = new Set([1, 16]);
/** A font that says its names in every language of its platform has some hundred. */
const MAX_NAMES = 1_000;
const MACINTOSH = 1;

/** @returns nothing for tables that are broken. */
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
      const text = Buffer.from(texts.subarray(offset, offset + table.readUInt16BE(at + 8)));
      const isWide = table.readUInt16BE(at) !== MACINTOSH;
      return (isWide && text.length % 2 === 0 ? text.swap16().toString('utf16le') : text.toString('latin1'))
        .trim()
        .toLowerCase();
    });
}
