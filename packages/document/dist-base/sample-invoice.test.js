import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { checkDocument, fillTemplate, templateFor } from './index.js';
const sample = (file) => readFileSync(new URL(`../../../samples/invoice/${file}`, import.meta.url), 'utf8');
describe('The sample invoice', () => {
    const data = JSON.parse(sample('invoice.json'));
    it('has a value for every tag', () => {
        const missing = [];
        const onMissing = (tag) => missing.push(tag);
        const html = fillTemplate(templateFor(sample('invoice.html')), data, { onMissing });
        const css = fillTemplate(templateFor(sample('invoice.css')), data, { escape: 'css', onMissing });
        expect(missing).to.deep.equal([]);
        expect(checkDocument({ html, css }).html).not.to.include('[[').and.not.include(']]');
        expect(css).to.include('"Invoice 2026-0417 · "');
    });
    it('adds up', () => {
        const cents = (amount) => Math.round(Number(amount.replaceAll(',', '')) * 100);
        const { items, totals } = data;
        for (const { quantity, price, amount } of items)
            expect(cents(price) * Number(quantity)).to.equal(cents(amount));
        const subtotal = items.reduce((sum, { amount }) => sum + cents(amount), 0);
        expect(subtotal).to.equal(cents(totals.subtotal));
        expect(subtotal - cents(totals.discount.amount)).to.equal(cents(totals.net));
        expect(cents(totals.net) * 1.25).to.equal(cents(totals.total));
    });
    it('loads nothing from anywhere', () => {
        expect(sample('invoice.html') + sample('invoice.css')).not.to.match(/url\(|https?:|@import|src=/i);
    });
});
//# sourceMappingURL=sample-invoice.test.js.map