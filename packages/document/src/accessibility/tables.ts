/** Classifies tables: data tables with or without header cells, or layout tables. */
import { attribute, type Element, isElement, isHtml, isText, type ParentNode, setAttribute } from '../html.js';
import type { FaultName } from './faults.js';
import { contains, isHidden, isPresentational, type Names, roleOf, valueIn } from './names.js';

const GROUPS = new Set(['thead', 'tbody', 'tfoot']);
const HEAD_ROLES = new Set(['columnheader', 'rowheader']);
const TABLE_ROLES = new Set(['table', 'grid', 'treegrid']);
/** Elements that are not in data cells. */
const STRUCTURE = new Set(
  'table h1 h2 h3 h4 h5 h6 ul ol dl form fieldset header footer nav main section aside article address figure hr blockquote'.split(
    ' ',
  ),
);
/** Elements that begin a paragraph. */
const BLOCKS = new Set([...STRUCTURE, ...'div p pre center details summary svg img figcaption li'.split(' ')]);

/** HTML's own limits. */
const MAX_SPAN = { colspan: 1_000, rowspan: 65_534 };
/** The largest number of slots of all tables that are checked for overlaps. */
const MAX_SLOTS = 2_000_000;

interface Row {
  /** The row group, or the table. */
  readonly group: Element;
  readonly cells: readonly Element[];
}

type TableFault = readonly [fault: FaultName, element: Element];

export class Tables {
  private slots = 0;

  constructor(private readonly names: Names) {}

  /**
   * Classifies a table and sets its roles, so that the browser tags header cells as such and layout tables as text. Roles are not
   * visible.
   */
  settle(table: Element): TableFault[] {
    const rows = rowsOf(table);
    const cells = rows.flatMap((row) => row.cells);
    if (isPresentational(table)) {
      arrange(cells);
      return [];
    }
    const isData = isCalledData(table, cells);
    const hasHeads = (cells.length > 1 && cells.some((cell) => this.isHead(cell))) || this.takeHeads(rows, isData);
    if (hasHeads || isData || this.looksLikeData(rows)) {
      const overlapping = this.overlapping(rows);
      return [
        ...(hasHeads ? [] : [['tableHeads', table] as const]),
        ...(overlapping ? [['tableOverlap', overlapping] as const] : []),
      ];
    }
    if (!TABLE_ROLES.has(roleOf(table))) setAttribute(table, 'role', 'presentation');
    arrange(cells);
    return this.mayBeData(rows) ? [['tableText', table]] : [];
  }

  private isHead(cell: Element): boolean {
    return (cell.tagName === 'th' || HEAD_ROLES.has(roleOf(cell))) && this.names.hasText(cell);
  }

  /** Makes the cells of `thead` header cells, unless it is a letterhead that repeats on each page. */
  private takeHeads(rows: readonly Row[], isData: boolean): boolean {
    const least = isData ? 1 : 2;
    const heads = rows.filter(({ group, cells }) => group.tagName === 'thead' && cells.length >= least);
    const cells = heads.flatMap((row) => row.cells);
    const isBody = ({ group }: Row): boolean => group.tagName !== 'thead';
    if (!rows.some(isBody) || !cells.every(isPlain) || cells.filter((cell) => this.names.hasText(cell)).length < least)
      return false;
    for (const cell of cells) if (roleOf(cell) === '') setAttribute(cell, 'role', 'columnheader');
    return true;
  }

  /** Returns whether a large table has a column of numbers below a text. */
  private looksLikeData(rows: readonly Row[]): boolean {
    const filled = rows.filter(({ cells }) => cells.length >= 3);
    if (filled.length < 3 || !this.mayBeData(rows)) return false;
    const columns = Math.min(...filled.map(({ cells }) => cells.length));
    for (let column = 1; column < columns; column++) {
      const [head = '', ...texts] = filled.map(({ cells }) => textOf(cells[column]));
      const isNamed = head !== '' && !NUMBER.test(head);
      if (
        isNamed &&
        texts.every((text) => text === '' || NUMBER.test(text)) &&
        texts.filter((text) => text !== '').length >= 2
      )
        return true;
    }
    return false;
  }

  /** Returns whether a table may hold data. Rows of a label and a value may as well be read one after the other. */
  private mayBeData(rows: readonly Row[]): boolean {
    const filled = rows.filter(({ cells }) => cells.filter((cell) => this.names.hasText(cell)).length >= 3);
    return filled.length >= 2 && rows.every(({ cells }) => cells.every(isPlain));
  }

  /** Returns the first cell that overlaps another, by the table model of HTML (4.9.12.1). */
  private overlapping(rows: readonly Row[]): Element | undefined {
    /** For each column, the first row without a cell from above. */
    let ends: number[] = [];
    for (const [row, { group, cells }] of rows.entries()) {
      if (group !== rows[row - 1]?.group) ends = [];
      let column = 0;
      for (const cell of cells) {
        for (; (ends[column] ?? 0) > row; column++) this.slots++;
        const end = row + (spanOf(cell, 'rowspan') || MAX_SPAN.rowspan);
        for (let last = column + spanOf(cell, 'colspan'); column < last; column++) {
          if ((ends[column] ?? 0) > row) return cell;
          ends[column] = end;
          this.slots++;
        }
        if (this.slots > MAX_SLOTS) return undefined;
      }
    }
    return undefined;
  }
}

/** An amount, a percentage, a date, a time, a quantity with its unit. */
const NUMBER =
  /^[^\p{L}\p{N}]{0,4}(?:\p{L}{1,3}[\s.]?)?[\p{Sc}+\-−–(]*\s?\p{Nd}[\p{Nd}\s.,'’:/%‰-]*\)?\s?(?:[\p{Sc}%]|\p{L}{1,3}\.?)?$/u;
const MAX_NUMBER = 40;

/** Returns the text of a cell, up to the length of a number. */
function textOf(cell: Element | undefined): string {
  let text = '';
  const add = (parent: ParentNode): void => {
    for (const node of parent.childNodes) {
      if (text.length > 4 * MAX_NUMBER) return;
      if (isText(node)) text += node.value.slice(0, 8 * MAX_NUMBER);
      else if (isElement(node)) add(node);
    }
  };
  if (cell) add(cell);
  const tidy = text.replace(/\s+/g, ' ').trim();
  return tidy.length > MAX_NUMBER ? 'long' : tidy;
}

const isPlain = (cell: Element): boolean => !contains(cell, ({ tagName }) => STRUCTURE.has(tagName));

const isCalledData = (table: Element, cells: readonly Element[]): boolean =>
  TABLE_ROLES.has(roleOf(table)) ||
  valueIn(table, 'summary') !== '' ||
  table.childNodes.some((node) => isElement(node) && node.tagName === 'caption' && !isHidden(node)) ||
  cells.some((cell) => valueIn(cell, 'scope') !== '' || valueIn(cell, 'headers') !== '');

/** Makes each text cell a paragraph, so that it is separate from the next. */
function arrange(cells: readonly Element[]): void {
  for (const cell of cells)
    if (!attribute(cell, 'role') && !contains(cell, ({ tagName }) => BLOCKS.has(tagName)))
      setAttribute(cell, 'role', 'paragraph');
}

function rowsOf(table: Element): Row[] {
  const rows: Row[] = [];
  const take = (group: Element): void => {
    for (const node of group.childNodes) {
      if (!isElement(node) || !isHtml(node) || isHidden(node)) continue;
      if (node.tagName === 'tr') rows.push({ group, cells: cellsOf(node) });
      else if (group === table && GROUPS.has(node.tagName)) take(node);
    }
  };
  take(table);
  return rows;
}

const cellsOf = (row: Element): Element[] =>
  row.childNodes
    .filter(isElement)
    .filter((cell) => (cell.tagName === 'td' || cell.tagName === 'th') && isHtml(cell) && !isHidden(cell));

/** Reads a span as HTML does. */
function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const digits = /^\s*\+?(\d{1,9})/.exec(attribute(cell, name)?.value ?? '')?.[1];
  const span = digits === undefined ? 1 : Number(digits);
  if (name === 'colspan' && (span === 0 || span > MAX_SPAN.colspan)) return span === 0 ? 1 : MAX_SPAN.colspan;
  return Math.min(span, MAX_SPAN[name]);
}
