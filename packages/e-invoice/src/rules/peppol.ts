/** Rules of Peppol BIS Billing 3.0 (release of May 2026) that XRechnung has not adopted, without those for Greece. */
import type { Invoice } from '@toolpress/contract';
import { PEPPOL_BILLING } from '../profiles.js';
import { isCreditNote } from '../ubl.js';
import { type Check, isWithinGermany } from './check.js';
import { checkNational } from './peppol-national.js';
import { formatOf } from './peppol-numbers.js';

const PROCESSES = [
  PEPPOL_BILLING,
  'urn:peppol:bis:billing_with_response',
  'urn:peppol:france:billing:regulated',
  'urn:peppol:france:billing:non-regulated',
];
/** The types of UNTDID 1001 that are allowed. Self-billed invoices are another document type of Peppol. */
const INVOICES = '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877';
const CREDIT_NOTES = '381 396 81 83 532';
/** Codes of EAS that the network does not support. */
const NO_ADDRESSES = '0037 0147 0154 0158 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 AN AQ AS AU EM'.split(
  ' ',
);

/** VATEX codes that are valid for one category only. */
const CATEGORY_OF: Readonly<Record<string, [rule: string, category: string]>> = {
  'VATEX-EU-G': ['P0104', 'G'],
  'VATEX-EU-O': ['P0105', 'O'],
  'VATEX-EU-IC': ['P0106', 'K'],
  'VATEX-EU-AE': ['P0107', 'AE'],
  'VATEX-EU-D': ['P0108', 'E'],
  'VATEX-EU-F': ['P0109', 'E'],
  'VATEX-EU-I': ['P0110', 'E'],
  'VATEX-EU-J': ['P0111', 'E'],
};

/** @param invoice complete. */
export function checkPeppol(check: Check, invoice: Invoice): void {
  const rule = (name: string, field: string, holds: boolean, text: string) =>
    check.rule(`PEPPOL-EN16931-${name}`, field, holds, text);
  const { business_process: process = '', type_code = '', payment, vat_breakdown = [] } = invoice;
  const isGerman = isWithinGermany(invoice);
  rule('R007', 'business_process', PROCESSES.includes(process.trim()), `must be one of ${quoted(PROCESSES)}`);
  rule(
    'R002',
    'notes',
    (invoice.notes?.length ?? 0) <= 1 || isGerman,
    'must have one note at most, unless both parties are German',
  );
  const reference = invoice.buyer_reference ?? invoice.purchase_order_reference;
  rule('R003', 'buyer_reference', reference !== undefined, 'or `purchase_order_reference` must be given');
  const [types, typeRule] = isCreditNote(invoice) ? [CREDIT_NOTES, 'P0101'] : [INVOICES, 'P0100'];
  rule(typeRule, 'type_code', types.split(' ').includes(type_code), `must be one of ${types.replaceAll(' ', ', ')}`);
  const isHome = isGerman || !['326', '384'].includes(type_code);
  rule('P0112', 'type_code', isHome, 'must not be `326` or `384`, unless both parties are German');
  const debit = payment?.direct_debit;
  const needsMandate = ['49', '59'].includes(payment?.means_code ?? '') && debit === undefined;
  rule('R061', 'payment.direct_debit.mandate_reference', !needsMandate, 'is missing: `means_code` says direct debit');
  vat_breakdown.forEach(({ category, exemption_reason_code: code = '' }, index) => {
    const [name, wanted] = CATEGORY_OF[code.trim().toUpperCase()] ?? [];
    if (name === undefined) return;
    rule(
      name,
      `vat_breakdown[${index}].category`,
      category === wanted,
      `must be \`${wanted}\`, as \`exemption_reason_code\` says`,
    );
  });
  checkIds(check, invoice);
  checkNational(check, invoice);
}

const quoted = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');

function checkIds(check: Check, { seller = {}, buyer = {}, payee }: Invoice): void {
  for (const [name, { electronic_address: address }] of Object.entries({ seller, buyer }))
    check.rule(
      'PEPPOL-EN16931-CL008',
      `${name}.electronic_address.scheme`,
      !NO_ADDRESSES.includes(address?.scheme ?? ''),
      'must be a scheme of Peppol (such as `0088`, `9930`)',
    );
  const ids = [
    ...(seller.ids ?? []).map((id, index) => [`seller.ids[${index}]`, id] as const),
    ['seller.electronic_address', seller.electronic_address],
    ['seller.legal_registration', seller.legal_registration],
    ['buyer.id', buyer.id],
    ['buyer.electronic_address', buyer.electronic_address],
    ['buyer.legal_registration', buyer.legal_registration],
    ['payee.id', payee?.id],
    ['payee.legal_registration', payee?.legal_registration],
  ] as const;
  for (const [field, id] of ids) {
    const format = formatOf(id?.scheme);
    if (format && id)
      check.rule(`PEPPOL-COMMON-${format.rule}`, `${field}.id`, format.isRight(id.id.trim()), `must be ${format.what}`);
  }
}
