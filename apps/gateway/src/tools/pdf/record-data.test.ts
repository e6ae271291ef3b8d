import type { Json, JsonObject, PdfRequest, RecordRequest } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { MemoryBudget } from '../../api/memory-budget.js';
import { addRecord } from './record-data.js';

const nested = (levels: number): Json => (levels === 0 ? 'x' : { a: nested(levels - 1) });

/** Adds a record with these fields to a request. */
async function added(fields: JsonObject, given: object = {}): Promise<PdfRequest> {
  const request = { html: '<p>', data_from: { base_id: 'appA' } as RecordRequest, ...given } as PdfRequest & {
    data_from: RecordRequest;
  };
  const records = { get: async () => ({ id: 'recA', fields, createdTime: null }) };
  const context = { memory: new MemoryBudget(1_000).share('account'), signal: new AbortController().signal };
  await addRecord(records, request, 'account', context, 1_000);
  return request;
}

describe('A record that becomes data of a document', () => {
  it('adds its fields and `_record`, in place of members of the same name and of `data_from`', async () => {
    const request = await added({ Name: 'Ada', toString: 1 }, { data: { Name: '?', firm: 'x', _record: 'y' } });
    expect(request).to.deep.equal({
      html: '<p>',
      data: { firm: 'x', Name: 'Ada', toString: 1, _record: { id: 'recA', createdTime: null } },
    });
  });

  it('has at most 100 levels, with linked records', async () => {
    expect((await added({ a: nested(99) })).data).to.have.property('a');
    const error = await serviceErrorOf(() => added({ a: nested(100) }));
    expect([error.code, error.message]).to.deep.equal([
      'invalid_parameter',
      '`data_from`: the record with its linked records must be nested at most 100 levels deep.',
    ]);
  });

  it('has no `invoice` beside that of an e-invoice', async () => {
    const e_invoice = { profile: 'en16931', invoice: { number: '1' } };
    const error = await serviceErrorOf(() => added({ invoice: 'x' }, { e_invoice }));
    expect(error.message).to.include('can’t go with `e_invoice.invoice`');
  });
});
