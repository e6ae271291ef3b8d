/**
 * Finds an index by binary search.
 *
 * @param holds a condition that is true from some index on.
 * @returns the first index for which it is true; the length if there is none.
 */
export function indexOfFirst(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
