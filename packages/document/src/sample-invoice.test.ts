import { readFileSync } from 'node:fs';
import type { JsonObject } from '@toolpress/contract';
import { Formats, fillTemplate, templateFor } from '@toolpress/template';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument } from './index.js';

const sample = (file: string): string =>
  readFileSync(new URL(`../../../samples/invoice/${file}`, import.meta.url), 'utf8');
const parsed = (file: string): JsonObject => JSON.parse(sample(file)) as JsonObject;

describe('The sample invoice', () => {
  const data = parsed('invoice.json');

  function filled(locale: string, more: JsonObject = {}): { html: string; css: string; missing: string[] } {
    const missing: string[] = [];
    const formats = new Formats({ locale, translations: parsed('translations.json') });
    const fill = (file: string, language: 'html' | 'css'): string =>
      fillTemplate(
        templateFor(sample(file)),
        { ...data, ...more },
        { formats, escape: language, onMissing: ({ tag }) => missing.push(tag) },
      );
    return { html: fill('invoice.html', 'html'), css: fill('invoice.css', 'css'), missing };
  }

  /** The cells of its tables, as they are read. */
  const cells = (html: string): string[] =>
    [...html.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell
        .replace(/<[^>]*>/g, ' ')
        .replace(/[\s\u00a0]+/g, ' ')
        .trim(),
    );

  for (const [locale, page, total] of [
    ['en-GB', 'Page', ['Total due', '€13,884.25']],
    ['de', 'Seite', ['Gesamtbetrag', '13.884,25 €']],
  ] as const)
    it(`has a value for every tag, and adds up, in ${locale}`, () => {
      const { html, css, missing } = filled(locale);
      expect(missing).to.deep.equal([]);
      expect(checkDocument({ html, css }).html).not.to.include('[[').and.not.include(']]');
      expect(css).to.include(`${page} " counter(page)`);
      expect(cells(html).slice(-2)).to.deep.equal(total);
    });

  it('adds up with any items, to the cent', () => {
    const items = [
      { title: 'Tea', quantity: '0.333', unit: 'hour', price: '95.00', vat_rate: '0.081' },
      { title: 'Cups', quantity: 3, unit: 'parcel', price: 0.1, vat_rate: '0.26' },
      { title: 'Spoons', quantity: 2, unit: 'parcel', price: 7, vat_rate: '0.081' },
    ];
    const { html } = filled('en', { items, discount: { reason: 'Rebate', share: '0.03' } });
    expect(cells(html).slice(6)).to.deep.equal([
      'Tea',
      '0.333',
      'hours',
      ...['€95.00', '8.1%', '€31.64'],
      ...['Cups', '3', 'parcels', '€0.10', '26%', '€0.30'],
      ...['Spoons', '2', 'parcels', '€7.00', '8.1%', '€14.00'],
      ...['Subtotal', '€45.94', 'Rebate, 3%', '-€1.38', 'Net', '€44.56'],
      ...['VAT 8.1% on €44.27', '€3.59', 'VAT 26% on €0.29', '€0.08'],
      ...['Total due', '€48.23'],
    ]);
  });

  it('without items is valid, with nothing due', () => {
    const { html } = filled('de', { items: [], discount: null });
    expect(cells(html).slice(6)).to.deep.equal([
      'Es gibt nichts zu zahlen.',
      'Netto',
      '0,00 €',
      'Gesamtbetrag',
      '0,00 €',
    ]);
  });

  it('has a translation for every label', () => {
    const { de } = parsed('translations.json');
    const labels = [...(sample('invoice.html') + sample('invoice.css')).matchAll(/\[\[(["'])(.*?)\1 \| t\b/g)];
    expect(labels).to.have.length.above(20);
    expect(de).to.include.all.keys(labels.map(([, , label]) => label));
  });

  it('loads nothing from anywhere', () => {
    expect(sample('invoice.html') + sample('invoice.css')).not.to.match(/url\(|https?:|@import|src=/i);
  });
});
