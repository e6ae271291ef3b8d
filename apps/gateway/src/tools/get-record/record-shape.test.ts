import { type JsonObject, jsonText, RawJson, rawOf } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import { LargeBodies } from '../../api/large-bodies.js';
import { type AnswerReader, answerIn, type ReadRecord } from './providers/answers.js';
import { answers as baserow } from './providers/baserow.js';
import { answers as directus } from './providers/directus.js';
import { answers as nocodb } from './providers/nocodb.js';
import { answers as pocketbase } from './providers/pocketbase.js';
import type { Call, Reader } from './providers/provider.js';
import { answers as seatable } from './providers/seatable.js';
import { type RecordShape, shapedRecord } from './record-shape.js';

const OWNER = { account: 'acc_1' };
const FIELDS: JsonObject = { name: 'Ada', tags: ['a', { title: 'b' }], customer: ['1', '2', '1', '9'], n: null };

describe('A record', () => {
  const largeBodies = new LargeBodies();
  after(() => largeBodies.close());

  const linked = (fields: JsonObject | RawJson): Reader => ({
    get: async () => expect.fail(),
    list: async (_table, ids) => ids.filter((id) => id !== '9').map((id) => ({ id, fields, createdTime: null })),
    test: async () => undefined,
  });
  const shaped = async (
    fields: JsonObject | RawJson,
    shape: Partial<RecordShape>,
    room = 1e6,
    reader = linked({ a: 1 }),
  ) => {
    const record: ReadRecord = { id: 'r', fields, createdTime: null };
    const call = { owner: OWNER, largeBodies, roomLeft: () => room, roomFor: () => undefined } as unknown as Call;
    const whole = await shapedRecord(
      record,
      { names: undefined, isText: false, expand: {}, ...shape },
      'b',
      reader,
      call,
    );
    return JSON.parse(jsonText(whole)) as unknown;
  };
  const answer = (fields: object) => ({ id: 'r', fields, createdTime: null });

  it('has the chosen fields, as text and with linked records, whether it is parsed or not', async () => {
    const record = { id: '1', fields: { a: 1 }, createdTime: null };
    const two = { ...record, id: '2' };
    for (const fields of [FIELDS, rawOf(FIELDS)]) {
      expect(await shaped(fields, {})).to.deep.equal(answer(FIELDS));
      expect(await shaped(fields, { names: ['n', 'name', 'x'] })).to.deep.equal(answer({ name: 'Ada', n: null }));
      expect(await shaped(fields, { isText: true })).to.deep.equal(
        answer({ name: 'Ada', tags: 'a, b', customer: '1, 2, 1, 9', n: '' }),
      );
      for (const reader of [linked({ a: 1 }), linked(rawOf({ a: 1 }))]) {
        const expand = { customer: 'customers', none: 'x' };
        expect(await shaped(fields, { expand }, 1e6, reader)).to.deep.equal(
          answer({ ...FIELDS, customer: [record, two, record, '9'] }),
        );
        expect(await shaped(fields, { expand, isText: true, names: ['customer'] }, 1e6, reader)).to.deep.equal(
          answer({
            customer: [record, two, record].map((one) => ({ ...one, fields: { a: '1' } })).concat('9' as never),
          }),
        );
      }
    }
  });

  it('is refused with too many linked records, or with records that are named again beyond the limit', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => index);
    for (const fields of [{ a: ids }, rawOf({ a: ids })])
      expect((await serviceErrorOf(() => shaped(fields, { expand: { a: 't' } }))).message).to.equal(
        '`expand.a` has more than 100 linked records.',
      );
    const repeated = { a: Array(1_000).fill('1') };
    const refused = await serviceErrorOf(() => shaped(repeated, { expand: { a: 't' } }, 10_000));
    expect([refused.code, refused.message]).to.deep.equal([
      'response_too_large',
      'The records are larger than 20 MiB together.',
    ]);
    expect(await shaped(repeated, { expand: { a: 't' } }, 100_000)).to.have.nested.property('fields.a.length', 1_000);
  });

  it('is read from a large answer as from a small one', async () => {
    const padding = 'x'.repeat(300_000);
    const WANTED = JSON.stringify({ where: [{ field: 'b', op: '!=', value: 7 }], sort: [{ field: 'b' }] });
    for (const [reader, json, given] of [
      [pocketbase.record, { id: 'a', created: '2026-01-01', b: 1.5, empty: '' }, ''],
      [pocketbase.page, { items: [{ id: 'a', b: [1] }, { id: 7 }], totalItems: 2 }, WANTED],
      [pocketbase.page, { items: [{ id: 'a', b: 1 }, { id: 'c' }] }, WANTED],
      [directus.record, { data: { key: 1 } }, 'k'],
      [baserow.page, { results: [{ id: 1, a: 2 }] }, WANTED],
      [baserow.page, { results: [{ id: 1, b: 2 }] }, WANTED],
      [nocodb.record, { id: 1, fields: [] }, ''],
      [nocodb.user, { id: 'x' }, ''],
      [seatable.base, { access_token: 'a', dtable_uuid: 'b' }, ''],
    ] as const) {
      const [small, large] = await Promise.all(
        [json, { ...json, padding }].map((body) =>
          answerIn(Buffer.from(JSON.stringify(body)), reader as AnswerReader<unknown>, given, largeBodies, OWNER),
        ),
      );
      const shown = large === undefined ? undefined : (JSON.parse(jsonText(large)) as { fields?: JsonObject });
      if (shown?.fields) delete shown.fields['padding'];
      expect(shown, reader.module).to.deep.equal(small === undefined ? undefined : JSON.parse(jsonText(small)));
    }
  });

  it('keeps numbers of large answers that a double cannot hold as text', async () => {
    const body = Buffer.from(`{"id":"a","n":12345678901234567890,"padding":"${'x'.repeat(300_000)}"}`);
    const record = await answerIn(body, pocketbase.record, '', largeBodies, OWNER);
    expect(record?.fields).to.be.instanceOf(RawJson);
    expect(JSON.parse(jsonText(record))).to.have.nested.property('fields.n', '12345678901234567890');
  });
});
