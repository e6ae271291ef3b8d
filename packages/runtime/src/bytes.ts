/** Bodies and texts of any length: collected in one buffer, with reserved memory, and encoded in pieces. */
import { setImmediate as turn } from 'node:timers/promises';

/** Collects chunks in one buffer. Ten million chunks of one byte, kept separately, would take gigabytes. */
export class Bytes {
  private space = Buffer.alloc(0);
  private used = 0;

  /** @param most the maximum number of bytes. */
  constructor(private readonly most: number) {}

  get length(): number {
    return this.used;
  }

  append(piece: Uint8Array): void {
    const needed = this.used + piece.length;
    if (needed > this.space.length) this.grow(needed);
    this.space.set(piece, this.used);
    this.used = needed;
  }

  /** Returns the collected bytes and clears the buffer. */
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

/** The size that needs no reservation, in bytes. */
export const SMALL_BYTES = 64 * 1024;
/** The factor by which the reservation grows at each step. */
const STEP = 8;

/** Reserves memory for a body of unknown size in steps as it grows. */
export class Room {
  private granted = SMALL_BYTES;
  private waiting: Promise<void> | undefined;

  /**
   * @param most the maximum number of bytes.
   * @param ask reserves more bytes; `isMore` is false the first time. Returns undefined when memory is available
   *   immediately, else a promise.
   */
  constructor(
    private readonly most: number,
    private readonly ask: (bytes: number, isMore: boolean) => Promise<void> | undefined,
  ) {}

  /**
   * @param bytes the collected bytes.
   * @returns undefined when more bytes may come; a promise when they have to wait. It rejects when there is no
   *   memory.
   */
  beyond(bytes: number): Promise<void> | undefined {
    if (bytes <= this.granted || this.waiting !== undefined) return this.waiting;
    const next = Math.max(bytes, Math.min(this.most, STEP * this.granted));
    const isFirst = this.granted === SMALL_BYTES;
    this.waiting = this.ask(next - (isFirst ? 0 : this.granted), !isFirst)?.then(() => {
      this.waiting = undefined;
    });
    this.granted = next;
    return this.waiting;
  }
}

/**
 * The length of a piece in characters, encoded in less than a millisecond. Ten million characters would take 100 ms.
 */
const PIECE = 192 * 1024;

/** Splits a text into consecutive pieces. */
export function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = isMiddleOfPair(text, from + PIECE) ? from + PIECE + 1 : from + PIECE;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * @param spell converts a piece; default: unchanged.
 * @returns the text in UTF-8. Other work runs between the pieces of a long text.
 */
export async function encodeText(text: string, spell = (piece: string): string => piece): Promise<Buffer> {
  if (text.length <= PIECE) return Buffer.from(spell(text));
  const pieces: Buffer[] = [];
  for (const piece of piecesOf(text)) {
    pieces.push(Buffer.from(spell(piece)));
    await turn();
  }
  return Buffer.concat(pieces);
}

/** Says whether an index would split a surrogate pair. */
const isMiddleOfPair = (text: string, index: number): boolean => /[\ud800-\udbff]/.test(text.charAt(index - 1));
