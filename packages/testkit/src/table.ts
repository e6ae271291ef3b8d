import Table from 'cli-table3';

const NO_FRAME = ['top', 'bottom', 'right'].flatMap((edge) => [edge, `${edge}-mid`, `${edge}-left`, `${edge}-right`]);
const CHARS = {
  ...Object.fromEntries(NO_FRAME.map((name) => [name, ''])),
  left: '  ',
  'left-mid': '  ',
  mid: '-',
  'mid-mid': '   ',
  middle: '   ',
};

/**
 * Formats a table for a terminal.
 *
 * @param head the titles of the columns. The first column and those whose title ends with `:` contain text, the others numbers.
 * @returns the lines of the table
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = new Table({
    head: head.map((name) => name.replace(/:$/, '')),
    colAligns: head.map((name, column) => (column === 0 || name.endsWith(':') ? 'left' : 'right')),
    chars: CHARS,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  });
  lines.push(...rows.map((row) => [...row]));
  return lines
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
