/**
 * Writes an invoice in CII (UN/CEFACT Cross Industry Invoice, D22B), with the terms of EN 16931-1 as EN 16931-3-3 binds them. The order is
 * that of the XML schema. Elements that not all profiles have name the first profile that has them.
 */
import { type Invoice, withoutAbsent } from '@toolpress/contract';
import { lines } from './cii-lines.js';
import { deliveryParty, party, withIds } from './cii-parties.js';
import { settlement } from './cii-settlement.js';
import { day, objectOf } from './cii-values.js';
import { LEVELS } from './profiles.js';
import { branch, type CiiWriter, leaf, type Node } from './xml.js';

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

interface CiiOptions {
  /** BT-24. */
  guideline: string;
  level: number;
  /** Whether the VAT breakdown of category `O` has a rate (BR-DE-14). */
  alwaysRate: boolean;
}

/** @param invoice complete and valid. @returns the XML. */
export function ciiOf(invoice: Invoice, { guideline, level, alwaysRate }: CiiOptions): string {
  const write: CiiWriter = {
    level,
    from: (least, ...nodes) => (level < least ? [] : nodes.map((node) => node || undefined)),
  };
  const namespaces = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const inside = [
    branch(
      'rsm:ExchangedDocumentContext',
      branch('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', invoice.business_process)),
      branch('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', guideline)),
    ),
    branch(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', invoice.type_code),
      branch('ram:IssueDateTime', day(invoice.issue_date)),
      write.from(
        LEVELS.basicWl,
        ...(invoice.notes ?? []).map((note) =>
          branch('ram:IncludedNote', leaf('ram:Content', note.text), leaf('ram:SubjectCode', note.subject_code)),
        ),
      ),
    ),
    branch(
      'rsm:SupplyChainTradeTransaction',
      write.from(LEVELS.basic, ...lines(invoice, write)),
      agreement(invoice, write),
      delivery(invoice, write),
      settlement(invoice, write, alwaysRate),
    ),
  ].join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice${namespaces.join('')}>${inside}</rsm:CrossIndustryInvoice>\n`;
}

function agreement(invoice: Invoice, write: CiiWriter): Node {
  const { basicWl, en16931 } = LEVELS;
  const { seller, buyer, project_reference: project } = invoice;
  const reference = (name: string, id: string | undefined) => branch(name, leaf('ram:IssuerAssignedID', id));
  return branch(
    'ram:ApplicableHeaderTradeAgreement',
    leaf('ram:BuyerReference', invoice.buyer_reference),
    party(write, 'ram:SellerTradeParty', seller),
    party(write, 'ram:BuyerTradeParty', buyer && withIds(write.level < basicWl ? minimumOf(buyer) : buyer)),
    write.from(basicWl, party(write, 'ram:SellerTaxRepresentativeTradeParty', invoice.seller_tax_representative)),
    write.from(en16931, reference('ram:SellerOrderReferencedDocument', invoice.sales_order_reference)),
    reference('ram:BuyerOrderReferencedDocument', invoice.purchase_order_reference),
    write.from(basicWl, reference('ram:ContractReferencedDocument', invoice.contract_reference)),
    write.from(
      en16931,
      ...(invoice.supporting_documents ?? []).map(({ reference: id, url, description, file }) =>
        branch(
          'ram:AdditionalReferencedDocument',
          leaf('ram:IssuerAssignedID', id),
          leaf('ram:URIID', url),
          leaf('ram:TypeCode', '916'),
          leaf('ram:Name', description),
          leaf('ram:AttachmentBinaryObject', file?.data_base64, {
            mimeCode: file?.mime_type,
            filename: file?.filename,
          }),
        ),
      ),
      invoice.tender_or_lot_reference &&
        branch(
          'ram:AdditionalReferencedDocument',
          leaf('ram:IssuerAssignedID', invoice.tender_or_lot_reference),
          leaf('ram:TypeCode', '50'),
        ),
      objectOf(invoice.invoiced_object),
      project && branch('ram:SpecifiedProcuringProject', leaf('ram:ID', project), leaf('ram:Name', project)),
    ),
  );
}

/** Factur-X MINIMUM has neither the address nor the VAT number of the buyer. */
const minimumOf = ({ name, legal_registration }: Buyer): Buyer => withoutAbsent({ name, legal_registration });
type Buyer = NonNullable<Invoice['buyer']>;

function delivery(invoice: Invoice, write: CiiWriter): Node {
  const { basicWl, en16931, extended } = LEVELS;
  const reference = (name: string, id: string | undefined) => branch(name, leaf('ram:IssuerAssignedID', id));
  const inside = [
    ...write.from(basicWl, party(write, 'ram:ShipToTradeParty', deliveryParty(invoice))),
    ...write.from(
      extended,
      party(write, 'ram:UltimateShipToTradeParty', invoice.ultimate_ship_to && withIds(invoice.ultimate_ship_to)),
      party(write, 'ram:ShipFromTradeParty', invoice.ship_from && withIds(invoice.ship_from)),
    ),
    ...write.from(
      basicWl,
      branch('ram:ActualDeliverySupplyChainEvent', branch('ram:OccurrenceDateTime', day(invoice.delivery?.date))),
      reference('ram:DespatchAdviceReferencedDocument', invoice.despatch_advice_reference),
    ),
    ...write.from(en16931, reference('ram:ReceivingAdviceReferencedDocument', invoice.receiving_advice_reference)),
    ...write.from(extended, reference('ram:DeliveryNoteReferencedDocument', invoice.delivery_note_reference)),
  ];
  // The schema requires the element, even if it is empty.
  return branch('ram:ApplicableHeaderTradeDelivery', ...inside) ?? '<ram:ApplicableHeaderTradeDelivery/>';
}
