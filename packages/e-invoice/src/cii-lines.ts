/** Writes the lines of an invoice in CII. */
import type { Invoice, InvoiceLine } from '@toolpress/contract';
import { adjustments, billed, booked, day, indicator, objectOf, vatOf } from './cii-values.js';
import { amount, number } from './decimal.js';
import { LEVELS } from './profiles.js';
import { branch, type CiiWriter, leaf, type Node } from './xml.js';

/** Writes BG-25. */
export const lines = ({ lines: given = [] }: Invoice, write: CiiWriter): Node[] =>
  given.map((line) =>
    branch(
      'ram:IncludedSupplyChainTradeLineItem',
      branch(
        'ram:AssociatedDocumentLineDocument',
        leaf('ram:LineID', line.id),
        branch('ram:IncludedNote', leaf('ram:Content', line.note)),
      ),
      product(line, write),
      agreement(line, write),
      delivery(line, write),
      settlement(line, write),
    ),
  );

/** Writes BG-31. */
const product = (line: InvoiceLine, write: CiiWriter): Node =>
  branch(
    'ram:SpecifiedTradeProduct',
    leaf('ram:GlobalID', line.standard_item_id?.id, { schemeID: line.standard_item_id?.scheme }),
    write.from(
      LEVELS.en16931,
      leaf('ram:SellerAssignedID', line.seller_item_id),
      leaf('ram:BuyerAssignedID', line.buyer_item_id),
    ),
    leaf('ram:Name', line.name),
    write.from(
      LEVELS.en16931,
      leaf('ram:Description', line.description),
      ...(line.attributes ?? []).map(({ name, value }) =>
        branch('ram:ApplicableProductCharacteristic', leaf('ram:Description', name), leaf('ram:Value', value)),
      ),
      ...(line.classifications ?? []).map(({ code, scheme, scheme_version }) =>
        branch(
          'ram:DesignatedProductClassification',
          leaf('ram:ClassCode', code, { listID: scheme, listVersionID: scheme_version }),
        ),
      ),
    ),
    write.from(
      LEVELS.extended,
      ...(line.instances ?? []).map(({ batch_id, serial_id }) =>
        branch(
          'ram:IndividualTradeProductInstance',
          leaf('ram:BatchID', batch_id),
          leaf('ram:SupplierAssignedSerialID', serial_id),
        ),
      ),
    ),
    write.from(LEVELS.en16931, branch('ram:OriginTradeCountry', leaf('ram:ID', line.origin_country))),
  );

/** Writes BG-29, with the order of the line. */
function agreement(line: InvoiceLine, write: CiiWriter): Node {
  const { gross_price: gross, price_discount: discount } = line;
  const basis = leaf('ram:BasisQuantity', number(line.price_quantity), { unitCode: line.price_unit ?? line.unit });
  const allowance =
    discount === undefined
      ? undefined
      : branch('ram:AppliedTradeAllowanceCharge', indicator(false), leaf('ram:ActualAmount', number(discount)));
  return branch(
    'ram:SpecifiedLineTradeAgreement',
    write.from(
      LEVELS.en16931,
      branch(
        'ram:BuyerOrderReferencedDocument',
        ...write.from(LEVELS.extended, leaf('ram:IssuerAssignedID', line.purchase_order_reference)),
        leaf('ram:LineID', line.order_line_reference),
      ),
    ),
    gross === undefined
      ? undefined
      : branch('ram:GrossPriceProductTradePrice', leaf('ram:ChargeAmount', number(gross)), basis, allowance),
    branch('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', number(line.net_price)), basis),
  );
}

const delivery = (line: InvoiceLine, write: CiiWriter): Node =>
  branch(
    'ram:SpecifiedLineTradeDelivery',
    leaf('ram:BilledQuantity', number(line.quantity), { unitCode: line.unit }),
    write.from(
      LEVELS.extended,
      branch('ram:ActualDeliverySupplyChainEvent', branch('ram:OccurrenceDateTime', day(line.delivery_date))),
      branch('ram:DespatchAdviceReferencedDocument', leaf('ram:IssuerAssignedID', line.despatch_advice_reference)),
    ),
  );

const settlement = (line: InvoiceLine, write: CiiWriter): Node =>
  branch(
    'ram:SpecifiedLineTradeSettlement',
    branch('ram:ApplicableTradeTax', ...vatOf(line.vat_category, line.vat_rate)),
    billed(line.period),
    ...adjustments(line, { share: write.level >= LEVELS.en16931 }),
    branch('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', amount(line.net_amount))),
    write.from(LEVELS.en16931, objectOf(line.object), booked(line.buyer_accounting_reference)),
  );
