/** Rules BR-DE-… of XRechnung 3.0 (KoSIT), and those of Peppol that it has adopted. Its recommendations ("should") are required here. */
import type { Invoice, InvoiceAddress } from '@toolpress/contract';
import { areTerms } from '../terms.js';
import type { Check } from './check.js';
import { hasMeans } from './document.js';

/** The types of UNTDID 1001 that authorities accept (BR-DE-17). */
const TYPES = ['326', '380', '384', '389', '381', '875', '876', '877'];

const EMAIL = /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/;
const MAX_EMAIL = 200;

export function checkXRechnung(check: Check, invoice: Invoice): void {
  const { seller = {}, buyer = {}, delivery, payment } = invoice;
  check.present('BR-DE-15', 'buyer_reference', invoice.buyer_reference);
  check.rule('BR-DE-1', 'payment', payment !== undefined && hasMeans(payment), 'must have a means of payment');
  const type = invoice.type_code ?? '';
  check.rule('BR-DE-17', 'type_code', TYPES.includes(type), `must be one of ${TYPES.join(', ')}`);
  check.rule(
    'BR-DE-26',
    'preceding_invoices',
    type !== '384' || (invoice.preceding_invoices?.length ?? 0) > 0,
    'must have the invoice that this one corrects',
  );
  check.present('PEPPOL-EN16931-R020', 'seller.electronic_address', seller.electronic_address);
  check.present('PEPPOL-EN16931-R010', 'buyer.electronic_address', buyer.electronic_address);
  const { contact } = seller;
  if (contact === undefined) check.present('BR-DE-2', 'seller.contact', contact);
  else {
    check.present('BR-DE-5', 'seller.contact.name', contact.name);
    check.present('BR-DE-6', 'seller.contact.phone', contact.phone);
    check.present('BR-DE-7', 'seller.contact.email', contact.email);
    const hasDigits = contact.phone === undefined || contact.phone.replace(/\D/g, '').length >= 3;
    check.rule('BR-DE-27', 'seller.contact.phone', hasDigits, 'must have at least three digits');
    const { email = 'a@b.c' } = contact;
    check.rule(
      'BR-DE-28',
      'seller.contact.email',
      email.length <= MAX_EMAIL && EMAIL.test(email),
      'must be an e-mail address',
    );
  }
  checkPlace(check, 'seller.address', seller.address ?? {}, ['BR-DE-3', 'BR-DE-4']);
  checkPlace(check, 'buyer.address', buyer.address ?? {}, ['BR-DE-8', 'BR-DE-9']);
  if (delivery?.address) checkPlace(check, 'delivery.address', delivery.address, ['BR-DE-10', 'BR-DE-11']);
  check.rule(
    'BR-DE-18',
    'payment_terms',
    areTerms(invoice.payment_terms),
    'must give a cash discount as `#SKONTO#TAGE=14#PROZENT=2.00#`, on a separate line',
  );
  const { vat_total = 0, vat_total_in_vat_currency: other = vat_total } = invoice.totals ?? {};
  check.rule(
    'PEPPOL-EN16931-R055',
    'totals.vat_total_in_vat_currency',
    Number(vat_total) < 0 ? Number(other) < 0 : Number(other) >= 0,
    'must have the sign of `vat_total`',
  );
  checkMeans(check, invoice);
  checkFiles(check, invoice);
  checkPercentages(check, invoice);
  checkPeriods(check, invoice);
}

function checkPlace(check: Check, field: string, address: InvoiceAddress, [city, postCode]: [string, string]): void {
  check.present(city, `${field}.city`, address.city);
  check.present(postCode, `${field}.post_code`, address.post_code);
}

/** BR-DE-23 to BR-DE-25, BR-DE-30 and BR-DE-31: the payment has the details of its code and no others. */
function checkMeans(check: Check, { payment }: Invoice): void {
  if (payment === undefined) return;
  const { means_code: means = '', credit_transfers: accounts = [], card, direct_debit: debit } = payment;
  const given = { credit_transfers: accounts.length > 0, card: card !== undefined, direct_debit: debit !== undefined };
  const kinds = [
    ['BR-DE-23', ['30', '58'], 'credit_transfers'],
    ['BR-DE-24', ['48', '54', '55'], 'card'],
    ['BR-DE-25', ['59'], 'direct_debit'],
  ] as const;
  for (const [rule, codes, wanted] of kinds) {
    if (!(codes as readonly string[]).includes(means)) continue;
    check.rule(`${rule}-a`, `payment.${wanted}`, given[wanted], 'is missing: `means_code` says so');
    for (const other of Object.keys(given) as (keyof typeof given)[]) {
      const text = `must not be given: \`means_code\` says \`${wanted}\``;
      if (other !== wanted) check.rule(`${rule}-b`, `payment.${other}`, !given[other], text);
    }
  }
  if (debit === undefined) return;
  check.present('BR-DE-30', 'payment.direct_debit.creditor_id', debit.creditor_id);
  check.present('BR-DE-31', 'payment.direct_debit.debited_account', debit.debited_account);
  check.present('PEPPOL-EN16931-R061', 'payment.direct_debit.mandate_reference', debit.mandate_reference);
}

function checkFiles(check: Check, { supporting_documents: documents = [] }: Invoice): void {
  const names = new Set<string>();
  documents.forEach(({ file, url }, index) => {
    const at = `supporting_documents[${index}]`;
    const isAbsolute = url === undefined || /^[a-z][a-z0-9+.-]+:./i.test(url);
    check.rule('BR-TMP-2', `${at}.url`, isAbsolute, 'must be an absolute URL');
    if (file === undefined) return;
    check.rule('BR-DE-22', `${at}.file.filename`, !names.has(file.filename), 'must not be the name of another file');
    names.add(file.filename);
  });
}

function checkPercentages(check: Check, { allowances = [], charges = [], lines = [] }: Invoice): void {
  const parts = [
    ...allowances.map((part, index) => [`allowances[${index}]`, part] as const),
    ...charges.map((part, index) => [`charges[${index}]`, part] as const),
    ...lines.flatMap((line, at) => [
      ...(line.allowances ?? []).map((part, index) => [`lines[${at}].allowances[${index}]`, part] as const),
      ...(line.charges ?? []).map((part, index) => [`lines[${at}].charges[${index}]`, part] as const),
    ]),
  ];
  for (const [field, { base_amount, percentage }] of parts) {
    const hasBase = percentage === undefined || base_amount !== undefined;
    check.rule('PEPPOL-EN16931-R041', `${field}.base_amount`, hasBase, 'is missing: `percentage` refers to it');
  }
}

/** Requires periods of lines to be within that of the invoice. */
function checkPeriods(check: Check, { invoicing_period: whole = {}, lines = [] }: Invoice): void {
  const isWithin = (day: string | undefined) =>
    day === undefined ||
    ((whole.start_date === undefined || day >= whole.start_date) &&
      (whole.end_date === undefined || day <= whole.end_date));
  const text = 'must be within `invoicing_period`';
  lines.forEach(({ period }, index) => {
    const at = `lines[${index}].period`;
    check.rule('PEPPOL-EN16931-R110', `${at}.start_date`, isWithin(period?.start_date), text);
    check.rule('PEPPOL-EN16931-R111', `${at}.end_date`, isWithin(period?.end_date), text);
  });
}
