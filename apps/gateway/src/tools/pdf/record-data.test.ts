import {
  type Json,
  type JsonObject,
  jsonText,
  type PdfRequest,
  type RawJson,
  type RecordRequest,
  rawOf,
} from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import { LargeBodies } from '../../api/large-bodies.js';
import { MemoryBudget } from '../../api/memory-budget.js';
import type { Records } from '../get-record/records.js';
import { addRecord } from './record-data.js';

const nested = (levels: number): Json => (levels === 0 ? 'x' : { a: nested(levels - 1) });

const contextOf = () => ({
  memory: new MemoryBudget(1_000).share('account'),
  signal: new AbortController().signal,
});

const largeBodies = new LargeBodies();

/** Adds a record with these fields to a request. */
async function added(fields: JsonObject | RawJson, given: object = {}): Promise<PdfRequest> {
  const request = { html: '<p>', data_from: { base_id: 'appA' } as RecordRequest, ...given } as PdfRequest & {
    data_from: RecordRequest;
  };
  const records = { get: async () => ({ id: 'recA', fields, createdTime: null }) };
  await addRecord({ records: records as never, largeBodies }, request, 'account', contextOf(), 1_000);
  return request;
}

describe('A record that becomes data of a document', () => {
  after(() => largeBodies.close());

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
        { records: { get } as never, largeBodies },
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

  it('is the same if it is large and not parsed', async () => {
    const fields = { Name: 'Ä', toString: 1 };
    const given = { data: { Name: '?', firm: 'x' } };
    const [small, large] = [await added(fields, { ...given }), await added(rawOf(fields), { ...given })];
    expect(JSON.parse(jsonText(large))).to.deep.equal(JSON.parse(jsonText(small)));
    for (const [wrong, request] of [
      [{ a: nested(100) } as JsonObject, {}],
      [{ invoice: 1 }, { e_invoice: rawOf({ profile: 'en16931', invoice: { number: '1' } }) }],
    ] as const) {
      const [one, other] = await Promise.all(
        [wrong, rawOf(wrong)].map((each) => serviceErrorOf(() => added(each, request))),
      );
      expect(other?.toData()).to.deep.equal(one?.toData());
    }
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
