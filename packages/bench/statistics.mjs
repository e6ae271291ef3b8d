/** Statistics of what a benchmark measured. */

/**
 * @param {readonly number[]} values
 * @param {number} share 0 to 1
 * @returns {number} the value that this share of all values does not exceed
 */
export function percentile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export const median = (values) => percentile(values, 0.5);

/**
 * The rise of values from one to the next: the median of the slopes between every two of them, which a few that are far off
 * do not move.
 *
 * @param {number[]} values
 */
export function medianSlope(values) {
  return median(values.flatMap((from, index) => values.slice(index + 1).map((to, step) => (to - from) / (step + 1))));
}
