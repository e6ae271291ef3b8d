/** Splits texts at the variables that they name. */
import { ServiceError, VARIABLE_REFERENCE } from '@toolpress/contract';
import { shortened } from '../values/shortened.js';
import { endOfPartial, readPartial } from './partials/tag.js';
import { endOf } from './tags.js';

/** A piece of a text: text, or a variable by its name with or without a version. */
export type Piece = { readonly text: string } | VariablePiece;

export interface VariablePiece {
  readonly variable: string;
  /** The text of a partial's tag, which stays in the text. */
  readonly tag?: string;
}

/** The largest number of partials and variables in the texts of a field. */
const MAX_PARTIALS = 10_000;

/** Limits the number of partials and variables: the gateway inserts them, and finding the end of a tag may read a thousand characters. */
export class PartialCount {
  private count = 0;

  constructor(private readonly field: string) {}

  add(): void {
    this.count += 1;
    if (this.count <= MAX_PARTIALS) return;
    const most = MAX_PARTIALS.toLocaleString('en');
    const fault = `has more than ${most} partials and variables: put repeated content into a list, and write \`[[#each rows]]\``;
    throw new ServiceError('template_invalid', `\`${this.field}\` ${fault}.`);
  }

  /** Returns the error for a tag that looks like an end mark. */
  forEnd(tag: string): ServiceError {
    const fault = `has \`[[${shortened(tag)}]]\`: partials have no closing tag, write \`[[> name]]\` alone`;
    return new ServiceError('template_invalid', `\`${this.field}\` ${fault}.`);
  }
}

// The gateway passes long texts here only when the contract's `MAY_NAME_VARIABLE` matches.
const REFERENCE = /\[\[\s*(?:var:([^\s[\]]{1,74})\s*\]\]|(?:\/\s*)?>\s*[A-Za-z0-9])/g;

/** Splits a text at its variables. An invalid name stays text. */
export function cutAtVariables(text: string, partials: PartialCount | undefined): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: found, 1: name, index } of text.matchAll(REFERENCE)) {
    if (index < done) continue; // inside a quoted argument of a partial
    if (name === undefined) {
      if (partials === undefined) continue;
      partials.add();
      const end = endOf(text, index + 2);
      const tag = text.slice(index + 2, end ?? index).trim();
      if (found.includes('/')) throw partials.forEnd(tag);
      const { partial } = readPartial(tag) ?? {};
      if (end === undefined || partial === undefined) continue;
      pieces.push({ text: text.slice(done, end + 2) }, { variable: partial, tag });
      done = end + 2;
    } else if (VARIABLE_REFERENCE.test(name)) {
      partials?.add();
      pieces.push({ text: text.slice(done, index) }, { variable: name });
      done = index + found.length;
    }
  }
  pieces.push({ text: text.slice(done) });
  return pieces;
}

/** Returns the names in a text, and how often each occurs. */
export function namesIn(pieces: readonly Piece[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const piece of pieces) {
    if ('variable' in piece) names.set(piece.variable, (names.get(piece.variable) ?? 0) + 1);
  }
  return names;
}

/** Returns the length of a text without its variables, in bytes of UTF-8. */
export const textBytes = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => {
    if ('text' in piece) return sum + Buffer.byteLength(piece.text);
    return piece.tag === undefined ? sum : sum + endOfPartial(piece.variable).length;
  }, 0);
