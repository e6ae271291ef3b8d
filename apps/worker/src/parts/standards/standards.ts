/** Metadata, conformance, attachments, e-invoice and protection of a PDF. */
import type { RenderJob } from '@toolpress/contract';
import { type MadeEInvoice, makeEInvoice } from '@toolpress/e-invoice';
import { type AttachedFile, attachedFile, type Finish, infoOf, type XmpSchema } from '@toolpress/pdf';
import type { PreparedDocument } from '../../render/prepare/prepare-document.js';
import type { Faults } from '../../render/task/faults.js';
import type { RenderFeature } from '../../render/task/feature.js';
import type { AccessibleContent } from '../accessibility/accessible-content.js';

export class Standards implements RenderFeature {
  constructor(
    private readonly job: RenderJob,
    private readonly document: Pick<PreparedDocument, 'title' | 'structure'>,
    private readonly known: { eInvoice: MadeEInvoice | undefined; accessible: AccessibleContent | undefined },
  ) {}

  finish(): Partial<Finish> {
    const { metadata, conformance: levels, attachments = [], protect } = this.job;
    const { eInvoice, accessible } = this.known;
    const files = [...(eInvoice ? [invoiceFile(eInvoice)] : []), ...attachments.map(attachedFile)];
    const info = infoOf(metadata, this.document.title);
    const structure = accessible?.structure(this.document.structure) ?? this.document.structure;
    const schemas = eInvoice ? [invoiceSchema(eInvoice)] : [];
    return {
      ...(metadata && !levels && { info }),
      ...(files.length > 0 && { attachments: files }),
      ...(levels && { conform: { levels, info, schemas, structure } }),
      ...(protect && { protect }),
    };
  }
}

/**
 * Makes the invoice for machines. The same data fills the template that prints it for people.
 *
 * @param faults gets `e_invoice_invalid`. Then values that the invoice lacks are not reported for the document, too.
 */
export function withEInvoice(
  job: RenderJob,
  given: NonNullable<RenderJob['eInvoice']>,
  faults: Faults,
): { job: RenderJob; eInvoice?: MadeEInvoice } {
  const eInvoice = faults.collect(() => makeEInvoice(given));
  if (eInvoice === undefined) return { job: { ...job, strict: false } };
  const { invoice } = eInvoice;
  const data = invoice === undefined ? job.data : { ...job.data, invoice };
  return {
    job: { ...job, ...(data && { data }), conformance: job.conformance ?? ['pdf/a-3b'] },
    eInvoice,
  };
}

/** Returns the name of the invoice's own file. */
export const xmlFilename = ({ filename }: RenderJob, eInvoice: MadeEInvoice): string =>
  filename === undefined ? eInvoice.filename : filename.replace(/\.pdf$/i, '.xml');

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
