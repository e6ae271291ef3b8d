/** Finds `[[var:name]]` in a text. */
import { VARIABLE_NAME } from '@toolpress/contract';

/** A text cut at its variables: what stands between them, and their names. */
export type Piece = { readonly text: string } | { readonly variable: string };

// What `MAY_NAME_VARIABLE` of the contract does not find, the gateway never brings here when it is long.
const REFERENCE = /\[\[\s*var:([^\s[\]]{1,64})\s*\]\]/g;

/** What is no well-formed name stays text. */
export function cutAtVariables(text: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(REFERENCE)) {
    if (!VARIABLE_NAME.test(name)) continue;
    pieces.push({ text: text.slice(done, index) }, { variable: name });
    done = index + tag.length;
  }
  pieces.push({ text: text.slice(done) });
  return pieces;
}

/** The names in a text, and how often each stands there. */
export function namesIn(pieces: readonly Piece[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const piece of pieces) {
    if ('variable' in piece) names.set(piece.variable, (names.get(piece.variable) ?? 0) + 1);
  }
  return names;
}

/** How long a text is without its variables, bytes of UTF-8. */
export const textBytes = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + ('text' in piece ? Buffer.byteLength(piece.text) : 0), 0);
