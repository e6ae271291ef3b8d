/** Puts saved template variables in the place of their `[[var:name]]`. */
import { ServiceError } from '@toolpress/contract';
import { loadVariables, MAX_LEVELS, type VariableKind, type VariableLookup } from './load.js';
import { cutAtVariables, namesIn, type Piece } from './references.js';

/**
 * Replaces each `[[var:name]]` (blanks inside the brackets allowed) by the variable's content, in contents too, five
 * levels deep. This comes before filling, so that data which looks like a tag is never taken for one.
 *
 * @param kind the request's field that the text is, and the kind of variables it may name.
 * @param lookup asked once for each level, for all the names of that level that are new; not at all for a text without variables.
 * @param maxBytes how long the text may get, bytes of UTF-8: variables stand there more than once, and inside each other.
 * @returns the text; nothing when it would get longer. It is not put together then, nor is more read of it than fits.
 * @throws ServiceError `variable_unknown` naming variables that do not exist, or the chain of those that go in a circle
 * or too deep; `template_invalid` when more than 100 variables are needed.
 */
export async function resolveVariables(
  text: string,
  kind: VariableKind,
  lookup: VariableLookup,
  maxBytes: number,
): Promise<string | undefined> {
  const pieces = cutAtVariables(text);
  if (pieces.length === 1) return text;
  const variables = await loadVariables(pieces, kind, lookup, maxBytes);
  if (variables === undefined) return undefined;
  checkChains(pieces, kind, variables);
  const whole = new Expansion(variables);
  return whole.bytesOf(pieces) > maxBytes ? undefined : whole.of(pieces);
}

type Variables = ReadonlyMap<string, readonly Piece[]>;

/** Follows every chain of variables once; after it, none is longer than allowed, and so none goes in a circle. */
function checkChains(text: readonly Piece[], kind: VariableKind, variables: Variables): void {
  const fine = new Set<string>();
  const follow = (pieces: readonly Piece[], chain: readonly string[]): void => {
    for (const name of namesIn(pieces).keys()) {
      const longer = [...chain, name];
      if (chain.includes(name)) throw wrongChain(kind, 'form a circle', longer);
      if (longer.length > MAX_LEVELS) throw wrongChain(kind, `lie more than ${MAX_LEVELS} levels deep`, longer);
      const place = `${longer.length} ${name}`;
      if (fine.has(place)) continue;
      follow(variables.get(name) ?? [], longer);
      fine.add(place);
    }
  };
  follow(text, []);
}

const wrongChain = (kind: VariableKind, fault: string, chain: readonly string[]): ServiceError =>
  new ServiceError('variable_unknown', `The template variables in \`${kind}\` ${fault}: ${chain.join(' → ')}.`);

/** Texts in full, each variable's made once. */
class Expansion {
  private readonly texts = new Map<string, string>();
  private readonly bytes = new Map<string, number>();

  constructor(private readonly variables: Variables) {}

  bytesOf(pieces: readonly Piece[]): number {
    return pieces.reduce((sum, piece) => sum + this.bytesOfPiece(piece), 0);
  }

  of(pieces: readonly Piece[]): string {
    return pieces.map((piece) => ('text' in piece ? piece.text : this.variable(piece.variable))).join('');
  }

  private bytesOfPiece(piece: Piece): number {
    if ('text' in piece) return Buffer.byteLength(piece.text);
    const name = piece.variable;
    const bytes = this.bytes.get(name) ?? this.bytesOf(this.variables.get(name) ?? []);
    this.bytes.set(name, bytes);
    return bytes;
  }

  private variable(name: string): string {
    const text = this.texts.get(name) ?? this.of(this.variables.get(name) ?? []);
    this.texts.set(name, text);
    return text;
  }
}
