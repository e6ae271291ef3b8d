/** Print CSS of other PDF tools that the browser ignores, or that the service provides only in some places, and what to do. */

export interface IgnoredEntry {
  called: readonly string[];
  /** The places where it is ignored. Defaults to everywhere. */
  where?: string;
  /** The predicate. Defaults to `is ignored`. */
  says?: string;
  instead: string;
}

/** Ignored CSS, with what to do as a sentence without a full stop. The documentation is generated from this table. */
export const IGNORED_CSS = {
  running: {
    called: ['running()', 'element()'],
    instead:
      'for content on every page, use `string-set` with `string()` in a margin box of `@page`, or `header_html` and `footer_html`',
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
      'supported are `target-counter(attr(href), name)` and `target-counters(attr(href), name, ".")` with one of the common counter styles, `target-text(attr(href))` and `target-text(attr(href), before)`',
  },
  content: {
    called: ['content'],
    where: ' of a margin box with a word or an unknown function',
    instead: 'the declaration prints nothing; put text in quotes: `content: "page " counter(page)`',
  },
  numbers: {
    called: ['counter()'],
    where: ' before an element that contents or `target-…()` refer to',
    says: 'is left out there',
    instead:
      'numbers are copied from a `::before` of strings and counters in a common counter style, without images and quotation marks',
  },
  leader: {
    called: ['leader()'],
    where:
      ' elsewhere than once in a horizontal line of text, at the beginning of `content` of an `::after`, and beyond 2,000 of a document',
    instead:
      'it prints a space; for a row of dots, use an `::after` of the text before it, a dotted border, or `<nav data-toc>`',
  },
  footnote: {
    called: ['float: footnote', '@footnote'],
    instead: 'the note stays in the text; `<span data-footnote>` prints it at the bottom of its page',
  },
  float: { called: ['float: top', 'float: bottom'], instead: 'it stays in the text' },
  selector: {
    called: ['@page :nth()', '@page name:blank'],
    where: ' except `:nth(1)`, `:nth(odd)`, `:nth(even)` and `:blank` alone',
    instead:
      'the browser ignores the whole rule; it supports a name, `:first`, `:left` or `:right`, one in each rule; for single pages, give the element that begins there a `page: name`, and write an `@page name` rule',
  },
  box: {
    called: ['@page { @top }', '@page { @bottom }'],
    where: ' and other margin boxes that do not exist',
    instead: 'nothing of it is printed; write `@top-left`, `@top-center`, `@bottom-right` and the like',
  },
  marks: { called: ['marks', 'bleed'], instead: 'pages have no crop marks; use a larger page, and draw the marks' },
  bookmark: {
    called: ['bookmark-level', 'bookmark-label'],
    instead: 'with `outline`, the PDF has an outline of the headings `h1` to `h6`',
  },
  frame: {
    called: ['-pdf-frame-content', '@page { @frame }', '@page { header: …; footer: … }'],
    instead: 'for content on every page, use `header_html` or `footer_html`; for the area of the text, `margin`',
  },
  counter: {
    called: ['counter-increment: page'],
    where: ' of elements',
    instead:
      'page numbers do not depend on the counters of elements; `counter-reset: page 1` restarts them, `first_page_number` or `@page :first { counter-set: page 5 }` sets the number of the first page',
  },
  numbering: {
    called: ['counter-reset: page', 'counter-set: page'],
    where:
      ' of elements beside counters of `page` in `@page`, and styles of numbers other than decimal, Roman and letters',
    instead: 'page numbers do not restart then; restart them in elements only, or in `@page` rules only',
  },
  total: {
    called: ['counter-reset: pages', 'counter-set: pages', 'counter-increment: pages'],
    instead:
      '`counter(pages)` stays the number of pages; for another number, compute with `[[pages]]` in `header_html` or `footer_html`',
  },
  repeated: {
    called: ['counter(page)'],
    where: ' in elements that are fixed on every page, or in a `thead` or `tfoot`',
    says: 'is repeated',
    instead: 'it shows the same number on every page; use `[[page]]` and `[[pages]]` in `header_html` or `footer_html`',
  },
  elsewhere: {
    called: ['counter(page)'],
    where: ' in a `::before` or `::after` with `position: absolute` at an edge of the first page',
    says: 'is the number of another page',
    instead:
      'it is the page number of its element; use `[[page]]` in `header_html` or `footer_html`, or a margin box of `@page`',
  },
  fixed: {
    called: ['position: fixed'],
    where: ' with a negative offset',
    says: 'does not reach into the margin',
    instead:
      'content outside the page margins is not shown, or is shown on another page; for content in a margin, use `header_html`, `footer_html` or a margin box of `@page`',
  },
  cmyk: {
    called: ['device-cmyk()', 'cmyk()', 'cmyka()'],
    instead: 'the browser ignores the whole declaration; write the colour as `rgb()`',
  },
  top: {
    called: ['@top-…'],
    where: ' beside `header_html`',
    instead: '`header_html` replaces the margin boxes at the top; write the text there',
  },
  bottom: {
    called: ['@bottom-…'],
    where: ' beside `footer_html`',
    instead: '`footer_html` replaces the margin boxes at the bottom; write the text there',
  },
  portrait: {
    called: ['@page { size: … landscape }'],
    where: ' beside `orientation: "portrait"`',
    says: 'is not turned',
    instead:
      '`orientation: "portrait"` does not change the size that a style sheet sets; remove `landscape` from the style sheet, or send `page_size`',
  },
  turned: {
    called: ['page-orientation'],
    where: ' beside `header_html` or `footer_html`',
    says: 'leaves headers upright',
    instead:
      'the page is turned with its margins, so a header may cover content at its side; use margin boxes of `@page`, which are turned as well',
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
      'words are hyphenated if `lang` is English or German, as in `<html lang="en">`; elsewhere, put soft hyphens (`&shy;`) into the words',
  },
  place: {
    called: ['break-before', 'break-after', 'page-break-before', 'page-break-after'],
    where: ' of text in a line, floats, positioned boxes, and what is beside another in a row or in columns',
    instead: 'pages break at blocks one below the other, and at `br`; put it on a block such as `div` around them',
  },
  value: {
    called: ['break-before: always', 'break-after: always'],
    where: ' and other values that do not exist',
    instead: 'write `break-before: page`, or `page-break-before: always`',
  },
  break: { called: ['-pdf-next-page', '-pdf-page-break'], instead: 'use `break-before` or `break-after`' },
  printer: {
    called: [
      'prince-…',
      '-prince-…',
      '-weasy-…',
      '-pdf-…',
      '-fs-…',
      '-ro-…',
      '-ah-…',
      '-epubx-…',
      '-vivliostyle-…',
      '-adapt-…',
      'sheet-size',
      'odd-header-name',
      'even-header-name',
      'odd-footer-name',
      'even-footer-name',
      'background-gradient',
      'background-image-resize',
      'text-rotate',
    ],
    instead: 'only other PDF tools support it; use standard CSS',
  },
} as const satisfies Readonly<Record<string, IgnoredEntry>>;

/** The predicate for a page break at an element where the browser ignores it. */
export const IGNORED_BREAK = `is ignored: ${IGNORED_CSS.place.instead}`;

export type IgnoredCss = keyof typeof IGNORED_CSS;

/** Kinds that matter only if the print shows it. Their conditions are `print:` and the name. */
export const AS_PRINTED: ReadonlySet<IgnoredCss> = new Set([
  'repeated',
  'elsewhere',
  'numbers',
  'leader',
  'numbering',
  'fixed',
]);

/** Kinds that matter only with certain request fields or document languages. */
export const CONDITIONAL_CSS: ReadonlySet<IgnoredCss> = new Set([
  'top',
  'bottom',
  'portrait',
  'size',
  'turned',
  'hyphens',
]);
