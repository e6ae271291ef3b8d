import { type Json, type JsonObject, type PdfRequest, type RecordRequest, rawOf } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { MemoryBudget } from '../../api/memory-budget.js';
import type { Records } from '../get-record/records.js';
import { addRecord } from './record-data.js';

const nested = (levels: number): Json => (levels === 0 ? 'x' : { a: nested(levels - 1) });

const contextOf = () => ({
  memory: new MemoryBudget(1_000).share('account'),
  signal: new AbortController().signal,
});

/** Adds a record with these fields to a request. */
async function added(fields: JsonObject, given: object = {}): Promise<PdfRequest> {
  const request = { html: '<p>', data_from: { base_id: 'appA' } as RecordRequest, ...given } as PdfRequest & {
    data_from: RecordRequest;
  };
  const records = { get: async () => ({ id: 'recA', fields, createdTime: null }) };
  await addRecord(records, request, 'account', contextOf(), 1_000);
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

  it('is read in half of the time for the document, and in 10 s at most for a job', async () => {
    const timeOf = async (deadlineMs: number, backgroundId?: string) => {
      let withinMs: number | undefined;
      const get: Records['get'] = async (_request, _account, _room, _signal, options) => {
        withinMs = options?.withinMs;
        return { id: 'recA', fields: {}, createdTime: null };
      };
      const request = { html: '<p>', data_from: { base_id: 'appA' } as RecordRequest };
      const { memory, signal } = contextOf();
      await addRecord(
        { get },
        request,
        'account',
        { memory, signal, ...(backgroundId && { backgroundId }) },
        deadlineMs,
      );
      return withinMs;
    };
    expect([await timeOf(60_000), await timeOf(60_000, 'job'), await timeOf(8_000, 'job')]).to.deep.equal([
      ...[30_000, 10_000, 4_000],
    ]);
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
    const large = { e_invoice: rawOf(e_invoice) };
    const refused = await serviceErrorOf(() => added({ invoice: 'x' }, large));
    expect(refused.message).to.equal(error.message);
    expect(await added({ Name: 'Ada' }, large)).to.include(large);
  });
});
