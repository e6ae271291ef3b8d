/** The invoice for machines in a PDF, or alone. The same data fills the template that prints it for people. */
import {
  type EInvoice,
  Invoice,
  type JsonObject,
  type RenderJob,
  ServiceError,
  shape,
  validate,
} from '@toolpress/contract';
import { type MadeEInvoice, makeEInvoice } from '@toolpress/e-invoice';
import type { AttachedFile, Finish } from '@toolpress/pdf';
import { Conforming, type XmpSchema } from '@toolpress/standards';
import type { RenderPart } from '../../render/part.js';
import type { Rendered, RenderFeature } from '../../render/task/feature.js';

/** @throws nothing: values that a faulty invoice lacks are not reported for the document, too. */
export const part: RenderPart = ({ job, faults }) => {
  const { eInvoice: given } = job;
  if (given === undefined) return {};
  const made = faults.collect(() => makeEInvoice(withInvoice(given, job.data)));
  const alone = given.output === 'xml' && { alone: (filled: RenderJob) => invoiceAlone(filled, made) };
  if (made === undefined) return { job: { ...job, strict: false }, ...alone };
  const { invoice } = made;
  const data = invoice === undefined ? job.data : { ...job.data, invoice };
  return {
    job: { ...job, ...(data && { data }), conformance: job.conformance ?? ['pdf/a-3b'] },
    features: () => [featureOf(made)],
    ...alone,
  };
};

/**
 * Returns the request of an invoice, which may be in the data.
 *
 * @throws ServiceError `e_invoice_invalid` for data without it; `invalid_parameter`, as the gateway, for wrong fields.
 */
function withInvoice({ invoice_from: path, ...given }: EInvoice, data: JsonObject = {}): EInvoice {
  if (path === undefined) return given;
  const names = path.split('.');
  const found = names.reduce<unknown>((value, name) => ownMember(value, name), data);
  const field = `data.${path}`;
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new ServiceError(
      'e_invoice_invalid',
      `\`e_invoice.invoice_from\`: \`${field}\` is ${found === undefined ? 'missing' : 'no object'}; it must be an invoice as \`e_invoice.invoice\`.`,
    );
  if (names[0] !== 'invoice' && Object.hasOwn(data, 'invoice'))
    throw new ServiceError(
      'e_invoice_invalid',
      `\`data.invoice\` can’t go with \`e_invoice.invoice_from\` of another path: templates read the invoice as \`invoice\`.`,
    );
  const checked = validate(shape({ [field]: Invoice }), { [field]: found }, 'data');
  return { ...given, invoice: checked[field] as Invoice };
}

const ownMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const featureOf = (made: MadeEInvoice): RenderFeature => ({
  finish(finish: Finish) {
    finish.attachments = [invoiceFile(made), ...(finish.attachments ?? [])];
    if (finish.conform instanceof Conforming) finish.conform.schemas = [invoiceSchema(made)];
  },
});

function invoiceAlone({ filename: asked, expiresIn }: RenderJob, made: MadeEInvoice | undefined): Rendered {
  if (made === undefined) throw new Error('an e-invoice without faults was not made');
  const filename = asked === undefined ? made.filename : asked.replace(/\.pdf$/i, '.xml');
  const file = { kind: 'xml', filename, expiresIn, pageCount: 0 } as const;
  return { made: file, bytes: Buffer.from(made.xml), warnings: () => [] };
}

/** Returns the attachment with the name and relationship of its profile (Factur-X 1.09, 6.2.2). */
const invoiceFile = ({ filename, xml, relationship }: MadeEInvoice): AttachedFile => ({
  name: filename,
  bytes: Buffer.from(xml),
  mimeType: 'text/xml',
  description: 'Invoice data (Cross Industry Invoice)',
  relationship,
});

/** Returns the metadata of the PDF for the invoice (Factur-X 1.09, 6.2.3). */
const invoiceSchema = ({ filename, conformanceLevel }: MadeEInvoice): XmpSchema => ({
  name: 'Factur-X PDFA Extension Schema',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  prefix: 'fx',
  properties: (
    [
      ['DocumentFileName', filename, 'The name of the embedded XML document'],
      ['DocumentType', 'INVOICE', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
      ['Version', '1.0', 'The actual version of the standard applying to the embedded XML document'],
      ['ConformanceLevel', conformanceLevel, 'The conformance level of the embedded XML document'],
    ] as const
  ).map(([name, value, description]) => ({ name, value, type: 'Text', category: 'external', description })),
});
