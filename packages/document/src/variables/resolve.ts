/** Puts saved template variables in the place of their `[[var:name]]`. */
import { ServiceError } from '@toolpress/contract';
import { loadVariables, MAX_LEVELS, type VariableKind, type VariableLookup } from './load.js';
import { cutAtVariables, type Piece, variablesIn } from './references.js';

export interface ResolveOptions {
  /** How long the text may get, characters; 20 MiB unless given. Variables inside variables multiply. */
  maxLength?: number;
}

const DEFAULT_MAX_LENGTH = 20 * 1024 * 1024;

/**
 * Replaces each `[[var:name]]` (blanks inside the brackets allowed) by the variable's content, in contents too, five
 * levels deep. This comes before filling, so that data which looks like a tag is never taken for one.
 *
 * @param kind the request's field that the text is, and the kind of variables it may name.
 * @param lookup asked once for each level, for all the names of that level that are new; not at all for a text without variables.
 * @throws ServiceError `variable_unknown` naming variables that do not exist, or the chain of those that go in a circle
 * or too deep; `template_invalid` when more than 100 variables are needed or the text gets too long.
 */
export async function resolveVariables(
  text: string,
  kind: VariableKind,
  lookup: VariableLookup,
  options: ResolveOptions = {},
): Promise<string> {
  const pieces = cutAtVariables(text);
  if (pieces.length === 1) return text;
  const variables = await loadVariables(pieces, kind, lookup);
  checkChains(pieces, kind, variables);
  return new Expansion(variables, kind, options.maxLength ?? DEFAULT_MAX_LENGTH).of(pieces);
}

type Variables = ReadonlyMap<string, readonly Piece[]>;

/** Follows every chain of variables once; after it, none is longer than allowed, and so none goes in a circle. */
function checkChains(text: readonly Piece[], kind: VariableKind, variables: Variables): void {
  const fine = new Set<string>();
  const follow = (pieces: readonly Piece[], chain: readonly string[]): void => {
    for (const name of variablesIn(pieces)) {
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

/** Writes texts out in full, each variable once. */
class Expansion {
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly variables: Variables,
    private readonly kind: VariableKind,
    private readonly maxLength: number,
  ) {}

  of(pieces: readonly Piece[]): string {
    const parts: string[] = [];
    let length = 0;
    for (const piece of pieces) {
      const part = 'text' in piece ? piece.text : this.variable(piece.variable);
      length += part.length;
      if (length > this.maxLength) throw this.tooLong();
      parts.push(part);
    }
    return parts.join('');
  }

  private variable(name: string): string {
    const text = this.texts.get(name) ?? this.of(this.variables.get(name) ?? []);
    this.texts.set(name, text);
    return text;
  }

  private tooLong(): ServiceError {
    const fault = `would be longer than ${this.maxLength} characters with its template variables`;
    return new ServiceError('template_invalid', `\`${this.kind}\` ${fault}.`);
  }
}
