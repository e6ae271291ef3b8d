import { expect } from 'chai';
import { describe, it } from 'mocha';
import { validate } from '../schema/schema.js';
import { BatchRequest } from './batches.js';

describe('A request of a batch', () => {
  it('may leave the invoice to its rows, but not to records, which have no options', () => {
    const of = (more: object, e_invoice: object) =>
      validate(BatchRequest, { tool: 'html-to-pdf', input: { html: 'x', e_invoice }, ...more }, 'body');
    const rows_from = { base_id: 'sample', table_id: 'orders', _connections: { tablebase: 'a' }, record_ids: ['r1'] };
    expect(() => of({ rows: [{}] }, { profile: 'en16931' })).to.not.throw();
    expect(() => of({ rows_from }, { profile: 'en16931', invoice_from: 'fields' })).to.not.throw();
    expect(() => of({ rows_from }, { profile: 'en16931' })).to.throw('must have `invoice_from` with `rows_from`');
  });
});
