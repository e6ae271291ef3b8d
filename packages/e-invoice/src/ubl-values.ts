/** Writes elements that several parts of an invoice have, in UBL. */
import type { Decimal, Invoice } from '@toolpress/contract';
import type { SchemedId } from './cii-parties.js';
import { amount, number } from './decimal.js';
import { branch, leaf, type Node } from './xml.js';

export const money = (name: string, given: Decimal | undefined, currency: string | undefined): Node =>
  leaf(name, amount(given), { currencyID: currency });

export const schemed = (name: string, given: SchemedId | undefined): Node =>
  leaf(name, given?.id, { schemeID: given?.scheme });

/** Writes BG-14 or BG-26. @param code BT-8, which is part of the period. */
export const periodOf = (period: Invoice['invoicing_period'], code?: string): Node =>
  branch(
    'cac:InvoicePeriod',
    leaf('cbc:StartDate', period?.start_date),
    leaf('cbc:EndDate', period?.end_date),
    leaf('cbc:DescriptionCode', code),
  );

export const VAT = branch('cac:TaxScheme', leaf('cbc:ID', 'VAT'));

/** Writes the category and rate of a line, an allowance or a charge. Category `O` has no rate. */
export const categoryOf = (name: string, category: string | undefined, rate: Decimal | undefined): Node =>
  category === undefined
    ? undefined
    : branch(
        name,
        leaf('cbc:ID', category),
        leaf('cbc:Percent', number(rate ?? (category === 'O' ? undefined : 0))),
        VAT,
      );
