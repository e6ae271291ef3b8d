/** Writes the lines of an invoice in CII. */
import type { Invoice } from '@toolpress/contract';
import { adjustments, billed, booked, day, indicator, objectOf, vatOf } from './cii-values.js';
import { amount, number } from './decimal.js';
import { LEVELS } from './profiles.js';
import { branch, type CiiWriter, leaf, type Node } from './xml.js';

/** Writes BG-25. */
export function lines({ lines: given = [] }: Invoice, write: CiiWriter): Node[] {
  const { en16931, extended } = LEVELS;
  return given.map((line) => {
    const basis = leaf('ram:BasisQuantity', number(line.price_quantity), { unitCode: line.price_unit ?? line.unit });
    return branch(
      'ram:IncludedSupplyChainTradeLineItem',
      branch(
        'ram:AssociatedDocumentLineDocument',
        leaf('ram:LineID', line.id),
        branch('ram:IncludedNote', leaf('ram:Content', line.note)),
      ),
      branch(
        'ram:SpecifiedTradeProduct',
        leaf('ram:GlobalID', line.standard_item_id?.id, { schemeID: line.standard_item_id?.scheme }),
        write.from(
          en16931,
          leaf('ram:SellerAssignedID', line.seller_item_id),
          leaf('ram:BuyerAssignedID', line.buyer_item_id),
        ),
        leaf('ram:Name', line.name),
        write.from(
          en16931,
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
          extended,
          ...(line.instances ?? []).map(({ batch_id, serial_id }) =>
            branch(
              'ram:IndividualTradeProductInstance',
              leaf('ram:BatchID', batch_id),
              leaf('ram:SupplierAssignedSerialID', serial_id),
            ),
          ),
        ),
        write.from(en16931, branch('ram:OriginTradeCountry', leaf('ram:ID', line.origin_country))),
      ),
      branch(
        'ram:SpecifiedLineTradeAgreement',
        write.from(
          en16931,
          branch(
            'ram:BuyerOrderReferencedDocument',
            ...write.from(extended, leaf('ram:IssuerAssignedID', line.purchase_order_reference)),
            leaf('ram:LineID', line.order_line_reference),
          ),
        ),
        line.gross_price === undefined
          ? undefined
          : branch(
              'ram:GrossPriceProductTradePrice',
              leaf('ram:ChargeAmount', number(line.gross_price)),
              basis,
              line.price_discount === undefined
                ? undefined
                : branch(
                    'ram:AppliedTradeAllowanceCharge',
                    indicator(false),
                    leaf('ram:ActualAmount', number(line.price_discount)),
                  ),
            ),
        branch('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', number(line.net_price)), basis),
      ),
      branch(
        'ram:SpecifiedLineTradeDelivery',
        leaf('ram:BilledQuantity', number(line.quantity), { unitCode: line.unit }),
        write.from(
          extended,
          branch('ram:ActualDeliverySupplyChainEvent', branch('ram:OccurrenceDateTime', day(line.delivery_date))),
          branch('ram:DespatchAdviceReferencedDocument', leaf('ram:IssuerAssignedID', line.despatch_advice_reference)),
        ),
      ),
      branch(
        'ram:SpecifiedLineTradeSettlement',
        branch('ram:ApplicableTradeTax', ...vatOf(line.vat_category, line.vat_rate)),
        billed(line.period),
        ...adjustments(line, { share: write.level >= en16931 }),
        branch(
          'ram:SpecifiedTradeSettlementLineMonetarySummation',
          leaf('ram:LineTotalAmount', amount(line.net_amount)),
        ),
        write.from(en16931, objectOf(line.object), booked(line.buyer_accounting_reference)),
      ),
    );
  });
}
