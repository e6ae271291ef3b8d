/** Rules of EN 16931-1, 6.4, on the document and its parties: required fields. */
import type { Invoice, InvoiceAddress, InvoiceAdjustment } from '@toolpress/contract';
import { LEVELS } from '../profiles.js';
import { isCreditNote } from '../ubl.js';
import { type Check, inOrder, isWithinGermany } from './check.js';

export function checkDocument(check: Check, invoice: Invoice, level: number): void {
  const { totals = {}, invoicing_period: period } = invoice;
  check.present('BR-02', 'number', invoice.number);
  check.present('BR-03', 'issue_date', invoice.issue_date);
  check.present('BR-05', 'currency', invoice.currency);
  checkParties(check, invoice, level);
  check.rule(
    'BR-16',
    'lines',
    level < LEVELS.basic || (invoice.lines?.length ?? 0) > 0,
    'must have at least one line; only the profiles `minimum` and `basic_wl` have none',
  );
  if (level >= LEVELS.basicWl) check.present('BR-12', 'totals.line_total', totals.line_total);
  check.present('BR-13', 'totals.net_total', totals.net_total);
  check.present('BR-14', 'totals.grand_total', totals.grand_total);
  check.present('BR-15', 'totals.amount_due', totals.amount_due);
  checkVatCurrency(check, invoice);
  check.rule(
    'BR-CO-03',
    'vat_point_date_code',
    invoice.vat_point_date === undefined || invoice.vat_point_date_code === undefined,
    'must not be given beside `vat_point_date`',
  );
  const isPeriod = (given: typeof period) => given === undefined || (given.start_date ?? given.end_date) !== undefined;
  check.rule('BR-CO-19', 'invoicing_period', isPeriod(period), 'must have `start_date` or `end_date`');
  const ends = inOrder(period?.start_date, period?.end_date);
  check.rule('BR-29', 'invoicing_period.end_date', ends, 'must not be before `start_date`');
  const isToPay = Number(totals.amount_due ?? 0) > 0;
  check.rule(
    'BR-CO-25',
    'due_date',
    level < LEVELS.basicWl || !isToPay || (invoice.due_date ?? invoice.payment_terms) !== undefined,
    'or `payment_terms` must be given: there is an amount due',
  );
  invoice.preceding_invoices?.forEach((one, index) => {
    check.present('BR-55', `preceding_invoices[${index}].number`, one.number);
  });
  invoice.supporting_documents?.forEach((one, index) => {
    check.present('BR-52', `supporting_documents[${index}].reference`, one.reference);
  });
  checkAdjustments(check, invoice);
  checkPayment(check, invoice);
  checkSupply(check, invoice, level);
}

function checkVatCurrency(check: Check, { currency, vat_currency, totals = {} }: Invoice): void {
  const needsVat = vat_currency !== undefined;
  if (needsVat) check.present('BR-53', 'totals.vat_total_in_vat_currency', totals.vat_total_in_vat_currency);
  check.rule(
    'BR-53',
    'vat_currency',
    needsVat || totals.vat_total_in_vat_currency === undefined,
    'is missing: `totals.vat_total_in_vat_currency` needs it',
  );
  check.rule(
    'BR-53',
    'vat_currency',
    !needsVat || vat_currency !== currency,
    'must be another currency than `currency`, or `totals.vat_total_in_vat_currency` the same as `totals.vat_total`',
  );
}

function checkAdjustments(check: Check, { allowances, charges }: Invoice): void {
  allowances?.forEach((one, index) => {
    checkAdjustment(check, one, `allowances[${index}]`, ['BR-31', 'BR-33', 'BR-DEC-01', 'BR-DEC-02']);
    check.present('BR-32', `allowances[${index}].vat_category`, one.vat_category);
  });
  charges?.forEach((one, index) => {
    checkAdjustment(check, one, `charges[${index}]`, ['BR-36', 'BR-38', 'BR-DEC-05', 'BR-DEC-06']);
    check.present('BR-37', `charges[${index}].vat_category`, one.vat_category);
  });
}

/** Requires the time and place of delivery when both parties are German. */
function checkSupply(check: Check, invoice: Invoice, level: number): void {
  const { type_code, delivery, invoicing_period, lines = [] } = invoice;
  if (!isWithinGermany(invoice) || type_code === '386' || delivery?.date !== undefined) return;
  const hasPeriod = invoicing_period !== undefined || (lines.length > 0 && lines.every(({ period }) => period));
  check.rule(
    'BR-FX-EN-04',
    'delivery.date',
    hasPeriod,
    'or `invoicing_period` with `delivery.address.country` must be given between two German parties, unless `type_code` is `386`',
  );
  // The rule requires the country. Any other field of the delivery is accepted, too.
  const receipt = level < LEVELS.en16931 ? undefined : invoice.receiving_advice_reference;
  const place = delivery?.address ?? delivery?.name ?? delivery?.location_id;
  check.rule(
    'BR-FX-EN-04',
    'delivery.address.country',
    !hasPeriod || (place ?? invoice.despatch_advice_reference ?? receipt) !== undefined,
    'must be given between two German parties where `delivery.date` is not',
  );
}

/** @param rules the rules on the amount, the reason, and the decimal places of amount and base. */
export function checkAdjustment(
  check: Check,
  { amount, base_amount, percentage, reason, reason_code }: InvoiceAdjustment,
  field: string,
  [amountRule, reasonRule, amountDecimals, baseDecimals]: [string, string, string, string],
): void {
  check.rule(
    amountRule,
    `${field}.amount`,
    amount !== undefined,
    'is missing; it is computed where `base_amount` and `percentage` are given',
  );
  check.rule(reasonRule, `${field}.reason`, (reason ?? reason_code) !== undefined, 'or `reason_code` must be given');
  check.cents(amountDecimals, `${field}.amount`, amount);
  check.cents(baseDecimals, `${field}.base_amount`, base_amount);
  check.rule(
    'PEPPOL-EN16931-R042',
    `${field}.percentage`,
    base_amount === undefined || percentage !== undefined,
    'is missing: `base_amount` needs it',
  );
}

function checkParties(check: Check, invoice: Invoice, level: number): void {
  const { seller = {}, buyer = {}, payee, seller_tax_representative: representative, delivery } = invoice;
  check.present('BR-06', 'seller.name', seller.name);
  check.present('BR-07', 'buyer.name', buyer.name);
  checkAddress(check, 'seller.address', seller.address, ['BR-08', 'BR-09']);
  if (level >= LEVELS.basicWl) checkAddress(check, 'buyer.address', buyer.address, ['BR-10', 'BR-11']);
  const canBeFound = level < LEVELS.basicWl ? undefined : seller.ids?.[0];
  check.rule(
    'BR-CO-26',
    'seller.vat_id',
    (canBeFound ?? seller.legal_registration ?? seller.vat_id) !== undefined,
    level < LEVELS.basicWl ? 'or `legal_registration` must be given' : 'or `ids` or `legal_registration` must be given',
  );
  if (payee) check.present('BR-17', 'payee.name', payee.name);
  if (payee && check.syntax === 'ubl') checkOther(check, payee, seller);
  if (representative) {
    check.present('BR-18', 'seller_tax_representative.name', representative.name);
    check.present('BR-56', 'seller_tax_representative.vat_id', representative.vat_id);
    checkAddress(check, 'seller_tax_representative.address', representative.address, ['BR-19', 'BR-20']);
  }
  if (delivery?.address) check.present('BR-57', 'delivery.address.country', delivery.address.country);
  const addressed = [
    ['BR-62', 'seller', seller.electronic_address],
    ['BR-63', 'buyer', buyer.electronic_address],
  ] as const;
  for (const [rule, field, electronic] of addressed) {
    if (electronic) check.present(rule, `${field}.electronic_address.scheme`, electronic.scheme);
  }
}

/** A rule for UBL: the payee differs from the seller. */
function checkOther(check: Check, payee: Payee, seller: Seller): void {
  const text = 'must not be that of the seller: leave `payee` out where the seller is paid';
  const isSame = payee.name !== undefined && payee.name.trim() === seller.trading_name?.trim();
  check.rule('BR-17', 'payee.name', !isSame, text);
  const isKnown = seller.ids?.some(({ id }) => id.trim() === payee.id?.id.trim()) ?? false;
  check.rule('BR-17', 'payee.id', !isKnown, text);
}
type Payee = NonNullable<Invoice['payee']>;
type Seller = NonNullable<Invoice['seller']>;

function checkAddress(
  check: Check,
  field: string,
  address: InvoiceAddress | undefined,
  [isThere, hasCountry]: [string, string],
): void {
  if (address === undefined) check.present(isThere, field, address);
  else check.present(hasCountry, `${field}.country`, address.country);
}

/** Returns whether the payment has a means. A remittance information or a mandate alone is none. */
export const hasMeans = ({ means_code, means_text, credit_transfers = [], card, direct_debit }: Payment): boolean =>
  (means_code ?? means_text ?? card ?? direct_debit?.debited_account) !== undefined || credit_transfers.length > 0;
type Payment = NonNullable<Invoice['payment']>;

/** Codes of credit transfers, which need an account. */
const TRANSFERS = ['30', '58'];

function checkPayment(check: Check, { payment, type_code, due_date }: Invoice): void {
  if (check.syntax === 'ubl') {
    // UBL writes both within the means of payment.
    const within = isCreditNote({ type_code }) && due_date !== undefined ? 'due_date' : undefined;
    const what = payment?.remittance_information !== undefined ? 'payment.remittance_information' : within;
    const isSaid = (payment !== undefined && hasMeans(payment)) || what === undefined;
    check.rule(
      'BR-49',
      'payment.means_code',
      isSaid,
      `must be given: \`${what}\` is a part of the means of payment in UBL`,
    );
  }
  if (payment === undefined) return;
  const { means_code: means = '', credit_transfers: accounts = [], card } = payment;
  if (hasMeans(payment)) check.present('BR-49', 'payment.means_code', payment.means_code);
  accounts.forEach((account, index) => {
    if (TRANSFERS.includes(means))
      check.present('BR-50', `payment.credit_transfers[${index}].account_id`, account.account_id);
  });
  check.rule(
    'BR-61',
    'payment.credit_transfers',
    !TRANSFERS.includes(means) || accounts.length > 0,
    'must have an account to pay to: `means_code` says credit transfer',
  );
  check.rule(
    'BR-51',
    'payment.card.number',
    card?.number === undefined || card.number.trim().length <= 10,
    'must be the last 4 to 6 digits of the card, never all of them',
  );
  if (card) check.rule('BR-51', 'payment.card.number', card.number !== undefined, 'is missing');
}
