/**
 * Writes an invoice or credit note in UBL 2.1, with the terms of EN 16931-1 as EN 16931-3-2 binds them. The order is that of the XML schemas,
 * which differs between the two documents.
 */
import type { Invoice } from '@toolpress/contract';
import { endOfTerms } from './terms.js';
import { ublLines } from './ubl-lines.js';
import { delivery, parties } from './ubl-parties.js';
import { adjustments, monetaryTotal, paymentMeans, taxTotals } from './ubl-settlement.js';
import { periodOf, schemed } from './ubl-values.js';
import { branch, leaf, type Node } from './xml.js';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
export const UBL_NAMESPACES = {
  Invoice: `${UBL}:Invoice-2`,
  CreditNote: `${UBL}:CreditNote-2`,
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
} as const;

/** The types of UNTDID 1001 that EN 16931-3-2 defines as credit notes. All others are invoices. */
const CREDIT_NOTES: ReadonlySet<string> = new Set('81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '));

export const isCreditNote = ({ type_code = '380' }: { type_code?: string | undefined }): boolean =>
  CREDIT_NOTES.has(type_code);

interface UblOptions {
  /** BT-24. */
  guideline: string;
  /** Whether the VAT breakdown of category `O` has a rate (BR-DE-14). */
  alwaysRate: boolean;
}

/** @param invoice complete and valid. @returns the XML. */
export function ublOf(invoice: Invoice, { guideline, alwaysRate }: UblOptions): string {
  const isCredit = isCreditNote(invoice);
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const namespaces = `xmlns="${UBL_NAMESPACES[root]}" xmlns:cac="${UBL_NAMESPACES.cac}" xmlns:cbc="${UBL_NAMESPACES.cbc}"`;
  const { currency, payment_terms: terms } = invoice;
  const inside = [
    leaf('cbc:CustomizationID', guideline),
    leaf('cbc:ProfileID', invoice.business_process),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issue_date),
    ...heading(invoice, isCredit),
    leaf('cbc:DocumentCurrencyCode', currency),
    leaf('cbc:TaxCurrencyCode', invoice.vat_currency),
    leaf('cbc:AccountingCost', invoice.buyer_accounting_reference),
    leaf('cbc:BuyerReference', invoice.buyer_reference),
    periodOf(invoice.invoicing_period, invoice.vat_point_date_code),
    ...references(invoice, isCredit),
    ...parties(invoice),
    delivery(invoice),
    ...paymentMeans(invoice, isCredit),
    branch('cac:PaymentTerms', leaf('cbc:Note', terms, {}, endOfTerms(terms))),
    ...adjustments(invoice, currency, true),
    ...taxTotals(invoice, alwaysRate),
    monetaryTotal(invoice),
    ...ublLines(invoice, isCredit),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespaces}>${inside.join('')}</${root}>\n`;
}

function heading({ type_code, due_date, vat_point_date, notes = [] }: Invoice, isCredit: boolean): Node[] {
  const point = leaf('cbc:TaxPointDate', vat_point_date);
  // BT-21 precedes BT-22, between two `#`.
  const texts = notes.map(({ text, subject_code: subject }) =>
    leaf('cbc:Note', subject === undefined ? text : `#${subject}#${text.trim()}`),
  );
  return isCredit
    ? [point, leaf('cbc:CreditNoteTypeCode', type_code), ...texts]
    : [leaf('cbc:DueDate', due_date), leaf('cbc:InvoiceTypeCode', type_code), ...texts, point];
}

const reference = (name: string, id: string | undefined): Node => branch(name, leaf('cbc:ID', id));

function references(invoice: Invoice, isCredit: boolean): Node[] {
  const { purchase_order_reference: order, sales_order_reference: sale, project_reference: project } = invoice;
  const originator = reference('cac:OriginatorDocumentReference', invoice.tender_or_lot_reference);
  const contract = reference('cac:ContractDocumentReference', invoice.contract_reference);
  const documents = [...objectAndProject(invoice, isCredit), ...supporting(invoice)];
  return [
    branch(
      'cac:OrderReference',
      // The schema requires an order when the seller's number is given. Peppol writes `NA`.
      leaf('cbc:ID', order ?? (sale === undefined ? undefined : 'NA')),
      leaf('cbc:SalesOrderID', sale),
    ),
    ...(invoice.preceding_invoices ?? []).map((one) =>
      branch(
        'cac:BillingReference',
        branch('cac:InvoiceDocumentReference', leaf('cbc:ID', one.number), leaf('cbc:IssueDate', one.issue_date)),
      ),
    ),
    reference('cac:DespatchDocumentReference', invoice.despatch_advice_reference),
    reference('cac:ReceiptDocumentReference', invoice.receiving_advice_reference),
    ...(isCredit
      ? [contract, ...documents, originator]
      : [originator, contract, ...documents, reference('cac:ProjectReference', project)]),
  ];
}

/** A credit note has its project among its documents. */
const objectAndProject = (
  { invoiced_object: object, project_reference: project }: Invoice,
  isCredit: boolean,
): Node[] => [
  object && branch('cac:AdditionalDocumentReference', schemed('cbc:ID', object), leaf('cbc:DocumentTypeCode', '130')),
  isCredit && project !== undefined
    ? branch('cac:AdditionalDocumentReference', leaf('cbc:ID', project), leaf('cbc:DocumentTypeCode', '50'))
    : undefined,
];

const supporting = ({ supporting_documents: documents = [] }: Invoice): Node[] =>
  documents.map(({ reference: id, description, url, file }) =>
    branch(
      'cac:AdditionalDocumentReference',
      leaf('cbc:ID', id),
      leaf('cbc:DocumentDescription', description),
      branch(
        'cac:Attachment',
        leaf('cbc:EmbeddedDocumentBinaryObject', file?.data_base64, {
          mimeCode: file?.mime_type,
          filename: file?.filename,
        }),
        branch('cac:ExternalReference', leaf('cbc:URI', url)),
      ),
    ),
  );
