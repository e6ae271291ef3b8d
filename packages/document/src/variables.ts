/** Replaces `[[var:name]]` by saved template variables. */
import { ServiceError, VARIABLE_NAME, type Variable } from '@toolpress/contract';

/**
 * Replaces each `[[var:name]]` (blanks inside the brackets allowed) by the variable's content, also inside other variables, five
 * levels deep. This comes before filling, so that data that looks like a tag is not replaced.
 *
 * @param kind the kind of variables that it may name; unless `field` is given, also the field.
 * @param lookup called once for each level with the new names of that level; not called for a text without variables.
 * @param maxBytes maximum length of the result, UTF-8 bytes.
 * @param field what messages call the text.
 * @returns the text; undefined when it would get longer: it is then neither built nor read further.
 * @throws ServiceError `variable_unknown` naming variables that do not exist, or the chain of those that go in a circle
 * or too deep; `template_invalid` when more than 100 variables are needed.
 */
export async function resolveVariables(
  text: string,
  kind: VariableKind,
  lookup: VariableLookup,
  maxBytes: number,
  field: string = kind,
): Promise<string | undefined> {
  const pieces = cutAtVariables(text);
  if (pieces.length === 1) return text;
  const loaded = await loadVariables(pieces, { kind, field }, lookup, maxBytes);
  if (loaded === undefined) return undefined;
  const { variables, bytes } = loaded;
  checkChains(pieces, field, variables);
  if (bytes > maxBytes) return undefined;
  const texts = new Map<string, string>();
  const expand = (parts: readonly Piece[]): string =>
    parts.map((part) => ('text' in part ? part.text : expandVariable(part.variable))).join('');
  const expandVariable = (name: string): string => {
    const expanded = texts.get(name) ?? expand(variables.get(name) ?? []);
    texts.set(name, expanded);
    return expanded;
  };
  return expand(pieces);
}

type Variables = ReadonlyMap<string, readonly Piece[]>;

/** Follows every chain of variables once: none may be longer than allowed or form a circle. */
function checkChains(text: readonly Piece[], field: string, variables: Variables): void {
  const fine = new Set<string>();
  const follow = (pieces: readonly Piece[], chain: readonly string[]): void => {
    for (const name of namesIn(pieces).keys()) {
      const longer = [...chain, name];
      if (chain.includes(name)) throw wrongChain(field, 'form a circle', longer);
      if (longer.length > MAX_LEVELS) throw wrongChain(field, `lie more than ${MAX_LEVELS} levels deep`, longer);
      const place = `${longer.length} ${name}`;
      if (fine.has(place)) continue;
      follow(variables.get(name) ?? [], longer);
      fine.add(place);
    }
  };
  follow(text, []);
}

const wrongChain = (field: string, fault: string, chain: readonly string[]): ServiceError =>
  new ServiceError('variable_unknown', `The template variables in \`${field}\` ${fault}: ${chain.join(' → ')}.`);

/** Template variables are of a kind: `html` ones belong in `html`, `css` ones in `css`. */
export type VariableKind = Variable['kind'];

/**
 * Reads variables, if they fit.
 *
 * @param wanted each name, and how often at least its content will be in the text.
 * @param roomBytes maximum size of the contents together, each as often as it occurs. UTF-8 bytes.
 * @returns the contents that exist, by name; undefined when they would be larger.
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
 * Sizes are checked before contents: what would make the text too long is not read.
 *
 * @param maxBytes how long the text may get with its variables, bytes of UTF-8.
 * @returns every variable up to the last level, by name, cut at the variables it names, and the length of the text with
 *   them, UTF-8 bytes; undefined when the text would get too long.
 * @throws ServiceError `variable_unknown` when one does not exist, `template_invalid` when there are too many.
 */
async function loadVariables(
  text: readonly Piece[],
  { kind, field }: { kind: VariableKind; field: string },
  lookup: VariableLookup,
  maxBytes: number,
): Promise<{ variables: Variables; bytes: number } | undefined> {
  const loaded = new Map<string, readonly Piece[]>();
  let bytes = textBytes(text);
  let level = namesIn(text);
  for (let depth = 1; depth <= MAX_LEVELS && level.size > 0; depth++) {
    const wanted = new Map([...level].filter(([name]) => !loaded.has(name)));
    if (loaded.size + wanted.size > MAX_VARIABLES) throw tooMany(field);
    for (const [name, times] of level) bytes += times * textBytes(loaded.get(name) ?? []);
    if (wanted.size > 0) {
      const found = await lookup(wanted, maxBytes - bytes);
      if (found === undefined) return undefined;
      const unknown = [...wanted.keys()].filter((name) => !found.has(name));
      if (unknown.length > 0) throw new UnknownVariables(unknown, kind, field);
      for (const [name, times] of wanted) {
        const pieces = cutAtVariables(found.get(name) ?? '');
        loaded.set(name, pieces);
        bytes += times * textBytes(pieces);
      }
    }
    level = insideOf(level, loaded);
  }
  return { variables: loaded, bytes };
}

/** The names in the variables of a level, and how often each will occur in the text. */
function insideOf(level: ReadonlyMap<string, number>, loaded: Variables): Map<string, number> {
  const inside = new Map<string, number>();
  for (const [outer, times] of level) {
    for (const [name, count] of namesIn(loaded.get(outer) ?? [])) {
      inside.set(name, (inside.get(name) ?? 0) + times * count);
    }
  }
  return inside;
}

const tooMany = (field: string): ServiceError =>
  new ServiceError('template_invalid', `\`${field}\` needs more than ${MAX_VARIABLES} different template variables.`);

/** Template variables of a text that do not exist, or are of another kind: for whoever knows which there are. */
export class UnknownVariables extends ServiceError {
  constructor(
    readonly names: readonly string[],
    readonly kind: VariableKind,
    readonly field: string,
  ) {
    const list = names.map((name) => `\`${name}\``).join(', ');
    const fault = names.length === 1 ? `There is no ${kind} variable` : `There are no ${kind} variables`;
    super('variable_unknown', `${fault} ${list}, which \`${field}\` names by \`[[var:…]]\`.`);
  }
}

/** A text cut at its variables: what stands between them, and their names. */
type Piece = { readonly text: string } | { readonly variable: string };

// The gateway passes long texts here only when the contract's `MAY_NAME_VARIABLE` matches.
const REFERENCE = /\[\[\s*var:([^\s[\]]{1,64})\s*\]\]/g;

/** A name that is not well-formed stays text. */
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

/** The names in a text, and how often each occurs. */
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
