/** The header of CSV: each of its names is the path of a column's values in the row. */
import { hasRowOptions, MAX_JSON_DEPTH, ServiceError } from '@toolpress/contract';
import { parse } from 'csv-parse/sync';

/** The largest number of columns, and of bytes of the header. */
const MAX_COLUMNS = 1_000;
export const MAX_HEADER_BYTES = 64 * 1024;

/** The separators of cells, in the order in which they win if there are equally many of them. */
const DELIMITERS = [';', ',', '\t', '|'] as const;
export const DELIMITER_BYTES: readonly number[] = DELIMITERS.map((delimiter) => delimiter.charCodeAt(0));
/** The line with which Excel names the separator. */
const SEPARATOR_LINE = /^(?:"?)sep=([;,\t|])(?:"?)[\r\n]*$/i;

/** Returns the separator that a line names, see `SEPARATOR_LINE`. */
export const namedDelimiter = (line: string): string | undefined => SEPARATOR_LINE.exec(line)?.[1];

/** Returns the separator that occurs most often in the header, outside of quotes. */
export function delimiterOf(header: string): string {
  const outside = header.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => outside.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** A place in the rows: the column of a value, or an object or list of places. */
export type Place = { column: number } | Places;

interface Places {
  members: readonly [name: string, place: Place][];
  isList: boolean;
}

export interface Header {
  delimiter: string;
  /** The number of columns with a name. */
  columns: number;
  root: Places;
  /** Whether rows have options beside `data`. Empty cells of options are then left out. */
  hasOptions: boolean;
}

/** The columns without which a file opens for everybody. */
const PASSWORDS = ['protect.user_password', 'protect.owner_password'];

type Tree = Map<string, Tree | number>;

/** Reads the header. @param line its record. @throws ServiceError `invalid_parameter` naming the column. */
export function readHeader(line: string, delimiter: string): Header {
  const [cells = []] = parse(line, { delimiter, relax_quotes: true }) as string[][];
  const names = cells.map((name) => name.trim());
  while (names.at(-1) === '') names.pop();
  if (names.length === 0) throw refused('must be the names of the columns');
  if (names.length > MAX_COLUMNS) throw refused(`has more than ${MAX_COLUMNS} columns`);
  const tree: Tree = new Map();
  for (const [column, name] of names.entries()) addColumn(tree, name, column);
  const root = placeOf(tree) as Places;
  const hasOptions = hasRowOptions(Object.fromEntries([...tree.keys()].map((name) => [name, {}])));
  if (hasOptions && typeof tree.get('data') === 'number')
    throw refused('has the column `data`, which is the object of a row’s values: name it `data.name`, or otherwise');
  const password = PASSWORDS.find((path) => names.includes(path));
  if (!hasOptions && password !== undefined)
    throw refused(
      `has the column \`${password}\` beside columns that are no options, so that it would be data and protect nothing: name those \`data.name\`, or otherwise`,
    );
  return { delimiter, columns: names.length, root, hasOptions };
}

function addColumn(tree: Tree, name: string, column: number): void {
  const shown = `column ${column + 1}${name === '' ? '' : ` (\`${name.slice(0, 60)}\`)`}`;
  const path = name.split('.');
  if (path.some((segment) => segment === ''))
    throw refused(`needs a name or path such as \`customer.name\` in ${shown}`);
  if (path.includes('__proto__')) throw refused(`has a name that is not allowed in ${shown}`);
  if (path.length > MAX_JSON_DEPTH) throw refused(`has a path of more than ${MAX_JSON_DEPTH} names in ${shown}`);
  let at = tree;
  for (const [index, segment] of path.entries()) {
    const known = at.get(segment);
    const isLast = index === path.length - 1;
    if (typeof known === 'number' || (isLast && known !== undefined))
      throw refused(
        `has a value in ${shown} where another column has ${isLast ? 'one, or names below it' : 'a value'}`,
      );
    const next: Tree = known ?? new Map();
    if (known === undefined) at.set(segment, isLast ? column : next);
    at = next;
  }
}

/** Names from `0` on without a gap are those of a list. */
function placeOf(tree: Tree | number): Place {
  if (typeof tree === 'number') return { column: tree };
  const isList = [...tree.keys()].every((_name, index) => tree.has(String(index)));
  const names = isList ? [...tree.keys()].sort((one, other) => Number(one) - Number(other)) : [...tree.keys()];
  return { members: names.map((name) => [name, placeOf(tree.get(name) ?? 0)]), isList };
}

const refused = (what: string): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `The first line of the CSV ${what}; it is the header with the paths of the values.`,
  );
