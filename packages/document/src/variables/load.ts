/** Fetches the variables that a text needs, and those that they need in turn. */
import { ServiceError, type Variable } from '@toolpress/contract';
import { cutAtVariables, type Piece, variablesIn } from './references.js';

/** Template variables are of a kind: `html` ones belong in `html`, `css` ones in `css`. */
export type VariableKind = Variable['kind'];

/** The contents of variables by name; a name that there is no variable of is left out. */
export type VariableLookup = (names: string[]) => Promise<Map<string, string>>;

/** How far variables may lie inside each other: the one that the request names is the first level. */
export const MAX_LEVELS = 5;

/** How many different variables a text may need in all. */
export const MAX_VARIABLES = 100;

/**
 * @returns every variable up to the last level, by name, cut at the variables it names.
 * @throws ServiceError `variable_unknown` when one does not exist, `template_invalid` when there are too many.
 */
export async function loadVariables(
  text: readonly Piece[],
  kind: VariableKind,
  lookup: VariableLookup,
): Promise<Map<string, readonly Piece[]>> {
  const loaded = new Map<string, readonly Piece[]>();
  let level = variablesIn(text);
  for (let depth = 1; depth <= MAX_LEVELS && level.size > 0; depth++) {
    if (loaded.size + level.size > MAX_VARIABLES) throw tooMany(kind);
    const found = await lookup([...level]);
    const unknown = [...level].filter((name) => !found.has(name));
    if (unknown.length > 0) throw doNotExist(unknown, kind);
    for (const name of level) loaded.set(name, cutAtVariables(found.get(name) ?? ''));
    const named = [...level].flatMap((name) => [...variablesIn(loaded.get(name) ?? [])]);
    level = new Set(named.filter((name) => !loaded.has(name)));
  }
  return loaded;
}

const tooMany = (kind: VariableKind): ServiceError =>
  new ServiceError('template_invalid', `\`${kind}\` needs more than ${MAX_VARIABLES} different template variables.`);

function doNotExist(names: string[], kind: VariableKind): ServiceError {
  const list = names.map((name) => `\`${name}\``).join(', ');
  const fault = names.length === 1 ? `There is no ${kind} variable` : `There are no ${kind} variables`;
  return new ServiceError('variable_unknown', `${fault} ${list}, which \`${kind}\` names by \`[[var:…]]\`.`);
}
