/** Writes elements that several parts of an invoice have, in CII. */
import type { Decimal, Invoice, InvoiceAdjustment } from '@toolpress/contract';
import type { SchemedId } from './cii-parties.js';
import { amount, number } from './decimal.js';
import { branch, leaf, type Node } from './xml.js';

/**
 * Returns the elements of allowances and charges, of the document (BG-20, BG-21) or of a line (BG-27, BG-28).
 *
 * @param vat whether they have VAT, as those of the document do.
 * @param share whether the percentage and its base are written. Lines in BASIC have none.
 */
export function adjustments(
  of: { allowances?: InvoiceAdjustment[]; charges?: InvoiceAdjustment[] },
  { vat = false, share = true }: { vat?: boolean; share?: boolean },
): Node[] {
  const one = (part: InvoiceAdjustment, isCharge: boolean) =>
    branch(
      'ram:SpecifiedTradeAllowanceCharge',
      indicator(isCharge),
      ...(share
        ? [leaf('ram:CalculationPercent', number(part.percentage)), leaf('ram:BasisAmount', amount(part.base_amount))]
        : []),
      leaf('ram:ActualAmount', amount(part.amount)),
      leaf('ram:ReasonCode', part.reason_code),
      leaf('ram:Reason', part.reason),
      vat ? branch('ram:CategoryTradeTax', ...vatOf(part.vat_category, part.vat_rate)) : undefined,
    );
  return [
    ...(of.allowances ?? []).map((part) => one(part, false)),
    ...(of.charges ?? []).map((part) => one(part, true)),
  ];
}

export const vatOf = (category: string | undefined, rate: Decimal | undefined): Node[] => [
  leaf('ram:TypeCode', 'VAT'),
  leaf('ram:CategoryCode', category),
  leaf('ram:RateApplicablePercent', number(rate ?? (category === 'O' ? undefined : 0))),
];

export const objectOf = (given: SchemedId | undefined): Node =>
  given &&
  branch(
    'ram:AdditionalReferencedDocument',
    leaf('ram:IssuerAssignedID', given.id),
    leaf('ram:TypeCode', '130'),
    leaf('ram:ReferenceTypeCode', given.scheme),
  );

export const booked = (account: string | undefined): Node =>
  branch('ram:ReceivableSpecifiedTradeAccountingAccount', leaf('ram:ID', account));

export const billed = (period: Invoice['invoicing_period']): Node =>
  branch(
    'ram:BillingSpecifiedPeriod',
    branch('ram:StartDateTime', day(period?.start_date)),
    branch('ram:EndDateTime', day(period?.end_date)),
  );

export const indicator = (value: boolean): Node => branch('ram:ChargeIndicator', leaf('udt:Indicator', String(value)));

export const day = (given: string | undefined): Node => leaf('udt:DateTimeString', compact(given), { format: '102' });
export const compact = (given: string | undefined): string | undefined => given?.replaceAll('-', '');
