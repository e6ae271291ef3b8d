/** Inserts saved template variables for `[[var:name]]` and `[[> name …]]`. */
import { ServiceError, type Variable } from '@toolpress/contract';
import { endOfPartial } from './partials/tag.js';
import { cutAtVariables, namesIn, PartialCount, type Piece, textBytes, type VariablePiece } from './variable-pieces.js';

/**
 * Replaces each `[[var:name]]` by the variable's content, also inside other variables, up to five levels deep. Inserts the content
 * and an end mark after each partial, `[[> name argument=value]]`. Call it before filling, so that data that looks like a tag is
 * not replaced.
 *
 * @param kind the kind of the variables.
 * @param lookup reads variables. Called once for each level with the new names; not called for a text without variables.
 * @param maxBytes the largest length of the result, in bytes of UTF-8.
 * @returns the text; undefined if it would be longer.
 * @throws ServiceError `variable_unknown` for variables that do not exist, form a cycle or are nested too deeply;
 *   `template_invalid` for more than 100 variables.
 */
export async function resolveVariables(
  text: string,
  kind: VariableKind,
  lookup: VariableLookup,
  maxBytes: number,
  { field = kind, isFilled = true, hasKey = () => false }: ResolveOptions = {},
): Promise<string | undefined> {
  const partials = isFilled ? new PartialCount(field) : undefined;
  const pieces = cutAtVariables(text, partials);
  if (pieces.length === 1) return text;
  const loaded = await loadVariables(pieces, { kind, field, hasKey, partials }, lookup, maxBytes);
  if (loaded === undefined) return undefined;
  const { variables, bytes } = loaded;
  checkChains(pieces, field, variables);
  if (bytes > maxBytes) return undefined;
  const texts = new Map<string, string>();
  const expand = (parts: readonly Piece[]): string =>
    parts.map((part) => ('text' in part ? part.text : expandPiece(part))).join('');
  const expandPiece = ({ variable, tag }: VariablePiece): string => {
    const expanded = variables.has(variable) ? expandVariable(variable) : undefined;
    return tag === undefined || expanded === undefined ? (expanded ?? '') : expanded + endOfPartial(variable);
  };
  const expandVariable = (name: string): string => {
    const expanded = texts.get(name) ?? expand(variables.get(name) ?? []);
    texts.set(name, expanded);
    return expanded;
  };
  return expand(pieces);
}

interface ResolveOptions {
  /** The name of the text in messages. Defaults to the kind. */
  readonly field?: string;
  /** Whether the text is a template. Other texts have no partials. */
  readonly isFilled?: boolean;
  /**
   * Whether the data may have a key with the text of a partial's tag. It takes precedence if there is no such variable. Its errors are
   * thrown.
   */
  readonly hasKey?: (key: string) => boolean;
}

type Variables = ReadonlyMap<string, readonly Piece[]>;

/** Checks every chain of variables once for its length and for cycles. */
function checkChains(text: readonly Piece[], field: string, variables: Variables): void {
  const fine = new Set<string>();
  const follow = (pieces: readonly Piece[], chain: readonly string[]): void => {
    for (const name of namesIn(pieces).keys()) {
      const longer = [...chain, name];
      if (chain.includes(name)) throw wrongChain(field, 'form a cycle', longer);
      if (longer.length > MAX_LEVELS) throw wrongChain(field, `are nested more than ${MAX_LEVELS} levels deep`, longer);
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

/** The kind of a template variable: `html` variables belong in `html`, `css` variables in `css`. */
export type VariableKind = Variable['kind'];

/**
 * Reads variables if they fit.
 *
 * @param wanted the names, and how often the content of each occurs at least.
 * @param roomBytes the largest total size of the contents, each counted for every occurrence, in bytes of UTF-8.
 * @returns the existing contents by name; undefined if they are larger.
 */
export type VariableLookup = (
  wanted: ReadonlyMap<string, number>,
  roomBytes: number,
) => Promise<Map<string, string> | undefined>;

/** The largest depth of nested variables. A variable that the request names is level 1. */
const MAX_LEVELS = 5;

/** The largest number of different variables in a text. */
const MAX_VARIABLES = 100;

/**
 * Loads the variables of a text, level by level. Sizes are checked before contents are read.
 *
 * @param maxBytes the largest length of the text with its variables, in bytes of UTF-8.
 * @returns the variables by name, split into pieces, and the length of the text with them, in bytes of UTF-8; undefined if the
 *   text would be too long.
 * @throws ServiceError `variable_unknown` for a variable that does not exist, `template_invalid` for too many.
 */
async function loadVariables(
  text: readonly Piece[],
  { kind, field, hasKey, partials }: Loading,
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
      const missing = tagsOf(
        [...wanted.keys()].filter((name) => !found.has(name)),
        [text, ...loaded.values()],
      );
      const unknown = [...missing].filter(([, tags]) => !isKey(tags, hasKey));
      const isPartial = unknown.every(([, tags]) => !tags.has(undefined));
      if (unknown.length > 0)
        throw new UnknownVariables(
          unknown.map(([name]) => name),
          kind,
          field,
          isPartial ? '[[> …]]' : '[[var:…]]',
        );
      for (const [name, times] of wanted) {
        const content = found.get(name);
        if (content === undefined) continue;
        // Inside another text, a byte order mark would be a character.
        const pieces = cutAtVariables(content.replace(/^\ufeff/, ''), partials);
        loaded.set(name, pieces);
        bytes += times * textBytes(pieces);
      }
    }
    level = insideOf(level, loaded);
  }
  return { variables: loaded, bytes };
}

/** The largest number of different tags of a name that are searched as keys of the data. */
const MAX_KEYS = 3;

/** Returns the different tags of the partials of each name; undefined in a set means `[[var:name]]`. */
function tagsOf(
  names: readonly string[],
  texts: readonly (readonly Piece[])[],
): ReadonlyMap<string, Set<string | undefined>> {
  const found = new Map(names.map((name) => [name, new Set<string | undefined>()]));
  if (found.size === 0) return found;
  for (const pieces of texts)
    for (const piece of pieces) if ('variable' in piece) found.get(piece.variable)?.add(piece.tag);
  return found;
}

const isKey = (tags: ReadonlySet<string | undefined>, hasKey: Loading['hasKey']): boolean =>
  tags.size <= MAX_KEYS && [...tags].every((tag) => tag !== undefined && hasKey(tag));

interface Loading {
  readonly kind: VariableKind;
  readonly field: string;
  readonly hasKey: (key: string) => boolean;
  readonly partials: PartialCount | undefined;
}

/** Returns the names in the variables of a level, and how often each occurs in the text. */
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

/** The error for variables that do not exist or are of another kind. The caller may add suggestions. */
export class UnknownVariables extends ServiceError {
  constructor(
    readonly names: readonly string[],
    readonly kind: VariableKind,
    readonly field: string,
    readonly written = '[[var:…]]',
  ) {
    const list = names.map((name) => `\`${name}\``).join(', ');
    const fault = names.length === 1 ? `There is no ${kind} variable` : `There are no ${kind} variables`;
    super('variable_unknown', `${fault} ${list}, which \`${field}\` names by \`${written}\`.`);
  }
}
