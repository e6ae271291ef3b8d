import type { TextChange } from '../../data/json-tree.js';

/** Returns a text with changes, whose positions are those before all of them. */
export const changed = (text: string, changes: readonly TextChange[]): string =>
  [...changes]
    .sort((one, other) => other.from - one.from)
    .reduce((rest, { from, to, insert }) => rest.slice(0, from) + insert + rest.slice(to), text);
