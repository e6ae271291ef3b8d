/** The table of the options of a PDF request: their schemas, the worker's fields and the mapping. */
import Joi from 'joi';
import { passedOn } from '../schema/raw-json.js';
import {
  anyText,
  emptyIsAbsent,
  flag,
  integer,
  jsonObject,
  oneOf,
  oneOfAnyCase,
  shape,
  text,
} from '../schema/schema.js';
import { outsideTags } from '../schema/tags.js';
import { backgroundPdf, CheckedBackground } from './background.js';
import { DELIVERY_OPTIONS } from './deliver-to.js';
import { E_INVOICE_OPTIONS } from './e-invoice/e-invoice.js';
import { FormPrint } from './form-print.js';
import { locale, timeZone, translations } from './language.js';
import { LAYERS, pageTexts, watermark } from './page-texts.js';
import {
  inchesOf,
  MarginInInches,
  ORIENTATIONS,
  PAGE_SIZES,
  PaperInInches,
  pageMargin,
  pageSize,
  paperInches,
} from './paper.js';
import { CONTENT_OPTIONS } from './pdf-content.js';
import { mapped, passed, prepared } from './pdf-option.js';
import { PROTECT_OPTIONS, STANDARDS_OPTIONS } from './standards.js';

/** Without control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects them, in a syntax that all engines support
const FILENAME = /^[^\x00-\x1f\x7f-\x9f]*$/;
const SLASH = /[/\\]/;
export const MAX_FILENAME = 200;

export const ON_BLOCKED = ['error', 'warn'] as const;
export type OnBlocked = (typeof ON_BLOCKED)[number];

/** The parts of the answer. */
export const RETURNS = ['all', 'link'] as const;

/**
 * The options of a PDF request, in the order of the docs. An option that the worker receives has its fields and a mapping. Others are a
 * schema.
 */
export const OPTIONS = {
  ...CONTENT_OPTIONS,
  page_size: mapped(
    { pageSize: oneOf(...PAGE_SIZES), paper: PaperInInches },
    emptyIsAbsent(pageSize()).description(
      `Paper size: ${PAGE_SIZES.join(', ')}, in any case, or \`{"width": "80mm", "height": "auto"}\` with lengths of 10 mm to 200 in. A height of \`auto\` fits the content on one page. Default: the document’s \`@page { size }\`, else A4.`,
    ),
    (size) => (typeof size === 'object' ? { paper: paperInches(size) } : { pageSize: size }),
  ),
  orientation: mapped(
    { orientation: oneOf(...ORIENTATIONS), portrait: flag() },
    oneOfAnyCase(...ORIENTATIONS).description(
      'Page orientation; default portrait. Landscape also turns the document’s own size. `Ledger` in portrait is 11 by 17 inches.',
    ),
    (orientation, { page_size }) => ({
      orientation,
      portrait: orientation === 'portrait' && page_size === undefined ? true : undefined,
    }),
  ),
  margin: mapped(
    { margin: MarginInInches },
    emptyIsAbsent(pageMargin()).description(
      'Page margins, except for `@page` rules with a selector (`:first`, a name): one to four CSS lengths (`20mm 15mm`), or an object of `top`, `right`, `bottom`, `left`. Default: the document’s `@page { margin }`, else 10 mm. Headers and footers must fit into `margin`; default margins grow for them.',
    ),
    (margin) => ({ margin: inchesOf(margin) }),
  ),
  header_html: prepared(
    'page texts',
    { headerHtml: pageTexts() },
    pageTexts().description(
      'HTML for the top margin, or an object of HTML for `default`, `first`, `last`, `even` and `odd` pages. `[[page]]` and `[[pages]]` are page number and page count, other tags are filled from `data`. The document’s CSS applies.',
    ),
  ),
  footer_html: prepared(
    'page texts',
    { footerHtml: pageTexts() },
    pageTexts().description('As `header_html`, in the bottom margin.'),
  ),
  background_pdf: passed(
    { backgroundPdf: CheckedBackground },
    passedOn(
      backgroundPdf().description(
        'A PDF as base64, at most 5 MiB, printed under the pages, such as a letterhead: page n under page n, the last page under all others. Or `{"first": "…", "default": "…"}`: one for the first page, one for the others. Pages of another size are scaled to fit.',
      ),
    ),
  ),
  watermark_html: prepared(
    'watermark',
    { watermarkHtml: shape({ html: anyText(), layer: oneOf(...LAYERS) }) },
    watermark().description(
      'HTML printed over the middle of every page, or `{"html": "…", "layer": "under"}`. Tags are filled as in a header.',
    ),
  ),
  first_page_number: passed(
    { firstPageNumber: integer() },
    integer()
      .min(-50)
      .max(100_000)
      .description('The number of the first page; default 1. `[[pages]]` is then the number of the last page.')
      .example(11),
  ),
  filename: mapped(
    { filename: text() },
    text()
      .empty(Joi.valid(null, ''))
      .max(MAX_FILENAME)
      .pattern(FILENAME, 'filename')
      .custom((given: string, helpers) =>
        SLASH.test(outsideTags(given)) ? helpers.error('string.pattern.name') : given,
      )
      .messages({ 'string.pattern.name': '{{#label}} must not contain slashes or control characters' })
      .description('The download name; `.pdf` is added if missing. Tags are filled from `data`.'),
    (filename) => ({ filename: withEnding(filename) }),
  ),
  tagged: passed(
    { tagged: flag() },
    flag().description(
      'Whether the PDF is tagged for screen readers; default false. Tagged PDFs are larger and take longer.',
    ),
  ),
  outline: passed(
    { outline: flag() },
    flag().description('Whether the PDF has bookmarks of the headings `h1` to `h6`, nested by level; default false.'),
  ),
  locale: passed(
    { locale: text() },
    locale()
      .description(
        'The language of numbers, amounts, dates, lists and translations in filters; default: `<html lang>`, else `en`.',
      )
      .example('de-AT'),
  ),
  time_zone: passed(
    { timeZone: text() },
    timeZone().description('The time zone of filters; default `UTC`.').example('Europe/Vienna'),
  ),
  translations: passed(
    { translations: jsonObject() },
    passedOn(
      translations()
        .description(
          'Translations of texts for the filter `t`, by language. Values may be plural forms. At most 100 languages and 1 MiB.',
        )
        .example({ de: { 'Total due': 'Gesamtbetrag' } }),
    ),
  ),
  strict: passed(
    { strict: flag() },
    flag().description(
      'Whether tags without a value, or with a value found only in a section around their list, are an error; default false.',
    ),
  ),
  return: oneOf(...RETURNS).description(
    '`link` omits `pdf_base64`; default `all`. With the header `Accept: application/pdf` the answer is the PDF itself.',
  ),
  expires_in: passed(
    { expiresIn: integer().min(1) },
    integer()
      .min(60)
      .description(
        'Lifetime of the file in seconds: 60 up to `FILE_TTL` of the service (a week by default), which is the default. `DELETE /api/files/{id}` deletes it earlier.',
      )
      .example(3_600),
  ),
  ...DELIVERY_OPTIONS,
  on_blocked: passed(
    { onBlocked: oneOf(...ON_BLOCKED) },
    oneOf(...ON_BLOCKED).description(
      'Handling of blocked content. Absent: missing content (images, frames) is an error, missing style (fonts, backgrounds) a warning. `error`: both are errors. `warn`: both are warnings.',
    ),
  ),
  ...STANDARDS_OPTIONS,
  ...E_INVOICE_OPTIONS,
  ...PROTECT_OPTIONS,
};

/** The worker's options that only requests of forms set, see `FormPrint`. */
export const FORM_OPTIONS = { form: passed({ form: FormPrint }, FormPrint) };

/** Returns the name with `.pdf` appended, unless it ends with that. */
export function withEnding(filename: string): string {
  return /\.pdf$/i.test(filename) ? filename : `${filename}.pdf`;
}
