/** Reads an invoice in CII as data: the reverse of `cii.ts`. */
import type { Invoice } from '@toolpress/contract';
import { type Element, pruned } from './element.js';

/** Maps UNTDID 2475 to UNTDID 2005, for BT-8. */
const POINT_CODES: Readonly<Record<string, string>> = { '5': '3', '29': '35', '72': '432' };

/** Reads an invoice. Fields that the model does not have are left out. */
export function fromCii(root: Element): Invoice {
  const document = root.first('ExchangedDocument') as Element;
  const transaction = root.first('SupplyChainTradeTransaction') as Element;
  const agreement = transaction.first('ApplicableHeaderTradeAgreement') as Element;
  const delivery = transaction.first('ApplicableHeaderTradeDelivery') as Element;
  const settlement = transaction.first('ApplicableHeaderTradeSettlement') as Element;
  const currency = settlement.text('InvoiceCurrencyCode');
  const vatCurrency = settlement.text('TaxCurrencyCode');
  const documents = agreement.all('AdditionalReferencedDocument');
  const ofType = (type: string) => documents.filter((one) => one.text('TypeCode') === type);
  const taxes = settlement.all('ApplicableTradeTax');
  const terms = settlement.all('SpecifiedTradePaymentTerms');
  return pruned({
    number: document.text('ID'),
    issue_date: dayOf(document.first('IssueDateTime')),
    type_code: document.text('TypeCode'),
    currency,
    vat_currency: vatCurrency,
    vat_point_date: dayOf(taxes.find((tax) => tax.first('TaxPointDate'))?.first('TaxPointDate')),
    vat_point_date_code: POINT_CODES[taxes.map((tax) => tax.text('DueDateTypeCode')).find(Boolean) ?? ''],
    due_date: terms.map((one) => dayOf(one.first('DueDateDateTime'))).find(Boolean),
    buyer_reference: agreement.text('BuyerReference'),
    project_reference: agreement.text('SpecifiedProcuringProject/ID'),
    contract_reference: agreement.text('ContractReferencedDocument/IssuerAssignedID'),
    purchase_order_reference: agreement.text('BuyerOrderReferencedDocument/IssuerAssignedID'),
    sales_order_reference: agreement.text('SellerOrderReferencedDocument/IssuerAssignedID'),
    receiving_advice_reference: delivery.text('ReceivingAdviceReferencedDocument/IssuerAssignedID'),
    despatch_advice_reference: delivery.text('DespatchAdviceReferencedDocument/IssuerAssignedID'),
    tender_or_lot_reference: ofType('50')[0]?.text('IssuerAssignedID'),
    invoiced_object: objectOf(ofType('130')[0]),
    buyer_accounting_reference: settlement.text('ReceivableSpecifiedTradeAccountingAccount/ID'),
    payment_terms: terms.flatMap((one) => one.text('Description') ?? []).join('\n') || undefined,
    notes: document.all('IncludedNote').map((note) => ({
      text: note.text('Content'),
      subject_code: note.text('SubjectCode'),
    })),
    business_process: root.text('ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID'),
    preceding_invoices: settlement.all('InvoiceReferencedDocument').map((one) => ({
      number: one.text('IssuerAssignedID'),
      issue_date: dayOf(one.first('FormattedIssueDateTime')),
    })),
    seller: sellerOf(agreement.first('SellerTradeParty')),
    buyer: withOneId(partyOf(agreement.first('BuyerTradeParty'))),
    payee: payeeOf(settlement.first('PayeeTradeParty')),
    seller_tax_representative: partyOf(agreement.first('SellerTaxRepresentativeTradeParty')),
    delivery: deliveryOf(delivery),
    invoicing_period: periodOf(settlement),
    payment: paymentOf(settlement, terms),
    ...adjustmentsOf(settlement),
    totals: totalsOf(settlement, currency, vatCurrency),
    vat_breakdown: taxes.map((tax) => ({
      taxable_amount: tax.text('BasisAmount'),
      tax_amount: tax.text('CalculatedAmount'),
      ...vatOf(tax, 'category', 'rate'),
      exemption_reason: tax.text('ExemptionReason'),
      exemption_reason_code: tax.text('ExemptionReasonCode'),
    })),
    supporting_documents: ofType('916').map((one) => {
      const file = one.first('AttachmentBinaryObject');
      return {
        reference: one.text('IssuerAssignedID'),
        description: one.text('Name'),
        url: one.text('URIID'),
        file: file && {
          filename: file.attributes['filename'],
          mime_type: file.attributes['mimeCode'],
          data_base64: file.value?.replace(/\s/g, ''),
        },
      };
    }),
    lines: transaction.all('IncludedSupplyChainTradeLineItem').filter(isCounted).map(lineOf),
  }) as Invoice;
}

/** EXTENDED has lines that only group or explain other lines. */
function isCounted(line: Element): boolean {
  const kind = line.text('AssociatedDocumentLineDocument/LineStatusReasonCode');
  return kind !== 'GROUP' && kind !== 'INFORMATION';
}

/** XML allows a decimal point without digits after it. */
const quantityOf = (element: Element | undefined) => element?.value?.replace(/\.$/, '');

function lineOf(line: Element) {
  const product = line.first('SpecifiedTradeProduct');
  const agreement = line.first('SpecifiedLineTradeAgreement');
  const settlement = line.first('SpecifiedLineTradeSettlement') as Element;
  const gross = agreement?.first('GrossPriceProductTradePrice');
  const net = agreement?.first('NetPriceProductTradePrice');
  const basis = net?.first('BasisQuantity') ?? gross?.first('BasisQuantity');
  const quantity = line.first('SpecifiedLineTradeDelivery/BilledQuantity');
  const tax = settlement.first('ApplicableTradeTax');
  return {
    id: line.text('AssociatedDocumentLineDocument/LineID'),
    note: line.text('AssociatedDocumentLineDocument/IncludedNote/Content'),
    object: objectOf(settlement.all('AdditionalReferencedDocument').find((one) => one.text('TypeCode') === '130')),
    quantity: quantityOf(quantity),
    unit: quantity?.attributes['unitCode'],
    net_amount: settlement.text('SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    order_line_reference: agreement?.text('BuyerOrderReferencedDocument/LineID'),
    buyer_accounting_reference: settlement.text('ReceivableSpecifiedTradeAccountingAccount/ID'),
    period: periodOf(settlement),
    ...adjustmentsOf(settlement),
    net_price: net?.text('ChargeAmount'),
    price_discount: gross?.text('AppliedTradeAllowanceCharge/ActualAmount'),
    gross_price: gross?.text('ChargeAmount'),
    price_quantity: quantityOf(basis),
    price_unit: basis?.attributes['unitCode'],
    ...vatOf(tax, 'vat_category', 'vat_rate'),
    name: product?.text('Name'),
    description: product?.text('Description'),
    seller_item_id: product?.text('SellerAssignedID'),
    buyer_item_id: product?.text('BuyerAssignedID'),
    standard_item_id: schemed(product?.first('GlobalID')),
    classifications: product?.all('DesignatedProductClassification/ClassCode').map((code) => ({
      code: code.value,
      scheme: code.attributes['listID'],
      scheme_version: code.attributes['listVersionID'],
    })),
    origin_country: product?.text('OriginTradeCountry/ID'),
    attributes: product?.all('ApplicableProductCharacteristic').map((one) => ({
      name: one.text('Description'),
      value: one.text('Value'),
    })),
  };
}

function partyOf(party: Element | undefined) {
  const contact = party?.first('DefinedTradeContact');
  const registrations = party?.all('SpecifiedTaxRegistration/ID') ?? [];
  const numberOf = (scheme: string) => registrations.find(({ attributes }) => attributes['schemeID'] === scheme)?.value;
  return {
    name: party?.text('Name'),
    trading_name: party?.text('SpecifiedLegalOrganization/TradingBusinessName'),
    ids: [...(party?.all('ID') ?? []), ...(party?.all('GlobalID') ?? [])].map(schemed),
    legal_registration: schemed(party?.first('SpecifiedLegalOrganization/ID')),
    vat_id: numberOf('VA'),
    electronic_address: schemed(party?.first('URIUniversalCommunication/URIID')),
    address: addressOf(party?.first('PostalTradeAddress')),
    contact: {
      name: contact?.text('PersonName') ?? contact?.text('DepartmentName'),
      phone: contact?.text('TelephoneUniversalCommunication/CompleteNumber'),
      email: contact?.text('EmailURIUniversalCommunication/URIID'),
    },
  };
}

const sellerOf = (party: Element | undefined) => ({
  ...partyOf(party),
  tax_number: party?.all('SpecifiedTaxRegistration/ID').find(({ attributes }) => attributes['schemeID'] === 'FC')
    ?.value,
  legal_information: party?.text('Description'),
});

/** The model has one identifier. */
const withOneId = <Given extends { ids: unknown[] }>({ ids, ...rest }: Given) => ({ ...rest, id: ids.at(-1) });

/** EXTENDED has more fields of the payee than EN 16931. */
function payeeOf(party: Element | undefined) {
  const { name, id, legal_registration } = withOneId(partyOf(party));
  return { name, id, legal_registration };
}

function deliveryOf(delivery: Element) {
  const party = delivery.first('ShipToTradeParty');
  return {
    name: party?.text('Name'),
    location_id: schemed(party?.first('GlobalID') ?? party?.first('ID')),
    date: dayOf(delivery.first('ActualDeliverySupplyChainEvent/OccurrenceDateTime')),
    address: addressOf(party?.first('PostalTradeAddress')),
  };
}

function paymentOf(settlement: Element, terms: readonly Element[]) {
  const means = settlement.all('SpecifiedTradeSettlementPaymentMeans');
  const [first] = means;
  return {
    means_code: first?.text('TypeCode'),
    means_text: first?.text('Information'),
    remittance_information: settlement.text('PaymentReference'),
    credit_transfers: means.map((one) => ({
      account_id:
        one.text('PayeePartyCreditorFinancialAccount/IBANID') ??
        one.text('PayeePartyCreditorFinancialAccount/ProprietaryID'),
      account_name: one.text('PayeePartyCreditorFinancialAccount/AccountName'),
      bic: one.text('PayeeSpecifiedCreditorFinancialInstitution/BICID'),
    })),
    card: {
      number: first?.text('ApplicableTradeSettlementFinancialCard/ID'),
      holder: first?.text('ApplicableTradeSettlementFinancialCard/CardholderName'),
    },
    direct_debit: {
      mandate_reference: terms.map((one) => one.text('DirectDebitMandateID')).find(Boolean),
      creditor_id: settlement.text('CreditorReferenceID'),
      debited_account: first?.text('PayerPartyDebtorFinancialAccount/IBANID'),
    },
  };
}

function totalsOf(settlement: Element, currency: string | undefined, vatCurrency: string | undefined) {
  const totals = settlement.first('SpecifiedTradeSettlementHeaderMonetarySummation') as Element;
  const taxes = totals.all('TaxTotalAmount');
  const taxIn = (code: string | undefined) => taxes.find(({ attributes }) => attributes['currencyID'] === code)?.value;
  return {
    line_total: totals.text('LineTotalAmount'),
    allowance_total: totals.text('AllowanceTotalAmount'),
    charge_total: totals.text('ChargeTotalAmount'),
    net_total: totals.text('TaxBasisTotalAmount'),
    vat_total: taxIn(currency) ?? taxIn(undefined),
    vat_total_in_vat_currency: vatCurrency && taxIn(vatCurrency),
    grand_total: totals.text('GrandTotalAmount'),
    prepaid: totals.text('TotalPrepaidAmount'),
    rounding: totals.text('RoundingAmount'),
    amount_due: totals.text('DuePayableAmount'),
  };
}

function adjustmentsOf(settlement: Element) {
  const parts = (isCharge: boolean) =>
    settlement
      .all('SpecifiedTradeAllowanceCharge')
      .filter((part) => (part.text('ChargeIndicator/Indicator') === 'true') === isCharge)
      .map((part) => ({
        amount: part.text('ActualAmount'),
        base_amount: part.text('BasisAmount'),
        percentage: part.text('CalculationPercent'),
        reason: part.text('Reason'),
        reason_code: part.text('ReasonCode'),
        ...vatOf(part.first('CategoryTradeTax'), 'vat_category', 'vat_rate'),
      }));
  // An element of EXTENDED that is a charge in EN 16931.
  const logistics = settlement.all('SpecifiedLogisticsServiceCharge').map((part) => ({
    amount: part.text('AppliedAmount'),
    reason: part.text('Description'),
    ...vatOf(part.first('AppliedTradeTax'), 'vat_category', 'vat_rate'),
  }));
  return { allowances: parts(false), charges: [...parts(true), ...logistics] };
}

/** Some syntaxes have a rate of 0 for category `O`, which has none in the data. */
function vatOf(tax: Element | undefined, category: string, rate: string): Record<string, string | undefined> {
  const code = tax?.text('CategoryCode');
  return { [category]: code, [rate]: code === 'O' ? undefined : tax?.text('RateApplicablePercent') };
}

const addressOf = (address: Element | undefined) => ({
  line_1: address?.text('LineOne'),
  line_2: address?.text('LineTwo'),
  line_3: address?.text('LineThree'),
  city: address?.text('CityName'),
  post_code: address?.text('PostcodeCode'),
  subdivision: address?.text('CountrySubDivisionName'),
  country: address?.text('CountryID'),
});

const periodOf = (settlement: Element) => ({
  start_date: dayOf(settlement.first('BillingSpecifiedPeriod/StartDateTime')),
  end_date: dayOf(settlement.first('BillingSpecifiedPeriod/EndDateTime')),
});

const schemed = (id: Element | undefined) => ({ id: id?.value, scheme: id?.value && id.attributes['schemeID'] });

const objectOf = (document: Element | undefined) => ({
  id: document?.text('IssuerAssignedID'),
  scheme: document?.text('ReferenceTypeCode'),
});

function dayOf(element: Element | undefined): string | undefined {
  const text = element?.text('DateTimeString') ?? element?.text('DateString');
  return text?.replace(/^(\d{4})(\d{2})(\d{2}).*/, '$1-$2-$3');
}
