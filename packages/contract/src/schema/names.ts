/** Suggestions for unknown names. */
import { distance } from 'fastest-levenshtein';

const MAX_MEANT = 3;
/** The longest name in characters for which suggestions are made. */
const MAX_LENGTH = 64;
/** The longest name in characters that is suggested. */
const MAX_KNOWN = 128;
/** The shortest name in characters that is searched in other names. */
const MIN_PART = 4;

/**
 * @param known the existing names.
 * @returns names with another spelling (`pageSize` for `page_size`), else the nearest names, else names that contain it. Empty if none
 *   is similar.
 */
export function nearestNames(name: string, known: readonly string[]): string[] {
  if (name.length > MAX_LENGTH) return [];
  const letters = lettersOf(name);
  const small = name.toLowerCase();
  const sorted = inOrder(letters);
  const most = Math.min(3, Math.floor(name.length / 3));
  const [same, holding]: [string[], string[]] = [[], []];
  const near: { readonly each: string; readonly far: number }[] = [];
  for (const each of known) {
    if (each.length > MAX_KNOWN) continue;
    const spelt = lettersOf(each);
    if (spelt === letters && letters !== '') same.push(each);
    if (same.length > 0) continue;
    // The lengths differ by at most as much as the spelling.
    const isLong = Math.abs(each.length - name.length) > most;
    const isSwapped = spelt.length === letters.length && inOrder(spelt) === sorted;
    const far = isSwapped ? 1 : isLong ? Number.POSITIVE_INFINITY : distance(each.toLowerCase(), small);
    if (far <= most) near.push({ each, far });
    else if (letters.length >= MIN_PART && spelt.includes(letters)) holding.push(each);
  }
  near.sort((left, right) => left.far - right.far);
  const meant = [same, near.map(({ each }) => each), holding].find(({ length }) => length > 0) ?? [];
  return meant.slice(0, MAX_MEANT);
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** Swapped letters count as one edit. */
const inOrder = (letters: string): string => [...letters].sort().join('');

/** `a`, `b` or `c`, as code. */
export const anyOf = (names: readonly string[]): string => {
  const [last = '', ...others] = names.map((name) => `\`${name}\``).reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
};
