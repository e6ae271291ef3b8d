/**
 * Searches by halves.
 *
 * @param holds for all indexes from some one on.
 * @returns the first for which it holds; the length if there is none.
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
