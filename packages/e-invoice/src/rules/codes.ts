/** Rules BR-CL-… of EN 16931: codes are in their lists, and VAT numbers begin with a country. */
import type { Invoice, InvoiceLine } from '@toolpress/contract';
import lists from '../code-lists.json' with { type: 'json' };
import { isIban } from '../iban.js';
import type { Check } from './check.js';

/**
 * The code lists of EN 16931, as published by the European Commission ("EN 16931 code lists", decision 2011/833/EU: CC BY 4.0): ISO 4217 and
 * 3166-1, ISO/IEC 6523, UNTDID 1001, 1153, 4451, 4461, 5189, 5305, 7143 and 7161, UN/ECE Recommendations 20 and 21, EAS and VATEX.
 */
type CodeList = keyof typeof lists;

const sets = new Map<CodeList, ReadonlySet<string>>();

function isInList(list: CodeList, code: string): boolean {
  const codes = sets.get(list) ?? new Set(lists[list].split(' '));
  sets.set(list, codes);
  return codes.has(code);
}

type Coded = [rule: string, field: string, list: CodeList, code: string | undefined, name: string];

const ISO_6523 = 'ISO 6523 (such as `0088`)';
const EAS = 'EAS (such as `EM`)';
const COUNTRIES = 'ISO 3166-1 (such as `DE`)';
const UNITS = 'UN/ECE Recommendations 20 and 21 (such as `C62`, `HUR`)';

export function checkCodes(check: Check, invoice: Invoice): void {
  // Split payment, an Italian category that FeRD does not accept.
  const isSplit = (list: CodeList, code: string) => list === 'vat_categories' && code === 'B' && check.syntax === 'ubl';
  for (const [rule, field, list, code, name] of codesOf(invoice)) {
    const isKnown = code === undefined || isInList(list, code) || isSplit(list, code);
    check.rule(rule, field, isKnown, `must be a code of ${name}`);
  }
  const point = invoice.vat_point_date_code;
  const isPoint = point === undefined || ['3', '35', '432'].includes(point);
  check.rule('BR-CL-06', 'vat_point_date_code', isPoint, 'must be `3`, `35` or `432`');
  if (check.syntax === 'ubl') checkUblCodes(check, invoice);
  checkNumbers(check, invoice);
}

function codesOf(invoice: Invoice): Coded[] {
  const { notes = [], vat_breakdown = [], lines = [] } = invoice;
  return [
    ['BR-CL-01', 'type_code', 'document_types', invoice.type_code, 'UNTDID 1001 for invoices (such as `380`, `381`)'],
    ['BR-CL-04', 'currency', 'currencies', invoice.currency, 'ISO 4217 (such as `EUR`)'],
    ['BR-CL-05', 'vat_currency', 'currencies', invoice.vat_currency, 'ISO 4217 (such as `EUR`)'],
    ['BR-CL-07', 'invoiced_object.scheme', 'object_schemes', invoice.invoiced_object?.scheme, 'UNTDID 1153'],
    ['BR-CL-16', 'payment.means_code', 'payment_means', invoice.payment?.means_code, 'UNTDID 4461 (such as `58`)'],
    ...notes.map(({ subject_code: subject }, index): Coded => {
      const field = `notes[${index}].subject_code`;
      return ['BR-CL-08', field, 'note_subjects', subject, 'UNTDID 4451'];
    }),
    ...partyCodes(invoice),
    ...vat_breakdown.flatMap(({ category, exemption_reason_code: reason }, index): Coded[] => {
      const at = `vat_breakdown[${index}]`;
      return [
        ['BR-CL-18', `${at}.category`, 'vat_categories', category, VAT],
        ['BR-CL-22', `${at}.exemption_reason_code`, 'exemption_reasons', reason, 'VATEX'],
      ];
    }),
    ...adjustments(invoice, ''),
    ...lines.flatMap((line, index) => lineCodes(line, `lines[${index}]`)),
  ];
}

function partyCodes(invoice: Invoice): Coded[] {
  const { seller, buyer, payee, seller_tax_representative, delivery, ship_from, ultimate_ship_to, invoicee } = invoice;
  const addresses = { seller, buyer, seller_tax_representative, delivery, ship_from, ultimate_ship_to, invoicee };
  const ids = [
    ...(seller?.ids ?? []).map((id, index) => [`seller.ids[${index}]`, id] as const),
    ...Object.entries({ buyer, payee, ship_from, ultimate_ship_to, invoicee }).map(
      ([name, party]) => [`${name}.id`, party?.id] as const,
    ),
  ];
  return [
    ...ids.map(([field, id]): Coded => ['BR-CL-10', `${field}.scheme`, 'identifier_schemes', id?.scheme, ISO_6523]),
    ['BR-CL-26', 'delivery.location_id.scheme', 'identifier_schemes', delivery?.location_id?.scheme, ISO_6523],
    ...Object.entries({ seller, buyer, payee }).map(([name, party]): Coded => {
      const scheme = party?.legal_registration?.scheme;
      return ['BR-CL-11', `${name}.legal_registration.scheme`, 'identifier_schemes', scheme, ISO_6523];
    }),
    ...Object.entries({ seller, buyer }).map(([name, party]): Coded => {
      const scheme = party?.electronic_address?.scheme;
      return ['BR-CL-25', `${name}.electronic_address.scheme`, 'electronic_addresses', scheme, EAS];
    }),
    ...Object.entries(addresses).map(([name, party]): Coded => {
      const field = `${name}.address.country`;
      return ['BR-CL-14', field, 'countries', party?.address?.country, COUNTRIES];
    }),
  ];
}

/** Codes that the rules of CEN allow in CII but not in UBL. */
const ONLY_CII_SUBJECTS = 'BAT BAU BAV BAW BAX BAY BAZ BBA BBB BMF BMG BMH CCJ CCK CCL CCM CCN CCO'.split(' ');

/** In UBL, the subject of a note is part of its text, between two `#`. Text in this form is read as a subject. */
function checkUblCodes(check: Check, { notes = [] }: Invoice): void {
  notes.forEach(({ text, subject_code: subject }, index) => {
    const isKnown = subject === undefined || !ONLY_CII_SUBJECTS.includes(subject.trim());
    check.rule('BR-CL-08', `notes[${index}].subject_code`, isKnown, 'must be a code of UNTDID 4451 that UBL has');
    const [, looksLike] = /^[^#]*#([^#]{3})#/.exec(text) ?? [];
    const isText = subject !== undefined || looksLike === undefined || isInList('note_subjects', looksLike);
    check.rule(
      'BR-CL-08',
      `notes[${index}].text`,
      isText,
      'must not have three characters between two `#`, unless they are a code of UNTDID 4451',
    );
  });
}

const VAT = 'VAT categories, UNTDID 5305: `S`, `Z`, `E`, `AE`, `K`, `G`, `O`, `L` or `M`';

const lineCodes = (line: InvoiceLine, at: string): Coded[] => [
  ['BR-CL-23', `${at}.unit`, 'units', line.unit, UNITS],
  ['BR-CL-23', `${at}.price_unit`, 'units', line.price_unit, UNITS],
  ['BR-CL-18', `${at}.vat_category`, 'vat_categories', line.vat_category, VAT],
  ['BR-CL-07', `${at}.object.scheme`, 'object_schemes', line.object?.scheme, 'UNTDID 1153'],
  ['BR-CL-21', `${at}.standard_item_id.scheme`, 'identifier_schemes', line.standard_item_id?.scheme, ISO_6523],
  ['BR-CL-15', `${at}.origin_country`, 'countries', line.origin_country, COUNTRIES],
  ...(line.classifications ?? []).map(
    ({ scheme }, index): Coded => [
      'BR-CL-13',
      `${at}.classifications[${index}].scheme`,
      'classification_schemes',
      scheme,
      'UNTDID 7143 (such as `STI`)',
    ],
  ),
  ...adjustments(line, `${at}.`),
];

const adjustments = (
  { allowances = [], charges = [] }: Pick<Invoice, 'allowances' | 'charges'>,
  at: string,
): Coded[] => [
  ...allowances.flatMap(({ reason_code, vat_category }, index): Coded[] => [
    [
      'BR-CL-19',
      `${at}allowances[${index}].reason_code`,
      'allowance_reasons',
      reason_code,
      'UNTDID 5189 (such as `95`)',
    ],
    ['BR-CL-18', `${at}allowances[${index}].vat_category`, 'vat_categories', vat_category, VAT],
  ]),
  ...charges.flatMap(({ reason_code, vat_category }, index): Coded[] => [
    ['BR-CL-20', `${at}charges[${index}].reason_code`, 'charge_reasons', reason_code, 'UNTDID 7161 (such as `FC`)'],
    ['BR-CL-18', `${at}charges[${index}].vat_category`, 'vat_categories', vat_category, VAT],
  ]),
];

/** Checks that VAT numbers begin with their country, and that SEPA accounts are IBANs. */
function checkNumbers(check: Check, { seller, buyer, seller_tax_representative, payment }: Invoice): void {
  for (const [name, party] of Object.entries({ seller, buyer, seller_tax_representative })) {
    const prefix = party?.vat_id?.trim().slice(0, 2);
    const isKnown = prefix === undefined || prefix === 'EL' || isInList('countries', prefix);
    check.rule('BR-CO-09', `${name}.vat_id`, isKnown, 'must begin with its country, such as `DE123456789`');
  }
  const sepa = 'must be an IBAN with right check digits: `means_code` says SEPA';
  payment?.credit_transfers?.forEach(({ account_id }, index) => {
    const isRight = payment.means_code !== '58' || account_id === undefined || isIban(account_id);
    check.rule('BR-DE-19', `payment.credit_transfers[${index}].account_id`, isRight, sepa);
  });
  const debited = payment?.direct_debit?.debited_account;
  const isRight = payment?.means_code !== '59' || debited === undefined || isIban(debited);
  check.rule('BR-DE-20', 'payment.direct_debit.debited_account', isRight, sepa);
}
