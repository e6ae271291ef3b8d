/** Reads the amounts of an invoice from its XML as data, so that the rules on sums apply to both. */
import {
  type EInvoiceProfile,
  type EInvoiceSyntax,
  type Invoice,
  type InvoiceAdjustment,
  type InvoiceLine,
  ServiceError,
} from '@toolpress/contract';
import type { Element } from './element.js';
import { LEVELS, PROFILES } from './profiles.js';
import { Check, type Fault } from './rules/check.js';
import { checkPrice } from './rules/lines.js';
import { checkSums } from './rules/sums.js';
import { checkVatSums } from './rules/vat-sums.js';
import { CII_TOTALS, LINE_CII, SETTLEMENT, SUMMATION, UBL_TOTALS } from './wanted-elements.js';

/** Returns the rules on sums that the XML breaks. @throws ServiceError when an amount is not a number. */
export function sumFaults(root: Element, profile: EInvoiceProfile, syntax: EInvoiceSyntax): Fault[] {
  const { level } = PROFILES[profile];
  const invoice = syntax === 'ubl' ? sumsOfUbl(root) : sumsOfCii(root);
  const check = new Check(profile, syntax, false, true);
  const { totals = {} } = invoice;
  if (level >= LEVELS.basicWl) check.present('BR-12', 'totals.line_total', totals.line_total);
  check.present('BR-13', 'totals.net_total', totals.net_total);
  check.present('BR-14', 'totals.grand_total', totals.grand_total);
  check.present('BR-15', 'totals.amount_due', totals.amount_due);
  if (check.faults.length > 0) return check.faults;
  invoice.lines?.forEach((line, index) => {
    check.present('BR-24', `lines[${index}].net_amount`, line.net_amount);
    check.cents('BR-DEC-23', `lines[${index}].net_amount`, line.net_amount);
    checkPrice(check, line, `lines[${index}]`);
  });
  checkSums(check, invoice, level);
  if (level >= LEVELS.basicWl) checkVatSums(check, invoice);
  return check.faults;
}

const MAX_DECIMAL = 60;

/** Decimals of XML Schema with a limited length, without exponents and infinity. */
function decimalIn(element: Element | undefined): string | undefined {
  const text = element?.value;
  if (element === undefined || text === undefined) return undefined;
  if (text.length > MAX_DECIMAL || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text))
    throw new ServiceError(
      'e_invoice_invalid',
      `\`e_invoice.xml\`: \`${element.name}\` must be a decimal such as \`12.50\`, with at most ${MAX_DECIMAL} characters.`,
    );
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
}

const decimal = (of: Element | undefined, path: string): string | undefined => decimalIn(of?.first(path));

/** Removes undefined values, for rules that ask whether a value exists. */
const given = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

const totalsIn = (of: Element | undefined, names: Readonly<Record<string, string>>) =>
  given(Object.fromEntries(Object.entries(names).map(([field, name]) => [field, decimal(of, name)])));

/** Returns the amount in the currency of the invoice, or the only amount. */
function inCurrency(amounts: readonly Element[], currency: string | undefined): string | undefined {
  const own = amounts.find(({ attributes }) => attributes['currencyID'] === currency);
  return decimalIn(own ?? (amounts.length === 1 ? amounts[0] : undefined));
}

function sumsOfCii(root: Element): Invoice {
  const settlement = root.first(SETTLEMENT);
  const summation = settlement?.first(SUMMATION);
  const lines = root.all(LINE_CII).filter(isCounted).map(lineOfCii);
  const taxes = settlement?.all('ApplicableTradeTax') ?? [];
  const parts = settlement ? partsOfCii(settlement) : { allowances: [], charges: [] };
  const logistics = settlement?.all('SpecifiedLogisticsServiceCharge') ?? [];
  const vat_total = inCurrency(summation?.all('TaxTotalAmount') ?? [], settlement?.text('InvoiceCurrencyCode'));
  return given({
    ...(lines.length > 0 && { lines }),
    allowances: parts.allowances,
    charges: [
      ...parts.charges,
      ...logistics.map((one) =>
        given({
          amount: decimal(one, 'AppliedAmount'),
          ...vatOfCii(one.first('AppliedTradeTax'), 'vat_category', 'vat_rate'),
        }),
      ),
    ],
    totals: { ...totalsIn(summation, CII_TOTALS), ...given({ vat_total }) },
    // MINIMUM has none.
    ...(taxes.length > 0 && { vat_breakdown: taxes.map(breakdownOfCii) }),
  }) as Invoice;
}

const breakdownOfCii = (tax: Element) =>
  given({
    taxable_amount: decimal(tax, 'BasisAmount'),
    tax_amount: decimal(tax, 'CalculatedAmount'),
    ...vatOfCii(tax, 'category', 'rate'),
  });

/** EXTENDED has lines that only group or explain other lines. */
const isCounted = (line: Element): boolean =>
  ['DETAIL', undefined].includes(line.text('AssociatedDocumentLineDocument/LineStatusReasonCode'));

function lineOfCii(line: Element): InvoiceLine {
  const price = line.first('SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
  const quantity = line.first('SpecifiedLineTradeDelivery/BilledQuantity');
  const settlement = line.first('SpecifiedLineTradeSettlement');
  return given({
    ...priced(quantity, price?.first('ChargeAmount'), price?.first('BasisQuantity')),
    net_amount: decimal(settlement, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    ...(settlement && partsOfCii(settlement)),
    ...vatOfCii(settlement?.first('ApplicableTradeTax'), 'vat_category', 'vat_rate'),
  }) as InvoiceLine;
}

const priced = (quantity: Element | undefined, price: Element | undefined, basis: Element | undefined) => ({
  quantity: decimalIn(quantity),
  unit: quantity?.attributes['unitCode'],
  net_price: decimalIn(price),
  price_quantity: decimalIn(basis),
  price_unit: basis?.attributes['unitCode'],
});

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1';

const partsOfCii = (of: Element) =>
  byKind(of.all('SpecifiedTradeAllowanceCharge'), 'ChargeIndicator/Indicator', (part) => ({
    amount: decimal(part, 'ActualAmount'),
    base_amount: decimal(part, 'BasisAmount'),
    percentage: decimal(part, 'CalculationPercent'),
    ...vatOfCii(part.first('CategoryTradeTax'), 'vat_category', 'vat_rate'),
  }));

function byKind(parts: readonly Element[], indicator: string, read: (part: Element) => object) {
  const of = (isCharge: boolean) =>
    parts
      .filter((part) => isTrue(part.text(indicator)) === isCharge)
      .map((part) => given(read(part)) as InvoiceAdjustment);
  return { allowances: of(false), charges: of(true) };
}

const vatOfCii = (tax: Element | undefined, category: string, rate: string) => ({
  [category]: tax?.text('CategoryCode'),
  [rate]: decimal(tax, 'RateApplicablePercent'),
});

function sumsOfUbl(root: Element): Invoice {
  const currency = root.text('DocumentCurrencyCode');
  const totals = root.all('TaxTotal');
  const breakdown = totals.flatMap((total) => total.all('TaxSubtotal'));
  const vat_total = inCurrency(root.all('TaxTotal/TaxAmount'), currency);
  return given({
    lines: [...root.all('InvoiceLine'), ...root.all('CreditNoteLine')].map(lineOfUbl),
    ...partsOfUbl(root),
    totals: { ...totalsIn(root.first('LegalMonetaryTotal'), UBL_TOTALS), ...given({ vat_total }) },
    vat_breakdown: breakdown.map((tax) =>
      given({
        taxable_amount: decimal(tax, 'TaxableAmount'),
        tax_amount: decimal(tax, 'TaxAmount'),
        ...vatOfUbl(tax.first('TaxCategory'), 'category', 'rate'),
      }),
    ),
  }) as Invoice;
}

const lineOfUbl = (line: Element): InvoiceLine =>
  given({
    ...priced(
      line.first('InvoicedQuantity') ?? line.first('CreditedQuantity'),
      line.first('Price/PriceAmount'),
      line.first('Price/BaseQuantity'),
    ),
    net_amount: decimal(line, 'LineExtensionAmount'),
    ...partsOfUbl(line),
    ...vatOfUbl(line.first('Item/ClassifiedTaxCategory'), 'vat_category', 'vat_rate'),
  }) as InvoiceLine;

const partsOfUbl = (of: Element) =>
  byKind(of.all('AllowanceCharge'), 'ChargeIndicator', (part) => ({
    amount: decimal(part, 'Amount'),
    base_amount: decimal(part, 'BaseAmount'),
    percentage: decimal(part, 'MultiplierFactorNumeric'),
    ...vatOfUbl(part.first('TaxCategory'), 'vat_category', 'vat_rate'),
  }));

const vatOfUbl = (tax: Element | undefined, category: string, rate: string) => ({
  [category]: tax?.text('ID'),
  [rate]: decimal(tax, 'Percent'),
});
