/** The text of a page with its places, as fractions of the page from the left and from the top. */
import type { PDFPageProxy } from 'pdfjs-dist';
import type { PageText } from '../editor/follow.js';

export interface Piece {
  text: string;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export async function readText(page: PDFPageProxy): Promise<PageText<Piece>> {
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , , , x = 0, y = 0] = item.transform as number[];
    const [left, right] = [x / width, (x + item.width) / width];
    const text = item.hasEOL ? `${item.str}\n` : item.str;
    return [{ text, top: 1 - (y + item.height) / height, bottom: 1 - y / height, left, right }];
  });
  return { pieces };
}

/** The distance from a text in which a click is meant for it, as a fraction of the page. */
const NEAR = 0.012;

/** Returns the index of the piece at a point, and the place in it, 0 to 1; undefined where no text is. */
export function pieceAt(
  { pieces }: PageText<Piece>,
  x: number,
  y: number,
): { piece: number; share: number } | undefined {
  let nearest: { piece: number; distance: number } | undefined;
  for (const [piece, { text, top, bottom, left, right }] of pieces.entries()) {
    if (text.trim() === '') continue;
    const distance = Math.max(left - x, x - right, top - y, y - bottom - (bottom - top) / 4, 0);
    if (distance < (nearest?.distance ?? NEAR)) nearest = { piece, distance };
  }
  const found = nearest && pieces[nearest.piece];
  if (nearest === undefined || found === undefined) return undefined;
  const share = (x - found.left) / Math.max(1e-6, found.right - found.left);
  return { piece: nearest.piece, share: Math.min(1, Math.max(0, share)) };
}

/** Returns the indexes of the pieces that are not spaces alone. */
export const textPieces = ({ pieces }: PageText<Piece>): number[] =>
  [...pieces.keys()].filter((index) => pieces[index]?.text.trim() !== '');
