/** Reads an invoice or credit note in UBL as data, as EN 16931-3-2 binds it. */
import type { Invoice } from '@toolpress/contract';
import { type Element, pruned } from './element.js';

/** Reads an invoice. Fields that the model does not have are left out. */
export function fromUbl(root: Element): Invoice {
  const isCreditNote = root.name === 'CreditNote';
  const currency = root.text('DocumentCurrencyCode');
  const vatCurrency = root.text('TaxCurrencyCode');
  const totals = root.all('TaxTotal');
  const taxIn = (code: string | undefined) =>
    totals.find((total) => total.first('TaxAmount')?.attributes['currencyID'] === code);
  const documents = root.all('AdditionalDocumentReference');
  const isObject = (one: Element) => one.text('DocumentTypeCode') === '130';
  return pruned({
    number: root.text('ID'),
    issue_date: root.text('IssueDate'),
    type_code: root.text('InvoiceTypeCode') ?? root.text('CreditNoteTypeCode'),
    currency,
    vat_currency: vatCurrency,
    vat_point_date: root.text('TaxPointDate'),
    vat_point_date_code: root.text('InvoicePeriod/DescriptionCode'),
    due_date: root.text('DueDate') ?? root.text('PaymentMeans/PaymentDueDate'),
    buyer_reference: root.text('BuyerReference'),
    project_reference:
      root.text('ProjectReference/ID') ?? documents.find((one) => one.text('DocumentTypeCode') === '50')?.text('ID'),
    contract_reference: root.text('ContractDocumentReference/ID'),
    purchase_order_reference: root.text('OrderReference/ID'),
    sales_order_reference: root.text('OrderReference/SalesOrderID'),
    receiving_advice_reference: root.text('ReceiptDocumentReference/ID'),
    despatch_advice_reference: root.text('DespatchDocumentReference/ID'),
    tender_or_lot_reference: root.text('OriginatorDocumentReference/ID'),
    invoiced_object: schemed(documents.find(isObject)?.first('ID')),
    buyer_accounting_reference: root.text('AccountingCost'),
    payment_terms: root.text('PaymentTerms/Note'),
    notes: root.all('Note').map(noteOf),
    business_process: root.text('ProfileID'),
    preceding_invoices: root.all('BillingReference/InvoiceDocumentReference').map((one) => ({
      number: one.text('ID'),
      issue_date: one.text('IssueDate'),
    })),
    seller: sellerOf(root.first('AccountingSupplierParty/Party')),
    buyer: withOneId(partyOf(root.first('AccountingCustomerParty/Party'))),
    payee: payeeOf(root.first('PayeeParty')),
    seller_tax_representative: representativeOf(root.first('TaxRepresentativeParty')),
    delivery: {
      name: root.text('Delivery/DeliveryParty/PartyName/Name'),
      location_id: schemed(root.first('Delivery/DeliveryLocation/ID')),
      date: root.text('Delivery/ActualDeliveryDate'),
      address: addressOf(root.first('Delivery/DeliveryLocation/Address')),
    },
    invoicing_period: periodOf(root),
    payment: paymentOf(root),
    ...adjustmentsOf(root),
    totals: {
      line_total: root.text('LegalMonetaryTotal/LineExtensionAmount'),
      allowance_total: root.text('LegalMonetaryTotal/AllowanceTotalAmount'),
      charge_total: root.text('LegalMonetaryTotal/ChargeTotalAmount'),
      net_total: root.text('LegalMonetaryTotal/TaxExclusiveAmount'),
      vat_total: taxIn(currency)?.text('TaxAmount'),
      vat_total_in_vat_currency: vatCurrency && taxIn(vatCurrency)?.text('TaxAmount'),
      grand_total: root.text('LegalMonetaryTotal/TaxInclusiveAmount'),
      prepaid: root.text('LegalMonetaryTotal/PrepaidAmount'),
      rounding: root.text('LegalMonetaryTotal/PayableRoundingAmount'),
      amount_due: root.text('LegalMonetaryTotal/PayableAmount'),
    },
    vat_breakdown: taxIn(currency)
      ?.all('TaxSubtotal')
      .map((tax) => ({
        taxable_amount: tax.text('TaxableAmount'),
        tax_amount: tax.text('TaxAmount'),
        ...vatOf(tax.first('TaxCategory'), 'category', 'rate'),
        exemption_reason: tax.text('TaxCategory/TaxExemptionReason'),
        exemption_reason_code: tax.text('TaxCategory/TaxExemptionReasonCode'),
      })),
    supporting_documents: documents
      .filter((one) => one.text('DocumentTypeCode') === undefined)
      .map((one) => {
        const file = one.first('Attachment/EmbeddedDocumentBinaryObject');
        return {
          reference: one.text('ID'),
          description: one.text('DocumentDescription'),
          url: one.text('Attachment/ExternalReference/URI'),
          file: file && {
            filename: file.attributes['filename'],
            mime_type: file.attributes['mimeCode'],
            data_base64: file.value?.replace(/\s/g, ''),
          },
        };
      }),
    lines: root.all(isCreditNote ? 'CreditNoteLine' : 'InvoiceLine').map(lineOf),
  }) as Invoice;
}

function lineOf(line: Element) {
  const quantity = line.first('InvoicedQuantity') ?? line.first('CreditedQuantity');
  const item = line.first('Item');
  const basis = line.first('Price/BaseQuantity');
  return {
    id: line.text('ID'),
    note: line.text('Note'),
    object: schemed(line.first('DocumentReference/ID')),
    quantity: quantity?.value,
    unit: quantity?.attributes['unitCode'],
    net_amount: line.text('LineExtensionAmount'),
    order_line_reference: line.text('OrderLineReference/LineID'),
    buyer_accounting_reference: line.text('AccountingCost'),
    period: periodOf(line),
    ...adjustmentsOf(line),
    net_price: line.text('Price/PriceAmount'),
    price_discount: line.text('Price/AllowanceCharge/Amount'),
    gross_price: line.text('Price/AllowanceCharge/BaseAmount'),
    price_quantity: basis?.value,
    price_unit: basis?.attributes['unitCode'],
    ...vatOf(item?.first('ClassifiedTaxCategory'), 'vat_category', 'vat_rate'),
    name: item?.text('Name'),
    description: item?.text('Description'),
    seller_item_id: item?.text('SellersItemIdentification/ID'),
    buyer_item_id: item?.text('BuyersItemIdentification/ID'),
    standard_item_id: schemed(item?.first('StandardItemIdentification/ID')),
    classifications: item?.all('CommodityClassification/ItemClassificationCode').map((code) => ({
      code: code.value,
      scheme: code.attributes['listID'],
      scheme_version: code.attributes['listVersionID'],
    })),
    origin_country: item?.text('OriginCountry/IdentificationCode'),
    attributes: item
      ?.all('AdditionalItemProperty')
      .map((one) => ({ name: one.text('Name'), value: one.text('Value') })),
  };
}

/** BT-21 precedes BT-22, between two `#`. */
function noteOf(note: Element) {
  const [, subject_code, text = note.value] = /^#([A-Z]{3})#(.*)$/s.exec(note.value ?? '') ?? [];
  return { text, subject_code };
}

function partyOf(party: Element | undefined) {
  const vat = taxNumber(party, (scheme) => scheme === 'VAT');
  return {
    name: party?.text('PartyLegalEntity/RegistrationName'),
    trading_name: party?.text('PartyName/Name'),
    ids: party
      ?.all('PartyIdentification/ID')
      .filter(({ attributes }) => attributes['schemeID'] !== 'SEPA')
      .map(schemed),
    legal_registration: schemed(party?.first('PartyLegalEntity/CompanyID')),
    vat_id: vat,
    electronic_address: schemed(party?.first('EndpointID')),
    address: addressOf(party?.first('PostalAddress')),
    contact: {
      name: party?.text('Contact/Name'),
      phone: party?.text('Contact/Telephone'),
      email: party?.text('Contact/ElectronicMail'),
    },
  };
}

const sellerOf = (party: Element | undefined) => ({
  ...partyOf(party),
  tax_number: taxNumber(party, (scheme) => scheme !== 'VAT'),
  legal_information: party?.text('PartyLegalEntity/CompanyLegalForm'),
});

const taxNumber = (party: Element | undefined, isWanted: (scheme: string | undefined) => boolean) =>
  party
    ?.all('PartyTaxScheme')
    .find((one) => isWanted(one.text('TaxScheme/ID')))
    ?.text('CompanyID');

/** The model has one identifier. */
const withOneId = <Given extends { ids: unknown[] | undefined }>({ ids, ...rest }: Given) => ({
  ...rest,
  id: ids?.at(-1),
});

const payeeOf = (party: Element | undefined) => ({
  name: party?.text('PartyName/Name'),
  id: schemed(party?.all('PartyIdentification/ID').find(({ attributes }) => attributes['schemeID'] !== 'SEPA')),
  legal_registration: schemed(party?.first('PartyLegalEntity/CompanyID')),
});

const representativeOf = (party: Element | undefined) => ({
  name: party?.text('PartyName/Name'),
  vat_id: taxNumber(party, () => true),
  address: addressOf(party?.first('PostalAddress')),
});

function paymentOf(root: Element) {
  const means = root.all('PaymentMeans');
  const [first] = means;
  const sepa = [...root.all('AccountingSupplierParty/Party'), ...root.all('PayeeParty')]
    .flatMap((party) => party.all('PartyIdentification/ID'))
    .find(({ attributes }) => attributes['schemeID'] === 'SEPA');
  return {
    means_code: first?.text('PaymentMeansCode'),
    means_text: first?.first('PaymentMeansCode')?.attributes['name'],
    remittance_information: first?.text('PaymentID'),
    credit_transfers: means.map((one) => ({
      account_id: one.text('PayeeFinancialAccount/ID'),
      account_name: one.text('PayeeFinancialAccount/Name'),
      bic: one.text('PayeeFinancialAccount/FinancialInstitutionBranch/ID'),
    })),
    card: {
      number: first?.text('CardAccount/PrimaryAccountNumberID'),
      holder: first?.text('CardAccount/HolderName'),
    },
    direct_debit: {
      mandate_reference: first?.text('PaymentMandate/ID'),
      creditor_id: sepa?.value,
      debited_account: first?.text('PaymentMandate/PayerFinancialAccount/ID'),
    },
  };
}

function adjustmentsOf(of: Element) {
  const parts = (isCharge: boolean) =>
    of
      .all('AllowanceCharge')
      .filter((part) => (part.text('ChargeIndicator') === 'true') === isCharge)
      .map((part) => ({
        amount: part.text('Amount'),
        base_amount: part.text('BaseAmount'),
        percentage: part.text('MultiplierFactorNumeric'),
        reason: part.text('AllowanceChargeReason'),
        reason_code: part.text('AllowanceChargeReasonCode'),
        ...vatOf(part.first('TaxCategory'), 'vat_category', 'vat_rate'),
      }));
  return { allowances: parts(false), charges: parts(true) };
}

/** This syntax may have a rate of 0 for category `O`, which has none in the data. */
function vatOf(tax: Element | undefined, category: string, rate: string): Record<string, string | undefined> {
  const code = tax?.text('ID');
  return { [category]: code, [rate]: code === 'O' ? undefined : tax?.text('Percent') };
}

const addressOf = (address: Element | undefined) => ({
  line_1: address?.text('StreetName'),
  line_2: address?.text('AdditionalStreetName'),
  line_3: address?.text('AddressLine/Line'),
  city: address?.text('CityName'),
  post_code: address?.text('PostalZone'),
  subdivision: address?.text('CountrySubentity'),
  country: address?.text('Country/IdentificationCode'),
});

const periodOf = (of: Element) => ({
  start_date: of.text('InvoicePeriod/StartDate'),
  end_date: of.text('InvoicePeriod/EndDate'),
});

const schemed = (id: Element | undefined) => ({ id: id?.value, scheme: id?.value && id.attributes['schemeID'] });
