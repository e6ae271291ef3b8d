/** Which name may have been meant by one that there is not. */
import { distance } from 'fastest-levenshtein';

const MAX_MEANT = 3;
/** What is longer is no slip of a name that there is. Characters. */
const MAX_LENGTH = 64;
/** Shorter names are parts of many. */
const MIN_PART = 4;

/**
 * @param known the names that there are.
 * @returns those that are the same in another spelling (`pageSize` for `page_size`); else the nearest by what was mistyped; else
 *   those that the name is a part of. None when nothing is near.
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

/** Letters that changed places are one slip. */
const inOrder = (letters: string): string => [...letters].sort().join('');

const isPart = (letters: string, of: string): boolean => letters.length >= MIN_PART && of.includes(letters);

/** `a`, `b` or `c`, as code. */
export const anyOf = (names: readonly string[]): string => {
  const [last = '', ...others] = names.map((name) => `\`${name}\``).reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
};
