import Table from 'cli-table3';

const NO_FRAME = ['top', 'bottom', 'right'].flatMap((edge) => [edge, `${edge}-mid`, `${edge}-left`, `${edge}-right`]);
const CHARS = {
  ...Object.fromEntries(NO_FRAME.map((name) => [name, ''])),
  ...{ left: '  ', 'left-mid': '  ', mid: '-', 'mid-mid': '   ', middle: '   ' },
};

/**
 * @param head of each column; one that ends with `:` is of text, as the first is, the others are of numbers
 * @returns the table's lines, for a terminal
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
