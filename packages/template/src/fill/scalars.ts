/** Reports paths that ask a number, a text or a boolean for a property. */
import { filterMeant } from '../expressions/hints.js';
import type { Work } from '../values/characters.js';
import { shortened } from '../values/shortened.js';
import { member, type Value } from '../values/values.js';

type Kind = 'a number' | 'a text' | 'true or false';

/** A path that asks a number, a text or a boolean for a property. */
export interface ScalarOnPath {
  /** The path to the value, as the template writes it. It contains nothing of the data. */
  readonly path: string;
  readonly kind: Kind;
  readonly asked: string;
}

/** Returns the scalar on a path. @param value the value of the first name. @param path in the form of expressions. */
export function scalarOnPath(value: Value, path: readonly string[], work: Work): ScalarOnPath | undefined {
  let found = value;
  for (let index = 1; index < path.length; index++) {
    const asked = path[index] ?? '';
    const kind = kindOf(found);
    found = member(found, asked, work);
    if (found !== undefined) continue;
    return kind && { path: shortened(path.slice(0, index).join('.')), kind, asked: shortened(asked) };
  }
  return undefined;
}

/** Returns the kind of a scalar. An empty text and `false` count as a missing object and are not reported. */
function kindOf(value: Value): Kind | undefined {
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'string') return value === '' ? undefined : 'a text';
  return value === true ? 'true or false' : undefined;
}

/** Describes the fault: "`tax.percent` is a number, which has no properties: write `(tax.percent | modulo: 1) == 0`". */
export function describeScalar({ path, kind, asked }: ScalarOnPath): string {
  const instead = INSTEAD.find(([is]) => is.test(asked))?.[1](path, asked, kind);
  return `\`${path}\` is ${kind}, which has no ${instead === undefined ? 'properties' : `\`${asked}\`: ${instead}`}`;
}

const INSTEAD: readonly (readonly [RegExp, (path: string, asked: string, kind: Kind) => string])[] = [
  [/^(?:is_?)?integer$/i, (path) => `write \`(${path} | modulo: 1) == 0\``],
  [/^(?:is_?)?even$/i, (path) => `write \`(${path} | modulo: 2) == 0\``],
  [/^(?:is_?)?odd$/i, (path) => `write \`(${path} | modulo: 2) == 1\``],
  [/^(?:is_?)?(?:empty|blank)$/i, (path) => `write \`not ${path}\`; 0 and an empty text count as false`],
  [/^(?:is_?)?present$/i, (path) => `write \`${path}\`; 0 and an empty text count as false`],
  [/^(?:length|len|count)$/i, (path, _asked, kind) => (kind === 'a text' ? `write \`${path}.size\`` : OF_LISTS)],
  [/^(?:size|first|last)$/, () => OF_LISTS],
  [
    /^(?:(?:to_?)?(?:upper|lower)(?:_?case)?|upcase|downcase|capitalize|trim|strip|round|floor|ceil|abs|to_?fixed)$/i,
    (path, asked) => `write \`${path} | ${filterMeant(asked)}\``,
  ],
];

const OF_LISTS = 'lists and texts have `size`, `first` and `last`';
