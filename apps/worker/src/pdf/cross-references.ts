/** Where the objects of a PDF are, as a cross-reference stream says it (ISO 32000-1, 7.5.8). */

/** Kinds of entries. */
const [FREE, IN_FILE, IN_STREAM] = [0, 1, 2];
/** Fields of an entry: its kind; the offset, or the number of the object stream; the index in that. */
const [KIND_BYTES, INDEX_BYTES] = [1, 2];

export class CrossReferences {
  private readonly entryBytes: number;
  /** Those of absent objects are 0: free. */
  private entries: Buffer;

  /**
   * @param offsetBytes what an offset takes: 4 bytes in a file of up to 4 GiB.
   * @param capacity how many objects there is room for at first.
   */
  constructor(
    private readonly offsetBytes: 4 | 5,
    capacity: number,
  ) {
    this.entryBytes = KIND_BYTES + offsetBytes + INDEX_BYTES;
    this.entries = Buffer.alloc(capacity * this.entryBytes);
  }

  /** As the stream's dictionary has them: `W`, and `Columns` for rows that are differences. */
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
   * Each row as its difference to the one above, after a byte that says so (PNG's `Up`): most are the same, also where absent
   * objects are between others, since what is free may have any last field (its next generation).
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
