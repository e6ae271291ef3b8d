/** Specification 4.2 and 4.3: what both PDF tools take, and 2.3: what they answer. */
import Joi from 'joi';
import { backgroundPdf, CheckedBackground } from './background.js';
import { DataFrom } from './connections.js';
import { Delivered, DeliverTo } from './deliver-to.js';
import { EInvoice, eInvoiceFault } from './e-invoice/e-invoice.js';
import { FILE_VARIABLE, Files, MAX_FILES, ResolvedFiles } from './files.js';
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
import { jobFields, jobMapping, mapped, passed, preparations, prepared, requestSchemas } from './pdf-option.js';
import { jsonText, passedOn, RawJson } from './raw-json.js';
import { PrintedTemplate, TemplateReference } from './references.js';
import {
  anyText,
  emptyIsAbsent,
  flag,
  type Infer,
  integer,
  type JsonObject,
  jsonObject,
  listOf,
  oneOf,
  oneOfAnyCase,
  shape,
  text,
  timestamp,
  withoutAbsent,
} from './schema.js';
import {
  attachments,
  CheckedAttachments,
  CONFORMANCE,
  conformance,
  JobMetadata,
  JobProtect,
  jobMetadata,
  listedLevels,
  MAX_ATTACHMENTS,
  Metadata,
  Protect,
  standardsFault,
  wantsTags,
} from './standards.js';
import { ContentWarnings } from './warnings.js';

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
export const MAY_NAME_VARIABLE = /\[\[\s*(?:var:|(?:\/\s*)?>\s*[A-Za-z0-9])/;

export const ON_BLOCKED = ['error', 'warn'] as const;
export type OnBlocked = (typeof ON_BLOCKED)[number];

/** The parts of the answer. */
export const RETURNS = ['all', 'link'] as const;

/**
 * The options of a PDF request, in the order of the docs. An option that the worker receives has its fields and a mapping. Others are a
 * schema.
 */
const OPTIONS = {
  html: prepared(
    'text',
    { html: anyText() },
    passedOn(
      text()
        .description(
          'An HTML template, `[[var:name]]` for a saved one, or `[[> name item=line]]` for one with arguments. Tags in `[[ ]]` are filled from `data`, see docs/tools/templates.md. Required, except with `template` or `e_invoice.output` `xml`.',
        )
        .example('<h1>[[who]]</h1>'),
      MAY_NAME_VARIABLE,
    ),
  ),
  template: TemplateReference.description(
    'A saved template instead of `html`: `invoice` for the published version, `invoice@3` for a version, `invoice@draft` for the draft. It contains `css`, `files` and options. Fields of the request replace them; `files` are added by path.',
  ).example('invoice@3'),
  css: prepared(
    'text',
    { css: anyText() },
    passedOn(
      anyText()
        .description('CSS, `[[var:name]]` for a saved variable, or `[[> name size=a]]` for one with arguments.')
        .example('h1 { color: teal }'),
      MAY_NAME_VARIABLE,
    ),
  ),
  files: prepared(
    'files',
    { files: ResolvedFiles },
    passedOn(
      Files.description(
        `Style sheets and images by the paths that \`html\` and \`css\` use; at most ${MAX_FILES}. Each is text, \`[[var:name]]\` for a saved variable, or \`{"base64": "…"}\`.`,
      ).example({ 'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>' }),
      FILE_VARIABLE,
    ),
  ),
  data: passed(
    { data: jsonObject() },
    passedOn(jsonObject().description('Values of the tags in `[[ ]]`.').example({ who: 'World' })),
  ),
  data_from: DataFrom.description(
    'A record whose fields are added to `data`, with the parameters of get-record. Fields replace members of `data` of the same name; `_record` holds `id` and `createdTime`. The call is also charged as get-record.',
  ),
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
    (given, { page_size }) => ({
      orientation: given ?? 'portrait',
      portrait: given === 'portrait' && page_size === undefined ? true : undefined,
    }),
  ),
  margin: mapped(
    { margin: MarginInInches },
    emptyIsAbsent(pageMargin()).description(
      'Page margins, except for `@page` rules with a selector (`:first`, a name): one to four CSS lengths (`20mm 15mm`), or an object of `top`, `right`, `bottom`, `left`. Default: the document’s `@page { margin }`, else 10 mm. Headers and footers must fit into `margin`; default margins grow for them.',
    ),
    (margin) => ({ margin: margin === undefined ? undefined : inchesOf(margin) }),
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
        'A PDF as base64, at most 5 MiB, printed under the pages, such as a letterhead: page n under page n, the last page under all further ones. Or `{"first": "…", "default": "…"}`: one for the first page, one for the others. Pages of another size are scaled to fit.',
      ),
    ),
  ),
  watermark_html: prepared(
    'watermark',
    { watermarkHtml: shape({ html: anyText(), layer: oneOf(...LAYERS) }) },
    watermark().description(
      'HTML printed over the middle of every page, or `{"html": "…", "layer": "under"}`. It is filled like a header.',
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
      .messages({ 'string.pattern.name': '{{#label}} must not contain slashes or control characters' })
      .description('The download name; `.pdf` is added if missing.'),
    (filename) => ({ filename: filename === undefined ? undefined : withEnding(filename) }),
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
  deliver_to: DeliverTo.description(
    'The account’s own bucket, into which the file is also put, by a connection of the provider `s3`. If the bucket does not take it, the answer has the warning `not_delivered`.',
  ),
  on_blocked: passed(
    { onBlocked: oneOf(...ON_BLOCKED) },
    oneOf(...ON_BLOCKED).description(
      'Handling of blocked content. Absent: missing content (images, frames) is an error, missing style (fonts, backgrounds) a warning. `error`: both are errors. `warn`: both are warnings.',
    ),
  ),
  conformance: mapped(
    { conformance: listOf(oneOf(...CONFORMANCE)), tagged: flag() },
    conformance()
      .description(
        'Standards of the PDF: one of `pdf/a-2b`, `pdf/a-3b`, `pdf/a-3a` (archives), with or without `pdf/ua-1` (accessibility). A document that cannot conform is an error.',
      )
      .example(['pdf/a-3a', 'pdf/ua-1']),
    (given) => {
      if (given === undefined) return {};
      const levels = listedLevels(given);
      return { conformance: levels.length > 0 ? [...levels] : undefined, ...(wantsTags(levels) && { tagged: true }) };
    },
  ),
  metadata: mapped(
    { metadata: JobMetadata },
    Metadata.description('Title, author and other document properties.').example({
      author: 'Example Ltd',
    }),
    (metadata) => ({ metadata: metadata && jobMetadata(metadata) }),
  ),
  attachments: mapped(
    { attachments: CheckedAttachments },
    passedOn(
      attachments()
        .description(`Files embedded in the PDF, at most ${MAX_ATTACHMENTS}.`)
        .example([{ name: 'data.csv', data_base64: 'YTtiCg==', mime_type: 'text/csv', relationship: 'Data' }]),
    ),
    (files) => ({ attachments: Array.isArray(files) && files.length === 0 ? undefined : files }),
  ),
  e_invoice: passed(
    { eInvoice: EInvoice },
    passedOn(
      EInvoice.description(
        'An e-invoice (Factur-X, ZUGFeRD, XRechnung, Peppol BIS Billing) as XML in a PDF/A-3 or alone; see docs/tools/e-invoices.md.',
      ).example({ profile: 'en16931', invoice: { number: '2026-0417', currency: 'EUR' } }),
    ),
  ),
  protect: prepared(
    'passwords',
    { protect: JobProtect },
    Protect.description('Passwords and permissions (AES-256); not with `conformance`.').example({
      permissions: ['print'],
    }),
  ),
};

/** The worker's options that only requests of forms set, see `FormPrint`. */
const FORM_OPTIONS = { form: passed({ form: FormPrint }, FormPrint) };

const { html, ...optional } = requestSchemas(OPTIONS);
const { template, css, files, data, data_from, return: returned, protect, ...printing } = optional;

/** The options that a saved template may carry. */
export const TemplateOptions = shape({}, printing);
export type TemplateOptions = Infer<typeof TemplateOptions>;

const pdfRequest = (fields: object = {}) =>
  shape({ html }, { ...optional, ...fields })
    .fork('html', (html) => html.optional())
    .messages({ standards: '{{#fault}}' });

const withoutFault = (request: object, helpers: Joi.CustomHelpers): object => {
  const fault = requestFault(request as PdfRequest);
  return fault === undefined ? request : helpers.error('standards', { fault });
};

export const PdfRequest = pdfRequest()
  .custom(withoutFault)
  .meta({ required: ['html'] })
  .example({
    html: '<h1>Invoice [[number]]</h1><p>[[customer.name]]: [[total | money: "EUR"]]</p>',
    css: 'h1 { color: teal }',
    data: { number: '2026-0417', customer: { name: 'Ada Lovelace' }, total: 1234.5 },
    page_size: 'A5',
    locale: 'en',
  });
export type PdfRequest = Infer<typeof PdfRequest>;

/** A request as a gateway stores it for a job: with the parts of its template. */
export const StoredPdfRequest = pdfRequest({ printed_template: PrintedTemplate }) as Joi.ObjectSchema<StoredPdfRequest>;
export type StoredPdfRequest = PdfRequest & { printed_template?: PrintedTemplate };

/**
 * A preview in the studio. Templates may carry options that store or deliver the file, such as `expires_in`; they have no effect.
 */
export const PreviewRequest = shape(
  { html },
  { css, files, data, ...printing, first_page_only: flag().description('Whether the PDF has only the first page.') },
)
  .messages({ standards: '{{#fault}}' })
  .custom(withoutFault);
export type PreviewRequest = Infer<typeof PreviewRequest>;

/** A request of a form. */
export type FormPdfRequest = PdfRequest & { form: FormPrint };

/** Returns the message of fields that exclude each other; undefined without one. Calls repeat it when a template has added fields. */
export function requestFault(request: PdfRequest): string | undefined {
  const e_invoice = parsed<EInvoice>(request.e_invoice);
  const fault = wrongHtml(request, e_invoice);
  if (fault !== undefined || (request.conformance === undefined && e_invoice === undefined)) return fault;
  const { conformance, tagged, protect } = request;
  const attachments = parsed<unknown[]>(request.attachments);
  const data = e_invoice?.invoice === undefined ? undefined : parsed<JsonObject>(request.data);
  const fields = withoutAbsent({ conformance, tagged, protect, attachments, e_invoice, data });
  return standardsFault(fields) ?? eInvoiceFault(fields);
}

const parsed = <Value>(value: Value | RawJson | undefined): Value | undefined =>
  value instanceof RawJson ? (JSON.parse(jsonText(value)) as Value) : value;

/** The schemas of the worker's fields. */
export const pdfJobFields = jobFields({ ...OPTIONS, ...FORM_OPTIONS });

/** Returns the worker's fields for the options that need no preparation; undefined for absent ones. */
export const mappedOptions: (request: PdfRequest) => Record<string, unknown> = jobMapping({
  ...OPTIONS,
  ...FORM_OPTIONS,
});

/** The options that the gateway prepares. */
export const PREPARED_OPTIONS = preparations(OPTIONS);

/** Returns the name with `.pdf` appended, unless it ends with that. */
export function withEnding(filename: string): string {
  return /\.pdf$/i.test(filename) ? filename : `${filename}.pdf`;
}

/** `html` or `template` is required, unless only XML is returned. */
function wrongHtml({ html, template }: PdfRequest, e_invoice: EInvoice | undefined): string | undefined {
  if (html !== undefined && template !== undefined) return '`template` can’t go with `html`; send one of them';
  if (html === undefined && template === undefined && e_invoice?.output !== 'xml') return '`html` is required';
  return undefined;
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
    delivered: Delivered.description(
      'The object in the account’s bucket; absent without `deliver_to` and with the warning `not_delivered`.',
    ),
    warnings: ContentWarnings.description('Differences from the sent document; absent when there are none.'),
    template: PrintedTemplate.description('The version of `template` that was printed; absent without one.'),
  },
);
export type PdfResult = Infer<typeof PdfResult>;
