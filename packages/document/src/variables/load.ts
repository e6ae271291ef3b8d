/** Fetches the variables that a text needs, and those that they need in turn. */
import { ServiceError, type Variable } from '@toolpress/contract';
import { cutAtVariables, namesIn, type Piece, textBytes } from './references.js';

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
export const MAX_LEVELS = 5;

/** How many different variables a text may need in all. */
export const MAX_VARIABLES = 100;

/**
 * Sizes are looked at before contents: what would make the text too long is not even read.
 *
 * @param maxBytes how long the text may get with its variables, bytes of UTF-8.
 * @returns every variable up to the last level, by name, cut at the variables it names; nothing when the text would get
 *   too long.
 * @throws ServiceError `variable_unknown` when one does not exist, `template_invalid` when there are too many.
 */
export async function loadVariables(
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
