/** Tests of lists that are the same for all servers: operators, order, pages, and hostile values, compared with a scan of the rows. */
import type { Condition, SortKey } from '@toolpress/contract';
import { type Answer, caseCount, type TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { it } from 'mocha';
import type { Ids } from './cases.js';
import { ROWS, randomConditions, randomFrom, scan } from './query-rows.js';

const CONDITIONS: readonly (readonly [what: string, ...where: Condition[]])[] = [
  ['= a text', { field: 'name', op: '=', value: 'Ab' }],
  ['= a text in one case', { field: 'name', op: '=', value: 'ab' }],
  ['= a number', { field: 'amount', op: '=', value: 10 }],
  ['= a number as text', { field: 'n', op: '=', value: '7' }],
  ['!=, with empty fields', { field: 'name', op: '!=', value: 'a' }],
  ['<', { field: 'amount', op: '<', value: 9 }],
  ['<=', { field: 'amount', op: '<=', value: 10 }],
  ['>', { field: 'amount', op: '>', value: 10 }],
  ['>=, not as text', { field: 'amount', op: '>=', value: 9 }],
  ['< a date', { field: 'day', op: '<', value: '2026-02-01' }],
  ['>= and < dates', { field: 'day', op: '>=', value: '2026-02-01' }, { field: 'day', op: '<', value: '2026-03-01' }],
  ['in texts', { field: 'name', op: 'in', value: ['a', 'A', "'", '"', '\\', 'none'] }],
  ['in numbers', { field: 'n', op: 'in', value: [1, 2, '3', 1_000] }],
  ['in 2,000 values', { field: 'n', op: 'in', value: Array.from({ length: 2_000 }, (_, at) => at * 2) }],
  ['contains, in any case', { field: 'name', op: 'contains', value: 'aB' }],
  ['contains, in any case of other letters', { field: 'name', op: 'contains', value: 'É' }],
  ['contains a wildcard', { field: 'name', op: 'contains', value: '%' }],
  ['is_empty', { field: 'name', op: 'is_empty', value: true }],
  ['is_empty of a date', { field: 'day', op: 'is_empty', value: true }],
  ['is_empty: false', { field: 'name', op: 'is_empty', value: false }],
  ['several conditions', { field: 'n', op: '>', value: 100 }, { field: 'name', op: 'contains', value: 'a' }],
];
const ORDERS: readonly (readonly SortKey[])[] = [
  [
    { field: 'amount', direction: 'asc' },
    { field: 'n', direction: 'desc' },
  ],
  [
    { field: 'amount', direction: 'desc' },
    { field: 'n', direction: 'asc' },
  ],
  [
    { field: 'day', direction: 'asc' },
    { field: 'n', direction: 'asc' },
  ],
  [
    { field: 'day', direction: 'desc' },
    { field: 'n', direction: 'asc' },
  ],
];
const FUZZED = Number(process.env['QUERIES'] ?? caseCount(100, 1_500));

/** @param rowsOf returns the ids of the table with `ROWS`, for each call. */
export function testLists(serviceOf: () => TestService, rowsOf: () => Ids): void {
  const list = (where: readonly Condition[], more: object = {}): Promise<Answer> =>
    serviceOf().call('/api/tablebase/list-records', {
      body: { ...rowsOf(), _connections: { tablebase: 'main' }, ...(where.length > 0 && { where }), ...more },
    });
  const numbersIn = ({ body }: Answer): number[] =>
    body.data.records.map(({ fields }: { fields: { n: number | string } }) => Number(fields.n));
  const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other);
  const numbers = async (where: readonly Condition[], more: object = {}): Promise<number[]> => {
    const answer = await list(where, more);
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).to.equal(200);
    return numbersIn(answer);
  };

  for (const [what, ...where] of CONDITIONS)
    it(`chooses records by ${what}`, async () => expect(sorted(await numbers(where))).to.deep.equal(scan(where)));

  for (const sort of ORDERS) {
    const what = sort.map(({ field, direction }) => `${field} ${direction}`).join(', ');
    it(`orders by ${what}, empty values last`, async () =>
      expect(await numbers([], { sort })).to.deep.equal(scan([], sort)));
    it(`orders by ${what}, cut by a limit`, async () => {
      for (const limit of [10, 290])
        expect(await numbers([], { sort, limit })).to.deep.equal(scan([], sort).slice(0, limit));
    });
    it(`orders by ${what} over several requests`, async () => {
      const where: Condition[] = [{ field: 'n', op: 'in', value: Array.from({ length: 2_000 }, (_, at) => at + 5) }];
      expect(await numbers(where, { sort })).to.deep.equal(scan(where, sort));
    });
  }

  it(`finds only the asked records by ${FUZZED} hostile conditions`, async function () {
    this.timeout(3_600_000);
    const random = randomFrom(58);
    const wrong: string[] = [];
    let refused = 0;
    for (let count = 0; count < FUZZED && wrong.length < 10; count++) {
      const where = randomConditions(random);
      const answer = await list(where);
      const found = answer.status === 200 ? sorted(numbersIn(answer)) : [];
      if (answer.status === 422) refused += 1;
      else if (answer.status !== 200 || found.join() !== scan(where).join())
        wrong.push(
          `${JSON.stringify(where)}: ${answer.status} ${found.slice(0, 20)} instead of ${scan(where).slice(0, 20)} ${answer.body.error ?? ''}`,
        );
    }
    expect(wrong).to.deep.equal([]);
    expect(refused, 'refused conditions').to.be.at.most(FUZZED / 50);
    expect(ROWS.length).to.equal(300);
  });
}
