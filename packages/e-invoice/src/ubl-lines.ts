/** Writes the lines of an invoice in UBL. */
import type { Invoice } from '@toolpress/contract';
import { number, written } from './decimal.js';
import { adjustments } from './ubl-settlement.js';
import { categoryOf, money, periodOf, schemed } from './ubl-values.js';
import { branch, leaf, type Node } from './xml.js';

type Line = NonNullable<Invoice['lines']>[number];

/** Writes BG-25. */
export const ublLines = ({ lines = [], currency }: Invoice, isCredit: boolean): Node[] =>
  lines.map((line) =>
    branch(
      isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
      leaf('cbc:ID', line.id),
      leaf('cbc:Note', line.note),
      leaf(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', number(line.quantity), { unitCode: line.unit }),
      money('cbc:LineExtensionAmount', line.net_amount, currency),
      leaf('cbc:AccountingCost', line.buyer_accounting_reference),
      periodOf(line.period),
      branch('cac:OrderLineReference', leaf('cbc:LineID', line.order_line_reference)),
      line.object &&
        branch('cac:DocumentReference', schemed('cbc:ID', line.object), leaf('cbc:DocumentTypeCode', '130')),
      ...adjustments(line, currency),
      item(line),
      price(line, currency),
    ),
  );

const item = (line: Line): Node =>
  branch(
    'cac:Item',
    leaf('cbc:Description', line.description),
    leaf('cbc:Name', line.name),
    branch('cac:BuyersItemIdentification', leaf('cbc:ID', line.buyer_item_id)),
    branch('cac:SellersItemIdentification', leaf('cbc:ID', line.seller_item_id)),
    branch('cac:StandardItemIdentification', schemed('cbc:ID', line.standard_item_id)),
    branch('cac:OriginCountry', leaf('cbc:IdentificationCode', line.origin_country)),
    ...(line.classifications ?? []).map(({ code, scheme, scheme_version }) =>
      branch(
        'cac:CommodityClassification',
        leaf('cbc:ItemClassificationCode', code, { listID: scheme, listVersionID: scheme_version }),
      ),
    ),
    categoryOf('cac:ClassifiedTaxCategory', line.vat_category, line.vat_rate),
    ...(line.attributes ?? []).map(({ name, value }) =>
      branch('cac:AdditionalItemProperty', leaf('cbc:Name', name), leaf('cbc:Value', value)),
    ),
  );

/** Without a discount there is no element for the gross price. */
const price = (
  { net_price, gross_price, price_discount, price_quantity, price_unit, unit }: Line,
  currency?: string,
): Node =>
  branch(
    'cac:Price',
    leaf('cbc:PriceAmount', number(net_price), { currencyID: currency }),
    leaf('cbc:BaseQuantity', number(price_quantity), { unitCode: price_unit ?? unit }),
    gross_price === undefined
      ? undefined
      : branch(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', 'false'),
          leaf('cbc:Amount', written(price_discount ?? 0), { currencyID: currency }),
          leaf('cbc:BaseAmount', written(gross_price), { currencyID: currency }),
        ),
  );
