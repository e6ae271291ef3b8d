/** Specification 4.2 and 4.3: what both PDF tools take, and 2.3: what they answer. */
import type Joi from 'joi';
import type { RawJson } from '../schema/raw-json.js';
import { PrintedTemplate } from '../schema/references.js';
import { flag, type Infer, integer, shape, text, timestamp, withoutAbsent } from '../schema/schema.js';
import { unfilledMessage, unfilledTag } from '../schema/tags.js';
import { ContentWarnings } from '../schema/warnings.js';
import { Delivered } from './deliver-to.js';
import { type EInvoice, eInvoiceFault, sharedEInvoice } from './e-invoice/e-invoice.js';
import type { FormPrint } from './form-print.js';
import { MOST_PAGES } from './page-limits.js';
import { jobFields, mappings, preparations, requestSchemas } from './pdf-option.js';
import { FORM_OPTIONS, OPTIONS } from './pdf-options.js';
import { isPointInTime, Merging, NO_POINT_IN_TIME, standardsFault } from './standards.js';
import { insteadOfTag, mayHaveTag } from './tag-fields.js';

export * from './page-limits.js';

/** The tools that print a document. */
export const PDF_TOOLS = ['html-to-pdf', 'json-to-pdf'] as const;
export type PdfTool = (typeof PDF_TOOLS)[number];

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
  .meta({ required: ['html'], jsonSchema: { title: 'PdfRequest' } })
  .example({
    html: '<h1>Invoice [[number]]</h1><p>[[customer.name]]: [[total | money: "EUR"]]</p>',
    css: 'h1 { color: teal }',
    data: { number: '2026-0417', customer: { name: 'Ada Lovelace' }, total: 1234.5 },
    page_size: 'A5',
    locale: 'en',
  });
export type PdfRequest = Infer<typeof PdfRequest>;

/** The request that the rows of a batch share. Its e-invoice may have the invoices in the rows. */
export const BatchInput = PdfRequest.fork('e_invoice', () => sharedEInvoice()) as typeof PdfRequest;

/** A request as a gateway stores it for a job or a batch: with the parts of its template. */
export const StoredPdfRequest = pdfRequest({ printed_template: PrintedTemplate, merging: Merging }).fork(
  'e_invoice',
  () => sharedEInvoice(),
) as Joi.ObjectSchema<StoredPdfRequest>;
export type StoredPdfRequest = PdfRequest & { printed_template?: PrintedTemplate; merging?: Merging };

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
  // Checked before a thread passes them on as `RawJson`.
  const { conformance, tagged, protect, attachments, e_invoice, data } = request as Checked;
  const fault = wrongHtml(request, e_invoice) ?? tagFault(request);
  if (fault !== undefined || (conformance === undefined && e_invoice === undefined)) return fault;
  const fields = withoutAbsent({ conformance, tagged, protect, attachments, e_invoice, data });
  return standardsFault(fields) ?? eInvoiceFault(fields);
}

type Checked = { [Name in keyof PdfRequest]: Exclude<PdfRequest[Name], RawJson> };

const JOB_OPTIONS = { ...OPTIONS, ...FORM_OPTIONS };

/** The schemas of the worker's fields. */
export const pdfJobFields = jobFields(JOB_OPTIONS);

const MAPPINGS = mappings(JOB_OPTIONS);

/** Returns the worker's fields for the options of a request that need no preparation. */
export function mappedOptions(request: PdfRequest): Record<string, unknown> {
  const fields: Record<string, unknown> = { orientation: 'portrait' };
  for (const [name, toJob] of MAPPINGS) {
    const value = request[name as keyof PdfRequest];
    if (value !== undefined) Object.assign(fields, withoutAbsent(toJob(value, request)));
  }
  return fields;
}

/** The options that the gateway prepares. */
export const PREPARED_OPTIONS = preparations(OPTIONS);

/** `html` or `template` is required, unless only XML is returned. */
function wrongHtml({ html, template }: PdfRequest, e_invoice: EInvoice | undefined): string | undefined {
  if (html !== undefined && template !== undefined) return '`template` can’t go with `html`; send one of them';
  if (html === undefined && template === undefined && e_invoice?.output !== 'xml') return '`html` is required';
  return undefined;
}

/** Returns the message of a tag in a field that is not filled. With `tags: false` no text has tags. */
function tagFault(request: PdfRequest): string | undefined {
  if (request.tags === false) return literalFault(request);
  const found = unfilledTag(request, '', mayHaveTag, true);
  return found && unfilledMessage(found, insteadOfTag(found.field));
}

/** Returns the message of brackets that their field can't have as text. They are not checked as long as they may be tags. */
function literalFault({ filename = '', metadata }: PdfRequest): string | undefined {
  if (/[/\\]/.test(filename)) return '`filename` must not contain slashes or control characters';
  const created = metadata?.created_at;
  return created === undefined || isPointInTime(created) ? undefined : `\`metadata.created_at\` ${NO_POINT_IN_TIME}`;
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
      .max(MOST_PAGES)
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
