/**
 * An invoice in the syntax CII (UN/CEFACT Cross Industry Invoice, D22B) as EN 16931-3-3 binds the terms of EN 16931-1 to it. The order is
 * that of the XML schema; an element that a profile has no room for says from which on it is there.
 */
import type { Decimal, Invoice, InvoiceAdjustment, InvoiceVatBreakdown } from '@toolpress/contract';
import { deliveryParty, party, type SchemedId, withIds } from './cii-parties.js';
import { withoutAbsent } from './complete.js';
import { written } from './decimal.js';
import { isIban } from './iban.js';
import { LEVELS } from './profiles.js';
import { branch, type CiiWriter, leaf, type Node } from './xml.js';

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** UNTDID 2475, which CII has for BT-8 in the place of UNTDID 2005. */
const POINT_CODES: Readonly<Record<string, string>> = { '3': '5', '35': '29', '432': '72' };

interface CiiOptions {
  /** BT-24. */
  guideline: string;
  level: number;
  /** The breakdown of what is not subject to VAT has a rate (BR-DE-14). */
  alwaysRate: boolean;
}

/** @param invoice complete, and right by all rules. */
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

/** BG-25. */
function lines({ lines: given = [] }: Invoice, write: CiiWriter): Node[] {
  const { en16931 } = LEVELS;
  return given.map((line) => {
    const basis = leaf('ram:BasisQuantity', number(line.price_quantity), { unitCode: line.price_unit ?? line.unit });
    return branch(
      'ram:IncludedSupplyChainTradeLineItem',
      branch(
        'ram:AssociatedDocumentLineDocument',
        leaf('ram:LineID', line.id),
        branch('ram:IncludedNote', leaf('ram:Content', line.note)),
      ),
      branch(
        'ram:SpecifiedTradeProduct',
        leaf('ram:GlobalID', line.standard_item_id?.id, { schemeID: line.standard_item_id?.scheme }),
        write.from(
          en16931,
          leaf('ram:SellerAssignedID', line.seller_item_id),
          leaf('ram:BuyerAssignedID', line.buyer_item_id),
        ),
        leaf('ram:Name', line.name),
        write.from(
          en16931,
          leaf('ram:Description', line.description),
          ...(line.attributes ?? []).map(({ name, value }) =>
            branch('ram:ApplicableProductCharacteristic', leaf('ram:Description', name), leaf('ram:Value', value)),
          ),
          ...(line.classifications ?? []).map(({ code, scheme, scheme_version }) =>
            branch(
              'ram:DesignatedProductClassification',
              leaf('ram:ClassCode', code, { listID: scheme, listVersionID: scheme_version }),
            ),
          ),
          branch('ram:OriginTradeCountry', leaf('ram:ID', line.origin_country)),
        ),
      ),
      branch(
        'ram:SpecifiedLineTradeAgreement',
        write.from(en16931, branch('ram:BuyerOrderReferencedDocument', leaf('ram:LineID', line.order_line_reference))),
        line.gross_price === undefined
          ? undefined
          : branch(
              'ram:GrossPriceProductTradePrice',
              leaf('ram:ChargeAmount', number(line.gross_price)),
              basis,
              line.price_discount === undefined
                ? undefined
                : branch(
                    'ram:AppliedTradeAllowanceCharge',
                    indicator(false),
                    leaf('ram:ActualAmount', number(line.price_discount)),
                  ),
            ),
        branch('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', number(line.net_price)), basis),
      ),
      branch(
        'ram:SpecifiedLineTradeDelivery',
        leaf('ram:BilledQuantity', number(line.quantity), { unitCode: line.unit }),
      ),
      branch(
        'ram:SpecifiedLineTradeSettlement',
        branch('ram:ApplicableTradeTax', ...vatOf(line.vat_category, line.vat_rate)),
        billed(line.period),
        ...adjustments(line),
        branch(
          'ram:SpecifiedTradeSettlementLineMonetarySummation',
          leaf('ram:LineTotalAmount', amount(line.net_amount)),
        ),
        write.from(en16931, objectOf(line.object), booked(line.buyer_accounting_reference)),
      ),
    );
  });
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

/** Factur-X MINIMUM has neither address nor VAT number of the buyer. */
const minimumOf = ({ name, legal_registration }: Buyer): Buyer => withoutAbsent({ name, legal_registration });
type Buyer = NonNullable<Invoice['buyer']>;

function delivery(invoice: Invoice, write: CiiWriter): Node {
  const { basicWl, en16931 } = LEVELS;
  const reference = (name: string, id: string | undefined) => branch(name, leaf('ram:IssuerAssignedID', id));
  const inside = [
    ...write.from(
      basicWl,
      party(write, 'ram:ShipToTradeParty', deliveryParty(invoice)),
      branch('ram:ActualDeliverySupplyChainEvent', branch('ram:OccurrenceDateTime', day(invoice.delivery?.date))),
      reference('ram:DespatchAdviceReferencedDocument', invoice.despatch_advice_reference),
    ),
    ...write.from(en16931, reference('ram:ReceivingAdviceReferencedDocument', invoice.receiving_advice_reference)),
  ];
  // The schema asks for it, empty or not.
  return branch('ram:ApplicableHeaderTradeDelivery', ...inside) ?? '<ram:ApplicableHeaderTradeDelivery/>';
}

function settlement(invoice: Invoice, write: CiiWriter, alwaysRate: boolean): Node {
  const { basicWl } = LEVELS;
  const { payment, vat_currency } = invoice;
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    write.from(
      basicWl,
      leaf('ram:CreditorReferenceID', payment?.direct_debit?.creditor_id),
      leaf('ram:PaymentReference', payment?.remittance_information),
      leaf('ram:TaxCurrencyCode', vat_currency),
    ),
    leaf('ram:InvoiceCurrencyCode', invoice.currency),
    write.from(
      basicWl,
      party(write, 'ram:PayeeTradeParty', invoice.payee && withIds(invoice.payee)),
      ...paymentMeans(invoice, write),
      ...(invoice.vat_breakdown ?? []).map((vat, index) =>
        vatBreakdown(vat, index === 0 ? invoice : {}, write, alwaysRate),
      ),
      billed(invoice.invoicing_period),
      ...adjustments(invoice, true),
      branch(
        'ram:SpecifiedTradePaymentTerms',
        leaf('ram:Description', invoice.payment_terms),
        branch('ram:DueDateDateTime', day(invoice.due_date)),
        leaf('ram:DirectDebitMandateID', payment?.direct_debit?.mandate_reference),
      ),
    ),
    totals(invoice, write),
    write.from(
      basicWl,
      ...(invoice.preceding_invoices ?? []).map(({ number: id, issue_date }) =>
        branch(
          'ram:InvoiceReferencedDocument',
          leaf('ram:IssuerAssignedID', id),
          branch('ram:FormattedIssueDateTime', leaf('qdt:DateTimeString', compact(issue_date), { format: '102' })),
        ),
      ),
      booked(invoice.buyer_accounting_reference),
    ),
  );
}

/** BG-16: one for each account that may be paid to. */
function paymentMeans({ payment }: Invoice, write: CiiWriter): Node[] {
  if (payment?.means_code === undefined) return [];
  const { credit_transfers: accounts = [], card, direct_debit } = payment;
  return (accounts.length === 0 ? [undefined] : accounts).map((account) => {
    const isInternational = account?.account_id !== undefined && isIban(account.account_id);
    const account_id = isInternational ? account.account_id?.replaceAll(' ', '') : account?.account_id;
    return branch(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      leaf('ram:TypeCode', payment.means_code),
      write.from(
        LEVELS.en16931,
        leaf('ram:Information', payment.means_text),
        branch(
          'ram:ApplicableTradeSettlementFinancialCard',
          leaf('ram:ID', card?.number),
          leaf('ram:CardholderName', card?.holder),
        ),
      ),
      branch(
        'ram:PayerPartyDebtorFinancialAccount',
        leaf('ram:IBANID', direct_debit?.debited_account?.replaceAll(' ', '')),
      ),
      branch(
        'ram:PayeePartyCreditorFinancialAccount',
        isInternational ? leaf('ram:IBANID', account_id) : undefined,
        write.from(LEVELS.en16931, leaf('ram:AccountName', account?.account_name)),
        isInternational ? undefined : leaf('ram:ProprietaryID', account_id),
      ),
      write.from(
        LEVELS.en16931,
        branch('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', account?.bic)),
      ),
    );
  });
}

/** BG-23. @param dates BT-7 and BT-8, which stand in the first alone. */
const vatBreakdown = (
  vat: InvoiceVatBreakdown,
  dates: Pick<Invoice, 'vat_point_date' | 'vat_point_date_code'>,
  write: CiiWriter,
  alwaysRate: boolean,
): Node =>
  branch(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', amount(vat.tax_amount)),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', vat.exemption_reason),
    leaf('ram:BasisAmount', amount(vat.taxable_amount)),
    leaf('ram:CategoryCode', vat.category),
    leaf('ram:ExemptionReasonCode', vat.exemption_reason_code),
    write.from(
      LEVELS.en16931,
      branch('ram:TaxPointDate', leaf('udt:DateString', compact(dates.vat_point_date), { format: '102' })),
    ),
    leaf('ram:DueDateTypeCode', POINT_CODES[dates.vat_point_date_code ?? '']),
    leaf('ram:RateApplicablePercent', number(vat.rate) ?? (alwaysRate ? '0' : undefined)),
  );

/** BG-22. */
function totals({ totals: given = {}, currency, vat_currency }: Invoice, write: CiiWriter): Node {
  const { basicWl, en16931 } = LEVELS;
  return branch(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    write.from(
      basicWl,
      leaf('ram:LineTotalAmount', amount(given.line_total)),
      leaf('ram:ChargeTotalAmount', amount(given.charge_total)),
      leaf('ram:AllowanceTotalAmount', amount(given.allowance_total)),
    ),
    leaf('ram:TaxBasisTotalAmount', amount(given.net_total)),
    leaf('ram:TaxTotalAmount', amount(given.vat_total), { currencyID: currency }),
    write.from(
      basicWl,
      leaf('ram:TaxTotalAmount', amount(given.vat_total_in_vat_currency), { currencyID: vat_currency }),
    ),
    write.from(en16931, leaf('ram:RoundingAmount', amount(given.rounding))),
    leaf('ram:GrandTotalAmount', amount(given.grand_total)),
    write.from(basicWl, leaf('ram:TotalPrepaidAmount', amount(given.prepaid))),
    leaf('ram:DuePayableAmount', amount(given.amount_due)),
  );
}

/** BG-20 and BG-21, with their VAT; BG-27 and BG-28 without. */
function adjustments(of: { allowances?: InvoiceAdjustment[]; charges?: InvoiceAdjustment[] }, hasVat = false): Node[] {
  const one = (part: InvoiceAdjustment, isCharge: boolean) =>
    branch(
      'ram:SpecifiedTradeAllowanceCharge',
      indicator(isCharge),
      leaf('ram:CalculationPercent', number(part.percentage)),
      leaf('ram:BasisAmount', amount(part.base_amount)),
      leaf('ram:ActualAmount', amount(part.amount)),
      leaf('ram:ReasonCode', part.reason_code),
      leaf('ram:Reason', part.reason),
      hasVat ? branch('ram:CategoryTradeTax', ...vatOf(part.vat_category, part.vat_rate)) : undefined,
    );
  return [
    ...(of.allowances ?? []).map((part) => one(part, false)),
    ...(of.charges ?? []).map((part) => one(part, true)),
  ];
}

const vatOf = (category: string | undefined, rate: Decimal | undefined): Node[] => [
  leaf('ram:TypeCode', 'VAT'),
  leaf('ram:CategoryCode', category),
  leaf('ram:RateApplicablePercent', category === 'O' ? undefined : number(rate ?? 0)),
];

const objectOf = (given: SchemedId | undefined): Node =>
  given &&
  branch(
    'ram:AdditionalReferencedDocument',
    leaf('ram:IssuerAssignedID', given.id),
    leaf('ram:TypeCode', '130'),
    leaf('ram:ReferenceTypeCode', given.scheme),
  );

const booked = (account: string | undefined): Node =>
  branch('ram:ReceivableSpecifiedTradeAccountingAccount', leaf('ram:ID', account));

const billed = (period: Invoice['invoicing_period']): Node =>
  branch(
    'ram:BillingSpecifiedPeriod',
    branch('ram:StartDateTime', day(period?.start_date)),
    branch('ram:EndDateTime', day(period?.end_date)),
  );

const indicator = (value: boolean): Node => branch('ram:ChargeIndicator', leaf('udt:Indicator', String(value)));

const day = (given: string | undefined): Node => leaf('udt:DateTimeString', compact(given), { format: '102' });
const compact = (given: string | undefined): string | undefined => given?.replaceAll('-', '');

const number = (given: Decimal | undefined): string | undefined => (given === undefined ? undefined : written(given));
const amount = (given: Decimal | undefined): string | undefined =>
  given === undefined ? undefined : written(given, 2);
