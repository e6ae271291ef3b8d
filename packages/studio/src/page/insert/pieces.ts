/** The parts of documents that Insert writes. */
import type { Field, ListFact } from './data-fields.js';
import { block, escaped, INDENT, type Insertion, inline, type Rules, type Surroundings } from './insertion.js';

const TABLE: Rules = {
  list: `.list { width: 100%; border-collapse: collapse }
.list th, .list td { padding: 4pt 6pt; border-bottom: .5pt solid; text-align: left }
.list .number { text-align: right }`,
};
const SIGNATURE: Rules = {
  signature: `.signature { display: flex; gap: 20mm; margin-top: 25mm; break-inside: avoid }
.signature p { flex: 1; padding-top: 4pt; border-top: .5pt solid; font-size: 9pt }`,
};
const PAGE_BREAK: Rules = { 'page-break': '.page-break { break-before: page }' };

/** Returns a cell of a table. @param number the class of numbers. */
export const cellOf = (tag: 'th' | 'td', text: string, isNumber: boolean, number = 'number'): string =>
  `<${tag}${isNumber ? ` class="${number}"` : ''}>${text}</${tag}>`;

/** A table with a row for each item of a list. */
export function table(around: Surroundings, { path }: ListFact, columns: readonly Field[]): Insertion {
  const deep = (depth: number, text: string): string => `${INDENT.repeat(depth)}${text}`;
  const lines = [
    '<table class="list">',
    deep(1, '<thead>'),
    deep(2, `<tr>${columns.map(({ label, isNumber }) => cellOf('th', escaped(label), isNumber)).join('')}</tr>`),
    deep(1, '</thead>'),
    deep(1, '<tbody>'),
    deep(2, `[[#each ${path}]]`),
    deep(2, '<tr>'),
    ...columns.map(({ expression, isNumber }) => deep(3, cellOf('td', `[[${expression}]]`, isNumber))),
    deep(2, '</tr>'),
    deep(2, '[[/each]]'),
    deep(1, '</tbody>'),
    '</table>',
  ];
  return block(around, lines, TABLE);
}

/** The rule of numbers in other tables. */
export const NUMBER_RULE: Rules = { number: '.number { text-align: right }' };

export const value = (around: Surroundings, { expression }: Field): Insertion => inline(around, `[[${expression}]]`);

export const pageBreak = (around: Surroundings): Insertion =>
  block(around, ['<div class="page-break"></div>'], PAGE_BREAK);

/** @param alt what the image shows; empty for decoration. @param width a length of CSS. */
export const image = (around: Surroundings, path: string, alt: string, width: string): Insertion =>
  block(around, [
    `<img src="${attribute(path)}" alt="${attribute(alt)}"${width === '' ? '' : ` style="width: ${attribute(width)}"`}>`,
  ]);

/** @param source the path of a value. */
export const qrCode = (around: Surroundings, source: string, size: string): Insertion =>
  block(around, [`<div>[[${source} | qr: size: "${size}"]]</div>`]);

/** @param source the path of a value. */
export const barcode = (around: Surroundings, source: string, type: string): Insertion =>
  block(around, [`<div>[[${source} | barcode: "${type}"${is2d(type) ? '' : ', text: true'}]]</div>`]);

const is2d = (type: string): boolean => type === 'datamatrix' || type === 'pdf417';

export const signature = (around: Surroundings, labels: readonly string[]): Insertion =>
  block(
    around,
    ['<div class="signature">', ...labels.map((label) => `${INDENT}<p>${escaped(label)}</p>`), '</div>'],
    SIGNATURE,
  );

/** A table of contents of the headings that the document has. */
export function contents(around: Surroundings, title: string): Insertion {
  const count = (level: string): number => around.html.split(new RegExp(`<${level}\\b`, 'i')).length - 1;
  const used = ['h1', 'h2', 'h3'].filter((level) => count(level) > 0);
  // One heading of the first level is the title of the document.
  const levels = count('h1') === 1 && used.length > 1 ? used.slice(1) : used;
  const toc = (levels.length > 0 ? levels : ['h1', 'h2']).join(' ');
  return block(around, [
    `<nav data-toc="${toc}">`,
    ...(title === '' ? [] : [`${INDENT}<h2>${escaped(title)}</h2>`]),
    '</nav>',
  ]);
}

const NOTE = 'Text of the note.';
export const footnote = (around: Surroundings): Insertion => inline(around, `<span data-footnote>${NOTE}</span>`, NOTE);

const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');
