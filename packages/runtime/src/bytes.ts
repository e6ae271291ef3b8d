/** Bodies and texts of any length: held in one piece, in room that was asked for, encoded piece by piece. */
import { setImmediate as turn } from 'node:timers/promises';

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

/** What comes in without asking. Bytes. */
export const SMALL_BYTES = 64 * 1024;
/** Of what may become long, but is mostly not, so many times as much is asked for at each step. */
const STEP = 8;

/** Room for a body of unknown size, asked for step by step as it grows. */
export class Room {
  private granted = SMALL_BYTES;
  private waiting: Promise<void> | undefined;

  /**
   * @param most how many bytes there can be.
   * @param ask asks for so many more, the first time or for what comes on top; gives nothing when there is room at once, else a promise of it.
   */
  constructor(
    private readonly most: number,
    private readonly ask: (bytes: number, isMore: boolean) => Promise<void> | undefined,
  ) {}

  /**
   * @param bytes that are held.
   * @returns nothing when more may come; a promise of it when that has to wait, which rejects when there is no room.
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

/** Letters that are encoded well within a millisecond: of ten million at once it would take a tenth of a second. */
const PIECE = 192 * 1024;

/** @returns the text in parts that follow each other. */
export function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = isMiddleOfPair(text, from + PIECE) ? from + PIECE + 1 : from + PIECE;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * @param spell how a piece is written, where it is not as it is.
 * @returns the text in UTF-8; others have their turn between the pieces of a long one.
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

/** Half of a surrogate pair is no character. */
const isMiddleOfPair = (text: string, index: number): boolean => /[\ud800-\udbff]/.test(text.charAt(index - 1));
