/** Suggestions for unknown names. */
import { distance } from 'fastest-levenshtein';

const MAX_MEANT = 3;
/** The longest name in characters for which suggestions are made. */
const MAX_LENGTH = 64;
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
  const same = known.filter((each) => lettersOf(each) === letters && letters !== '');
  if (same.length > 0) return same.slice(0, MAX_MEANT);
  const most = Math.min(3, Math.floor(name.length / 3));
  const sorted = inOrder(letters);
  const near = known
    .map((each) => ({
      each,
      far: inOrder(lettersOf(each)) === sorted ? 1 : distance(each.toLowerCase(), name.toLowerCase()),
    }))
    .filter(({ far }) => far <= most)
    .sort((left, right) => left.far - right.far);
  const meant =
    near.length > 0 ? near.map(({ each }) => each) : known.filter((each) => isPart(letters, lettersOf(each)));
  return meant.slice(0, MAX_MEANT);
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** Swapped letters count as one edit. */
const inOrder = (letters: string): string => [...letters].sort().join('');

const isPart = (letters: string, of: string): boolean => letters.length >= MIN_PART && of.includes(letters);

/** `a`, `b` or `c`, as code. */
export const anyOf = (names: readonly string[]): string => {
  const [last = '', ...others] = names.map((name) => `\`${name}\``).reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
};
