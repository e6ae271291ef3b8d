/** What other printers know and the browser ignores, or does only where the document lets the service do it; and the way on. */

export interface IgnoredEntry {
  called: readonly string[];
  /** Where it is ignored; everywhere unless given. */
  where?: string;
  /** `is ignored` unless given. */
  says?: string;
  instead: string;
}

/** What is ignored, and a sentence without its full stop that says what to do. The documentation is generated from it. */
export const IGNORED_CSS = {
  running: {
    called: ['running()', 'element()'],
    instead:
      'for what is to stand on every page, use `string-set` with `string()` in a margin box of `@page`, or `header_html` and `footer_html`',
  },
  string: {
    called: ['string-set', 'string()'],
    where: ' in other forms than `string-set: name content()` with `string(name)` in a margin box of `@page`',
    instead:
      '`string-set` takes names with strings, `content()`, `attr()`, `counter()` and `counters()`; `string()` takes a name and `first`, `start`, `last` or `first-except`',
  },
  target: {
    called: ['target-counter()', 'target-counters()', 'target-text()'],
    instead:
      'what is known is `target-counter(attr(href), name)` and `target-counters(attr(href), name, ".")` with one of the common counter styles, `target-text(attr(href))` and `target-text(attr(href), before)`',
  },
  numbers: {
    called: ['counter()'],
    where: ' before an element that contents or `target-…()` refer to',
    says: 'is left out there',
    instead:
      'a number is taken over from `::before` of strings and counters in a common counter style, without pictures and quotation marks',
  },
  leader: {
    called: ['leader()'],
    where:
      ' elsewhere than at the beginning of `content` of an `::after` in a line of text, and beyond 2,000 of a document',
    instead:
      'it prints a blank; for a row of dots, use `::after` of what stands before it, a dotted border, or `<nav data-toc>`',
  },
  footnote: {
    called: ['float: footnote', '@footnote'],
    instead: 'the note stays where it is in the text; `<span data-footnote>` goes to the foot of its page',
  },
  float: { called: ['float: top', 'float: bottom'], instead: 'it stays where it is in the text' },
  selector: {
    called: ['@page :nth()', '@page name:blank'],
    where: ' but for `:nth(1)`, `:nth(odd)`, `:nth(even)` and `:blank` alone',
    instead:
      'the browser leaves out the whole rule; it knows a name, `:first`, `:left` or `:right`, one of them for each rule; for single pages, give what begins there a `page: name`, and the name an `@page` rule',
  },
  marks: { called: ['marks', 'bleed'], instead: 'pages have no crop marks; make them larger, and draw the marks' },
  bookmark: {
    called: ['bookmark-level', 'bookmark-label'],
    instead: 'with `outline` the PDF has one of the headings `h1` to `h6`',
  },
  frame: {
    called: ['-pdf-frame-content'],
    instead: 'for what is to stand on every page, use `header_html` or `footer_html`',
  },
  counter: {
    called: ['counter-increment: page'],
    where: ' of elements',
    instead:
      'pages are numbered through whatever elements count; `counter-reset: page 1` begins anew, `first_page_number`, or `@page :first { counter-set: page 5 }`, gives the first page its number',
  },
  numbering: {
    called: ['counter-reset: page', 'counter-set: page'],
    where:
      ' of elements beside counters of `page` in `@page`, and styles of numbers other than decimal, Roman and letters',
    instead:
      'pages are numbered through then; let elements alone, or `@page` rules alone, say where numbers begin anew',
  },
  repeated: {
    called: ['counter(page)'],
    where: ' in what is fixed on every page, or in a `thead` or `tfoot`',
    says: 'is repeated',
    instead: 'it shows the same number on every page; use `[[page]]` and `[[pages]]` in `header_html` or `footer_html`',
  },
  elsewhere: {
    called: ['counter(page)'],
    where: ' in a `::before` or `::after` with `position: absolute` at an edge of the first page',
    says: 'is the number of another page',
    instead:
      'it is the number of the page that its element stands on; use `[[page]]` in `header_html` or `footer_html`, or a margin box of `@page`',
  },
  fixed: {
    called: ['position: fixed'],
    where: ' with a negative offset',
    says: 'does not reach into the margin',
    instead:
      'nothing shows outside of the area that the margins leave, or it shows on another page; for what is to stand in a margin, use `header_html`, `footer_html` or a margin box of `@page`',
  },
  cmyk: {
    called: ['device-cmyk()'],
    instead: 'the browser leaves out the whole declaration; write the colour as `rgb()`, as the PDF has it',
  },
  top: {
    called: ['@top-…'],
    where: ' beside `header_html`',
    instead: '`header_html` takes the place of the margin boxes at the top; write its text there',
  },
  bottom: {
    called: ['@bottom-…'],
    where: ' beside `footer_html`',
    instead: '`footer_html` takes the place of the margin boxes at the bottom; write its text there',
  },
  portrait: {
    called: ['@page { size: … landscape }'],
    where: ' beside `orientation: "portrait"`',
    says: 'is not turned',
    instead:
      'only `orientation: "landscape"` turns a page, and this size stays as the sheet says it; take `landscape` out of the sheet, or name a `page_size` in the request',
  },
  turned: {
    called: ['page-orientation'],
    where: ' beside `header_html` or `footer_html`',
    says: 'leaves headers upright',
    instead:
      'the page is turned with its margins, so that a header may cover what stands at its side; use margin boxes of `@page`, which are turned as well',
  },
  size: {
    called: ['@page { size: A6 }'],
    where: ' and other names than `A3` to `A5`, `B4`, `B5`, `JIS-B4`, `JIS-B5`, `letter`, `legal` and `ledger`',
    instead: 'the browser does not know the name; write the size in lengths, such as `105mm 148mm`, or use `page_size`',
  },
  hyphens: {
    called: ['hyphens: auto'],
    where: ' in other languages than English and German',
    instead:
      'words are hyphenated in elements whose `lang` is English or German, such as `<html lang="en">`; elsewhere, put soft hyphens (`&shy;`) into the words',
  },
  break: { called: ['-pdf-next-page', '-pdf-page-break'], instead: 'use `break-before` or `break-after`' },
  printer: {
    called: ['prince-…', '-prince-…', '-weasy-…', '-pdf-…', '-fs-…', '-ro-…', '-ah-…'],
    instead: 'only another printer knows it; say it in standard CSS',
  },
} as const satisfies Readonly<Record<string, IgnoredEntry>>;

export type IgnoredCss = keyof typeof IGNORED_CSS;

/** They matter only where a print shows it: the conditions are `print:` and their names. */
export const AS_PRINTED: ReadonlySet<IgnoredCss> = new Set(['repeated', 'elsewhere', 'numbers', 'leader', 'numbering']);

/** They matter only where the request, or the languages of the document, are against them. */
export const CONDITIONAL_CSS: ReadonlySet<IgnoredCss> = new Set([
  'top',
  'bottom',
  'portrait',
  'size',
  'turned',
  'hyphens',
]);
