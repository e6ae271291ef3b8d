/** Finds the ends of CSV records without parsing them (RFC 4180): a line break in quotes does not end one. */

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Where a scan is: at the beginning of a cell, in one without quotes, in quotes, or after a quote that may be the closing one. */
type Place = 'start' | 'plain' | 'quoted' | 'closed';

export class RecordEnds {
  private place: Place = 'start';

  /** @param delimiters the bytes that separate cells. @param lineEnd the byte that ends a line. */
  constructor(
    private readonly delimiters: readonly number[],
    private readonly lineEnd: number,
  ) {}

  /**
   * Looks at the next bytes.
   *
   * @returns the index after the last record that ends in them, or -1. @param isFirst whether to stop after the first record.
   */
  scan(bytes: Uint8Array, isFirst = false): number {
    const { delimiters, lineEnd } = this;
    let last = -1;
    let { place } = this;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] as number;
      if (place === 'quoted') {
        if (byte === QUOTE) place = 'closed';
      } else if (byte === QUOTE) {
        // A second quote represents a quote in the cell. Elsewhere in a cell it is a character, such as an inch sign.
        if (place !== 'plain') place = 'quoted';
      } else if (byte === lineEnd) {
        place = 'start';
        last = index + 1;
        if (isFirst) break;
      } else place = delimiters.includes(byte) ? 'start' : 'plain';
    }
    this.place = place;
    return last;
  }
}

/** Returns the byte that ends lines, by the first line; undefined when the first line has not ended. */
export function lineEndOf(bytes: Uint8Array): number | undefined {
  let isQuoted = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (!isQuoted && byte === NEWLINE) return NEWLINE;
    // The line feed that follows ends the line.
    else if (!isQuoted && byte === RETURN && bytes[index + 1] !== NEWLINE)
      return index + 1 === bytes.length ? undefined : RETURN;
  }
  return undefined;
}
