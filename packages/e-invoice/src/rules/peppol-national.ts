/** Rules of Peppol BIS Billing for sellers of certain countries. Those for Germany are XRechnung's: see `profile-rules.ts`. */
import type { Invoice, InvoiceAddress } from '@toolpress/contract';
import { isCreditNote } from '../ubl.js';
import type { Check } from './check.js';
import { hasMeans } from './document.js';
import { isNorwegian, isSwedish } from './peppol-numbers.js';

export function checkNational(check: Check, invoice: Invoice): void {
  const { seller = {}, seller_tax_representative: representative } = invoice;
  const seat = seller.address?.country;
  // For Norway and Italy the VAT number decides.
  const byVat = (seller.vat_id ?? representative?.vat_id)?.trim().slice(0, 2).toUpperCase() ?? seat;
  if (byVat === 'NO') checkNorway(check, invoice);
  if (byVat === 'IT') checkItaly(check, invoice);
  if (seat === 'DK') checkDenmark(check, invoice);
  if (seat === 'SE') checkSweden(check, invoice);
  if (seat === 'IS') checkIceland(check, invoice);
  if (seat === 'NL') checkNetherlands(check, invoice);
}

function checkNorway(check: Check, { seller }: Invoice): void {
  const [, number] = /^NO(.*)MVA$/.exec(seller?.vat_id?.trim() ?? '') ?? [];
  const isRight = !seller?.vat_id?.trim().startsWith('NO') || (number !== undefined && isNorwegian(number));
  check.rule('NO-R-001', 'seller.vat_id', isRight, 'must be `NO`, an organization number of nine digits, and `MVA`');
}

function checkItaly(check: Check, { seller = {} }: Invoice): void {
  const { tax_number: number, address = {} } = seller;
  const isRight = number === undefined || /^[A-Z0-9]{11,16}$/.test(number.trim());
  check.rule('IT-R-001', 'seller.tax_number', isRight, 'must have 11 to 16 letters and digits');
  check.present('IT-R-002', 'seller.address.line_1', address.line_1);
  check.present('IT-R-003', 'seller.address.city', address.city);
  check.present('IT-R-004', 'seller.address.post_code', address.post_code);
}

function checkSweden(check: Check, { seller = {}, lines = [], allowances = [], charges = [] }: Invoice): void {
  const { vat_id: vat = '', legal_registration: registration, tax_number } = seller;
  if (registration) {
    const isRight = isSwedish(registration.id.trim());
    check.rule('SE-R-013', 'seller.legal_registration.id', isRight, 'must be an organization number of ten digits');
    const isTax = tax_number === undefined || tax_number.trim().toUpperCase() === 'GODKÄND FÖR F-SKATT';
    check.rule('SE-R-005', 'seller.tax_number', isTax, 'must be `Godkänd för F-skatt`');
  }
  if (!vat.startsWith('SE')) return;
  check.rule('SE-R-001', 'seller.vat_id', vat.trim().length === 14, 'must be `SE` and 12 digits');
  check.rule('SE-R-002', 'seller.vat_id', /^SE\d{12}/.test(vat), 'must be `SE` and 12 digits');
  for (const [name, parts] of Object.entries({ lines, allowances, charges }))
    (parts as readonly { vat_category?: string; vat_rate?: number | string }[]).forEach((part, index) => {
      const isRate = part.vat_category !== 'S' || [25, 12, 6].includes(Number(part.vat_rate));
      check.rule('SE-R-006', `${name}[${index}].vat_rate`, isRate, 'must be 25, 12 or 6');
    });
}

function checkIceland(check: Check, { seller = {}, buyer = {}, payment = {} }: Invoice): void {
  check.rule(
    'IS-R-002',
    'seller.legal_registration',
    seller.legal_registration?.scheme === '0196',
    'must be given with the scheme `0196`',
  );
  const isPlaced = ({ line_1, post_code }: typeof seller.address & object = {}) =>
    line_1 !== undefined && post_code !== undefined;
  check.rule('IS-R-003', 'seller.address', isPlaced(seller.address), 'must have `line_1` and `post_code`');
  const accounts = { '9': 'IS-R-006', '42': 'IS-R-007' } as Readonly<Record<string, string>>;
  const rule = accounts[payment.means_code ?? ''];
  // Each account is written in a separate means of payment. The rule requires exactly one.
  const [account, ...others] = payment.credit_transfers ?? [];
  const isRight = others.length === 0 && account?.account_id?.trim().length === 12;
  if (rule)
    check.rule(
      rule,
      'payment.credit_transfers',
      isRight,
      'must have one account, whose `account_id` has 12 characters',
    );
  if (buyer.address?.country !== 'IS') return;
  check.rule(
    'IS-R-004',
    'buyer.legal_registration',
    buyer.legal_registration?.scheme === '0196',
    'must be given with the scheme `0196`',
  );
  check.rule('IS-R-005', 'buyer.address', isPlaced(buyer.address), 'must have `line_1` and `post_code`');
}

function checkNetherlands(check: Check, invoice: Invoice): void {
  const { seller = {}, buyer = {}, seller_tax_representative: representative, payment, totals = {} } = invoice;
  const isCredit = isCreditNote(invoice);
  const isRegistered = (id: { scheme?: string } | undefined) =>
    id === undefined || ['0106', '0190'].includes(id.scheme ?? '');
  const registered = 'must have the scheme `0106` (KVK) or `0190` (OIN)';
  const placed = 'must have `line_1`, `city` and `post_code`';
  const hasPreceding = !isCredit || (invoice.preceding_invoices?.length ?? 0) > 0;
  check.rule('NL-R-001', 'preceding_invoices', hasPreceding, 'must have the invoice that is credited');
  check.rule('NL-R-002', 'seller.address', isPlace(seller.address), placed);
  check.rule('NL-R-003', 'seller.legal_registration.scheme', isRegistered(seller.legal_registration), registered);
  const due = Number(totals.amount_due ?? 0);
  const isToPay = isCredit ? due < 0 : due > 0;
  const isSaid = !isToPay || (payment !== undefined && hasMeans(payment));
  check.rule('NL-R-007', 'payment', isSaid, 'must have a means of payment');
  const isOrdered = invoice.purchase_order_reference ?? invoice.sales_order_reference;
  invoice.lines?.forEach(({ order_line_reference: line }, index) => {
    const isKnown = line === undefined || isOrdered !== undefined;
    check.rule(
      'NL-R-009',
      `lines[${index}].order_line_reference`,
      isKnown,
      'must not be given without `purchase_order_reference`',
    );
  });
  if (representative?.address?.country === 'NL')
    check.rule('NL-R-006', 'seller_tax_representative.address', isPlace(representative.address), placed);
  if (buyer.address?.country !== 'NL') return;
  check.rule('NL-R-004', 'buyer.address', isPlace(buyer.address), placed);
  check.rule('NL-R-005', 'buyer.legal_registration.scheme', isRegistered(buyer.legal_registration), registered);
  const { means_code: means } = payment ?? {};
  const isKnown = means === undefined || ['30', '48', '49', '57', '58', '59'].includes(means);
  check.rule('NL-R-008', 'payment.means_code', isKnown, 'must be 30, 48, 49, 57, 58 or 59');
}

function checkDenmark(check: Check, invoice: Invoice): void {
  const { seller = {}, buyer = {}, totals = {} } = invoice;
  const cvr = 'must have the scheme `0184` (CVR number)';
  check.present('DK-R-002', 'seller.legal_registration', seller.legal_registration);
  const isCvr = (id: { scheme?: string } | undefined) => id === undefined || id.scheme === '0184';
  check.rule('DK-R-014', 'seller.legal_registration.scheme', isCvr(seller.legal_registration), cvr);
  if (buyer.address?.country !== 'DK') return;
  const isPositive = !isCreditNote(invoice) || Number(totals.amount_due ?? 0) >= 0;
  check.rule('DK-R-016', 'totals.amount_due', isPositive, 'must not be negative in a credit note');
  check.rule('DK-R-017', 'buyer.legal_registration.scheme', isCvr(buyer.legal_registration), cvr);
  const ids = [
    ...(seller.ids ?? []).map((id, index) => [`seller.ids[${index}]`, id] as const),
    ['buyer.id', buyer.id] as const,
  ];
  for (const [field, id] of ids)
    check.rule('DK-R-013', `${field}.scheme`, id === undefined || id.scheme !== undefined, 'is missing');
  checkDanishMeans(check, invoice);
  invoice.lines?.forEach(({ classifications = [] }, index) => {
    const isUnspsc = classifications.some(({ scheme }) => scheme === 'TST');
    const isKnown = classifications.some(({ scheme_version: version = '' }) => UNSPSC.includes(version));
    check.rule(
      'DK-R-003',
      `lines[${index}].classifications`,
      !isUnspsc || isKnown,
      'must be of version 19.05.01 or 26.08.01 of UNSPSC',
    );
  });
  checkDanishTaxes(check, invoice, '');
  invoice.lines?.forEach((line, index) => {
    checkDanishTaxes(check, line, `lines[${index}].`);
  });
}

const UNSPSC = ['19.05.01', '19.0501', '26.08.01', '26.0801'];

function checkDanishTaxes(check: Check, of: Pick<Invoice, 'allowances' | 'charges'>, at: string): void {
  for (const name of ['allowances', 'charges'] as const)
    of[name]?.forEach(({ reason_code, reason = '' }, index) => {
      const text = reason.trim();
      const isTax = /^\d{4}$/.test(text) || (text.includes('#') && !text.startsWith('#') && !text.endsWith('#'));
      check.rule(
        'DK-R-004',
        `${at}${name}[${index}].reason`,
        reason_code !== 'ZZZ' || isTax,
        'must be the four digits of a tax category, or hold a `#`',
      );
    });
}

function checkDanishMeans(check: Check, invoice: Invoice): void {
  const { payment } = invoice;
  const means = payment?.means_code;
  if (payment === undefined || means === undefined || isCreditNote(invoice)) return;
  const { credit_transfers: accounts = [], direct_debit: debit, remittance_information = '' } = payment;
  const has: HasAccounts = (what) => accounts.length > 0 && accounts.every(what);
  const isKnown = '1 10 31 42 48 49 50 58 59 93 97'.split(' ').includes(means);
  check.rule('DK-R-005', 'payment.means_code', isKnown, 'must be 1, 10, 31, 42, 48, 49, 50, 58, 59, 93 or 97');
  if (means === '31' || means === '42') {
    const isForeign = has(({ account_id, bic }) => (account_id && bic) !== undefined);
    check.rule('DK-R-006', 'payment.credit_transfers', isForeign, 'must have `account_id` and `bic`');
  }
  if (means === '49') {
    const isDebit = (debit?.mandate_reference && debit.debited_account) !== undefined;
    check.rule('DK-R-007', 'payment.direct_debit', isDebit, 'must have `mandate_reference` and `debited_account`');
  }
  if (means === '50') checkGiro(check, remittance_information.trim(), has);
  if (means === '93') checkFik(check, remittance_information.trim(), has);
}

/** Returns whether there are accounts, and all of them are such. */
type HasAccounts = (what: (account: { account_id?: string; bic?: string }) => boolean) => boolean;

const REMITTANCE = 'payment.remittance_information';

/** Payment forms with an account of the giro. */
function checkGiro(check: Check, id: string, has: HasAccounts): void {
  const isGiro = /^(?:01|04|15)#/.test(id) && has(({ account_id = '' }) => /^\d{7,8}$/.test(account_id.trim()));
  const begins = 'must begin with `01#`, `04#` or `15#`, and the account have 7 or 8 digits';
  check.rule('DK-R-008', REMITTANCE, isGiro, begins);
  const isWhole = !/^(?:04|15)#/.test(id) || id.length === 19;
  check.rule('DK-R-009', REMITTANCE, isWhole, 'must have 16 digits behind `04#` or `15#`');
}

/** Payment forms with a creditor number (FIK). */
function checkFik(check: Check, id: string, has: HasAccounts): void {
  const isFik = /^7[135]#/.test(id) && has(({ account_id = '' }) => account_id.trim().length === 8);
  const begins = 'must begin with `71#`, `73#` or `75#`, and the account have 8 characters';
  check.rule('DK-R-010', REMITTANCE, isFik, begins);
  const isWhole = !/^7[15]#/.test(id) || id.length === 18 || id.length === 19;
  check.rule('DK-R-011', REMITTANCE, isWhole, 'must have 15 or 16 digits behind `71#` or `75#`');
}

/** Returns whether street, city and post code are given. */
const isPlace = ({ line_1, city, post_code }: InvoiceAddress = {}): boolean =>
  line_1 !== undefined && city !== undefined && post_code !== undefined;
