/** Figures of a benchmark, and how they are shown. */

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
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows the first column is text, the others are figures
 * @returns {string[]} a table's lines
 */
export function table(head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ row) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
