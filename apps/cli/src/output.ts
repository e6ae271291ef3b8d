/** Formats values for the terminal. */
import Table from 'cli-table3';

/** A column by its heading. Numbers are aligned right. */
export type Column = string | { readonly number: string };

const NO_FRAME = ['top', 'bottom', 'right'].flatMap((edge) => [edge, `${edge}-mid`, `${edge}-left`, `${edge}-right`]);
const CHARS = {
  ...Object.fromEntries(NO_FRAME.map((name) => [name, ''])),
  ...{ left: '  ', 'left-mid': '  ', mid: '-', 'mid-mid': '   ', middle: '   ' },
};

/** Returns the aligned lines of a table. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const lines = new Table({
    head: columns.map((column) => (typeof column === 'string' ? column : column.number)),
    colAligns: columns.map((column) => (typeof column === 'string' ? 'left' : 'right')),
    chars: CHARS,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  });
  lines.push(...rows.map((row) => row.map(printable)));
  return lines
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/**
 * Returns the text as one line without control characters, because names from callers must not control the terminal.
 * Keeps joiners, which are part of words and emoji.
 */
export const printable = (cell: string): string =>
  cell.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) => (/[\u200c\u200d]/.test(mark) ? mark : '\ufffd'));

/** Formats a moment (ISO 8601) to the minute, in UTC. */
export const time = (moment: string | null): string =>
  moment === null ? 'never' : moment.slice(0, 16).replace('T', ' ');

/** Formats a number with thousands separators. */
export const count = (number: number): string => number.toLocaleString('en-US');

/** Formats a quota. @param actions per month */
export const quota = (actions: number | null): string => (actions === null ? 'none' : count(actions));
