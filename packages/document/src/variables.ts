/** Replaces `[[var:name]]` by saved template variables, and puts them in behind `[[> name …]]`. */
import { ServiceError, VARIABLE_NAME, type Variable } from '@toolpress/contract';
import { endOfPartial, readPartial } from './template/partials/tag.js';
import { shortened } from './template/shortened.js';
import { endOf } from './template/tags.js';

/**
 * Replaces each `[[var:name]]` (blanks inside the brackets allowed) by the variable's content, also inside other variables, five
 * levels deep. Behind each partial, `[[> name argument=value]]`, comes the variable's content and a mark of its end: what is filled is
 * checked as any other text. This comes before filling, so that data that looks like a tag is not replaced.
 *
 * @param kind the kind of variables that it may name; unless `field` is given, also the field.
 * @param lookup called once for each level with the new names of that level; not called for a text without variables.
 * @param maxBytes maximum length of the result, UTF-8 bytes.
 * @returns the text; undefined when it would get longer: it is then neither built nor read further.
 * @throws ServiceError `variable_unknown` naming variables that do not exist, or the chain of those that go in a circle
 * or too deep; `template_invalid` when more than 100 variables are needed.
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
  /** What messages call the text; its kind unless given. */
  readonly field?: string;
  /** Whether the text is a template: in others there are no partials, whose names would have nothing to be filled in. */
  readonly isFilled?: boolean;
  /** Whether the data may have a key: the exact text of a partial's tag wins, if there is no such variable. */
  readonly hasKey?: (key: string) => boolean;
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
        const pieces = cutAtVariables(content, partials);
        loaded.set(name, pieces);
        bytes += times * textBytes(pieces);
      }
    }
    level = insideOf(level, loaded);
  }
  return { variables: loaded, bytes };
}

/** A key is looked for in all of the data: no more tags of one name are than a table has such columns. */
const MAX_KEYS = 3;

/** @returns of each name the different tags of its partials, and undefined where it is no partial. */
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
    written = '[[var:…]]',
  ) {
    const list = names.map((name) => `\`${name}\``).join(', ');
    const fault = names.length === 1 ? `There is no ${kind} variable` : `There are no ${kind} variables`;
    super('variable_unknown', `${fault} ${list}, which \`${field}\` names by \`${written}\`.`);
  }
}

/** A text cut at its variables: what stands between them, and their names. */
type Piece = { readonly text: string } | VariablePiece;

interface VariablePiece {
  readonly variable: string;
  /** Of a partial: what stands between the brackets of its tag, which itself stays. */
  readonly tag?: string;
}

/** How many partials the texts of a field may have, as they are written. */
const MAX_PARTIALS = 10_000;

/** The search for the end of one takes some time: a thousand characters may be read. */
class PartialCount {
  private count = 0;

  constructor(private readonly field: string) {}

  add(): void {
    this.count += 1;
    if (this.count <= MAX_PARTIALS) return;
    const most = MAX_PARTIALS.toLocaleString('en');
    const fault = `has more than ${most} partials: put what repeats into a list, and write \`[[#each rows]]\``;
    throw new ServiceError('template_invalid', `\`${this.field}\` ${fault}.`);
  }

  /** Only the mark that is put in behind a partial may look so. */
  forEnd(tag: string): ServiceError {
    const fault = `has \`[[${shortened(tag)}]]\`: partials have no end, \`[[> name]]\` stands alone`;
    return new ServiceError('template_invalid', `\`${this.field}\` ${fault}.`);
  }
}

// The gateway passes long texts here only when the contract's `MAY_NAME_VARIABLE` matches.
const REFERENCE = /\[\[\s*(?:var:([^\s[\]]{1,64})\s*\]\]|(?:\/\s*)?>\s*[A-Za-z0-9])/g;

/** A name that is not well-formed stays text. */
function cutAtVariables(text: string, partials: PartialCount | undefined): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: found, 1: name, index } of text.matchAll(REFERENCE)) {
    if (index < done) continue; // in a text that is an argument of a partial
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
    } else if (VARIABLE_NAME.test(name)) {
      pieces.push({ text: text.slice(done, index) }, { variable: name });
      done = index + found.length;
    }
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
  pieces.reduce((sum, piece) => {
    if ('text' in piece) return sum + Buffer.byteLength(piece.text);
    return piece.tag === undefined ? sum : sum + endOfPartial(piece.variable).length;
  }, 0);
