import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { LargeBodies } from '../../../../api/large-bodies.js';
import type { Call } from '../provider.js';
import { recordsOfRows } from './record.js';

describe('The rows of PostgreSQL', () => {
  /** Returns the lengths of the rows that are converted in a thread. */
  async function threaded(rows: (string | null)[][]): Promise<number[]> {
    const lengths: number[] = [];
    const call: LargeBodies['call'] = async (_called, _args, length) => {
      lengths.push(length);
      return [] as never;
    };
    const columns = (rows[0] ?? []).map((_, at) => ({ name: `c${at}`, type: 25, item: 0 }));
    await recordsOfRows({ rows, columns, keys: ['c0'] }, { largeBodies: { call } } as unknown as Call);
    return lengths;
  }
  const rowsOf = (rows: number, columns: number, value: string | null) =>
    Array.from({ length: rows }, (_, at) => [String(at), ...Array<string | null>(columns - 1).fill(value)]);

  it('are converted in a thread if they are long, or many although they are empty', async () => {
    expect(await threaded(rowsOf(10, 1_000, null))).to.deep.equal([]);
    expect(await threaded(rowsOf(10, 1_001, null))).to.deep.equal([10_010 + 10]);
    expect(await threaded(rowsOf(1, 2, 'x'.repeat(70_000)))).to.deep.equal([70_003]);
  });

  it('have the id of their key, of their value, or of their place', async () => {
    const columns = [
      { name: 'b', type: 25, item: 0 },
      { name: 'a', type: 25, item: 0 },
    ];
    const ids = async (row: (string | null)[], keys: string[], by?: string) =>
      (await recordsOfRows({ rows: [row], columns, keys, by }, {} as Call)).map(({ id }) => id);
    expect(await ids(['1', '2'], ['a'])).to.deep.equal(['2']);
    expect(await ids(['1', '2'], ['a', 'b'])).to.deep.equal(['2,1']);
    expect(await ids(['1', '2'], [], 'b')).to.deep.equal(['1']);
    expect(await ids(['1', '2'], [])).to.deep.equal(['1']);
    const error = await ids(['1', null], ['a']).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'provider_cannot');
  });
});
