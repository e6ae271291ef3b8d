/** Changes a table over a list: a further column, and a row of totals. */
import type { TextChange } from '../data/json-tree.js';
import { type Field, type ListFact, listAt } from './data-fields.js';
import { escaped, type Insertion, indentAt, missingRules, type Surroundings, tableAt } from './insertion.js';
import { cellOf, NUMBER_RULE } from './pieces.js';

/** A part of the HTML. */
interface Range {
  from: number;
  to: number;
}

interface Loop extends Range {
  /** The expression of its list. */
  list: string;
  /** Where its closing tag begins. */
  end: number;
}

export interface ListTable {
  loop: Loop;
  list: ListFact;
  /** The row of each item, and all others. */
  row: Range;
  others: Range[];
  /** The row above the items. */
  heading: Range | undefined;
}

/** Returns the table over a list that the cursor is in. */
export function listTableAt(around: Surroundings): ListTable | undefined {
  const { html, cursor, data } = around;
  const table = tableAt(html, cursor);
  if (table === undefined) return undefined;
  const rows = rowsOf(html, table);
  const loops = loopsIn(around, table).filter((loop) => rows.some((row) => isIn(row, loop)));
  const isOutermost = (loop: Loop): boolean => !loops.some((other) => other !== loop && isIn(loop, other));
  const loop = loops.find(({ from, to }) => cursor >= from && cursor <= to) ?? loops.find(isOutermost);
  const row = loop && rows.find((each) => isIn(each, loop));
  if (loop === undefined || row === undefined) return undefined;
  const list = listAt(html, loop.from, data, loop.list);
  if (list.items.length === 0) return undefined;
  const others = rows.filter((each) => each !== row);
  const isOfHead = (each: Range): boolean => each.to <= loop.from && !loops.some((other) => isIn(each, other));
  return { loop, row, list, others, heading: others.filter(isOfHead).at(-1) };
}

const isIn = (inner: Range, outer: Range): boolean => inner.from >= outer.from && inner.to <= outer.to;

const rangesOf = (html: string, { from, to }: Range, pattern: RegExp): Range[] =>
  [...html.slice(from, to).matchAll(pattern)].map(({ index, 0: text }) => ({
    from: from + index,
    to: from + index + text.length,
  }));

/** Returns the rows, each up to the first closing tag. One pass, because a pattern of a whole row would be tried at each opening tag. */
function rowsOf(html: string, { from, to }: Range): Range[] {
  const part = html.slice(from, to);
  const rows: Range[] = [];
  let begin: number | undefined;
  let content = 0;
  for (const { index, 0: tag } of part.matchAll(/<tr\b|<\/tr\s*>/gi)) {
    if (!tag.startsWith('</')) {
      if (begin !== undefined) continue;
      begin = index;
      content = part.indexOf('>', index) + 1;
      if (content === 0) break;
    } else if (begin !== undefined && index >= content) {
      rows.push({ from: from + begin, to: from + index + tag.length });
      begin = undefined;
    }
  }
  return rows;
}

/** Returns the loops and sections over lists in a part, inner ones first. */
function loopsIn({ html, data }: Surroundings, { from, to }: Range): Loop[] {
  const loops: Loop[] = [];
  const open: (Loop | undefined)[] = [];
  for (const match of html.slice(from, to).matchAll(/\[\[\s*([#^/])([^\]]*)\]\]/g)) {
    const [tag, sign, content = ''] = match;
    const [name = ''] = /[\w$.-]+/.exec(content) ?? [];
    const at = from + match.index;
    const list = name === 'each' ? content.replace('each', '').trim() : name;
    if (sign !== '/') {
      const isList = name === 'each' || (name !== 'if' && listAt(html, at, data, list).items.length > 0);
      open.push(sign === '#' && isList ? { from: at, to: 0, end: 0, list } : undefined);
      continue;
    }
    const loop = open.pop();
    if (loop !== undefined) loops.push({ ...loop, end: at, to: at + tag.length });
  }
  return loops;
}

const CELLS = /<t[hd]\b[^>]*>/gi;
const cellsOf = (html: string, row: Range): Range[] => rangesOf(html, row, CELLS);

/** Returns the class that numbers of the table have. */
function numberClass(html: string, { row }: ListTable): string | undefined {
  const cells = cellsOf(html, row);
  const number = cells.find((_cell, index) => /\|\s*(?:money|number|percent)/.test(contentOf(html, row, cells, index)));
  return number && /\bclass="([\w-]+)/.exec(html.slice(number.from, number.to))?.[1];
}

/** Returns what is between a cell's tag and that of the next cell. */
const contentOf = (html: string, row: Range, cells: readonly Range[], index: number): string =>
  html.slice(cells[index]?.to ?? row.to, cells[index + 1]?.from ?? row.to);

/** Adds a column: its heading, its cell, and an empty cell or a wider one in all other rows. */
export function addColumn(around: Surroundings, table: ListTable, column: Field): Insertion {
  const { html } = around;
  const number = numberClass(html, table);
  const changes = table.others.map((row) =>
    row === table.heading
      ? cellAtEnd(html, row, cellOf('th', escaped(column.label), column.isNumber, number))
      : widened(html, row),
  );
  const cell = cellAtEnd(html, table.row, cellOf('td', `[[${column.expression}]]`, column.isNumber, number));
  return {
    html: [...changes, cell].sort((one, other) => one.from - other.from),
    css: column.isNumber && number === undefined ? rulesOf(around) : [],
  };
}

/** A row with one cell over all columns spans the new one, too. */
function widened(html: string, row: Range): TextChange {
  const [first, second] = cellsOf(html, row);
  const span = first && /colspan="?(\d+)/i.exec(html.slice(first.from, first.to));
  if (first === undefined || second !== undefined || !span) return cellAtEnd(html, row, '<td></td>');
  const from = first.from + span.index + span[0].length - (span[1] ?? '').length;
  return { from, to: from + (span[1] ?? '').length, insert: String(Number(span[1]) + 1) };
}

/** Returns the change that adds a cell to a row: in a line of its own if the row's last cell is. */
function cellAtEnd(html: string, row: Range, cell: string): TextChange {
  const end = html.lastIndexOf('</', row.to - 1);
  const content = html.slice(row.from, end).trimEnd();
  const at = row.from + content.length;
  const last = cellsOf(html, row).at(-1)?.from ?? row.from;
  const isOwnLine = html.slice(at, end).includes('\n') && /\n[ \t]*$/.test(html.slice(0, last));
  return { from: at, to: at, insert: isOwnLine ? `\n${indentAt(html, last)}${cell}` : cell };
}

/** Returns the columns whose sum can be printed. */
export const summable = (columns: readonly Field[]): Field[] =>
  columns.filter(({ isNumber, expression }) => isNumber && !expression.includes('| percent'));

/** Adds the sum of a column below the items. The sum of a product is counted while the items are printed. */
export function totalsRow(around: Surroundings, table: ListTable, column: Field, label: string): Insertion {
  const { html } = around;
  const { loop } = table;
  const [, price, quantity] = /^(.+) × (.+)$/.exec(column.name) ?? [];
  const filter = /\| (?:money: .*?|number)(?= \| default|$)/.exec(column.expression)?.[0] ?? '';
  const isProduct = price !== undefined && quantity !== undefined;
  const sum = isProduct ? `sum_of_items ${filter}` : `${loop.list} | sum: ${JSON.stringify(column.name)} ${filter}`;
  const number = numberClass(html, table);
  const isLine = /^[ \t]*$/.test(html.slice(html.lastIndexOf('\n', loop.end - 1) + 1, loop.end));
  const added = (from: number, line: string): TextChange => ({
    from,
    to: from,
    insert: isLine ? `\n${indentAt(html, loop.end)}${line}` : line,
  });
  const changes = [
    added(
      loop.to,
      `<tr class="total">${totalCells(html, table, column, label, cellOf('td', `[[${sum}]]`, true, number))}</tr>`,
    ),
  ];
  if (isProduct) {
    const begin = html.indexOf(']]', loop.from) + 2;
    const before = isLine ? `[[let sum_of_items = 0]]\n${indentAt(html, loop.from)}` : '[[let sum_of_items = 0]]';
    changes.unshift(
      { from: loop.from, to: loop.from, insert: before },
      added(begin, `[[let sum_of_items = ${price} | times: ${quantity} | plus: sum_of_items]]`),
    );
  }
  return { html: changes, css: number === undefined ? rulesOf(around) : [] };
}

/** Returns the cells of a row of totals: the sum is below its column. */
function totalCells(html: string, { row }: ListTable, { name }: Field, label: string, sum: string): string {
  const cells = cellsOf(html, row);
  const names = name.split(' × ');
  const found = cells.findLastIndex(
    (_cell, index) => index > 0 && names.every((each) => contentOf(html, row, cells, index).includes(each)),
  );
  const column = found < 0 ? cells.length - 1 : found;
  const title = column === 0 ? '' : `<th scope="row"${column > 1 ? ` colspan="${column}"` : ''}>${escaped(label)}</th>`;
  return `${title}${sum}${'<td></td>'.repeat(cells.length - column - 1)}`;
}

const rulesOf = (around: Surroundings): TextChange[] => missingRules(around, NUMBER_RULE);
