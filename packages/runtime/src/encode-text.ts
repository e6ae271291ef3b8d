/** Long texts as bytes, piece by piece: of ten million letters at once it would take a tenth of a second. */
import { setImmediate as turn } from 'node:timers/promises';

/** Letters that are encoded well within a millisecond. */
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
