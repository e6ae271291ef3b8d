/** The elements of an invoice's XML that its sums need. */
import type { EInvoiceSyntax } from '@toolpress/contract';

/** Elements by their names, with the elements within them. */
export type Wanted = ReadonlyMap<string, Wanted>;

export const LINE_CII = 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem';
const SETTLED_LINE = `${LINE_CII}/SpecifiedLineTradeSettlement`;
export const SETTLEMENT = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
export const SUMMATION = 'SpecifiedTradeSettlementHeaderMonetarySummation';
const CII_VAT = ['TypeCode', 'CategoryCode', 'RateApplicablePercent'];
const CII_PART = ['ChargeIndicator/Indicator', 'ActualAmount', 'BasisAmount', 'CalculationPercent'];
export const CII_TOTALS = {
  line_total: 'LineTotalAmount',
  allowance_total: 'AllowanceTotalAmount',
  charge_total: 'ChargeTotalAmount',
  net_total: 'TaxBasisTotalAmount',
  grand_total: 'GrandTotalAmount',
  prepaid: 'TotalPrepaidAmount',
  rounding: 'RoundingAmount',
  amount_due: 'DuePayableAmount',
} as const;
const UBL_PART = ['ChargeIndicator', 'Amount', 'BaseAmount', 'MultiplierFactorNumeric'];
export const UBL_TOTALS = {
  line_total: 'LineExtensionAmount',
  allowance_total: 'AllowanceTotalAmount',
  charge_total: 'ChargeTotalAmount',
  net_total: 'TaxExclusiveAmount',
  grand_total: 'TaxInclusiveAmount',
  prepaid: 'PrepaidAmount',
  rounding: 'PayableRoundingAmount',
  amount_due: 'PayableAmount',
} as const;

const within = (at: string, names: readonly string[]): string[] => names.map((name) => `${at}/${name}`);

const PATHS: Readonly<Record<EInvoiceSyntax, readonly string[]>> = {
  cii: [
    'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
    `${LINE_CII}/AssociatedDocumentLineDocument/LineStatusReasonCode`,
    `${LINE_CII}/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount`,
    `${LINE_CII}/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity`,
    `${LINE_CII}/SpecifiedLineTradeDelivery/BilledQuantity`,
    ...within(`${SETTLED_LINE}/ApplicableTradeTax`, CII_VAT),
    ...within(`${SETTLED_LINE}/SpecifiedTradeAllowanceCharge`, CII_PART),
    `${SETTLED_LINE}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`,
    `${SETTLEMENT}/InvoiceCurrencyCode`,
    ...within(`${SETTLEMENT}/ApplicableTradeTax`, [...CII_VAT, 'CalculatedAmount', 'BasisAmount']),
    ...within(`${SETTLEMENT}/SpecifiedTradeAllowanceCharge`, CII_PART),
    ...within(`${SETTLEMENT}/SpecifiedTradeAllowanceCharge/CategoryTradeTax`, CII_VAT),
    `${SETTLEMENT}/SpecifiedLogisticsServiceCharge/AppliedAmount`,
    ...within(`${SETTLEMENT}/SpecifiedLogisticsServiceCharge/AppliedTradeTax`, CII_VAT),
    ...within(`${SETTLEMENT}/${SUMMATION}`, [...Object.values(CII_TOTALS), 'TaxTotalAmount']),
  ],
  ubl: [
    'CustomizationID',
    'DocumentCurrencyCode',
    ...within('AllowanceCharge', [...UBL_PART, 'TaxCategory/ID', 'TaxCategory/Percent']),
    'TaxTotal/TaxAmount',
    ...within('TaxTotal/TaxSubtotal', ['TaxableAmount', 'TaxAmount', 'TaxCategory/ID', 'TaxCategory/Percent']),
    ...within('LegalMonetaryTotal', Object.values(UBL_TOTALS)),
    ...['InvoiceLine', 'CreditNoteLine'].flatMap((line) => [
      `${line}/InvoicedQuantity`,
      `${line}/CreditedQuantity`,
      `${line}/LineExtensionAmount`,
      ...within(`${line}/AllowanceCharge`, UBL_PART),
      ...within(`${line}/Item/ClassifiedTaxCategory`, ['ID', 'Percent']),
      `${line}/Price/PriceAmount`,
      `${line}/Price/BaseQuantity`,
    ]),
  ],
};

const trees = new Map<EInvoiceSyntax, Wanted>();

/** Returns the elements within the root that the sums need. */
export function wantedOf(syntax: EInvoiceSyntax): Wanted {
  const known = trees.get(syntax);
  if (known) return known;
  type Growing = Map<string, Growing>;
  const tree: Growing = new Map();
  for (const path of PATHS[syntax]) {
    let at = tree;
    for (const name of path.split('/')) {
      const next: Growing = at.get(name) ?? new Map();
      at.set(name, next);
      at = next;
    }
  }
  trees.set(syntax, tree);
  return tree;
}
