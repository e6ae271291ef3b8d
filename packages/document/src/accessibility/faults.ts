/**
 * What only the author of a document can mend before it conforms to PDF/UA-1 (ISO 14289-1) or to level A of PDF/A-3
 * (ISO 19005-3). The documentation is generated from this table.
 */

/** What is done about it: `error` is 422, `warning` stands in the answer. */
type Consequence = 'error' | 'warning' | 'nothing';

export interface FaultRule {
  /** For the documentation. */
  readonly called: string;
  /** Completes the sentence that begins with the element and its place, without the full stop: what is wrong, and the way on. */
  readonly fault: string;
  /** With `pdf/ua-1`. */
  readonly universal: Consequence;
  /** With `pdf/a-3a` alone, which recommends most of it only. */
  readonly levelA: Consequence;
  /** Of ISO 14289-1, unless another one is named. */
  readonly clause: string;
}

const HEADS = 'make the cells that name columns or rows `th`, or say `role="presentation"` if it only arranges things';

export const FAULTS = {
  image: {
    called: '`img`, `area` or `input type="image"` without `alt` (or `aria-label`, `aria-labelledby`, `title`)',
    fault: 'has no `alt`: say what it shows, or `alt=""` if it only decorates',
    ...{ universal: 'error', levelA: 'warning', clause: '7.3' },
  },
  blankImage: {
    called: '`img` whose `alt` is blank, but not empty',
    fault: 'has an `alt` of blanks: say what it shows, or `alt=""` if it only decorates',
    ...{ universal: 'error', levelA: 'warning', clause: '7.3' },
  },
  drawing: {
    called: '`svg` that draws something, or any element with `role="img"`, without a name',
    fault:
      'draws something that has no name: say what it shows in `aria-label` (of an `svg`, in `title` as well), or `aria-hidden="true"` if it only decorates',
    ...{ universal: 'error', levelA: 'warning', clause: '7.3' },
  },
  formula: {
    called:
      'A formula of which no text can be made: a `math` that is empty or blank, KaTeX’s or MathJax’s HTML without the `math` in it',
    fault:
      'is a formula that has no text: say in `alttext` (or `aria-label`) how it is read, or have KaTeX or MathJax leave their MathML in it',
    ...{ universal: 'error', levelA: 'warning', clause: '7.7' },
  },
  link: {
    called: 'A link that shows a picture only, whose `alt` is empty',
    fault: 'is a link without a text: say in `aria-label`, or in the `alt` of its picture, where it leads',
    ...{ universal: 'error', levelA: 'warning', clause: '7.18.5' },
  },
  headingFirst: {
    called: 'The first heading is below a later one: `h2` … `h1`',
    fault:
      'is the first heading, and a higher one follows: begin with the highest, or make it a `p` if it is the heading of nothing',
    ...{ universal: 'error', levelA: 'nothing', clause: '7.4.2' },
  },
  headingSkip: {
    called: 'Headings that skip a level: `h1`, `h3`',
    fault: 'skips a level of headings',
    ...{ universal: 'error', levelA: 'nothing', clause: '7.4.2' },
  },
  headingLevel: {
    called: '`aria-level` of a heading above 6',
    fault: 'is a heading of a level that PDF does not have: `aria-level` goes from 1 to 6',
    ...{ universal: 'error', levelA: 'nothing', clause: '7.4' },
  },
  tableHeads: {
    called:
      'A table of data without heads: it has a `caption`, `summary`, `scope` or `role="table"`, or at least three rows and columns with numbers below a text that is none, and neither `th` nor cells in `thead`',
    fault: `has no heads: ${HEADS}`,
    ...{ universal: 'error', levelA: 'warning', clause: '7.5' },
  },
  tableText: {
    called: 'Any other table without heads, of three columns or more: it is tagged as text, cell by cell',
    fault: `has no heads, so that it is read as text, cell by cell: ${HEADS}`,
    ...{ universal: 'warning', levelA: 'warning', clause: '7.5' },
  },
  tableOverlap: {
    called: 'Cells of a table that overlap by `rowspan` or `colspan`',
    fault: 'overlaps another cell of its table: correct `rowspan` and `colspan`',
    ...{ universal: 'error', levelA: 'error', clause: '7.2' },
  },
  check: {
    called: 'A checkbox or radio button without a label',
    fault: 'is drawn without saying for what: give it a `label`, or `aria-label`',
    ...{ universal: 'error', levelA: 'nothing', clause: '7.18.4' },
  },
  field: {
    called: 'Any other `input` or `textarea` without a label',
    fault: 'has no label, so that a reader is not told what it is for: give it a `label`, or `aria-label`',
    ...{ universal: 'warning', levelA: 'nothing', clause: '7.18.4' },
  },
  choice: {
    called: 'A `select`: what it shows is drawn, and not read aloud',
    fault: 'shows a choice that is not read aloud: write it as text',
    ...{ universal: 'warning', levelA: 'warning', clause: '7.1' },
  },
  picture: {
    called: 'A text under the CSS `filter` or `-webkit-box-reflect`, which the browser draws as a picture',
    fault:
      'has a text under `filter` or `-webkit-box-reflect`, which the browser draws as a picture: take that off on paper; `box-shadow` and `text-shadow` do no harm',
    ...{ universal: 'error', levelA: 'warning', clause: '7.1' },
  },
  generated: {
    called:
      'A text that CSS adds (`content` of `::before` or `::after`), with letters, digits or signs of currency, where it is moved out of its line (`position`, `float`), stands in a drawing or can’t be told from others: it is drawn, and not read aloud',
    fault: 'has a text that CSS adds (`content`), which is not read aloud: write it into the document',
    ...{ universal: 'warning', levelA: 'warning', clause: '7.1' },
  },
  title: {
    called: 'No title: neither a `title` element, nor `metadata.title`, nor `filename`',
    fault: 'has no title: write a `title` element, or send `metadata.title` or `filename`',
    ...{ universal: 'error', levelA: 'nothing', clause: '7.1' },
  },
  language: {
    called: 'No language: neither `lang` of the `html` element nor `locale`',
    fault: 'has no language: write `<html lang="en">`, or send `locale`',
    ...{ universal: 'error', levelA: 'nothing', clause: '7.2' },
  },
  languageTag: {
    called: 'A `lang` that is no language tag',
    fault: 'is no language tag such as `de` or `pt-BR`',
    ...{ universal: 'error', levelA: 'error', clause: '7.2; ISO 19005-3, 6.7.4' },
  },
} as const satisfies Readonly<Record<string, FaultRule>>;

export type FaultName = keyof typeof FAULTS;
