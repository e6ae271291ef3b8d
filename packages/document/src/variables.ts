/** Puts saved template variables in the place of their `[[var:name]]`. */
import { ServiceError, VARIABLE_NAME, type Variable } from '@toolpress/contract';

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

/** Fetches the variables that a text needs, and those that they need in turn. */

/** Template variables are of a kind: `html` ones belong in `html`, `css` ones in `css`. */
export type VariableKind = Variable['kind'];

/**
 * Reads variables, if they fit.
 *
 * @param wanted each name, and how often its content will stand in the text at least.
 * @param roomBytes how large the contents may be together, each as often as it stands there. Bytes of UTF-8.
 * @returns the contents by name, those that exist; nothing when they would be larger.
 */
export type VariableLookup = (
  wanted: ReadonlyMap<string, number>,
  roomBytes: number,
) => Promise<Map<string, string> | undefined>;

/** How far variables may lie inside each other: the one that the request names is the first level. */
const MAX_LEVELS = 5;

/** How many different variables a text may need in all. */
const MAX_VARIABLES = 100;

/**
 * Sizes are looked at before contents: what would make the text too long is not even read.
 *
 * @param maxBytes how long the text may get with its variables, bytes of UTF-8.
 * @returns every variable up to the last level, by name, cut at the variables it names; nothing when the text would get
 *   too long.
 * @throws ServiceError `variable_unknown` when one does not exist, `template_invalid` when there are too many.
 */
async function loadVariables(
  text: readonly Piece[],
  kind: VariableKind,
  lookup: VariableLookup,
  maxBytes: number,
): Promise<Map<string, readonly Piece[]> | undefined> {
  const loaded = new Map<string, readonly Piece[]>();
  let bytes = textBytes(text);
  let level = namesIn(text);
  for (let depth = 1; depth <= MAX_LEVELS && level.size > 0; depth++) {
    const wanted = new Map([...level].filter(([name]) => !loaded.has(name)));
    if (loaded.size + wanted.size > MAX_VARIABLES) throw tooMany(kind);
    for (const [name, times] of level) bytes += times * textBytes(loaded.get(name) ?? []);
    if (wanted.size > 0) {
      const found = await lookup(wanted, maxBytes - bytes);
      if (found === undefined) return undefined;
      const unknown = [...wanted.keys()].filter((name) => !found.has(name));
      if (unknown.length > 0) throw doNotExist(unknown, kind);
      for (const [name, times] of wanted) {
        const pieces = cutAtVariables(found.get(name) ?? '');
        loaded.set(name, pieces);
        bytes += times * textBytes(pieces);
      }
    }
    level = insideOf(level, loaded);
  }
  return loaded;
}

/** The names in the variables of a level, and how often each will stand in the text for them. */
function insideOf(
  level: ReadonlyMap<string, number>,
  loaded: ReadonlyMap<string, readonly Piece[]>,
): Map<string, number> {
  const inside = new Map<string, number>();
  for (const [outer, times] of level) {
    for (const [name, count] of namesIn(loaded.get(outer) ?? [])) {
      inside.set(name, (inside.get(name) ?? 0) + times * count);
    }
  }
  return inside;
}

const tooMany = (kind: VariableKind): ServiceError =>
  new ServiceError('template_invalid', `\`${kind}\` needs more than ${MAX_VARIABLES} different template variables.`);

function doNotExist(names: string[], kind: VariableKind): ServiceError {
  const list = names.map((name) => `\`${name}\``).join(', ');
  const fault = names.length === 1 ? `There is no ${kind} variable` : `There are no ${kind} variables`;
  return new ServiceError('variable_unknown', `${fault} ${list}, which \`${kind}\` names by \`[[var:…]]\`.`);
}

/** Finds `[[var:name]]` in a text. */

/** A text cut at its variables: what stands between them, and their names. */
type Piece = { readonly text: string } | { readonly variable: string };

// What `MAY_NAME_VARIABLE` of the contract does not find, the gateway never brings here when it is long.
const REFERENCE = /\[\[\s*var:([^\s[\]]{1,64})\s*\]\]/g;

/** What is no well-formed name stays text. */
function cutAtVariables(text: string): Piece[] {
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
function namesIn(pieces: readonly Piece[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const piece of pieces) {
    if ('variable' in piece) names.set(piece.variable, (names.get(piece.variable) ?? 0) + 1);
  }
  return names;
}

/** How long a text is without its variables, bytes of UTF-8. */
const textBytes = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + ('text' in piece ? Buffer.byteLength(piece.text) : 0), 0);
