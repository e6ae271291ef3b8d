/**
 * Bytes in one piece, however small the pieces are in which they come: ten million chunks of one byte, kept one by one,
 * would take gigabytes.
 */
export class Bytes {
  private space = Buffer.alloc(0);
  private used = 0;

  /** @param most how many bytes there can be at most. */
  constructor(private readonly most: number) {}

  get length(): number {
    return this.used;
  }

  append(piece: Buffer): void {
    const needed = this.used + piece.length;
    if (needed > this.space.length) this.grow(needed);
    piece.copy(this.space, this.used);
    this.used = needed;
  }

  /** Hands over what there is, and begins anew. */
  take(): Buffer {
    const bytes = this.space.subarray(0, this.used);
    this.space = Buffer.alloc(0);
    this.used = 0;
    return bytes;
  }

  private grow(needed: number): void {
    const roomy = Math.max(needed, Math.min(this.most, Math.max(LEAST, 2 * this.space.length)));
    const space = Buffer.allocUnsafeSlow(roomy);
    this.space.copy(space, 0, 0, this.used);
    this.space = space;
  }
}

const LEAST = 4096;
