/** Lines, allowances and charges: BG-20, BG-21 and BG-25 to BG-32 of EN 16931-1. */
import { flag, type Infer, shape } from '../../schema/schema.js';
import { amount, code, date, id, list, schemedId, sentence } from './values.js';

const MAX_INVOICE_LINES = 2_000;

export const CATEGORIES =
  'VAT category, of UNTDID 5305: `S` standard (any rate above 0), `Z` zero, `E` exempt, `AE` reverse charge, `K` intra-community supply, `G` export, `O` not subject to VAT, `L` IGIC, `M` IPSI.';

export const period = (group: string, start: string, end: string) =>
  shape({}, { start_date: date(start, 'Its first day.'), end_date: date(end, 'Its last day.') }).description(
    `${group}: The time that is invoiced.`,
  );

/** @param terms of amount, base amount, percentage, reason, reason code. */
const adjustment = (
  [value, base, percentage, reason, reasonCode]: [string, string, string, string, string],
  kind: string,
) => ({
  amount: amount(value, 'The amount without VAT; default: `base_amount` × `percentage`.', 10),
  base_amount: amount(base, 'The base amount of the percentage.'),
  percentage: amount(percentage, 'The percentage.', 5),
  reason: sentence(reason, 'The reason, in words.', kind === 'allowance' ? 'Discount' : 'Freight'),
  reason_code: code(reasonCode, kind === 'allowance' ? 'The reason, of UNTDID 5189.' : 'The reason, of UNTDID 7161.'),
});

const LineAllowance = shape({}, adjustment(['BT-136', 'BT-137', 'BT-138', 'BT-139', 'BT-140'], 'allowance'));
const LineCharge = shape({}, adjustment(['BT-141', 'BT-142', 'BT-143', 'BT-144', 'BT-145'], 'charge'));

const Allowance = shape(
  {},
  {
    ...adjustment(['BT-92', 'BT-93', 'BT-94', 'BT-97', 'BT-98'], 'allowance'),
    vat_category: code('BT-95', CATEGORIES, 'S'),
    vat_rate: amount('BT-96', 'VAT rate, per cent.', 19),
  },
);
const Charge = shape(
  {},
  {
    ...adjustment(['BT-99', 'BT-100', 'BT-101', 'BT-104', 'BT-105'], 'charge'),
    vat_category: code('BT-102', CATEGORIES, 'S'),
    vat_rate: amount('BT-103', 'VAT rate, per cent.', 19),
    is_logistics: flag().description(
      'BG-X-42: Whether it is a logistics charge: `extended` has a separate element for it, described by `reason`.',
    ),
  },
);
export type InvoiceAdjustment = Infer<typeof Allowance>;

export const ADJUSTMENTS = {
  allowances: list(Allowance, 200, 'BG-20: Discounts on the whole invoice.'),
  charges: list(Charge, 200, 'BG-21: Charges on the whole invoice.'),
};

const Line = shape(
  {},
  {
    id: id('BT-126', 'Number of the line; default: 1, 2, 3 …'),
    note: sentence('BT-127', 'A remark.'),
    object: schemedId('BT-128', 'The object of the line, such as a meter.', 'Its scheme, of UNTDID 1153.'),
    quantity: amount('BT-129', 'The quantity.', 3),
    unit: code(
      'BT-130',
      'The unit of the quantity, of UN/ECE Recommendation 20: `C62` is pieces, `HUR` hours, `DAY`, `KGM`, `MTR`, `LTR`.',
      'C62',
    ),
    net_amount: amount(
      'BT-131',
      'The net amount; default: `quantity` × `net_price` / `price_quantity` − allowances + charges.',
    ),
    order_line_reference: id('BT-132', 'The line of the order.'),
    purchase_order_reference: id('BT-X-21', 'The order, if it differs from the invoice’s. `extended` only.'),
    despatch_advice_reference: id('BT-X-92', 'The despatch advice. `extended` only.'),
    delivery_date: date('BT-X-85', 'The date of delivery. `extended` only.'),
    buyer_accounting_reference: sentence('BT-133', 'The buyer’s accounting reference for the line.'),
    period: period('BG-26', 'BT-134', 'BT-135'),
    allowances: list(LineAllowance, 50, 'BG-27: Discounts on the line.'),
    charges: list(LineCharge, 50, 'BG-28: Charges on the line.'),
    net_price: amount(
      'BT-146',
      'Price without VAT, after the discount; default: `gross_price` − `price_discount`.',
      100,
    ),
    price_discount: amount('BT-147', 'The discount included in the net price.'),
    gross_price: amount('BT-148', 'Price without VAT, before the discount.'),
    price_quantity: amount('BT-149', 'The number of units that the price is for; default 1.'),
    price_unit: code('BT-150', 'The unit; the same as the line’s.'),
    vat_category: code('BT-151', CATEGORIES, 'S'),
    vat_rate: amount('BT-152', 'VAT rate, per cent.', 19),
    name: sentence('BT-153', 'The name of the item.', 'Consulting'),
    description: sentence('BT-154', 'A description of the item.'),
    seller_item_id: id('BT-155', 'The seller’s article number.'),
    buyer_item_id: id('BT-156', 'The buyer’s article number.'),
    standard_item_id: schemedId('BT-157', 'A registered article number.', 'Its scheme, of ISO 6523: `0160` is GTIN.'),
    classifications: list(
      shape(
        { code: id('BT-158', 'The class.') },
        {
          scheme: code('BT-158-1', 'The scheme of the class, of UNTDID 7143: `STI` is CPV, `TST` UNSPSC.'),
          scheme_version: id('BT-158-2', 'Its version.'),
        },
      ),
      50,
      'BT-158: Classes of the article.',
    ),
    origin_country: code('BT-159', 'The country of origin, of ISO 3166-1.'),
    attributes: list(
      shape({}, { name: sentence('BT-160', 'Its name.', 'Colour'), value: sentence('BT-161', 'Its value.', 'Blue') }),
      100,
      'BG-32: Properties of the article.',
    ),
    instances: list(
      shape({}, { batch_id: id('BT-X-306', 'Number of the batch.'), serial_id: id('BT-X-307', 'Serial number.') }),
      50,
      'BG-X-84: The sold pieces. `extended` only.',
    ),
  },
).meta({ jsonSchema: { title: 'InvoiceLine' } });
export type InvoiceLine = Infer<typeof Line>;

export const LINES = {
  lines: list(Line, MAX_INVOICE_LINES, `BG-25: What is sold; at most ${MAX_INVOICE_LINES} lines.`),
};
