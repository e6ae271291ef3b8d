/** Gives the rows of tables (ISO 32000-1, 14.8.4.3.4) equal widths (ISO 14289-1, 7.5). Chromium leaves empty cells out. */
import type { Dictionary, PdfValue } from '@toolpress/pdf/edit';
import { Element, type Kid, type StructureTree } from './tree.js';

const CELLS: ReadonlySet<string> = new Set(['TD', 'TH']);
/** The limit of columns. A page cannot hold more. */
const MAX_COLUMNS = 16_384;

/** The numbers of rows in marks repeat after this many, as packages/document writes them. */
export const ROW_NUMBERS = 500;

export function repairTables(tree: StructureTree): void {
  const tables: Element[] = [];
  tree.walk((element, parent) => {
    const { type } = element;
    if (type === 'Table') {
      element.kids = rowsOf(element, tree);
      if (element.kids.some((kid) => isOf(kid, 'TR'))) tables.push(element);
      else element.type = 'Div';
    } else if (type === 'TR' && parent?.type === 'Table')
      element.kids = element.kids.map((kid) =>
        kid instanceof Element && CELLS.has(kid.type) ? kid : tree.add('TD', [kid]),
      );
    else if (type === 'TR' || (CELLS.has(type) && parent?.type !== 'TR')) {
      element.type = 'Div';
      element.attributes.delete('A');
      element.attributes.delete('ID');
    }
  });
  for (const table of tables)
    repairGrid(
      table.kids.filter((kid) => isOf(kid, 'TR')),
      tree,
    );
}

const isOf = (kid: Kid, type: string): kid is Element => kid instanceof Element && kid.type === type;

/** Moves the caption to the front, and makes rows of all other kids. */
function rowsOf(table: Element, tree: StructureTree): Kid[] {
  const captions = table.kids.filter((kid) => isOf(kid, 'Caption'));
  const [caption, ...others] = captions;
  if (caption) caption.kids.push(...others.flatMap(({ kids }) => kids));
  const rows = table.kids.filter((kid) => !isOf(kid, 'Caption'));
  const own = rows.map((kid) => (isOf(kid, 'TR') ? kid : tree.add('TR', [tree.add('TD', [kid])])));
  return [...(caption ? [caption] : []), ...own];
}

interface Cell {
  readonly element: Element;
  readonly row: number;
  readonly column: number;
  /** The number of rows and columns that the cell covers. */
  rows: number;
  columns: number;
}

/** Puts cells at their places in the document, and adds empty ones. */
function repairGrid(rows: readonly Element[], tree: StructureTree): void {
  const cells = placed(rows);
  const width = cells.flat().reduce((most, { column, columns }) => Math.max(most, column + columns), 0);
  const ends = new Array<number>(width).fill(0);
  for (const [row, element] of rows.entries()) {
    const all: Element[] = [];
    let column = 0;
    const fillTo = (end: number): void => {
      for (let free = 0; column <= end; column++) {
        const isFree = column < end && (ends[column] ?? 0) <= row;
        if (isFree) free += 1;
        else if (free > 0) {
          all.push(emptyCell(free, tree));
          free = 0;
        }
      }
    };
    for (const cell of cells[row] ?? []) {
      fillTo(cell.column);
      column = cell.column + cell.columns;
      ends.fill(row + cell.rows, cell.column, column);
      writeSpans(cell);
      all.push(cell.element);
    }
    fillTo(width);
    element.kids = all;
  }
}

/** @returns the place and size of each cell. Cells do not overlap. */
function placed(rows: readonly Element[]): Cell[][] {
  const numbers = rowNumbers(rows);
  /** The last cell of each column. */
  const above: Cell[] = [];
  return rows.map((element, row) => {
    const reached = (column: number): Cell | undefined => {
      const cell = above[column];
      return cell && cell.row + cell.rows > row ? cell : undefined;
    };
    let next = 0;
    return (element.kids as Element[]).map((kid) => {
      const marked = columnOf(kid);
      while (marked === undefined && reached(next)) next += 1;
      const column = Math.min(Math.max(next, marked ?? next), MAX_COLUMNS);
      // Rows without content, which only a cell above covers, do not exist in the PDF.
      const over = reached(column);
      if (over && over.row < row) over.rows = row - over.row;
      let columns = 1;
      const most = Math.min(spanOf(kid, 'ColSpan'), MAX_COLUMNS);
      while (columns < most && !reached(column + columns)) columns += 1;
      const cell = { element: kid, row, column, columns, rows: rowsUntil(numbers, row, spanOf(kid, 'RowSpan')) };
      for (let at = column; at < column + columns; at++) above[at] = cell;
      next = column + columns;
      return cell;
    });
  });
}

/** @returns the numbers of rows in the document. Rows without content do not exist in the PDF. */
function rowNumbers(rows: readonly Element[]): number[] {
  let last = -1;
  return rows.map(({ mark }) => {
    const number = Number(/^r(\d+)$/.exec(mark ?? '')?.[1] ?? Number.NaN);
    const isMarked = Number.isInteger(number);
    last += isMarked ? 1 + modulo(number - last - 1, ROW_NUMBERS) : 1;
    return last;
  });
}

const modulo = (number: number, by: number): number => ((number % by) + by) % by;

/** @returns the number of existing rows that a cell covers. */
function rowsUntil(numbers: readonly number[], row: number, span: number): number {
  const end = (numbers[row] ?? 0) + span;
  let rows = 1;
  while (row + rows < numbers.length && (numbers[row + rows] ?? end) < end) rows += 1;
  return rows;
}

function columnOf({ mark }: Element): number | undefined {
  const column = /^c(\d+)$/.exec(mark ?? '')?.[1];
  return column === undefined ? undefined : Number(column);
}

const emptyCell = (columns: number, tree: StructureTree): Element => {
  const cell = tree.add('TD');
  if (columns > 1) cell.attributes.set('A', tableAttributes([['ColSpan', String(columns)]]));
  return cell;
};

const tableAttributes = (entries: [string, PdfValue][]): Dictionary => new Map([['O', '/Table'], ...entries]);

/** @returns an attribute of a cell from any of its attribute objects. */
function attributeOf({ attributes }: Element, name: string): PdfValue | undefined {
  const own = attributes.get('A');
  for (const one of Array.isArray(own) ? own : [own]) {
    const value = one instanceof Map ? one.get(name) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function spanOf(cell: Element, name: 'RowSpan' | 'ColSpan'): number {
  const span = Number(attributeOf(cell, name));
  return Number.isInteger(span) && span > 1 ? span : 1;
}

/** Removes `Headers` and the ids that they name: they say the same as `Scope`, which all headers have, and differ from print to print. */
function writeSpans({ element, rows, columns }: Cell): void {
  const entries: [string, PdfValue][] = [];
  if (element.type === 'TH') entries.push(['Scope', attributeOf(element, 'Scope') ?? '/Column']);
  if (rows > 1) entries.push(['RowSpan', String(rows)]);
  if (columns > 1) entries.push(['ColSpan', String(columns)]);
  element.attributes.delete('ID');
  if (entries.length > 0) element.attributes.set('A', tableAttributes(entries));
  else element.attributes.delete('A');
}
