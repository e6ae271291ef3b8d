/** Writes the lines, alignments and spaces of MathML 3's tables as styles of their cells, since browsers ignore the attributes. */
import { attribute, type Element, isElement, removeAttributes } from '../html.js';
import { addStyle, renamed, type StyleCounts, writtenIn } from './math-elements.js';
import { cssLength, type Initial } from './math-lengths.js';

/** Attributes of tables, rows and cells; of tables for cells; and of tables. */
const IN_CELLS = ['columnalign', 'rowalign'];
const IN_TABLES = ['columnlines', 'rowlines', 'columnspacing', 'rowspacing', 'columnwidth'];
const OF_TABLES = ['frame', 'framespacing', 'width'];

const ALIGN = new Set(['left', 'right']);
const VERTICAL: Readonly<Record<string, string>> = { top: 'top', bottom: 'bottom', center: 'middle', axis: 'middle' };
const LINES = new Set(['solid', 'dashed']);
const LINE = '0.06em';
/** The initial spaces between columns and rows, half of which browsers set as padding. */
const COLUMN_SPACE: Initial = [0.8, 'em'];
const ROW_SPACE: Initial = [1, 'ex'];
/** The largest number of columns or rows that a cell is read to span, and of columns that cells of other rows move. */
const MAX_SPAN = 100;

/** The items of a list by their positions: the last one repeats. */
type List = (at: number) => string;

interface Cell {
  readonly element: Element;
  readonly row: Element;
  readonly rowIndex: number;
  readonly column: number;
  /** The column behind it. */
  readonly end: number;
}

/** Rewrites a table. A second run changes nothing. */
export function styleTable(table: Element, counts: StyleCounts): void {
  const rows = table.childNodes
    .filter(isElement)
    .filter(({ tagName }) => tagName === 'mtr' || tagName === 'mlabeledtr');
  const hasOwn = IN_TABLES.some((name) => attribute(table, name) !== undefined);
  const aligns = [table, ...rows].some((one) => IN_CELLS.some((name) => attribute(one, name) !== undefined));
  if (hasOwn || aligns) styleCells(table, rows, counts);
  styleFrame(table, counts);
  removeAttributes(table, ...IN_CELLS, ...IN_TABLES, ...OF_TABLES);
  for (const row of rows) removeAttributes(row, ...IN_CELLS);
}

/** Writes the alignment of a cell that no table and row has set. */
export function styleCell(cell: Element, counts: StyleCounts): void {
  const style = alignment(writtenIn(cell, 'columnalign'), writtenIn(cell, 'rowalign'));
  removeAttributes(cell, ...IN_CELLS);
  addStyle(cell, style, counts);
}

/** Puts the label of an `mlabeledtr` behind the row, on its right side. */
export function moveLabel(row: Element): void {
  row.childNodes = cellsIn(row);
  renamed(row, 'mtr');
}

function cellsIn(row: Element): Element[] {
  const cells = row.childNodes.filter(isElement);
  const [label, ...others] = cells;
  return row.tagName === 'mlabeledtr' && label ? [...others, label] : cells;
}

function styleCells(table: Element, rows: readonly Element[], counts: StyleCounts): void {
  const cells = cellsOf(rows);
  const columns = cells.reduce((most, { end }) => Math.max(most, end), 0);
  const [align, vertical] = [listOf(table, 'columnalign'), listOf(table, 'rowalign')];
  const [columnLine, rowLine] = [listOf(table, 'columnlines'), listOf(table, 'rowlines')];
  const [columnSpace, rowSpace] = [listOf(table, 'columnspacing'), listOf(table, 'rowspacing')];
  const width = listOf(table, 'columnwidth');
  const rowLists = new Map(rows.map((row) => [row, listOf(row, 'columnalign')]));
  for (const { element, row, rowIndex, column, end } of cells) {
    const own = [writtenIn(element, 'columnalign'), writtenIn(element, 'rowalign')];
    const inline = own[0] || rowLists.get(row)?.(column) || align(column);
    const block = own[1] || writtenIn(row, 'rowalign') || vertical(rowIndex);
    removeAttributes(element, ...IN_CELLS);
    const isFirst = column === 0;
    const declarations = [
      alignment(inline, block),
      !isFirst && line('border-inline-start', columnLine(column - 1)),
      rowIndex > 0 && line('border-top', rowLine(rowIndex - 1)),
      !isFirst && half('padding-inline-start', columnSpace(column - 1), COLUMN_SPACE),
      end < columns && half('padding-inline-end', columnSpace(end - 1), COLUMN_SPACE),
      rowIndex > 0 && half('padding-top', rowSpace(rowIndex - 1), ROW_SPACE),
      rowIndex < rows.length - 1 && half('padding-bottom', rowSpace(rowIndex), ROW_SPACE),
      end === column + 1 && lengthOf('width', width(column)),
    ];
    addStyle(element, declarations.filter(Boolean).join('; '), counts);
  }
}

/** Returns the cells with their columns, which cells of the rows above may move. */
function cellsOf(rows: readonly Element[]): Cell[] {
  const cells: Cell[] = [];
  /** The first row in which a column is free again. */
  const free: number[] = [];
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0;
    for (const element of cellsIn(row)) {
      while ((free[column] ?? 0) > rowIndex) column += 1;
      const end = column + spanOf(element, 'columnspan');
      cells.push({ element, row, rowIndex, column, end });
      const below = rowIndex + spanOf(element, 'rowspan');
      for (let at = column; at < Math.min(end, MAX_SPAN); at++) free[at] = below;
      column = end;
    }
  }
  return cells;
}

const spanOf = (cell: Element, name: string): number =>
  Math.min(MAX_SPAN, Math.max(1, Number.parseInt(writtenIn(cell, name), 10) || 1));

function styleFrame(table: Element, counts: StyleCounts): void {
  const frame = writtenIn(table, 'frame');
  const [beside = '', above = ''] = writtenIn(table, 'framespacing').split(/\s+/);
  const rest = (name: string, written: string, [value, unit]: Initial): string => {
    const length = cssLength(written, [value, unit]);
    return length ? `${name}: calc(${length} - ${value}${unit})` : '';
  };
  const declarations = LINES.has(frame)
    ? [line('border', frame), rest('padding-inline', beside, [0.4, 'em']), rest('padding-block', above, [0.5, 'ex'])]
    : [];
  declarations.push(lengthOf('width', writtenIn(table, 'width')));
  addStyle(table, declarations.filter(Boolean).join('; '), counts);
}

function alignment(inline: string, block: string): string {
  const vertical = Object.hasOwn(VERTICAL, block) ? VERTICAL[block] : undefined;
  return [ALIGN.has(inline) && `text-align: -webkit-${inline}`, vertical && `vertical-align: ${vertical}`]
    .filter(Boolean)
    .join('; ');
}

const line = (name: string, kind: string): string => (LINES.has(kind) ? `${name}: ${LINE} ${kind}` : '');

function half(name: string, written: string, initial: Initial): string {
  const length = cssLength(written, initial);
  return length ? `${name}: calc(${length} / 2)` : '';
}

function lengthOf(name: string, written: string): string {
  const length = cssLength(written);
  return length ? `${name}: ${length}` : '';
}

function listOf(element: Element, name: string): List {
  const items = writtenIn(element, name).split(/\s+/);
  return (at) => items[Math.min(at, items.length - 1)] ?? '';
}
