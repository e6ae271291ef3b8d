/** Writes payment, VAT and totals in UBL. */
import type { Invoice, InvoiceAdjustment } from '@toolpress/contract';
import { amount, number } from './decimal.js';
import { isIban } from './iban.js';
import { categoryOf, money, VAT } from './ubl-values.js';
import { branch, leaf, type Node } from './xml.js';

/** Writes BG-16, once for each account. Only the first has the text, and the due date of a credit note. */
export function paymentMeans({ payment = {}, due_date }: Invoice, isCredit: boolean): Node[] {
  const { credit_transfers: accounts = [], card, direct_debit } = payment;
  return (accounts.length === 0 ? [undefined] : accounts).map((account, index) => {
    const id = account?.account_id;
    return branch(
      'cac:PaymentMeans',
      leaf('cbc:PaymentMeansCode', payment.means_code, {
        name: index === 0 ? payment.means_text : undefined,
      }),
      isCredit && index === 0 ? leaf('cbc:PaymentDueDate', due_date) : undefined,
      leaf('cbc:PaymentID', payment.remittance_information),
      card &&
        branch(
          'cac:CardAccount',
          leaf('cbc:PrimaryAccountNumberID', card.number),
          // The schema requires the network, which EN 16931 does not have.
          leaf('cbc:NetworkID', 'NA'),
          leaf('cbc:HolderName', card.holder),
        ),
      branch(
        'cac:PayeeFinancialAccount',
        leaf('cbc:ID', id !== undefined && isIban(id) ? id.replaceAll(' ', '') : id),
        leaf('cbc:Name', account?.account_name),
        branch('cac:FinancialInstitutionBranch', leaf('cbc:ID', account?.bic)),
      ),
      branch(
        'cac:PaymentMandate',
        leaf('cbc:ID', direct_debit?.mandate_reference),
        branch('cac:PayerFinancialAccount', leaf('cbc:ID', direct_debit?.debited_account?.replaceAll(' ', ''))),
      ),
    );
  });
}

/** Writes BG-20 and BG-21, or BG-27 and BG-28. @param hasVat those of the document have VAT. */
export function adjustments(
  of: { allowances?: InvoiceAdjustment[]; charges?: InvoiceAdjustment[] },
  currency: string | undefined,
  hasVat = false,
): Node[] {
  const one = (part: InvoiceAdjustment, isCharge: boolean) =>
    branch(
      'cac:AllowanceCharge',
      leaf('cbc:ChargeIndicator', String(isCharge)),
      leaf('cbc:AllowanceChargeReasonCode', part.reason_code),
      leaf('cbc:AllowanceChargeReason', part.reason),
      leaf('cbc:MultiplierFactorNumeric', number(part.percentage)),
      money('cbc:Amount', part.amount, currency),
      money('cbc:BaseAmount', part.base_amount, currency),
      hasVat ? categoryOf('cac:TaxCategory', part.vat_category, part.vat_rate) : undefined,
    );
  return [
    ...(of.allowances ?? []).map((part) => one(part, false)),
    ...(of.charges ?? []).map((part) => one(part, true)),
  ];
}

/** Writes BG-23 with BT-110, and a separate element with BT-111. */
export const taxTotals = (
  { totals = {}, vat_breakdown = [], currency, vat_currency }: Invoice,
  alwaysRate: boolean,
): Node[] => [
  branch(
    'cac:TaxTotal',
    money('cbc:TaxAmount', totals.vat_total, currency),
    ...vat_breakdown.map((vat) =>
      branch(
        'cac:TaxSubtotal',
        money('cbc:TaxableAmount', vat.taxable_amount, currency),
        money('cbc:TaxAmount', vat.tax_amount, currency),
        branch(
          'cac:TaxCategory',
          leaf('cbc:ID', vat.category),
          leaf('cbc:Percent', number(vat.rate) ?? (alwaysRate ? '0' : undefined)),
          leaf('cbc:TaxExemptionReasonCode', vat.exemption_reason_code),
          leaf('cbc:TaxExemptionReason', vat.exemption_reason),
          VAT,
        ),
      ),
    ),
  ),
  vat_currency === undefined
    ? undefined
    : branch(
        'cac:TaxTotal',
        leaf('cbc:TaxAmount', amount(totals.vat_total_in_vat_currency), { currencyID: vat_currency }),
      ),
];

/** Writes BG-22. */
export const monetaryTotal = ({ totals = {}, currency }: Invoice): Node =>
  branch(
    'cac:LegalMonetaryTotal',
    money('cbc:LineExtensionAmount', totals.line_total, currency),
    money('cbc:TaxExclusiveAmount', totals.net_total, currency),
    money('cbc:TaxInclusiveAmount', totals.grand_total, currency),
    money('cbc:AllowanceTotalAmount', totals.allowance_total, currency),
    money('cbc:ChargeTotalAmount', totals.charge_total, currency),
    money('cbc:PrepaidAmount', totals.prepaid, currency),
    money('cbc:PayableRoundingAmount', totals.rounding, currency),
    money('cbc:PayableAmount', totals.amount_due, currency),
  );
