/** Tables of plain text, aligned for reading. */

/**
 * @typedef {object} Column
 * @property {string} head
 * @property {'left' | 'right'} align
 *
 * @param {string} head
 * @returns {Column} a column of words
 */
export const text = (head) => ({ head, align: 'left' });

/**
 * @param {string} head
 * @returns {Column} a column of numbers, whose digits stand below each other
 */
export const figures = (head) => ({ head, align: 'right' });

/**
 * @param {readonly Column[]} columns
 * @param {readonly (readonly string[])[]} rows a cell for each column
 * @returns {string[]} the table's lines
 */
export function table(columns, rows) {
  const cells = [columns.map(({ head }) => head), ...rows].map((row) => row.map(oneLine));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))));
  const line = (/** @type {readonly string[]} */ row) =>
    `  ${columns.map(({ align }, column) => pad(row[column] ?? '', widths[column] ?? 0, align)).join('   ')}`.trimEnd();
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((count) => '-'.repeat(count))), ...body.map(line)];
}

/**
 * @param {string} cell
 * @param {number} wanted
 * @param {Column['align']} align
 */
function pad(cell, wanted, align) {
  const blanks = ' '.repeat(wanted - width(cell));
  return align === 'left' ? cell + blanks : blanks + cell;
}

/**
 * @param {string} cell may hold what somebody typed as a name: nothing of it may steer the terminal
 * @returns {string}
 */
const oneLine = (cell) => cell.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) => (JOINERS.has(mark) ? mark : '�'));

/** Invisible, but part of words and of emoji. */
const JOINERS = new Set(['\u200c', '\u200d']);

const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|\uFE0F|[\u3000-\u303F\uFF01-\uFF60]/u;

const graphemes = new Intl.Segmenter();

/**
 * @param {string} cell
 * @returns {number} the columns that it takes on a terminal
 */
function width(cell) {
  let columns = 0;
  for (const { segment } of graphemes.segment(cell)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}
