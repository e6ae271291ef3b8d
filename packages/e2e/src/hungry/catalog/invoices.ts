/** E-invoices: lines, parties and XML. */
import { INVOICE } from '../../e-invoices.js';
import { type Entry, filled, large, MIB, MOST, numbered, type PdfBody, times } from './entry.js';

const HTML =
  '<!DOCTYPE html><html lang=de><title>x</title>[[#each invoice.lines]]<p hidden>[[name]] [[net_amount | money: "EUR"]][[/each]]';
const [LINE] = INVOICE.lines;

const withLines = (count: number, more: (index: number) => object): object => ({
  ...INVOICE,
  lines: times(count, (index) => ({ ...LINE, name: `Line ${index}`, ...more(index) })),
});

/** @param between the XML inside the root. */
const xml = (between: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">${between}</rsm:CrossIndustryInvoice>`;
const ofXml = (text: string): PdfBody => ({ html: HTML, e_invoice: { profile: 'en16931', xml: text } });

export const INVOICES: readonly Entry[] = [
  large('lines of an invoice', 'e-invoice/complete.ts, rules, cii-lines.ts: each line', 2_000, (count) => ({
    html: HTML,
    e_invoice: {
      profile: 'en16931',
      invoice: withLines(count, (index) => ({
        net_price: `${index}.99`,
        vat_rate: 1 + (index % 90),
        note: 'x'.repeat(900),
      })),
    },
  })),
  large('allowances and classes of lines', 'e-invoice/rules, contract/e-invoice/lines.ts', 2_000, (count) => ({
    html: 'x',
    e_invoice: {
      profile: 'xrechnung',
      syntax: 'ubl',
      output: 'xml',
      invoice: withLines(count, () => ({
        allowances: times(4, () => ({ amount: '0.01', reason: 'x'.repeat(200) })),
        charges: times(4, () => ({ amount: '0.01', reason: 'y' })),
      })),
    },
  })),
  large('faults of lines', 'contract/e-invoice, e-invoice/rules: a sentence for each fault', 2_000, (count) => ({
    html: 'x',
    e_invoice: {
      profile: 'peppol_bis_3',
      invoice: withLines(count, (index) => ({
        quantity: 'many',
        unit: `u${index}`,
        vat_category: 'Q',
        unknown: index,
      })),
    },
  })),
  large('an invoice of elements inside each other', 'e-invoice/read-xml.ts: depth', MOST.html, (size) =>
    ofXml(xml(`${filled(size / 2, '<ram:A>')}${filled(size / 2, '</ram:A>')}`)),
  ),
  large(
    'an invoice of elements',
    'e-invoice/read-xml.ts, wanted-elements.ts, xml-sums.ts: each element',
    MOST.html,
    (size) =>
      ofXml(
        xml(
          filled(
            size,
            '<ram:IncludedSupplyChainTradeLineItem><ram:LineTotalAmount>1.00</ram:LineTotalAmount></ram:IncludedSupplyChainTradeLineItem>',
          ),
        ),
      ),
  ),
  large('an invoice of attributes', 'e-invoice/read-xml.ts: attributes', MOST.html, (size) =>
    ofXml(xml(`<ram:A ${numbered(size, (index) => `b${index}="&amp;" `)}/>`)),
  ),
  large('an invoice of names of spaces', 'e-invoice/read-xml.ts: prefixes', MIB, (size) =>
    ofXml(
      xml(`${numbered(size / 2, (index) => `<a${index} xmlns:n${index}="u">`)}${filled(size / 2, '<b xmlns="u"/>')}`),
    ),
  ),
  large('an invoice of comments and sections without an end', 'e-invoice/read-xml.ts: parse', MOST.html, (size) =>
    ofXml(xml(filled(size, '<!-- <![CDATA[ &x; <?a '))),
  ),
];
