/** Valid invoices of all kinds from seeds. */
import type { EInvoiceProfile, Invoice, InvoiceAdjustment, InvoiceLine } from '@toolpress/contract';
import lists from '../code-lists.json' with { type: 'json' };
import { completed } from '../complete.js';

/** Returns a generator of numbers from 0 to 1, which are the same for equal seeds (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TEXTS = [
  'Beratung',
  'Café “Zoë” & Söhne',
  'a < b > c',
  "l'été",
  '測試 テスト',
  'نص',
  'Line one\nline two',
  '🙂 x',
];
/** Payment terms. The last ones are machine-readable discounts for XRechnung. */
const TERMS = [
  '30 days net',
  '#SKONTO#TAGE=14#PROZENT=2.00#\n',
  'Pay soon.\n#SKONTO#TAGE=7#PROZENT=3.00#\r\n#SKONTO#TAGE=14#PROZENT=2.50#BASISBETRAG=10.00#',
  '#SKONTO#TAGE=14#PROZENT=2.00#\n30 days net, #1',
];
const IBANS = ['DE75512108001245126199', 'FR1420041010050500013M02606', 'AT61 1904 3002 3457 3201'];

/** Codes of EAS in ZUGFeRD 2.5 and CEN, but not in ZUGFeRD 2.4. */
const NEW_ADDRESSES = ['0242', '0245', '0246', '0248'];
/** Codes of UNTDID 4451 that the rules for UBL lack. */
const NEW_SUBJECTS = 'BAT BAU BAV BAW BAX BAY BAZ BBA BBB BMF BMG BMH CCJ CCK CCL CCM CCN CCO'.split(' ');

/** Combinations of VAT categories. */
const SCENES = ['standard', 'mixed', 'reverse', 'intra', 'export', 'outside', 'exempt', 'islands'] as const;

export function invoiceOf(seed: number, profile: EInvoiceProfile): Invoice {
  const random = randomOf(seed);
  const chance = (share: number) => random() < share;
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <Item>(items: readonly Item[]): Item => items[whole(0, items.length - 1)] as Item;
  const maybe = <Value>(share: number, value: () => Value): Value | undefined => (chance(share) ? value() : undefined);
  const code = (list: keyof typeof lists) =>
    pick(lists[list].split(' ').filter((one) => !NEW_ADDRESSES.includes(one) && !NEW_SUBJECTS.includes(one)));
  const text = () => `${pick(TEXTS)} ${whole(1, 999)}`;
  const decimal = (most: number, places: number) => {
    const value = (random() * most).toFixed(places);
    return chance(0.5) ? value : Number(value);
  };
  const day = (year = 2026) =>
    `${year}-${String(whole(1, 12)).padStart(2, '0')}-${String(whole(1, 28)).padStart(2, '0')}`;
  const period = () => {
    const from = day();
    return chance(0.2)
      ? { start_date: from }
      : chance(0.2)
        ? { end_date: from }
        : { start_date: from, end_date: day(2027) };
  };

  const isPeppol = profile === 'peppol_bis_3';
  /** XRechnung and Peppol have similar requirements. */
  const isGerman = profile === 'xrechnung' || isPeppol;
  const isExtended = profile === 'extended';
  const scene = pick(SCENES);
  // The validator's list of countries for XRechnung does not have South Sudan.
  const country = () => code('countries').replace('SS', 'SD');
  /** Peppol has additional rules for sellers of other countries. */
  const sellerCountry = () => (isPeppol ? pick(['AT', 'BE', 'ES', 'FI', 'FR', 'LU', 'PL']) : country());
  const vat = (): { vat_category: string; vat_rate?: number | string } => {
    if (scene === 'standard') return { vat_category: 'S', vat_rate: pick([19, '19.00', 7, 5.5, '2.10']) };
    if (scene === 'mixed')
      return pick([
        { vat_category: 'S', vat_rate: 20 },
        { vat_category: 'S', vat_rate: '7.00' },
        { vat_category: 'Z', vat_rate: 0 },
        { vat_category: 'E' },
      ]);
    if (scene === 'reverse') return { vat_category: 'AE', vat_rate: 0 };
    if (scene === 'intra') return { vat_category: 'K' };
    if (scene === 'export') return { vat_category: 'G', vat_rate: '0.00' };
    if (scene === 'outside')
      return isExtended && chance(0.3) ? { vat_category: 'S', vat_rate: 19 } : { vat_category: 'O' };
    if (scene === 'exempt') return { vat_category: 'E', vat_rate: 0 };
    return pick([
      { vat_category: 'L', vat_rate: 7 },
      { vat_category: 'M', vat_rate: pick([4, 0.5]) },
    ]);
  };
  const adjustment = (isCharge: boolean): InvoiceAdjustment => ({
    ...(chance(0.4) ? { base_amount: decimal(500, 2), percentage: decimal(30, 2) } : { amount: decimal(20, 2) }),
    ...(!isGerman && chance(0.1) && { amount: decimal(20, 2), base_amount: 100 }),
    ...(chance(0.5) && { reason_code: code(isCharge ? 'charge_reasons' : 'allowance_reasons') }),
    reason: text(),
  });
  const adjustments = (share: number, most: number, withVat: boolean) =>
    Object.fromEntries(
      (['allowances', 'charges'] as const).flatMap((name) =>
        chance(share)
          ? [
              [
                name,
                Array.from({ length: whole(1, most) }, () => ({
                  ...adjustment(name === 'charges'),
                  ...(withVat && vat()),
                })),
              ],
            ]
          : [],
      ),
    );
  const schemed = (list: 'identifier_schemes' | 'electronic_addresses' | 'object_schemes') => ({
    id: String(whole(1, 1e9)),
    scheme: code(list),
  });
  /** A GLN for Peppol, which checks the formats of some schemes. */
  const identifier = () => (isPeppol ? { id: '4012345000009', scheme: '0088' } : schemed('identifier_schemes'));
  const ownId = () => (chance(0.5) ? { id: `K-${whole(1, 1e6)}` } : identifier());
  const address = (whereTo: () => string) => ({
    line_1: text(),
    ...(chance(0.3) && { line_2: text(), line_3: text(), subdivision: text() }),
    city: text(),
    post_code: String(whole(10_000, 99_999)),
    country: whereTo(),
  });
  const hasVat = scene !== 'outside' || isExtended;
  /** Invoices between two German parties need a time of delivery. */
  const isHome = chance(0.3);
  const seat = (of = country) => (isHome ? 'DE' : of());
  /** Writes numbers as Java's `BigDecimal` and .NET's `decimal` do. */
  const long = (given: number | string) =>
    chance(0.1)
      ? Number(given)
          .toFixed(18)
          .replace(/(\.\d{6})\d*$/, '$1000000000000')
      : given;
  const isNegative = chance(0.1);
  const line = (): InvoiceLine => {
    const discounted = chance(0.3);
    const gross = decimal(1_000, whole(0, 6));
    return {
      ...(chance(0.3) && { id: `L${whole(1, 1e6)}` }),
      ...(chance(0.2) && { note: text() }),
      ...(chance(0.1) && {
        object: schemed('object_schemes'),
        order_line_reference: '7',
        buyer_accounting_reference: '4711',
      }),
      quantity: isNegative ? -whole(1, 50) : long(decimal(100, whole(0, 4))),
      unit: code('units'),
      ...(discounted
        ? pick([
            { gross_price: gross, price_discount: 0 },
            { net_price: gross, price_discount: '1.50' },
          ])
        : { net_price: long(gross) }),
      ...(chance(0.2) && { price_quantity: pick([10, '100', 1000, 3]) }),
      ...(!isGerman && chance(0.05) && { price_unit: 'KGM', net_amount: decimal(100, 2) }),
      ...(!isGerman && discounted && chance(0.2) && { gross_price: 2_000, net_price: gross, price_discount: 7 }),
      ...(!isGerman && chance(0.05) && { net_amount: decimal(100, 2) }),
      ...vat(),
      ...(chance(0.2) && { period: period() }),
      ...adjustments(0.2, 2, false),
      name: text(),
      ...(chance(0.2) && {
        description: text(),
        seller_item_id: 'A1',
        buyer_item_id: 'B2',
        origin_country: country(),
      }),
      ...(chance(0.1) && {
        standard_item_id: identifier(),
        classifications: [{ code: '123', scheme: code('classification_schemes'), scheme_version: '1' }],
      }),
      ...(isExtended &&
        chance(0.3) && {
          purchase_order_reference: 'O-2',
          despatch_advice_reference: 'D-2',
          delivery_date: day(),
          instances: [{ batch_id: 'B-1' }, { serial_id: 'S-1' }, { batch_id: 'B-2', serial_id: 'S-2' }],
        }),
      ...(chance(0.1) && {
        attributes: [
          { name: 'Colour', value: text() },
          { name: 'Size', value: 'XL' },
        ],
      }),
    };
  };
  const accounts = () =>
    Array.from({ length: whole(1, 2) }, () => ({ account_id: pick(IBANS), account_name: text(), bic: 'BELADEBEXXX' }));
  const payment = () =>
    pick([
      { means_code: '58', means_text: 'SEPA', remittance_information: 'R 1', credit_transfers: accounts() },
      { means_code: '30', credit_transfers: isGerman ? accounts() : [{ account_id: '0815 4711' }] },
      { means_code: '48', card: { number: '1234', holder: 'A. Lovelace' } },
      {
        means_code: '59',
        direct_debit: {
          mandate_reference: 'M-1',
          creditor_id: 'DE98ZZZ09999999999',
          debited_account: IBANS[0] as string,
        },
      },
      { means_code: '10' },
      ...(isGerman
        ? []
        : [
            { remittance_information: 'R 2' },
            { means_code: '58', credit_transfers: [{ account_id: 'DE00512108001245126199' }] },
          ]),
    ]);
  const type_code = isPeppol
    ? pick(['380', '381', '396', '386'])
    : isGerman
      ? pick(['380', '381', '384', '326'])
      : pick(['380', '381', '384', '389', '751']);
  const invoiceCurrency = chance(0.7) ? 'EUR' : pick(['USD', 'GBP', 'CHF', 'JPY', 'SEK']);
  const vat_currency = hasVat ? maybe(0.15, () => (chance(0.2) ? invoiceCurrency : 'PLN')) : undefined;
  const third = () => ({
    name: text(),
    ...(chance(0.5) && { id: ownId() }),
    ...(chance(0.7) && { address: address(country) }),
  });
  /** Fields that only EXTENDED has. */
  const ofExtended = () => ({
    ...(chance(0.6) && { ship_from: third() }),
    ...(chance(0.6) && { ultimate_ship_to: third() }),
    ...(chance(0.6) && { invoicee: { ...third(), ...(chance(0.5) && { vat_id: 'FR12345678901' }) } }),
    ...(chance(0.6) && { delivery_note_reference: 'L-1' }),
    ...(chance(0.6) && {
      cash_discounts: [
        { days: 7, percentage: '3.00' },
        { days: 14, percentage: 2, base_amount: decimal(100, 2) },
      ],
    }),
    charges: [{ amount: decimal(20, 2), reason: text(), is_logistics: true, ...vat() }],
  });
  const byPeriod = !isGerman && chance(0.3);
  const invoice: Invoice = {
    number: `2026/${whole(1, 1e6)}`,
    issue_date: day(),
    ...(chance(0.7) && { type_code }),
    currency: invoiceCurrency,
    ...(vat_currency && { vat_currency }),
    ...(chance(0.15) && { vat_point_date: day() }),
    due_date: day(2027),
    ...((isGerman || chance(0.3)) && { buyer_reference: '04011000-1234512345-06' }),
    ...(chance(0.2) && {
      project_reference: 'P-1',
      contract_reference: 'C-1',
      purchase_order_reference: 'O-1',
      sales_order_reference: 'S-1',
      receiving_advice_reference: 'R-1',
      despatch_advice_reference: 'D-1',
      tender_or_lot_reference: 'T-1',
      invoiced_object: chance(0.5) ? { id: 'X' } : schemed('object_schemes'),
      buyer_accounting_reference: '4711',
    }),
    ...((chance(0.3) || isGerman) && { payment_terms: TERMS[isGerman ? whole(0, TERMS.length - 1) : 0] as string }),
    ...(chance(0.3) && {
      notes: [{ text: text() }, { text: text(), subject_code: code('note_subjects') }].slice(isPeppol ? 1 : 0),
    }),
    ...((chance(0.1) || type_code === '384') && {
      preceding_invoices: [{ number: '2025/7', ...(chance(0.5) && { issue_date: '2025-12-31' }) }],
    }),
    seller: {
      name: text(),
      ...(chance(0.3) && { trading_name: text(), legal_information: text() }),
      ...(chance(0.3) && { ids: [ownId(), ownId()] }),
      legal_registration: chance(0.5) ? { id: 'HRB 1' } : identifier(),
      ...(hasVat && { vat_id: 'DE123456789' }),
      ...(chance(0.3) && { tax_number: '12/345/67890' }),
      ...((isGerman || chance(0.3)) && {
        electronic_address: isPeppol ? identifier() : { id: 'a@example.com', scheme: 'EM' },
      }),
      address: address(() => seat(sellerCountry)),
      ...((isGerman || chance(0.5)) && { contact: { name: text(), phone: '+49 30 123', email: 'a@example.com' } }),
    },
    buyer: {
      name: text(),
      ...(chance(0.3) && { trading_name: text(), id: ownId(), contact: { name: text() } }),
      ...(hasVat && { vat_id: 'ATU12345678' }),
      ...((isGerman || chance(0.3)) && {
        electronic_address: isPeppol ? identifier() : schemed('electronic_addresses'),
      }),
      address: address(() => seat()),
    },
    ...(chance(0.1) && { payee: { name: text(), id: ownId(), legal_registration: identifier() } }),
    ...(hasVat &&
      chance(0.1) && {
        seller_tax_representative: { name: text(), vat_id: 'FR12345678901', address: address(country) },
      }),
    ...((scene === 'intra' || isHome || chance(0.3)) && {
      delivery: {
        name: text(),
        ...(!(isHome && byPeriod) && { date: day() }),
        ...(chance(0.3) && { location_id: ownId() }),
        address: address(country),
      },
    }),
    ...(!isGerman && (byPeriod || chance(0.2)) && { invoicing_period: period() }),
    ...((isGerman || chance(0.7)) && { payment: payment() }),
    ...adjustments(0.3, 3, true),
    ...(isExtended && chance(0.6) && ofExtended()),
    totals: {
      ...(chance(0.3) && { prepaid: decimal(50, 2) }),
      ...(chance(0.1) && !profile.startsWith('basic') && { rounding: '0.01' }),
      ...(vat_currency && { vat_total_in_vat_currency: 0 }),
    },
    ...(chance(0.05) && {
      supporting_documents: [
        { reference: 'D1', description: text(), url: 'https://example.com/x' },
        { reference: 'D2', file: { filename: 'a.csv', mime_type: 'text/csv', data_base64: 'YTti' } },
      ],
    }),
    lines: Array.from({ length: chance(0.05) ? whole(50, 200) : whole(1, 8) }, line),
  };
  if (vat_currency && invoice.totals)
    invoice.totals.vat_total_in_vat_currency = completed(invoice).totals?.vat_total ?? 0;
  // In EXTENDED, totals may differ by less than a cent for each amount.
  if (isExtended && chance(0.3) && invoice.totals && (invoice.lines?.length ?? 0) > 1) {
    const { line_total = 0 } = completed(invoice).totals ?? {};
    invoice.totals.line_total = Math.round(Number(line_total) * 100 + 1) / 100;
  }
  if (scene === 'reverse' && chance(0.5))
    return { ...invoice, vat_breakdown: [{ category: 'AE', rate: 0, exemption_reason_code: 'vatex-eu-ae' }] };
  if (scene === 'exempt' || scene === 'mixed')
    return {
      ...invoice,
      vat_breakdown: [{ category: 'E', exemption_reason: 'Exempt under article 132' }].filter(() =>
        usesExempt(invoice),
      ),
    };
  return invoice;
}

const usesExempt = ({ lines = [], allowances = [], charges = [] }: Invoice): boolean =>
  [...lines, ...allowances, ...charges].some(({ vat_category }) => vat_category === 'E');
