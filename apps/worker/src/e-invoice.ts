/** An invoice for machines, in the job that prints it for people: the same data fills the template. */
import type { RenderJob } from '@toolpress/contract';
import { type MadeEInvoice, makeEInvoice } from '@toolpress/e-invoice';
import type { Faults } from './faults.js';
import type { AttachedFile } from './pdf/attachments.js';
import type { XmpSchema } from './pdf/conformance/metadata.js';

/**
 * @param faults gets `e_invoice_invalid`, before anything is printed. Values that the invoice lacks then are not missed in the document as
 *   well.
 */
export function withEInvoice(job: RenderJob, faults: Faults): { job: RenderJob; eInvoice?: MadeEInvoice } {
  const given = job.eInvoice;
  if (given === undefined) return { job };
  const eInvoice = faults.collect(() => makeEInvoice(given));
  if (eInvoice === undefined) return { job: { ...job, strict: false } };
  const { invoice } = eInvoice;
  const data = invoice === undefined ? job.data : { ...job.data, invoice };
  return {
    job: { ...job, ...(data && { data }), conformance: job.conformance ?? ['pdf/a-3b'] },
    eInvoice,
  };
}

/** What the invoice's file is called, when it stands alone. */
export const xmlFilename = ({ filename }: RenderJob, eInvoice: MadeEInvoice): string =>
  filename === undefined ? eInvoice.filename : filename.replace(/\.pdf$/i, '.xml');

/** Factur-X 1.09, 6.2.2: in the PDF under the name and with the relationship that its profile asks for. */
export const invoiceFile = ({ filename, xml, relationship }: MadeEInvoice): AttachedFile => ({
  name: filename,
  bytes: Buffer.from(xml),
  mimeType: 'text/xml',
  description: 'Invoice data (Cross Industry Invoice)',
  relationship,
});

/** Factur-X 1.09, 6.2.3: what the metadata of the PDF says of it. */
export const invoiceSchema = ({ filename, conformanceLevel }: MadeEInvoice): XmpSchema => ({
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
