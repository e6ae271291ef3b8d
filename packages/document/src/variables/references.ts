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

/** The names in a text, each once. */
export function variablesIn(pieces: readonly Piece[]): Set<string> {
  const names = new Set<string>();
  for (const piece of pieces) if ('variable' in piece) names.add(piece.variable);
  return names;
}
