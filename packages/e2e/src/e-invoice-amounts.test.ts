/** What the samples of e-invoices print for people is what their XML says to machines. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pdfAttachments, pdfText, type SharedService, sharedService } from '@toolpress/testkit';
import { expect } from 'chai';
import { before, describe, it } from 'mocha';

const SAMPLES = new URL('../../../samples/', import.meta.url);

interface Request {
  html: string;
  e_invoice: { profile: string; invoice: Record<string, unknown> };
}

const source = (name: string, file: string): string => readFileSync(new URL(`${name}/${file}`, SAMPLES), 'utf8');

function requestOf(name: string): Request {
  return {
    ...JSON.parse(source(name, 'request.json')),
    html: source(name, `${name}.html`),
    css: source(name, `${name}.css`),
    data: JSON.parse(source(name, `${name}.json`)),
  };
}

const NAMES = readdirSync(SAMPLES).filter(
  (name) =>
    existsSync(new URL(`${name}/request.json`, SAMPLES)) && source(name, 'request.json').includes('"e_invoice"'),
);

/** Rows of the totals, and the elements of the XML that they print; a row of nothing is left out. */
const ROWS = {
  'Total without VAT': 'TaxBasisTotalAmount',
  Total: 'GrandTotalAmount',
  'Paid already': 'TotalPrepaidAmount',
  Rounding: 'RoundingAmount',
  'To be paid': 'DuePayableAmount',
} as const;

const numberIn = (printed: string): number => Number(printed.replace('−', '-').replace(/[^\d.-]/g, ''));

/** Returns the amount at the end of the line that begins with the label. */
function printed(text: string, label: string): number | undefined {
  const line = text
    .split('\n')
    .find((one) => one.trim().startsWith(label) && /^\s+\S*$/.test(one.trim().slice(label.length)));
  return line === undefined ? undefined : numberIn(line.trim().slice(label.length));
}

/** Returns the rates of VAT with their bases and amounts. */
const printedVat = (text: string): number[][] =>
  [...text.matchAll(/^ *([\d.]+)% VAT on (\S+) +(\S+)$/gm)].map(([, ...parts]) => parts.map(numberIn));

const inXml = (xml: string, name: string): number | undefined => {
  const found = new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`).exec(
    xml.slice(xml.indexOf('HeaderMonetarySummation')),
  )?.[1];
  return found === undefined ? undefined : Number(found);
};

function vatInXml(xml: string): number[][] {
  const settlement = xml.slice(xml.indexOf('<ram:ApplicableHeaderTradeSettlement>'));
  return [...settlement.matchAll(/<ram:ApplicableTradeTax>(.*?)<\/ram:ApplicableTradeTax>/g)].map(([, tax = '']) =>
    ['RateApplicablePercent', 'BasisAmount', 'CalculatedAmount'].map((name) =>
      Number(new RegExp(`<ram:${name}>([^<]*)<`).exec(tax)?.[1]),
    ),
  );
}

const line = (net_price: string, vat_rate: number, more: object = {}) => ({
  name: 'Item',
  quantity: 1,
  unit: 'C62',
  net_price,
  vat_category: 'S',
  vat_rate,
  ...more,
});
const part = (amount: string, vat_rate: number) => ({ amount, reason: 'Reason', vat_category: 'S', vat_rate });

/** Over the sample's own invoice. */
const VARIANTS: Readonly<Record<string, object>> = {
  'as it is': {},
  'rounded up': { totals: { rounding: '0.02' } },
  'rounded down, without a payment': { totals: { rounding: '-0.03' } },
  'paid in part and rounded': { totals: { prepaid: '500.55', rounding: '0.05' } },
  'paid in full': { lines: [line('100', 19)], charges: undefined, totals: { prepaid: '119.00' } },
  'with allowances and charges of the document and of a line': {
    lines: [
      line('1000', 19, { allowances: [{ amount: '12.34', reason: 'a' }], charges: [{ amount: '5.67', reason: 'b' }] }),
    ],
    allowances: [part('20.20', 19)],
    charges: [part('7.70', 19), part('1.10', 7)],
    totals: { prepaid: 0 },
  },
  'with three rates of VAT': {
    lines: [line('99.99', 19), line('33.33', 7), line('11.11', 5.5)],
    charges: [],
    totals: {},
  },
  'a credit note with a negative line': {
    type_code: '381',
    lines: [line('250', 19), line('10', 7, { quantity: -3 })],
    charges: [],
    totals: { rounding: '0.01' },
  },
  'a negative invoice that was paid too much': {
    lines: [line('250', 19, { quantity: -2 })],
    charges: [],
    totals: { prepaid: '-100', rounding: '-0.01' },
  },
};

describe('The samples of e-invoices', () => {
  let service: SharedService;
  before(async () => {
    service = await sharedService();
  });

  for (const name of NAMES)
    for (const [variant, change] of Object.entries(VARIANTS))
      it(`print the amounts that their XML has: ${name}, ${variant}`, async () => {
        const request = requestOf(name);
        Object.assign(request.e_invoice.invoice, change);
        const answer = await service.call('/api/utilities/html-to-pdf', { body: request });
        expect(answer.status, answer.body.error).to.equal(200);
        expect(answer.body.data).not.to.have.property('warnings');
        const pdf = Buffer.from(answer.body.data.pdf_base64, 'base64');
        const text = pdfText(pdf);
        const xml = pdfAttachments(pdf)['factur-x.xml']?.toString() ?? '';
        const due = inXml(xml, 'DuePayableAmount');
        const isDueTotal = !(inXml(xml, 'TotalPrepaidAmount') || inXml(xml, 'RoundingAmount'));
        for (const [label, element] of Object.entries(ROWS)) {
          const value = inXml(xml, element) || undefined;
          const wanted = label === 'Paid already' && value !== undefined ? -value : value;
          const isLeftOut = label === 'To be paid' && isDueTotal;
          expect(printed(text, label), `${label} in ${text}`).to.equal(
            isLeftOut ? undefined : label === 'To be paid' ? due : wanted,
          );
        }
        if (isDueTotal) expect(due).to.equal(inXml(xml, 'GrandTotalAmount'));
        expect(printedVat(text)).to.deep.equal(vatInXml(xml));
      });
});
