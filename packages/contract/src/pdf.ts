/** Specification 4.2 and 4.3: what both PDF tools take, and 2.3: what they answer. */
import Joi from 'joi';
import { backgroundPdf } from './background.js';
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
import { attachments, conformance, MAX_ATTACHMENTS, Metadata, Protect, standardsFault } from './standards.js';
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

/** By each way of being none: a message for all ways would lose against those of the object that it is a field of. */
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
/** Without a unit, zero is as good a number as a text. */
const side = (name: string) =>
  Joi.alternatives<string | 0>(length(), Joi.valid(0))
    .description(`The ${name} margin, such as \`20mm\`.`)
    .messages(unlessLength(`{{#label}} must be ${A_LENGTH}`));
const MarginSides = shape({}, { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') });
type MarginSides = Infer<typeof MarginSides>;

const ALLOWED = `{{#label}} must be ${A_LENGTH}, up to four of them as in CSS (\`20mm 15mm\`), or an object of such lengths for \`top\`, \`right\`, \`bottom\`, \`left\``;

/** One to four lengths as in CSS, or an object of sides; those left out keep their default. */
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
/** What margins have to leave of a page's width and height: 10 mm, in inches. */
export const MIN_CONTENT_INCHES = DEFAULT_MARGIN_INCHES;

/** Inches. An absent side was not given. */
export interface PageMargin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

/** @returns the margins in inches. */
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

/** Inches: what papers other than the named ones may measure. A PDF page is at most 200 inches high. */
export const MIN_PAPER_INCHES = 10 / PER_INCH.mm;
export const MAX_PAPER_INCHES = 200;

const PAPER_LENGTH = '{{#label}} must be a length from 10 mm to 200 in such as `80mm`';
const LENGTH_OR_AUTO = `${PAPER_LENGTH}, or \`auto\``;

const paperLength = (message = PAPER_LENGTH): Joi.StringSchema<string> =>
  length()
    .custom((given: string) => {
      if (inches(given) < MIN_PAPER_INCHES || inches(given) > MAX_PAPER_INCHES) throw new Error('no size of a paper');
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

/** A named sheet, or one of any size; a height of `auto` is that of the content. */
const pageSize = (): Joi.AnySchema<PageSize | OwnPaper> =>
  Joi.alternatives<PageSize | OwnPaper>(oneOfAnyCase(...PAGE_SIZES), OwnPaper).messages({
    'alternatives.types': ALLOWED_SIZES,
    'alternatives.match': ALLOWED_SIZES,
    'alternatives.any': ALLOWED_SIZES,
    'any.only': ALLOWED_SIZES,
  });

/** Inches; without a height it is as high as its content. */
export interface PaperInches {
  width: number;
  height?: number;
}

/** @returns the paper in inches. */
export const paperInches = ({ width, height }: OwnPaper): PaperInches => ({
  width: inches(width),
  ...(height !== 'auto' && { height: inches(height) }),
});

export const ORIENTATIONS = ['portrait', 'landscape'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Specification, section 8. */
export const MAX_PAGES = 50;

/** How large the parts of a document may be, bytes of UTF-8, saved variables included; `data`, `files` and `translations` as JSON, headers and footers of all kinds of pages together. */
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

/** No line breaks and no paths. An empty one is none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it refuses, in a way that every engine knows
const FILENAME = /^[^\x00-\x1f\x7f-\x9f/\\]*$/;
export const MAX_FILENAME = 200;

/** Matches whatever may name a saved variable. */
const MAY_NAME_VARIABLE = /\[\[\s*(?:var:|>\s*[A-Za-z0-9])/;

export const ON_BLOCKED = ['error', 'warn'] as const;
export type OnBlocked = (typeof ON_BLOCKED)[number];

/** What the answer leaves out. */
export const RETURNS = ['all', 'link'] as const;

export const PdfRequest = shape(
  {
    html: passedOn(
      text()
        .description(
          'HTML given directly, or `[[var:name]]` for a saved template, `[[> name item=line]]` for one with arguments; tags in `[[ ]]` are filled from `data`, see docs/tools/templates.md. It may be left out with `e_invoice.output` `xml`, which prints nothing.',
        )
        .example('<h1>[[who]]</h1>'),
      MAY_NAME_VARIABLE,
    ),
  },
  {
    css: passedOn(
      anyText()
        .description(
          'CSS given directly, or `[[var:name]]` for a saved template, `[[> name size=a]]` for one with arguments.',
        )
        .example('h1 { color: teal }'),
      MAY_NAME_VARIABLE,
    ),
    files: passedOn(
      Files.description(
        `Style sheets and images, by the paths under which \`html\` and \`css\` name them; at most ${MAX_FILES}. Each is a text, \`[[var:name]]\` for a saved one, or \`{"base64": "…"}\`.`,
      ).example({ 'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>' }),
      FILE_VARIABLE,
    ),
    data: passedOn(jsonObject().description('Data that fills the tags in `[[ ]]`.').example({ who: 'World' })),
    page_size: emptyIsAbsent(pageSize()).description(
      `Paper size: ${PAGE_SIZES.join(', ')}, in any case, or \`{"width": "80mm", "height": "auto"}\` with lengths of 10 mm to 200 in; a height of \`auto\` is that of the content, on one page. Absent, the document’s own \`@page { size }\` counts, else A4.`,
    ),
    orientation: oneOfAnyCase(...ORIENTATIONS).description(
      'Page orientation; portrait unless given. Landscape turns the document’s own size too.',
    ),
    margin: emptyIsAbsent(pageMargin()).description(
      'Margins of all pages but those with an `@page` rule of their own (`:first`, a name): a CSS length for all sides, up to four as in CSS (`20mm 15mm`), or an object of `top`, `right`, `bottom`, `left`. Absent, the document’s own `@page { margin }` counts, else 10 mm. A header or footer has to fit into `margin`; the document’s own grow for it.',
    ),
    header_html: pageTexts().description(
      'HTML in the top margin of every page, or an object of HTML for `default`, `first`, `last`, `even` and `odd` pages: `[[page]]` and `[[pages]]` are its numbers, other tags are filled from `data`, the document’s CSS applies.',
    ),
    footer_html: pageTexts().description('As `header_html`, in the bottom margin.'),
    background_pdf: passedOn(
      backgroundPdf().description(
        'A PDF, as base64, at most 5 MiB, that is printed under the pages, such as a letterhead: its page n under page n, its last page under all after. Or `{"first": "…", "default": "…"}`: one under the first page, one under the others. A page of another size is scaled to fit.',
      ),
    ),
    watermark_html: watermark().description(
      'HTML in the middle of every page, over what the document prints, or `{"html": "…", "layer": "under"}`; filled as a header is.',
    ),
    first_page_number: integer()
      .min(-50)
      .max(100_000)
      .description(
        'The number that `[[page]]` has on the first page, 1 unless given; `[[pages]]` is the number of the last page then.',
      )
      .example(11),
    filename: text()
      .empty(Joi.valid(null, ''))
      .max(MAX_FILENAME)
      .pattern(FILENAME, 'filename')
      .messages({ 'string.pattern.name': '{{#label}} must not contain slashes or control characters' })
      .description('The name under which the PDF is downloaded; `.pdf` is added where it is missing.'),
    tagged: flag().description(
      'Whether the PDF is tagged, for screen readers; false unless given: a tagged PDF is larger and takes longer.',
    ),
    outline: flag().description(
      'Whether the PDF has an outline (bookmarks) of the headings `h1` to `h6`, nested by their levels; false unless given.',
    ),
    locale: locale()
      .description(
        'The language in which filters of the template write numbers, amounts, dates, lists and translations; absent, that of the document (`<html lang>`), else `en`.',
      )
      .example('de-AT'),
    time_zone: timeZone()
      .description('The time zone in which filters of the template write points in time; `UTC` unless given.')
      .example('Europe/Vienna'),
    translations: passedOn(
      translations()
        .description('An object by language of objects: what the `t` filter writes in the place of each text.')
        .example({ de: { 'Total due': 'Gesamtbetrag' } }),
    ),
    strict: flag().description(
      'Whether a tag without a value, or with that of a section around its list, is an error that lists them; false unless given.',
    ),
    return: oneOf(...RETURNS).description(
      '`link` leaves `pdf_base64` out of the answer; `all` unless given. With the header `Accept: application/pdf` the answer is the PDF itself.',
    ),
    expires_in: integer()
      .min(60)
      .description(
        'How long the file is kept, seconds: 60 or more, up to what the service keeps files for (`FILE_TTL`, a week unless the operator set it), which it is unless given. `DELETE /api/files/{id}` deletes it earlier.',
      )
      .example(3_600),
    on_blocked: oneOf(...ON_BLOCKED).description(
      'What is done about what may not be loaded. Absent: missing content (images, frames) is an error, missing style (fonts, backgrounds) a warning. `error`: both are errors. `warn`: both are warnings.',
    ),
    conformance: conformance()
      .description(
        'Standards that the PDF keeps: one of `pdf/a-2b`, `pdf/a-3b`, `pdf/a-3a` (archives), with or without `pdf/ua-1` (accessibility). A document that can’t keep them is an error that says why.',
      )
      .example(['pdf/a-3a', 'pdf/ua-1']),
    metadata: Metadata.description('Title, author and the like, as readers show them.').example({
      author: 'Example Ltd',
    }),
    attachments: passedOn(
      attachments()
        .description(`Files inside of the PDF, at most ${MAX_ATTACHMENTS}.`)
        .example([{ name: 'data.csv', data_base64: 'YTtiCg==', mime_type: 'text/csv', relationship: 'Data' }]),
    ),
    e_invoice: passedOn(
      EInvoice.description(
        'An invoice that machines can book: Factur-X, ZUGFeRD, XRechnung or Peppol BIS Billing, as XML inside of a PDF/A-3 or alone; see docs/tools/e-invoices.md.',
      ).example({ profile: 'en16931', invoice: { number: '2026-0417', currency: 'EUR' } }),
    ),
    protect: Protect.description('Passwords, and what readers allow; not with `conformance`. AES-256.').example({
      permissions: ['print'],
    }),
  },
)
  .fork('html', (html) => html.optional())
  .custom((request, helpers) => {
    const fault = missingHtml(request) ?? standardsFault(request) ?? eInvoiceFault(request);
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

/** It is required, but where nothing is printed. */
function missingHtml({ html, e_invoice }: { html?: unknown; e_invoice?: EInvoice }): string | undefined {
  return html === undefined && e_invoice?.output !== 'xml' ? '`html` is required' : undefined;
}

const LINK = 'https://toolpress.example.com/files/0mws455o1b04142277aad597c13e5fadb5c9afe2e';

/** Where a stored file is, until when, and how large it is. */
export const linksOfFile = {
  download_url: text()
    .uri()
    .description('Service-hosted link; valid until `expires_at`.')
    .example(`${LINK}eD5tmylKdiUGGMtvuKWWECnlzuwCd2II.pdf`),
  signed_url: text()
    .uri()
    .description('Signed link to the stored file; valid until `signed_url_expires_at`.')
    .example(`${LINK}.pdf?expires=1795368656&signature=ciBg9N-q4yGVWPidh4AmEA7xeEPgblfN-Qb-t9Y6oQw`),
  signed_url_expires_at: timestamp()
    .description('When `signed_url` stops working.')
    .example('2026-11-22T17:30:56.000Z'),
  expires_at: timestamp().description('When the stored file is deleted.').example('2026-11-29T16:30:56.881Z'),
  size_bytes: integer().min(1).description('Size of the file.').example(18_232),
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
      .description('With `e_invoice.output` `xml`: the XML, in the place of `pdf_base64`.')
      .example('<?xml version="1.0" encoding="UTF-8"?>…'),
    warnings: ContentWarnings.description('What is printed otherwise than it was sent; absent when there is nothing.'),
  },
);
export type PdfResult = Infer<typeof PdfResult>;
