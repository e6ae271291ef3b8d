/** Faults to put into valid invoices, with the rules that they break. */
import type {
  Decimal,
  EInvoiceProfile,
  EInvoiceSyntax,
  Invoice,
  InvoiceLine,
  InvoiceVatBreakdown,
} from '@toolpress/contract';

/** A fault. `put` changes a complete invoice in place. */
export interface SeededFault {
  rule: string;
  /** The field in the message. */
  field: string;
  /** The profile. The default is `en16931`. */
  profile?: EInvoiceProfile;
  /** @returns a falsy value when the fault is not possible in this invoice. */
  put: (invoice: Invoice) => unknown;
  /** The syntax. The default is the first one of the profile. */
  syntax?: EInvoiceSyntax;
  /** The name of the rule in the judges' reports, when it differs. */
  judged?: string;
}

const add = (value: Decimal | undefined, more: number): number => Math.round((Number(value ?? 0) + more) * 100) / 100;

const first = <Item>(items: readonly Item[] | undefined, change: (item: Item) => unknown): unknown =>
  items?.[0] === undefined ? false : change(items[0]);
const line = (change: (line: InvoiceLine) => unknown) => (invoice: Invoice) => first(invoice.lines, change);
const vat = (change: (vat: InvoiceVatBreakdown) => unknown) => (invoice: Invoice) =>
  first(invoice.vat_breakdown, change);

/** Applies to invoices whose lines all have the category. */
const inCategory = (category: string, put: SeededFault['put']) => (invoice: Invoice) =>
  invoice.vat_breakdown?.length === 1 && invoice.vat_breakdown[0]?.category === category && put(invoice);

const withoutSellerNumbers = (invoice: Invoice) => {
  delete invoice.seller?.vat_id;
  delete invoice.seller?.tax_number;
  delete invoice.seller_tax_representative;
  return true;
};

const isHome = ({ seller, buyer, lines = [] }: Invoice): boolean =>
  seller?.address?.country === 'DE' && buyer?.address?.country === 'DE' && !lines.every(({ period }) => period);

const total = (name: keyof NonNullable<Invoice['totals']>, more: number) => (invoice: Invoice) =>
  Object.assign(invoice.totals ?? {}, { [name]: add(invoice.totals?.[name], more) });

/** Changes `amount_due` and `grand_total` together, so that only one rule is broken. */
const vatTotal = (more: number) => (invoice: Invoice) => {
  for (const name of ['vat_total', 'grand_total', 'amount_due'] as const) total(name, more)(invoice);
  return true;
};
const netTotal = (more: number) => (invoice: Invoice) => {
  for (const name of ['net_total', 'grand_total', 'amount_due'] as const) total(name, more)(invoice);
  return true;
};

const XRECHNUNG = { profile: 'xrechnung' } as const;
const PEPPOL = { profile: 'peppol_bis_3' } as const;
const UBL = { profile: 'en16931', syntax: 'ubl' } as const;

/** Moves the seller to another country. Not possible with a tax representative. */
const from = (country: string, change: (invoice: Invoice) => unknown) => (invoice: Invoice) => {
  const { seller: { address } = {} } = invoice;
  if (address === undefined || invoice.seller_tax_representative !== undefined) return false;
  address.country = country;
  return change(invoice);
};
/** Moves both parties to one country. */
const within = (country: string, change: (invoice: Invoice) => unknown) =>
  from(country, (invoice) => {
    if (invoice.buyer?.address === undefined) return false;
    invoice.buyer.address.country = country;
    return change(invoice);
  });
const set = (of: object | undefined, values: object): unknown => of !== undefined && Object.assign(of, values);

export const FAULTS: readonly SeededFault[] = [
  {
    rule: 'PEPPOL-EN16931-R002',
    field: 'notes',
    ...PEPPOL,
    put: (invoice) =>
      invoice.seller?.address?.country !== 'DE' && set(invoice, { notes: [{ text: 'a' }, { text: 'b' }] }),
  },
  {
    rule: 'PEPPOL-EN16931-R003',
    field: 'buyer_reference',
    ...PEPPOL,
    put: (invoice) =>
      invoice.purchase_order_reference === undefined &&
      invoice.sales_order_reference === undefined &&
      delete invoice.buyer_reference,
  },
  {
    rule: 'PEPPOL-EN16931-R007',
    field: 'business_process',
    ...PEPPOL,
    put: (invoice) => set(invoice, { business_process: 'mine' }),
  },
  { rule: 'PEPPOL-EN16931-P0100', field: 'type_code', ...PEPPOL, put: (invoice) => set(invoice, { type_code: '389' }) },
  { rule: 'PEPPOL-EN16931-P0101', field: 'type_code', ...PEPPOL, put: (invoice) => set(invoice, { type_code: '261' }) },
  {
    rule: 'PEPPOL-EN16931-P0112',
    field: 'type_code',
    ...PEPPOL,
    put: (invoice) => invoice.seller?.address?.country !== 'DE' && set(invoice, { type_code: '384' }),
  },
  {
    rule: 'PEPPOL-EN16931-P0104',
    field: 'vat_breakdown[0].category',
    ...PEPPOL,
    put: inCategory(
      'AE',
      vat((one) => set(one, { exemption_reason_code: 'VATEX-EU-G' })),
    ),
  },
  {
    rule: 'PEPPOL-EN16931-R061',
    field: 'payment.direct_debit.mandate_reference',
    ...PEPPOL,
    put: (invoice) => set(invoice, { payment: { means_code: '49' } }),
  },
  {
    rule: 'PEPPOL-EN16931-CL008',
    field: 'buyer.electronic_address.scheme',
    ...PEPPOL,
    put: ({ buyer }) => set(buyer, { electronic_address: { id: 'a@example.com', scheme: 'EM' } }),
  },
  ...Object.entries({
    '0088': 'R040',
    '0192': 'R041',
    '0184': 'R042',
    '0096': 'R052',
    '0198': 'R053',
    '0208': 'R043',
    '0007': 'R049',
    '0151': 'R050',
  }).map(
    ([scheme, rule]): SeededFault => ({
      rule: `PEPPOL-COMMON-${rule}`,
      field: 'buyer.electronic_address.id',
      ...PEPPOL,
      put: ({ buyer }) => set(buyer, { electronic_address: { id: '12345', scheme } }),
    }),
  ),
  {
    rule: 'NL-R-002',
    field: 'seller.address',
    ...PEPPOL,
    put: from('NL', ({ seller }) => delete seller?.address?.line_1),
  },
  {
    rule: 'NL-R-003',
    field: 'seller.legal_registration.scheme',
    ...PEPPOL,
    put: from('NL', ({ seller }) => set(seller, { legal_registration: { id: '12345678' } })),
  },
  {
    rule: 'NL-R-008',
    field: 'payment.means_code',
    ...PEPPOL,
    put: within('NL', (invoice) => set(invoice, { payment: { means_code: '10' } })),
  },
  {
    rule: 'SE-R-013',
    field: 'seller.legal_registration.id',
    ...PEPPOL,
    put: from('SE', ({ seller }) => set(seller, { legal_registration: { id: '5560360794' } })),
  },
  {
    rule: 'NO-R-001',
    field: 'seller.vat_id',
    ...PEPPOL,
    put: ({ seller }) => set(seller, { vat_id: 'NO123456789MVA' }),
  },
  {
    rule: 'IT-R-002',
    field: 'seller.address.line_1',
    ...PEPPOL,
    put: ({ seller }) => {
      delete seller?.address?.line_1;
      return seller?.vat_id !== undefined && set(seller, { vat_id: 'IT12345678901' });
    },
  },
  { rule: 'DK-R-014', field: 'seller.legal_registration.scheme', ...PEPPOL, put: from('DK', () => true) },
  {
    rule: 'DK-R-002',
    field: 'seller.legal_registration',
    ...PEPPOL,
    put: from('DK', ({ seller }) => delete seller?.legal_registration),
  },
  { rule: 'IS-R-002', field: 'seller.legal_registration', ...PEPPOL, put: from('IS', () => true) },
  {
    rule: 'DE-R-005',
    field: 'seller.contact.name',
    ...PEPPOL,
    put: within('DE', ({ seller }) => delete seller?.contact?.name),
  },
  {
    rule: 'BR-49',
    field: 'payment.means_code',
    ...UBL,
    put: (invoice) => set(invoice, { payment: { remittance_information: 'R' } }),
  },
  {
    rule: 'BR-CL-08',
    field: 'notes[0].text',
    ...UBL,
    put: (invoice) => set(invoice, { notes: [{ text: 'a #1 b#' }, { text: '#abc# b' }].slice(1) }),
  },
  {
    rule: 'BR-B-01',
    field: 'vat_breakdown',
    ...UBL,
    put: (invoice) =>
      !invoice.allowances &&
      !invoice.charges &&
      invoice.vat_breakdown?.length === 1 &&
      invoice.vat_breakdown[0]?.category === 'S' &&
      set(invoice.vat_breakdown[0], { category: 'B' }) &&
      invoice.lines?.every((one) => set(one, { vat_category: 'B' })),
  },
  {
    rule: 'PEPPOL-EN16931-R055',
    field: 'totals.vat_total_in_vat_currency',
    ...XRECHNUNG,
    put: ({ vat_currency, totals = {} }) =>
      vat_currency !== undefined &&
      Number(totals.vat_total) > 0 &&
      Object.assign(totals, { vat_total_in_vat_currency: -1 }),
  },
  { rule: 'BR-02', field: 'number', put: (invoice) => delete invoice.number },
  { rule: 'BR-03', field: 'issue_date', put: (invoice) => delete invoice.issue_date },
  { rule: 'BR-05', field: 'currency', put: (invoice) => delete invoice.currency },
  { rule: 'BR-06', field: 'seller.name', put: ({ seller = {} }) => delete seller.name },
  { rule: 'BR-07', field: 'buyer.name', put: ({ buyer = {} }) => delete buyer.name },
  { rule: 'BR-08', field: 'seller.address', put: ({ seller = {} }) => delete seller.address },
  { rule: 'BR-09', field: 'seller.address.country', put: ({ seller }) => delete seller?.address?.country },
  { rule: 'BR-10', field: 'buyer.address', put: ({ buyer = {} }) => delete buyer.address },
  { rule: 'BR-11', field: 'buyer.address.country', put: ({ buyer }) => delete buyer?.address?.country },
  { rule: 'BR-16', field: 'lines', put: (invoice) => delete invoice.lines },
  { rule: 'BR-16', field: 'lines', profile: 'basic', put: (invoice) => delete invoice.lines },
  {
    rule: 'BR-17',
    field: 'payee.name',
    put: (invoice) => Object.assign(invoice, { payee: { id: { id: 'x' } } }),
  },
  {
    rule: 'BR-18',
    field: 'seller_tax_representative.name',
    put: ({ seller_tax_representative: one }) => one && delete one.name,
  },
  {
    rule: 'BR-19',
    field: 'seller_tax_representative.address',
    put: ({ seller_tax_representative: one }) => one && delete one.address,
  },
  {
    rule: 'BR-20',
    field: 'seller_tax_representative.address.country',
    put: ({ seller_tax_representative: one }) => one && delete one.address?.country,
  },
  {
    rule: 'BR-56',
    field: 'seller_tax_representative.vat_id',
    put: ({ seller_tax_representative: one }) => one && delete one.vat_id,
  },
  { rule: 'BR-22', field: 'lines[0].quantity', put: line((one) => delete one.quantity) },
  { rule: 'BR-23', field: 'lines[0].unit', put: line((one) => delete one.unit && delete one.price_unit) },
  { rule: 'BR-25', field: 'lines[0].name', put: line((one) => delete one.name) },
  {
    rule: 'BR-26',
    field: 'lines[0].net_price',
    put: line((one) => one.gross_price === undefined && delete one.net_price),
  },
  {
    rule: 'BR-27',
    field: 'lines[0].net_price',
    put: line((one) => Object.assign(one, { net_price: -1 })),
  },
  { rule: 'BR-28', field: 'lines[0].gross_price', put: line((one) => Object.assign(one, { gross_price: -1 })) },
  {
    rule: 'BR-29',
    field: 'invoicing_period.end_date',
    put: (invoice) =>
      Object.assign(invoice, { invoicing_period: { start_date: '2026-02-01', end_date: '2026-01-01' } }),
  },
  {
    rule: 'BR-30',
    field: 'lines[0].period.end_date',
    put: line((one) => Object.assign(one, { period: { start_date: '2026-02-01', end_date: '2026-01-01' } })),
  },
  {
    rule: 'BR-31',
    field: 'allowances[0].amount',
    put: ({ allowances }) => first(allowances, (one) => one.percentage === undefined && delete one.amount),
  },
  {
    rule: 'BR-33',
    field: 'allowances[0].reason',
    put: ({ allowances }) => first(allowances, (one) => delete one.reason && delete one.reason_code),
  },
  {
    rule: 'BR-36',
    field: 'charges[0].amount',
    put: ({ charges }) => first(charges, (one) => one.percentage === undefined && delete one.amount),
  },
  {
    rule: 'BR-38',
    field: 'charges[0].reason',
    put: ({ charges }) => first(charges, (one) => delete one.reason && delete one.reason_code),
  },
  {
    rule: 'BR-42',
    field: 'lines[0].allowances[0].reason',
    put: line((one) => first(one.allowances, (part) => delete part.reason && delete part.reason_code)),
  },
  {
    rule: 'BR-44',
    field: 'lines[0].charges[0].reason',
    put: line((one) => first(one.charges, (part) => delete part.reason && delete part.reason_code)),
  },
  {
    rule: 'BR-49',
    field: 'payment.means_code',
    put: ({ payment }) => payment?.credit_transfers && delete payment.means_code,
  },
  {
    rule: 'BR-51',
    field: 'payment.card.number',
    put: (invoice) => Object.assign(invoice, { payment: { means_code: '48', card: { number: '4111111111111111' } } }),
  },
  {
    rule: 'BR-52',
    field: 'supporting_documents[0].reference',
    put: ({ supporting_documents }) => first(supporting_documents, (one) => delete one.reference),
  },
  {
    rule: 'BR-53',
    field: 'totals.vat_total_in_vat_currency',
    put: ({ vat_currency, totals }) => vat_currency !== undefined && delete totals?.vat_total_in_vat_currency,
  },
  {
    rule: 'BR-54',
    field: 'lines[0].attributes[0].value',
    put: line((one) => first(one.attributes, (part) => delete part.value)),
  },
  {
    rule: 'BR-55',
    field: 'preceding_invoices[0].number',
    put: ({ preceding_invoices }) =>
      first(preceding_invoices, (one) => delete one.number && Object.assign(one, { issue_date: '2025-12-31' })),
  },
  {
    rule: 'BR-57',
    field: 'delivery.address.country',
    put: ({ delivery }) => delivery && delete delivery.address?.country,
  },
  {
    rule: 'BR-61',
    field: 'payment.credit_transfers',
    put: (invoice) => Object.assign(invoice, { payment: { means_code: '58' } }),
    judged: 'BR-CO-27',
  },
  {
    rule: 'BR-62',
    field: 'seller.electronic_address.scheme',
    put: ({ seller }) => seller?.electronic_address && delete seller.electronic_address.scheme,
  },
  {
    rule: 'BR-63',
    field: 'buyer.electronic_address.scheme',
    put: ({ buyer }) => buyer?.electronic_address && delete buyer.electronic_address.scheme,
  },
  {
    rule: 'BR-64',
    field: 'lines[0].standard_item_id.scheme',
    put: line((one) => one.standard_item_id && delete one.standard_item_id.scheme),
  },
  {
    rule: 'BR-65',
    field: 'lines[0].classifications[0].scheme',
    put: line((one) => first(one.classifications, (part) => delete part.scheme)),
  },
  {
    rule: 'BR-CO-03',
    field: 'vat_point_date_code',
    put: (invoice) => Object.assign(invoice, { vat_point_date: '2026-01-01', vat_point_date_code: '35' }),
  },
  { rule: 'BR-CO-04', field: 'lines[0].vat_category', put: line((one) => delete one.vat_category) },
  {
    rule: 'BR-CO-09',
    field: 'seller.vat_id',
    put: ({ seller }) => seller?.vat_id !== undefined && Object.assign(seller, { vat_id: '123456789' }),
  },
  { rule: 'BR-CO-10', field: 'totals.line_total', put: total('line_total', 1) },
  { rule: 'BR-FXEXT-CO-10', field: 'totals.line_total', profile: 'extended', put: total('line_total', -9) },
  { rule: 'BR-FXEXT-CO-13', field: 'totals.net_total', profile: 'extended', put: netTotal(9) },
  { rule: 'BR-CO-11', field: 'totals.allowance_total', put: total('allowance_total', 1) },
  { rule: 'BR-CO-12', field: 'totals.charge_total', put: total('charge_total', 1) },
  { rule: 'BR-CO-13', field: 'totals.net_total', put: netTotal(1) },
  { rule: 'BR-CO-13', field: 'totals.net_total', profile: 'xrechnung', put: netTotal(0.01) },
  { rule: 'BR-CO-14', field: 'totals.vat_total', put: vatTotal(1) },
  {
    rule: 'BR-CO-15',
    field: 'totals.grand_total',
    put: (invoice) => total('grand_total', 1)(invoice) && total('amount_due', 1)(invoice),
  },
  { rule: 'BR-CO-16', field: 'totals.amount_due', put: total('amount_due', 0.01) },
  {
    rule: 'BR-CO-16',
    field: 'totals.rounding',
    profile: 'basic',
    put: (invoice) => total('rounding', 0.01)(invoice) && total('amount_due', 0.01)(invoice),
  },
  {
    rule: 'BR-CO-18',
    field: 'vat_breakdown',
    profile: 'basic_wl',
    put: (invoice) =>
      delete invoice.vat_breakdown && delete invoice.lines && delete invoice.allowances && delete invoice.charges,
  },
  {
    rule: 'BR-CO-25',
    field: 'due_date',
    put: (invoice) => Number(invoice.totals?.amount_due) > 0 && delete invoice.due_date && delete invoice.payment_terms,
  },
  {
    rule: 'BR-FX-EN-04',
    field: 'delivery.date',
    put: (invoice) => isHome(invoice) && delete invoice.delivery && delete invoice.invoicing_period,
  },
  {
    rule: 'BR-FX-EN-04',
    field: 'delivery.date',
    profile: 'extended',
    put: (invoice) => isHome(invoice) && delete invoice.delivery?.date && delete invoice.invoicing_period,
  },
  {
    rule: 'BR-FX-EN-04',
    field: 'delivery.address.country',
    profile: 'basic',
    put: (invoice) => isHome(invoice) && invoice.invoicing_period && delete invoice.delivery,
  },
  {
    rule: 'BR-CO-26',
    field: 'seller.vat_id',
    put: inCategory('O', ({ seller = {} }) => delete seller.legal_registration && delete seller.ids),
  },
  {
    rule: 'BR-DEC-12',
    field: 'totals.net_total',
    put: (invoice) => Object.assign(invoice.totals ?? {}, { net_total: '1.234' }),
  },
  { rule: 'BR-DEC-23', field: 'lines[0].net_amount', put: line((one) => Object.assign(one, { net_amount: '1.234' })) },
  {
    rule: 'BR-DEC-01',
    field: 'allowances[0].amount',
    put: ({ allowances }) => first(allowances, (one) => Object.assign(one, { amount: '1.234' })),
  },
  {
    rule: 'BR-S-01',
    field: 'vat_breakdown',
    // The Schematron counts the category in the whole document: with two lines, it misses none in the breakdown.
    put: inCategory('S', ({ lines = [], allowances = [], charges = [], vat_breakdown }) =>
      lines.length + allowances.length + charges.length === 1
        ? first(vat_breakdown, (one) => Object.assign(one, { category: 'Z', rate: 0, tax_amount: 0 }))
        : false,
    ),
  },
  { rule: 'BR-S-02', field: 'seller.vat_id', put: inCategory('S', withoutSellerNumbers) },
  {
    rule: 'BR-S-05',
    field: 'lines[0].vat_rate',
    put: inCategory(
      'S',
      line((one) => Object.assign(one, { vat_rate: 0 })),
    ),
  },
  {
    rule: 'BR-S-08',
    field: 'vat_breakdown[0].taxable_amount',
    put: inCategory(
      'S',
      vat((one) => Object.assign(one, { taxable_amount: add(one.taxable_amount, 2) })),
    ),
  },
  {
    rule: 'BR-S-09',
    field: 'vat_breakdown[0].tax_amount',
    put: inCategory(
      'S',
      vat((one) => Object.assign(one, { tax_amount: add(one.tax_amount, 3) })),
    ),
  },
  {
    rule: 'BR-S-10',
    field: 'vat_breakdown[0].exemption_reason',
    put: inCategory(
      'S',
      vat((one) => Object.assign(one, { exemption_reason: 'none' })),
    ),
  },
  {
    rule: 'BR-Z-10',
    field: 'vat_breakdown[0].exemption_reason',
    put: ({ vat_breakdown }) =>
      vat_breakdown?.[0]?.category === 'Z' && Object.assign(vat_breakdown[0], { exemption_reason: 'x' }),
  },
  { rule: 'BR-E-02', field: 'seller.vat_id', put: inCategory('E', withoutSellerNumbers) },
  {
    rule: 'BR-E-05',
    field: 'lines[0].vat_rate',
    put: inCategory(
      'E',
      line((one) => Object.assign(one, { vat_rate: 5 })),
    ),
  },
  {
    rule: 'BR-E-08',
    field: 'vat_breakdown[0].taxable_amount',
    put: inCategory(
      'E',
      vat((one) => Object.assign(one, { taxable_amount: add(one.taxable_amount, 2) })),
    ),
  },
  {
    rule: 'BR-E-10',
    field: 'vat_breakdown[0].exemption_reason',
    put: inCategory(
      'E',
      vat((one) => delete one.exemption_reason && delete one.exemption_reason_code),
    ),
  },
  {
    rule: 'BR-AE-02',
    field: 'buyer.vat_id',
    put: inCategory('AE', ({ buyer = {} }) => delete buyer.vat_id && delete buyer.legal_registration),
  },
  {
    rule: 'BR-AE-05',
    field: 'lines[0].vat_rate',
    put: inCategory(
      'AE',
      line((one) => Object.assign(one, { vat_rate: 19 })),
    ),
  },
  {
    rule: 'BR-AE-08',
    field: 'vat_breakdown[0].taxable_amount',
    put: inCategory(
      'AE',
      vat((one) => Object.assign(one, { taxable_amount: add(one.taxable_amount, -2) })),
    ),
  },
  { rule: 'BR-IC-02', field: 'buyer.vat_id', put: inCategory('K', ({ buyer = {} }) => delete buyer.vat_id) },
  { rule: 'BR-IC-02', field: 'seller.vat_id', put: inCategory('K', withoutSellerNumbers) },
  {
    rule: 'BR-IC-11',
    field: 'delivery.date',
    put: inCategory('K', (invoice) => delete invoice.delivery?.date && delete invoice.invoicing_period),
  },
  {
    rule: 'BR-IC-12',
    field: 'delivery.address.country',
    put: inCategory('K', ({ delivery }) => delete delivery?.address),
  },
  { rule: 'BR-G-02', field: 'seller.vat_id', put: inCategory('G', withoutSellerNumbers) },
  {
    rule: 'BR-G-05',
    field: 'lines[0].vat_rate',
    put: inCategory(
      'G',
      line((one) => Object.assign(one, { vat_rate: 7 })),
    ),
  },
  {
    rule: 'BR-O-02',
    field: 'seller.vat_id',
    put: inCategory('O', ({ seller }) => Object.assign(seller ?? {}, { vat_id: 'DE123456789' })),
  },
  {
    rule: 'BR-O-05',
    field: 'lines[0].vat_rate',
    put: inCategory(
      'O',
      line((one) => Object.assign(one, { vat_rate: 0 })),
    ),
  },
  {
    rule: 'BR-O-12',
    field: 'lines[0].vat_category',
    put: inCategory(
      'O',
      (invoice) =>
        (invoice.lines?.length ?? 0) > 1 &&
        line((one) => Object.assign(one, { vat_category: 'S', vat_rate: 19 }))(invoice),
    ),
  },
  {
    rule: 'BR-AF-05',
    field: 'lines[0].vat_rate',
    put: inCategory(
      'L',
      line((one) => Object.assign(one, { vat_rate: 0 })),
    ),
  },
  { rule: 'BR-AG-02', field: 'seller.vat_id', put: inCategory('M', withoutSellerNumbers) },
  {
    rule: 'BR-CL-01',
    field: 'type_code',
    put: (invoice) => Object.assign(invoice, { type_code: '999' }),
    judged: 'FX-SCH-A-000555',
  },
  {
    rule: 'BR-CL-01',
    field: 'type_code',
    ...XRECHNUNG,
    put: (invoice) => Object.assign(invoice, { type_code: '999' }),
  },
  { rule: 'BR-CL-04', field: 'currency', ...XRECHNUNG, put: (invoice) => Object.assign(invoice, { currency: 'EURO' }) },
  {
    rule: 'BR-CL-14',
    field: 'seller.address.country',
    ...XRECHNUNG,
    put: ({ seller }) => Object.assign(seller?.address ?? {}, { country: 'UK' }),
  },
  {
    rule: 'BR-CL-16',
    field: 'payment.means_code',
    ...XRECHNUNG,
    put: ({ payment }) => Object.assign(payment ?? {}, { means_code: '4711' }),
  },
  {
    rule: 'BR-CL-18',
    field: 'lines[0].vat_category',
    ...XRECHNUNG,
    put: line((one) => Object.assign(one, { vat_category: 'Q' })),
  },
  {
    rule: 'BR-CL-23',
    field: 'lines[0].unit',
    ...XRECHNUNG,
    put: line((one) => Object.assign(one, { unit: 'pieces' })),
  },
  {
    rule: 'BR-CL-25',
    field: 'seller.electronic_address.scheme',
    ...XRECHNUNG,
    put: ({ seller }) => Object.assign(seller?.electronic_address ?? {}, { scheme: 'MAIL' }),
  },
  { rule: 'BR-DE-1', field: 'payment', ...XRECHNUNG, put: (invoice) => delete invoice.payment },
  { rule: 'BR-DE-2', field: 'seller.contact', ...XRECHNUNG, put: ({ seller = {} }) => delete seller.contact },
  { rule: 'BR-DE-3', field: 'seller.address.city', ...XRECHNUNG, put: ({ seller }) => delete seller?.address?.city },
  {
    rule: 'BR-DE-4',
    field: 'seller.address.post_code',
    ...XRECHNUNG,
    put: ({ seller }) => delete seller?.address?.post_code,
  },
  { rule: 'BR-DE-5', field: 'seller.contact.name', ...XRECHNUNG, put: ({ seller }) => delete seller?.contact?.name },
  { rule: 'BR-DE-6', field: 'seller.contact.phone', ...XRECHNUNG, put: ({ seller }) => delete seller?.contact?.phone },
  { rule: 'BR-DE-7', field: 'seller.contact.email', ...XRECHNUNG, put: ({ seller }) => delete seller?.contact?.email },
  { rule: 'BR-DE-8', field: 'buyer.address.city', ...XRECHNUNG, put: ({ buyer }) => delete buyer?.address?.city },
  {
    rule: 'BR-DE-9',
    field: 'buyer.address.post_code',
    ...XRECHNUNG,
    put: ({ buyer }) => delete buyer?.address?.post_code,
  },
  { rule: 'BR-DE-15', field: 'buyer_reference', ...XRECHNUNG, put: (invoice) => delete invoice.buyer_reference },
  {
    rule: 'BR-DE-17',
    field: 'type_code',
    ...XRECHNUNG,
    put: (invoice) => Object.assign(invoice, { type_code: '751' }),
  },
  {
    rule: 'BR-DE-19',
    field: 'payment.credit_transfers[0].account_id',
    ...XRECHNUNG,
    put: ({ payment }) =>
      payment?.means_code === '58' &&
      first(payment.credit_transfers, (one) => Object.assign(one, { account_id: 'DE00512108001245126199' })),
  },
  {
    rule: 'BR-DE-23-a',
    field: 'payment.credit_transfers',
    ...XRECHNUNG,
    put: ({ payment }) => payment?.means_code === '58' && delete payment.credit_transfers,
  },
  {
    rule: 'BR-DE-25-a',
    field: 'payment.direct_debit',
    ...XRECHNUNG,
    put: ({ payment }) => payment?.means_code === '59' && delete payment.direct_debit,
  },
  {
    rule: 'BR-DE-18',
    field: 'payment_terms',
    ...XRECHNUNG,
    put: (invoice) => Object.assign(invoice, { payment_terms: '#SKONTO#TAGE=14#PROZENT=2#' }),
  },
  {
    rule: 'BR-DE-30',
    field: 'payment.direct_debit.creditor_id',
    ...XRECHNUNG,
    put: ({ payment }) => payment?.direct_debit && delete payment.direct_debit.creditor_id,
  },
  {
    rule: 'PEPPOL-EN16931-R010',
    field: 'buyer.electronic_address',
    ...XRECHNUNG,
    put: ({ buyer = {} }) => delete buyer.electronic_address,
  },
  {
    rule: 'PEPPOL-EN16931-R020',
    field: 'seller.electronic_address',
    ...XRECHNUNG,
    put: ({ seller = {} }) => delete seller.electronic_address,
  },
  {
    rule: 'PEPPOL-EN16931-R046',
    field: 'lines[0].net_price',
    ...XRECHNUNG,
    put: line(
      (one) => one.gross_price !== undefined && Object.assign(one, { price_discount: add(one.price_discount, 5) }),
    ),
  },
  {
    rule: 'PEPPOL-EN16931-R120',
    field: 'lines[0].net_amount',
    ...XRECHNUNG,
    put: line((one) => Object.assign(one, { net_amount: add(one.net_amount, 1) })),
  },
  {
    rule: 'PEPPOL-EN16931-R042',
    field: 'allowances[0].percentage',
    ...XRECHNUNG,
    put: ({ allowances }) => first(allowances, (one) => one.percentage !== undefined && delete one.percentage),
  },
  {
    rule: 'BR-24',
    field: 'lines[0].net_amount',
    put: line((one) => delete one.net_amount && Object.assign(one, { price_quantity: 0 })),
  },
  {
    rule: 'PEPPOL-EN16931-R121',
    field: 'lines[0].price_quantity',
    ...XRECHNUNG,
    put: line((one) => Object.assign(one, { price_quantity: 0 })),
  },
];
