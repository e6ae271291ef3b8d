/** Specification 4.2 and 4.3: what both PDF tools take, and 2.3: what they answer. */
import Joi from 'joi';
import { backgroundPdf, CheckedBackground } from './background.js';
import { EInvoice, eInvoiceFault } from './e-invoice/e-invoice.js';
import { FILE_VARIABLE, Files, MAX_FILES } from './files.js';
import { locale, timeZone, translations } from './language.js';
import { pageTexts, watermark } from './page-texts.js';
import { passedOn } from './raw-json.js';
import {
  anyText,
  emptyIsAbsent,
  flag,
  type Infer,
  integer,
  jsonObject,
  oneOf,
  oneOfAnyCase,
  shape,
  text,
  timestamp,
} from './schema.js';
import {
  attachments,
  CheckedAttachments,
  conformance,
  MAX_ATTACHMENTS,
  Metadata,
  Protect,
  standardsFault,
} from './standards.js';
import { ContentWarnings } from './warnings.js';

/** Units per inch. */
const PER_INCH = { in: 1, mm: 25.4, cm: 2.54, pt: 72, pc: 6, px: 96, q: 101.6 };
type Unit = keyof typeof PER_INCH;

/** Units in any case, spelled out: the OpenAPI document has patterns without flags. */
const LENGTH = /^(?:(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})([iI][nN]|[mMcC][mM]|[pP][tTcCxX]|[qQ])|0(?:\.0{1,6})?)$/;
const ONE_LENGTH = LENGTH.source.slice(1, -1).replaceAll(/\((?!\?:)/g, '(?:');
/** One to four lengths, as in CSS. */
const LENGTHS = new RegExp(`^${ONE_LENGTH}(?: ${ONE_LENGTH}){0,3}$`);

/** An absolute CSS length. */
const length = (): Joi.StringSchema<string> => text().pattern(LENGTH);

/** One message for every error code of an invalid length. A single `*` would lose against messages of the object. */
const unlessLength = (message: string) =>
  Object.fromEntries(
    [
      'string.base',
      'string.empty',
      'string.pattern.base',
      'any.custom',
      'any.only',
      'alternatives.match',
      'alternatives.types',
    ].map((code) => [code, message]),
  );

const A_LENGTH = 'a length such as `20mm` (a number with mm, cm, in, pt, pc, px or Q, or `0`)';
/** Zero needs no unit and may be a number. */
const side = (name: string) =>
  Joi.alternatives<string | 0>(length(), Joi.valid(0))
    .description(`The ${name} margin, such as \`20mm\`.`)
    .messages(unlessLength(`{{#label}} must be ${A_LENGTH}`));
const MarginSides = shape({}, { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') });
type MarginSides = Infer<typeof MarginSides>;

const ALLOWED = `{{#label}} must be ${A_LENGTH}, up to four of them as in CSS (\`20mm 15mm\`), or an object of such lengths for \`top\`, \`right\`, \`bottom\`, \`left\``;

/** One to four lengths as in CSS, or an object of sides. Absent sides keep their default. */
export const pageMargin = (): Joi.AnySchema<string | 0 | MarginSides> =>
  Joi.alternatives<string | 0 | MarginSides>(text().pattern(LENGTHS), Joi.valid(0), MarginSides).messages({
    'alternatives.types': ALLOWED,
    'alternatives.match': ALLOWED,
    'any.only': ALLOWED,
    'string.pattern.base': ALLOWED,
    'string.empty': ALLOWED,
  });

/** The margin of a side that neither the request nor the document sets: 10 mm, in inches. */
export const DEFAULT_MARGIN_INCHES = 10 / PER_INCH.mm;
/** The smallest width and height between margins: 10 mm, in inches. */
const MIN_CONTENT_INCHES = DEFAULT_MARGIN_INCHES;

/** Margins in inches. Absent sides were not given. */
export interface PageMargin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

/** Returns whether margins leave room for content on a page. @param size in inches. */
export const leavesRoom = (
  { top = 0, right = 0, bottom = 0, left = 0 }: PageMargin,
  { width, height }: { width: number; height: number },
): boolean => width - left - right >= MIN_CONTENT_INCHES && height - top - bottom >= MIN_CONTENT_INCHES;

/** Returns the margins in inches. */
export function inchesOf(margin: string | 0 | MarginSides): PageMargin {
  if (typeof margin !== 'object') {
    const [top = 0, right = top, bottom = top, left = right] = String(margin).split(' ').map(inches);
    return { top, right, bottom, left };
  }
  return Object.fromEntries(Object.entries(margin).map(([side, given]) => [side, inches(String(given))]));
}

function inches(given: string): number {
  const [, number = '0', unit = 'in'] = LENGTH.exec(given) ?? [];
  return Number(number) / PER_INCH[unit.toLowerCase() as Unit];
}

export const PAGE_SIZES = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** The smallest and largest custom paper in inches. A PDF page is at most 200 inches high. */
export const MIN_PAPER_INCHES = 10 / PER_INCH.mm;
export const MAX_PAPER_INCHES = 200;

const PAPER_LENGTH = '{{#label}} must be a length from 10 mm to 200 in such as `80mm`';
const LENGTH_OR_AUTO = `${PAPER_LENGTH}, or \`auto\``;

const paperLength = (message = PAPER_LENGTH): Joi.StringSchema<string> =>
  length()
    .custom((given: string) => {
      if (inches(given) < MIN_PAPER_INCHES || inches(given) > MAX_PAPER_INCHES) throw new Error('not a paper size');
      return given;
    })
    .messages(unlessLength(message));

const OwnPaper = shape({
  width: paperLength().description('Such as `80mm`.'),
  height: Joi.alternatives<string>(paperLength(LENGTH_OR_AUTO), Joi.valid('auto'))
    .messages(unlessLength(LENGTH_OR_AUTO))
    .description('A length, or `auto`.'),
});
type OwnPaper = Infer<typeof OwnPaper>;

const ALLOWED_SIZES = `{{#label}} must be one of ${PAGE_SIZES.join(', ')}, or an object of \`width\` and \`height\`, lengths from 10 mm to 200 in such as \`80mm\`; \`height\` may be \`auto\``;

/** A named or custom paper size. A height of `auto` fits the content. */
const pageSize = (): Joi.AnySchema<PageSize | OwnPaper> =>
  Joi.alternatives<PageSize | OwnPaper>(oneOfAnyCase(...PAGE_SIZES), OwnPaper).messages({
    'alternatives.types': ALLOWED_SIZES,
    'alternatives.match': ALLOWED_SIZES,
    'alternatives.any': ALLOWED_SIZES,
    'any.only': ALLOWED_SIZES,
  });

/** A paper size in inches. Without a height it fits the content. */
export interface PaperInches {
  width: number;
  height?: number;
}

/** Returns the paper size in inches. */
export const paperInches = ({ width, height }: OwnPaper): PaperInches => ({
  width: inches(width),
  ...(height !== 'auto' && { height: inches(height) }),
});

export const ORIENTATIONS = ['portrait', 'landscape'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Specification, section 8. */
export const MAX_PAGES = 50;

/** The largest parts of a document in bytes of UTF-8, including saved variables; `data`, `files` and `translations` as JSON, all kinds of a header together. */
export const PDF_LIMITS = {
  html: 5 * 1024 * 1024,
  css: 1024 * 1024,
  data: 5 * 1024 * 1024,
  header_html: 256 * 1024,
  footer_html: 256 * 1024,
  watermark_html: 256 * 1024,
  translations: 1024 * 1024,
  files: 10 * 1024 * 1024,
};

/** A file name without control characters and slashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects them, in a syntax that all engines support
const FILENAME = /^[^\x00-\x1f\x7f-\x9f/\\]*$/;
export const MAX_FILENAME = 200;

/** Matches texts that may contain a saved variable. */
export const MAY_NAME_VARIABLE = /\[\[\s*(?:var:|>\s*[A-Za-z0-9])/;

export const ON_BLOCKED = ['error', 'warn'] as const;
export type OnBlocked = (typeof ON_BLOCKED)[number];

/** The parts of the answer. */
export const RETURNS = ['all', 'link'] as const;

export const PdfRequest = shape(
  {
    html: passedOn(
      text()
        .description(
          'An HTML template, `[[var:name]]` for a saved one, or `[[> name item=line]]` for one with arguments. Tags in `[[ ]]` are filled from `data`, see docs/tools/templates.md. Optional with `e_invoice.output` `xml`.',
        )
        .example('<h1>[[who]]</h1>'),
      MAY_NAME_VARIABLE,
    ),
  },
  {
    css: passedOn(
      anyText()
        .description('CSS, `[[var:name]]` for a saved variable, or `[[> name size=a]]` for one with arguments.')
        .example('h1 { color: teal }'),
      MAY_NAME_VARIABLE,
    ),
    files: passedOn(
      Files.description(
        `Style sheets and images by the paths that \`html\` and \`css\` use; at most ${MAX_FILES}. Each is text, \`[[var:name]]\` for a saved variable, or \`{"base64": "…"}\`.`,
      ).example({ 'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>' }),
      FILE_VARIABLE,
    ),
    data: passedOn(jsonObject().description('Values of the tags in `[[ ]]`.').example({ who: 'World' })),
    page_size: emptyIsAbsent(pageSize()).description(
      `Paper size: ${PAGE_SIZES.join(', ')}, in any case, or \`{"width": "80mm", "height": "auto"}\` with lengths of 10 mm to 200 in. A height of \`auto\` fits the content on one page. Default: the document’s \`@page { size }\`, else A4.`,
    ),
    orientation: oneOfAnyCase(...ORIENTATIONS).description(
      'Page orientation; default portrait. Landscape also turns the document’s own size.',
    ),
    margin: emptyIsAbsent(pageMargin()).description(
      'Page margins, except for `@page` rules with a selector (`:first`, a name): one to four CSS lengths (`20mm 15mm`), or an object of `top`, `right`, `bottom`, `left`. Default: the document’s `@page { margin }`, else 10 mm. Headers and footers must fit into `margin`; default margins grow for them.',
    ),
    header_html: pageTexts().description(
      'HTML for the top margin, or an object of HTML for `default`, `first`, `last`, `even` and `odd` pages. `[[page]]` and `[[pages]]` are page number and page count, other tags are filled from `data`. The document’s CSS applies.',
    ),
    footer_html: pageTexts().description('As `header_html`, in the bottom margin.'),
    background_pdf: passedOn(
      backgroundPdf().description(
        'A PDF as base64, at most 5 MiB, printed under the pages, such as a letterhead: page n under page n, the last page under all further ones. Or `{"first": "…", "default": "…"}`: one for the first page, one for the others. Pages of another size are scaled to fit.',
      ),
    ),
    watermark_html: watermark().description(
      'HTML printed over the middle of every page, or `{"html": "…", "layer": "under"}`. It is filled like a header.',
    ),
    first_page_number: integer()
      .min(-50)
      .max(100_000)
      .description('The number of the first page; default 1. `[[pages]]` is then the number of the last page.')
      .example(11),
    filename: text()
      .empty(Joi.valid(null, ''))
      .max(MAX_FILENAME)
      .pattern(FILENAME, 'filename')
      .messages({ 'string.pattern.name': '{{#label}} must not contain slashes or control characters' })
      .description('The download name; `.pdf` is added if missing.'),
    tagged: flag().description(
      'Whether the PDF is tagged for screen readers; default false. Tagged PDFs are larger and take longer.',
    ),
    outline: flag().description(
      'Whether the PDF has bookmarks of the headings `h1` to `h6`, nested by level; default false.',
    ),
    locale: locale()
      .description(
        'The language of numbers, amounts, dates, lists and translations in filters; default: `<html lang>`, else `en`.',
      )
      .example('de-AT'),
    time_zone: timeZone().description('The time zone of filters; default `UTC`.').example('Europe/Vienna'),
    translations: passedOn(
      translations()
        .description('Translations of texts for the filter `t`, by language.')
        .example({ de: { 'Total due': 'Gesamtbetrag' } }),
    ),
    strict: flag().description(
      'Whether tags without a value, or with a value found only in a section around their list, are an error; default false.',
    ),
    return: oneOf(...RETURNS).description(
      '`link` omits `pdf_base64`; default `all`. With the header `Accept: application/pdf` the answer is the PDF itself.',
    ),
    expires_in: integer()
      .min(60)
      .description(
        'Lifetime of the file in seconds: 60 up to `FILE_TTL` of the service (a week by default), which is the default. `DELETE /api/files/{id}` deletes it earlier.',
      )
      .example(3_600),
    on_blocked: oneOf(...ON_BLOCKED).description(
      'Handling of blocked content. Absent: missing content (images, frames) is an error, missing style (fonts, backgrounds) a warning. `error`: both are errors. `warn`: both are warnings.',
    ),
    conformance: conformance()
      .description(
        'Standards of the PDF: one of `pdf/a-2b`, `pdf/a-3b`, `pdf/a-3a` (archives), with or without `pdf/ua-1` (accessibility). A document that cannot conform is an error.',
      )
      .example(['pdf/a-3a', 'pdf/ua-1']),
    metadata: Metadata.description('Title, author and other document properties.').example({
      author: 'Example Ltd',
    }),
    attachments: passedOn(
      attachments()
        .description(`Files embedded in the PDF, at most ${MAX_ATTACHMENTS}.`)
        .example([{ name: 'data.csv', data_base64: 'YTtiCg==', mime_type: 'text/csv', relationship: 'Data' }]),
    ),
    e_invoice: passedOn(
      EInvoice.description(
        'An e-invoice (Factur-X, ZUGFeRD, XRechnung, Peppol BIS Billing) as XML in a PDF/A-3 or alone; see docs/tools/e-invoices.md.',
      ).example({ profile: 'en16931', invoice: { number: '2026-0417', currency: 'EUR' } }),
    ),
    protect: Protect.description('Passwords and permissions (AES-256); not with `conformance`.').example({
      permissions: ['print'],
    }),
  },
)
  .fork('html', (html) => html.optional())
  .custom((request, helpers) => {
    const { conformance: levels, e_invoice } = request;
    const fault =
      missingHtml(request) ??
      (levels === undefined ? undefined : standardsFault(request)) ??
      (e_invoice === undefined ? undefined : eInvoiceFault(request));
    return fault === undefined ? request : helpers.error('standards', { fault });
  })
  .messages({ standards: '{{#fault}}' })
  .meta({ jsonSchema: { required: ['html'] } })
  .example({
    html: '<h1>Invoice [[number]]</h1><p>[[customer.name]]: [[total | money: "EUR"]]</p>',
    css: 'h1 { color: teal }',
    data: { number: '2026-0417', customer: { name: 'Ada Lovelace' }, total: 1234.5 },
    page_size: 'A5',
    locale: 'en',
  });
export type PdfRequest = Infer<typeof PdfRequest>;

/** The options that the gateway passes to the worker unchanged: the names and the schemas of the worker's fields. */
const PASSED = {
  data: ['data', jsonObject()],
  background_pdf: ['backgroundPdf', CheckedBackground],
  first_page_number: ['firstPageNumber', integer()],
  outline: ['outline', flag()],
  locale: ['locale', text()],
  time_zone: ['timeZone', text()],
  translations: ['translations', jsonObject()],
  strict: ['strict', flag()],
  expires_in: ['expiresIn', integer().min(1)],
  on_blocked: ['onBlocked', oneOf(...ON_BLOCKED)],
  attachments: ['attachments', CheckedAttachments],
  e_invoice: ['eInvoice', EInvoice],
} as const;
type Passed = typeof PASSED;

/** The worker's fields for the options that are passed unchanged. */
export const passedFields = Object.fromEntries(Object.values(PASSED)) as {
  [Name in keyof Passed as Passed[Name][0]]: Passed[Name][1];
};

/** The values of these fields as the gateway holds them. */
export type PassedOptions = { [Name in keyof Passed as Passed[Name][0]]?: PdfRequest[Name] };

/** Returns the worker's fields for the options that are passed unchanged; undefined for absent ones. */
export const passedOptions = (request: PdfRequest): PassedOptions =>
  Object.fromEntries(Object.entries(PASSED).map(([name, [field]]) => [field, request[name as keyof Passed]]));

/** `html` is required, unless only XML is returned. */
function missingHtml({ html, e_invoice }: { html?: unknown; e_invoice?: EInvoice }): string | undefined {
  return html === undefined && e_invoice?.output !== 'xml' ? '`html` is required' : undefined;
}

const LINK = 'https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e';

/** Links, expiry and size of a stored file. */
export const linksOfFile = {
  download_url: text()
    .uri()
    .description('Link to the file, valid until `expires_at`.')
    .example(`${LINK}eD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf`),
  signed_url: text()
    .uri()
    .description('Signed link to the file, valid until `signed_url_expires_at`.')
    .example(`${LINK}.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw`),
  signed_url_expires_at: timestamp().description('When `signed_url` expires.').example('2026-11-22T17:30:56.000Z'),
  expires_at: timestamp().description('When the file is deleted.').example('2026-11-29T16:30:56.881Z'),
  size_bytes: integer().min(1).description('Size of the file in bytes.').example(18_232),
};

export const PdfResult = shape(
  {
    ...linksOfFile,
    page_count: integer()
      .min(0)
      .max(MAX_PAGES)
      .description('Number of pages in the PDF; 0 with `e_invoice.output` `xml`.')
      .example(1),
  },
  {
    pdf_base64: text()
      .description('The PDF, base64-encoded; absent with `"return": "link"`.')
      .example('JVBERi0xLjcKJdPr6eEK…'),
    xml: text()
      .description('The XML instead of `pdf_base64`, with `e_invoice.output` `xml`.')
      .example('<?xml version="1.0" encoding="UTF-8"?>…'),
    warnings: ContentWarnings.description('Differences from the sent document; absent when there are none.'),
  },
);
export type PdfResult = Infer<typeof PdfResult>;
