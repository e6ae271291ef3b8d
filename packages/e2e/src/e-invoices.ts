import type { Answer, ServiceClient } from '@toolpress/testkit';
import { expect } from 'chai';

const ADDRESS = { line_1: 'Hauptstraße 1', city: 'Berlin', post_code: '10115', country: 'DE' };

/** A German invoice that is valid as XRechnung, without one of its totals. */
export const INVOICE = {
  number: '2026-0417',
  issue_date: '2026-11-22',
  due_date: '2026-12-22',
  currency: 'EUR',
  buyer_reference: '04011000-1234512345-06',
  seller: {
    name: 'Beispiel GmbH & Co.',
    vat_id: 'DE123456789',
    address: ADDRESS,
    electronic_address: { id: 'rechnung@example.com', scheme: 'EM' },
    contact: { name: 'Ada Lovelace', phone: '+49 30 1234567', email: 'ada@example.com' },
  },
  buyer: { name: 'Amt <Süd>', address: ADDRESS, electronic_address: { id: '04011000-1234512345-06', scheme: '0204' } },
  delivery: { date: '2026-11-20' },
  payment: { means_code: '58', credit_transfers: [{ account_id: 'DE75512108001245126199' }] },
  lines: [
    { name: 'Beratung', quantity: '3.5', unit: 'HUR', net_price: 99.95, vat_category: 'S', vat_rate: 19 },
    { name: 'Bücher', quantity: 2, unit: 'C62', net_price: '12.10', vat_category: 'S', vat_rate: 7 },
  ],
};

const HTML =
  '<!DOCTYPE html><html lang="de"><title>Rechnung</title><h1>[[invoice.number]]</h1>[[#each invoice.lines]]<p>[[name]]: [[net_amount]]</p>[[/each]]<p>Total [[invoice.totals.grand_total | money: invoice.currency]], [[more]]</p></html>';

/** Prints e-invoices. @param service returns the service, which starts after this call */
export function eInvoices(service: () => ServiceClient) {
  const call = (e_invoice: object, more: object = {}): Promise<Answer> =>
    service().call('/api/utilities/html-to-pdf', { body: { html: HTML, data: { more: 'Danke' }, e_invoice, ...more } });
  async function pdfOf(e_invoice: object, more: object = {}): Promise<Buffer> {
    const answer = await call(e_invoice, more);
    expect(answer.status, answer.body.error).to.equal(200);
    return Buffer.from(answer.body.data.pdf_base64, 'base64');
  }

  return { call, pdfOf };
}
