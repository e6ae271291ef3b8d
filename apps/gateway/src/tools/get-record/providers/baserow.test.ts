import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { baserow } from './baserow.js';
import { searched } from './search.js';

describe('A search in Baserow', () => {
  for (const field of ['id', 'order'])
    it(`by \`${field}\`, which is not a field, is refused without a request`, async () => {
      const ask = () => Promise.reject(new Error('a request was made'));
      const table = { base_id: 'default', table_id: '1' };
      const query = { where: [{ field, op: '=' as const, value: '7' }], sort: [], limit: 2 };
      const error = await serviceErrorOf(async () => baserow.search && searched(baserow.search, table, query, ask));
      expect([error.code, error.message]).to.deep.equal([
        'invalid_parameter',
        '`where.field` must be the name of a field of the table.',
      ]);
    });
});
