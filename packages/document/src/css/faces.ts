/** Reads `@font-face` rules, with their families and sources. */
import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import { type CssRange, isAtKeyword, lower } from './tokens.js';

/** An address in a face, with its replacement. */
export interface FaceSource {
  readonly range: CssRange;
  readonly name: string;
  readonly target: string;
  readonly text: (address: string) => string;
}

/** A face that has been read to its end. */
export interface FontFace extends CssRange {
  readonly family: string | undefined;
  readonly sources: readonly FaceSource[];
  /** The number of edits before it. */
  readonly edits: number;
  /** Whether a bracket closes it, not the end of the text. */
  readonly isClosed: boolean;
}

/** The face that is being read. Its family may follow its sources. */
interface OpenFace {
  readonly start: number;
  /** Bracket depth around it. */
  readonly outside: number;
  /** Bracket depth of its declarations; 0 before its block. */
  depth: number;
  readonly edits: number;
  readonly sources: FaceSource[];
  family: string | undefined;
  /** The property at hand. */
  property: string;
}

/** A quick check for faces. An escape may be part of any name. */
export const HAS_FACES = /@(?:font-face|[a-z-]*\\)/i;

export class FaceReader {
  private face: OpenFace | undefined;

  /** Adds a source to the current face. Returns whether there is one. */
  take(source: FaceSource): boolean {
    this.face?.sources.push(source);
    return this.face !== undefined;
  }

  /** Reads a token. Returns the face that ends here. @param depth of brackets, with this token. @param edits of the text so far. */
  read(token: CSSToken, depth: number, edits: number): FontFace | undefined {
    // A nested face is ignored.
    if (this.face !== undefined) return this.follow(this.face, token, depth);
    if (isAtKeyword(token, 'font-face')) {
      const start = token[2];
      this.face = { start, outside: depth, depth: 0, edits, sources: [], family: undefined, property: '' };
    }
    return undefined;
  }

  /** Ends the current face, and returns it. @param end the offset after its last character. */
  end(end: number, isClosed = false): FontFace | undefined {
    const { face } = this;
    this.face = undefined;
    if (face === undefined) return undefined;
    const { start, family, sources, edits } = face;
    return { start, end, family, sources, edits, isClosed };
  }

  private follow(face: OpenFace, token: CSSToken, depth: number): FontFace | undefined {
    if (face.depth === 0) {
      if (token[0] === TokenType.OpenCurly) face.depth = depth;
      else if (token[0] === TokenType.Semicolon || depth < face.outside) return this.end(token[2]);
      return undefined;
    }
    if (depth < face.depth) return this.end(token[3] + 1, true);
    if (depth > face.depth) return undefined;
    if (token[0] === TokenType.Semicolon) face.property = '';
    else if (face.property === 'font-family') face.family = familyWith(face.family, token);
    else if (face.property === '' && token[0] === TokenType.Ident) {
      face.property = lower(token[4].value);
      if (face.property === 'font-family') face.family = undefined; // the last declaration counts
    }
    return undefined;
  }
}

/** The family's name as it is read so far: a string, or words. */
function familyWith(before: string | undefined, token: CSSToken): string | undefined {
  if (token[0] === TokenType.String) return token[4].value;
  if (token[0] === TokenType.Ident) return before === undefined ? token[4].value : `${before} ${token[4].value}`;
  return before;
}
