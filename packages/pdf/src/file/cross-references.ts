/** The places of a PDF's objects, as the entries of a cross-reference stream (ISO 32000-1, 7.5.8). */

/** Types of entries. */
const [FREE, IN_FILE, IN_STREAM] = [0, 1, 2];
/** The fields of an entry: its type, the offset or the number of the object stream, and the index in that stream. */
const [KIND_BYTES, INDEX_BYTES] = [1, 2];

export class CrossReferences {
  private readonly entryBytes: number;
  /** Entries of missing objects are 0, which means free. */
  private entries: Buffer;

  /**
   * @param offsetBytes the size of an offset: 4 bytes in a file of up to 4 GiB.
   * @param capacity the number of entries to allocate.
   */
  constructor(
    private readonly offsetBytes: 4 | 5,
    capacity: number,
  ) {
    this.entryBytes = KIND_BYTES + offsetBytes + INDEX_BYTES;
    this.entries = Buffer.alloc(capacity * this.entryBytes);
  }

  /** The value of `W` in the stream's dictionary. */
  get widths(): string {
    return `[${KIND_BYTES} ${this.offsetBytes} ${INDEX_BYTES}]`;
  }

  get columns(): number {
    return this.entryBytes;
  }

  inFile(object: number, offset: number): void {
    this.enter(object, IN_FILE, offset, 0);
  }

  inStream(object: number, stream: number, index: number): void {
    this.enter(object, IN_STREAM, stream, index);
  }

  /** @param size one more than the highest number. */
  rows(size: number): Buffer {
    this.reserve(size);
    return this.entries.subarray(0, size * this.entryBytes);
  }

  /**
   * Encodes each row as the difference to the row above, after a byte that says so (PNG's `Up` filter). Most differences are equal. The last
   * field of a free entry (its next generation) may have any value, so it is set to that of the row above.
   */
  differences(size: number): Buffer {
    const entries = this.rows(size);
    const { entryBytes } = this;
    const rows = Buffer.alloc(size * (entryBytes + 1));
    for (let row = 0, from = 0, to = 0; row < size; row++) {
      const isFree = entries[from] === FREE;
      rows[to++] = 2;
      for (let column = 0; column < entryBytes; column++, from++) {
        const above = row === 0 ? 0 : (entries[from - entryBytes] ?? 0);
        if (isFree && column >= entryBytes - INDEX_BYTES) entries[from] = above;
        rows[to++] = (entries[from] ?? 0) - above;
      }
    }
    return rows;
  }

  private enter(object: number, kind: number, where: number, index: number): void {
    this.reserve(object + 1);
    const at = object * this.entryBytes;
    this.entries[at] = kind;
    this.entries.writeUIntBE(where, at + KIND_BYTES, this.offsetBytes);
    this.entries.writeUInt16BE(index, at + KIND_BYTES + this.offsetBytes);
  }

  private reserve(size: number): void {
    const missing = size * this.entryBytes - this.entries.length;
    if (missing <= 0) return;
    this.entries = Buffer.concat([this.entries, Buffer.alloc(Math.max(missing, this.entries.length))]);
  }
}
