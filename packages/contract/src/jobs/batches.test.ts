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

  it('may protect the merged PDF, with a password that is checked and not filled', () => {
    const of = (protect: object, more: object = {}) =>
      validate(
        BatchRequest,
        { ...{ tool: 'html-to-pdf', input: { html: 'x' }, rows: [{}], output: ['zip', 'merged'], protect }, ...more },
        'body',
      );
    expect(() => of({ user_password: 'office', permissions: ['print'] })).to.not.throw();
    for (const user_password of ['', 'ü', 'a\n', 'x'.repeat(128), undefined, null])
      expect(() => of({ user_password })).to.throw('`protect.user_password`');
    expect(() => of({ user_password: 'a' }, { output: 'zip' })).to.throw('add `merged` to `output`');
    for (const tag of ['[[pw]]', '[[Birth date]]'])
      expect(() => of({ user_password: tag })).to.throw('`protect.user_password` has the tag');
    expect(() => of({ user_password: '[[pw]]' }, { input: { html: 'x', tags: false } })).to.not.throw();
  });
});
