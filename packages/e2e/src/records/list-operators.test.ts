import type { Operator } from '@toolpress/contract';
import type { Answer } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { noPostgres, type OrdinarySchema, shopTable, startOrdinarySchema } from './ordinary-schema.js';

type Value = string | number | boolean | (string | number | boolean)[];

const idsOf = ({ status, body }: Answer): number[] => {
  expect(status, body.error).to.equal(200);
  return body.data.records.map(({ fields }: { fields: { id: number } }) => fields.id);
};

const refused = (answer: Answer) => [answer.status, answer.headers.get('x-error-code'), answer.body.error] as const;

describe(`The operators of a list with a PostgreSQL (${noPostgres === undefined ? 'real server' : `skipped: ${noPostgres}`})`, () => {
  let schema: OrdinarySchema;
  before(async function () {
    if (noPostgres !== undefined) return this.skip();
    this.timeout(120_000);
    schema = await startOrdinarySchema();
  });
  after(() => schema?.stop());

  const chosen: [field: string, op: Operator, value: Value, ids: number[]][] = [
    ['t', '=', 'Ada', [1]],
    ['t', '!=', 'Ada', [2, 3, 4]],
    ['t', '<', 'B', [1, 3]],
    ['t', 'in', ['Ada', 'Grace 100%', "'"], [1, 2]],
    ['t', 'contains', 'aDA', [1]],
    ['t', 'contains', '100%', [2]],
    ['t', 'contains', '_', []],
    ['t', 'is_empty', true, [3, 4]],
    ['t', 'is_empty', false, [1, 2]],
    ['v', 'contains', 'e_h', [2]],
    ['c', '=', 'a', [1]],
    ['i', '=', 1, [1]],
    ['i', '=', 1.5, []],
    ['i', '>', 0.5, [1, 2]],
    ['i', '<=', '1', [1, 3]],
    ['i', '>=', 99999999999999, []],
    ['i', 'in', [1, -3, 99999999999], [1, 3]],
    ['i', 'is_empty', true, [4]],
    ['s', '<', 100000, [1, 2, 3]],
    ['b', '=', '9007199254740993', [2]],
    ['b', '!=', '9007199254740993', [1, 3, 4]],
    ['n', '=', '123456789012345678901234567890.5', [2]],
    ['n', '=', 1.1, [1]],
    ['n', '>', '123456789012345678901234567890', [2]],
    ['f', '>=', 0.5, [1, 2]],
    ['yes', '=', true, [1, 3]],
    ['yes', '!=', true, [2, 4]],
    ['d', '>=', '2026-01-01', [1, 2]],
    ['d', 'in', ['1999-12-31', '2026-02-01'], [2, 3]],
    ['ts', '<', '2026-01-15T00:00:00', [1, 3]],
    ['tz', '=', '2026-01-01T11:00:00+01:00', [1]],
    ['u', '=', '00000000-0000-4000-8000-000000000002', [2]],
    ['m', '=', 'happy', [3]],
    ['m', '>', 'sad', [2, 3]],
    ['m', 'contains', 'APP', [3]],
    ['j', '=', '{"a":1}', [1]],
    ['j', 'is_empty', true, [2, 3, 4]],
    ['j', 'is_empty', false, [1]],
    ['js', 'is_empty', true, [2, 3, 4]],
    ['js', 'is_empty', false, [1]],
    ['iv', '>', 'PT90M', [2, 3]],
    ['arr', 'contains', 'RE', [1]],
    ['arr', '=', '{blue}', [2]],
    ['arr', 'in', ['{blue}', '{red,green}'], [1, 2]],
    ['arr', 'is_empty', true, [3, 4]],
    ['nums', '=', '{1,2}', [1]],
  ];
  for (const [field, op, value, ids] of chosen)
    it(`finds records by \`${field} ${op} ${JSON.stringify(value)}\``, async () => {
      expect(idsOf(await schema.list('kinds', { where: [{ field, op, value }] }))).to.deep.equal(ids);
    });

  const exact: [field: string, op: Operator, value: Value, ids: string[]][] = [
    ['id', '=', 'ABCD', []],
    ['id', 'in', ['ABC', 'BCDE'], ['ABC']],
    ['id', 'contains', 'bc', ['ABC']],
    ['n', '=', 1.234, []],
    ['n', '<', 1.234, ['ABC']],
    ['n', '=', '1.230', ['ABC']],
    ['p', '>', -5, ['ABC']],
    ['p', 'is_empty', true, ['B']],
    ['m', '=', 'ok', ['ABC']],
    ['m', '>', 'sad', ['ABC']],
    ['codes', '=', '{ABCD}', []],
    ['codes', 'in', ['{ABC}'], ['ABC']],
    ['codes', 'contains', 'b', ['ABC']],
    ['q', '=', 'xy', []],
    ['q', 'contains', 'X', ['ABC']],
    ['nm', '=', 'n'.repeat(64), []],
    ['nm', '=', 'n'.repeat(63), ['ABC']],
    ['names', '=', '{a}', ['ABC']],
  ];
  for (const [field, op, value, ids] of exact)
    it(`neither cuts nor rounds the value of \`${field} ${op} ${JSON.stringify(value)}\` for a domain or short text`, async () => {
      const { status, body } = await schema.list('domains', { where: [{ field, op, value }] });
      expect(status, body.error).to.equal(200);
      expect(body.data.records.map(({ id }: { id: string }) => id)).to.deep.equal(ids);
    });

  it('reads a record by a key of a domain', async () => {
    const get = (record_id: string) =>
      schema.service.call('/api/tablebase/get-record', { body: { ...shopTable('domains'), record_id } });
    expect([(await get('ABC')).body.data.fields.n, (await get('ABCD')).status]).to.deep.equal([1.23, 404]);
  });

  const faults: [what: string, more: object, status: number, code: string, words: RegExp][] = [
    [
      'an operator that a type lacks',
      { where: [{ field: 'i', op: 'contains', value: '1' }] },
      422,
      'provider_cannot',
      /`i`/,
    ],
    [
      'a comparison that a type lacks',
      { where: [{ field: 'js', op: '=', value: '{}' }] },
      422,
      'provider_cannot',
      /comparison/,
    ],
    ['an order that a type lacks', { sort: [{ field: 'js' }] }, 422, 'provider_cannot', /order/],
    [
      'text for a number',
      { where: [{ field: 'i', value: 'x' }] },
      400,
      'invalid_parameter',
      /does not match the column/,
    ],
    ['a null byte', { where: [{ field: 't', value: 'a\0b' }] }, 400, 'invalid_parameter', /./],
    [
      'an unknown field',
      { fields: ['id', 'yess'] },
      400,
      'invalid_parameter',
      /^`fields\[1\]`: the table `kinds` has no field `yess` .*did you mean `yes`\?$/,
    ],
    [
      'an unknown field of a condition',
      { where: [{ field: 'x" = x OR "x', value: 1 }] },
      400,
      'invalid_parameter',
      /^`where\[0\].field`/,
    ],
    [
      'an unknown field of the order',
      { sort: [{ field: 'idd' }] },
      400,
      'invalid_parameter',
      /^`sort\[0\].field`.*did you mean `id`\?/,
    ],
    ['an unknown field to expand', { expand: { u2: 'products' } }, 400, 'invalid_parameter', /^`expand.u2`/],
    [
      'an unknown field of children',
      { children: { a: { table_id: 'parts', by: 'orderid' } } },
      400,
      'invalid_parameter',
      /^`children.a.by`: the table `parts` has no field `orderid`.*did you mean `order_id`\?/,
    ],
    [
      'a name of children that is a field',
      { children: { t: { table_id: 'parts', by: 'id' } } },
      400,
      'invalid_parameter',
      /^`children.t` is also the name of a field/,
    ],
    [
      'an unknown table',
      { children: { a: { table_id: 'none', by: 'order_id' } } },
      404,
      'record_not_found',
      /no table or view `none`/,
    ],
  ];
  for (const [what, more, status, code, words] of faults)
    it(`refuses ${what}`, async () => {
      const [gotStatus, gotCode, message] = refused(await schema.list('kinds', more));
      expect([gotStatus, gotCode, message]).to.deep.equal([status, code, message]);
      expect(message).to.match(words);
    });
});
