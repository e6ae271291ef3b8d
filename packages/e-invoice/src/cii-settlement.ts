/** Writes payment, VAT and totals in CII. */
import type { Invoice, InvoiceVatBreakdown } from '@toolpress/contract';
import { party, withIds } from './cii-parties.js';
import { adjustments, billed, booked, compact, day, vatOf } from './cii-values.js';
import { amount, number } from './decimal.js';
import { isIban } from './iban.js';
import { LEVELS } from './profiles.js';
import { hasMeans } from './rules/document.js';
import { endOfTerms } from './terms.js';
import { branch, type CiiWriter, leaf, type Node } from './xml.js';

/** Codes of UNTDID 2475, which CII uses for BT-8 instead of UNTDID 2005. */
const POINT_CODES: Readonly<Record<string, string>> = { '3': '5', '35': '29', '432': '72' };

export function settlement(invoice: Invoice, write: CiiWriter, alwaysRate: boolean): Node {
  const { basicWl, extended } = LEVELS;
  const { payment, vat_currency, charges = [] } = invoice;
  // The element requires a rate, which category `O` does not have.
  const isLogistics = ({ is_logistics = false, vat_category }: Charge) =>
    is_logistics && vat_category !== 'O' && write.level >= extended;
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    write.from(
      basicWl,
      leaf('ram:CreditorReferenceID', payment?.direct_debit?.creditor_id),
      leaf('ram:PaymentReference', payment?.remittance_information),
      leaf('ram:TaxCurrencyCode', vat_currency),
    ),
    leaf('ram:InvoiceCurrencyCode', invoice.currency),
    write.from(extended, party(write, 'ram:InvoiceeTradeParty', invoice.invoicee && withIds(invoice.invoicee))),
    write.from(
      basicWl,
      party(write, 'ram:PayeeTradeParty', invoice.payee && withIds(invoice.payee)),
      ...paymentMeans(invoice, write),
      ...(invoice.vat_breakdown ?? []).map((vat, index) =>
        vatBreakdown(vat, index === 0 ? invoice : {}, write, alwaysRate),
      ),
      billed(invoice.invoicing_period),
      ...adjustments({ ...invoice, charges: charges.filter((one) => !isLogistics(one)) }, { vat: true }),
      ...charges.filter(isLogistics).map(logistics),
      terms(invoice),
    ),
    write.from(extended, ...(invoice.cash_discounts ?? []).map(cashDiscount)),
    totals(invoice, write),
    write.from(
      basicWl,
      ...(invoice.preceding_invoices ?? []).map(precedingInvoice),
      booked(invoice.buyer_accounting_reference),
    ),
  );
}

type Charge = NonNullable<Invoice['charges']>[number];

const terms = ({ payment_terms, due_date, payment }: Invoice): Node =>
  branch(
    'ram:SpecifiedTradePaymentTerms',
    leaf('ram:Description', payment_terms, {}, endOfTerms(payment_terms)),
    branch('ram:DueDateDateTime', day(due_date)),
    leaf('ram:DirectDebitMandateID', payment?.direct_debit?.mandate_reference),
  );

const cashDiscount = ({ days, percentage, base_amount }: NonNullable<Invoice['cash_discounts']>[number]): Node =>
  branch(
    'ram:SpecifiedTradePaymentTerms',
    branch(
      'ram:ApplicableTradePaymentDiscountTerms',
      leaf('ram:BasisPeriodMeasure', number(days), { unitCode: 'DAY' }),
      leaf('ram:BasisAmount', amount(base_amount)),
      leaf('ram:CalculationPercent', number(percentage)),
    ),
  );

/** Writes BG-3. */
const precedingInvoice = ({ number: id, issue_date }: NonNullable<Invoice['preceding_invoices']>[number]): Node =>
  branch(
    'ram:InvoiceReferencedDocument',
    leaf('ram:IssuerAssignedID', id),
    branch('ram:FormattedIssueDateTime', leaf('qdt:DateTimeString', compact(issue_date), { format: '102' })),
  );

/** Writes BG-X-42. */
const logistics = ({ amount: value, reason, reason_code, vat_category, vat_rate }: Charge): Node =>
  branch(
    'ram:SpecifiedLogisticsServiceCharge',
    leaf('ram:Description', reason ?? reason_code),
    leaf('ram:AppliedAmount', amount(value)),
    branch('ram:AppliedTradeTax', ...vatOf(vat_category, vat_rate)),
  );

/** Writes BG-16, once for each account. */
function paymentMeans({ payment }: Invoice, write: CiiWriter): Node[] {
  if (payment === undefined || !hasMeans(payment)) return [];
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

/** Writes BG-23. @param dates BT-7 and BT-8, which only the first breakdown has. */
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

/** Writes BG-22. */
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
