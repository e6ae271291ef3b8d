/**
 * The faults that only the author can fix before a document conforms to PDF/UA-1 (ISO 14289-1) or PDF/A-3 level A
 * (ISO 19005-3). The documentation is generated from this table.
 */

/** The consequence: `error` is a 422, `warning` a warning in the answer. */
type Consequence = 'error' | 'warning' | 'nothing';

export interface FaultRule {
  /** The name in the documentation. */
  readonly called: string;
  /** The predicate of a sentence that begins with the element and its place, without a full stop: the fault and what to do. */
  readonly fault: string;
  /** The consequence with `pdf/ua-1`. */
  readonly universal: Consequence;
  /** The consequence with `pdf/a-3a` alone, which only recommends most of it. */
  readonly levelA: Consequence;
  /** The clause, of ISO 14289-1 unless another standard is named. */
  readonly clause: string;
}

const HEADS =
  'use `th` for the cells that name columns or rows, or write `role="presentation"` if the table is only for layout';

export const FAULTS = {
  image: {
    called: '`img`, `area` or `input type="image"` without `alt` (or `aria-label`, `aria-labelledby`, `title`)',
    fault: 'has no `alt`: describe the image, or write `alt=""` if it is decorative',
    universal: 'error',
    levelA: 'warning',
    clause: '7.3',
  },
  blankImage: {
    called: '`img` whose `alt` has only spaces',
    fault: 'has an `alt` of only spaces: describe the image, or write `alt=""` if it is decorative',
    universal: 'error',
    levelA: 'warning',
    clause: '7.3',
  },
  drawing: {
    called: '`svg` that draws something, or any element with `role="img"`, without an accessible name',
    fault:
      'has no accessible name: describe the drawing in `aria-label` (or in the `title` of an `svg`), or write `aria-hidden="true"` if it is decorative',
    universal: 'error',
    levelA: 'warning',
    clause: '7.3',
  },
  formula: {
    called:
      'A formula without text: an empty `math` element, or the HTML of KaTeX or MathJax without its `math` element',
    fault:
      'is a formula without text: write how it is read in `alttext` (or `aria-label`), or let KaTeX or MathJax keep their MathML',
    universal: 'error',
    levelA: 'warning',
    clause: '7.7',
  },
  link: {
    called: 'A link that holds only an image with an empty `alt`',
    fault: 'is a link without text: describe its target in `aria-label`, or in the `alt` of its image',
    universal: 'error',
    levelA: 'warning',
    clause: '7.18.5',
  },
  headingFirst: {
    called: 'The first heading has a lower level than a later one: `h2` … `h1`',
    fault:
      'is the first heading, but one of a higher level follows: begin with the highest level, or use a `p` if it is not a heading',
    universal: 'error',
    levelA: 'nothing',
    clause: '7.4.2',
  },
  headingSkip: {
    called: 'Headings that skip a level: `h1`, `h3`',
    fault: 'skips a level of headings',
    universal: 'error',
    levelA: 'nothing',
    clause: '7.4.2',
  },
  headingLevel: {
    called: '`aria-level` of a heading above 6',
    fault: 'has a heading level that PDF does not support: `aria-level` must be 1 to 6',
    universal: 'error',
    levelA: 'nothing',
    clause: '7.4',
  },
  tableHeads: {
    called:
      'A data table without header cells: it has a `caption`, `summary`, `scope` or `role="table"`, or at least three rows and columns with numbers below a text, but neither `th` nor cells in `thead`',
    fault: `has no header cells: ${HEADS}`,
    universal: 'error',
    levelA: 'warning',
    clause: '7.5',
  },
  tableText: {
    called: 'Any other table of three or more columns without header cells: it is tagged as text, cell by cell',
    fault: `has no header cells, so it is read as text, cell by cell: ${HEADS}`,
    universal: 'warning',
    levelA: 'warning',
    clause: '7.5',
  },
  tableOverlap: {
    called: 'Cells of a table that overlap by `rowspan` or `colspan`',
    fault: 'overlaps another cell of its table: correct `rowspan` and `colspan`',
    universal: 'error',
    levelA: 'error',
    clause: '7.2',
  },
  check: {
    called: 'A checkbox or radio button without a label',
    fault: 'has no label: add a `label` element or `aria-label`',
    universal: 'error',
    levelA: 'nothing',
    clause: '7.18.4',
  },
  field: {
    called: 'Any other `input` or `textarea` without a label',
    fault: 'has no label, so a screen reader cannot announce it: add a `label` element or `aria-label`',
    universal: 'warning',
    levelA: 'nothing',
    clause: '7.18.4',
  },
  choice: {
    called: 'A `select`: its value is drawn, not read aloud',
    fault: 'shows a value that is not read aloud: write it as text',
    universal: 'warning',
    levelA: 'warning',
    clause: '7.1',
  },
  picture: {
    called: 'Text with the CSS property `filter` or `-webkit-box-reflect`, which the browser draws as an image',
    fault:
      'has text with `filter` or `-webkit-box-reflect`, which the browser draws as an image: remove the property for print; `box-shadow` and `text-shadow` are fine',
    universal: 'error',
    levelA: 'warning',
    clause: '7.1',
  },
  generated: {
    called:
      'Text that CSS adds (`content` of `::before` or `::after`) with letters, digits or currency signs, if it is moved out of its line (`position`, `float`), is inside a drawing or cannot be distinguished from other text: it is drawn, not read aloud',
    fault: 'has text that CSS adds (`content`), which is not read aloud: write it in the document',
    universal: 'warning',
    levelA: 'warning',
    clause: '7.1',
  },
  title: {
    called: 'No title: neither a `title` element, nor `metadata.title`, nor `filename`',
    fault: 'has no title: write a `title` element, or send `metadata.title` or `filename`',
    universal: 'error',
    levelA: 'nothing',
    clause: '7.1',
  },
  language: {
    called: 'No language: neither `lang` of the `html` element nor `locale`',
    fault: 'has no language: write `<html lang="en">`, or send `locale`',
    universal: 'error',
    levelA: 'nothing',
    clause: '7.2',
  },
  languageTag: {
    called: 'A `lang` that is not a language tag',
    fault: 'is not a language tag such as `de` or `pt-BR`',
    universal: 'error',
    levelA: 'error',
    clause: '7.2; ISO 19005-3, 6.7.4',
  },
} as const satisfies Readonly<Record<string, FaultRule>>;

export type FaultName = keyof typeof FAULTS;
