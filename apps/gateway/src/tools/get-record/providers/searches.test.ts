import { type Condition, type Json, ServiceError, type SortKey } from '@toolpress/contract';
import { serviceErrorOf } from '@toolpress/testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { baserow } from './baserow.js';
import { directus } from './directus.js';
import { grist } from './grist.js';
import { nocodb } from './nocodb.js';
import { pocketbase } from './pocketbase.js';
import { postgrest } from './postgrest.js';
import type { Ask, RestServer } from './provider.js';
import { searched } from './search.js';

const TABLE = { base_id: 'base', table_id: '7' };
const SERVERS = { pocketbase, nocodb, directus, baserow, grist, postgrest };
const is = (op: Condition['op'], value: Condition['value'], field = 'Name'): Condition => ({ field, op, value });

/** Lists records of a server that gives the answers. Returns them, and the parameters of each request. */
async function listed(
  { search }: RestServer,
  { where = [], sort = [], limit = 10 }: { where?: Condition[]; sort?: SortKey[]; limit?: number },
  ...answers: Json[]
) {
  const asked: Record<string, string>[] = [];
  const ask = (async ({ path, read, given = '' }) => {
    asked.push(Object.fromEntries(new URL(path, 'http://x').searchParams));
    return read.read(answers[asked.length - 1] ?? null, given) ?? Promise.reject(new Error('another shape'));
  }) as Ask;
  const found = search === undefined ? [] : await searched(search, TABLE, { where, sort, limit }, ask);
  return { asked, ids: found.map(({ id }) => id) };
}

const group = (...filters: object[]) => ({ filter_type: 'OR', filters, groups: [] });
const baserowFilter = (...groups: object[]) => JSON.stringify({ filter_type: 'AND', filters: [], groups });

/** The conditions, and the parameters that the documentation of a server wants for them. `422`: refused. */
const REQUESTS: readonly [keyof typeof SERVERS, Condition[], Record<string, string> | number][] = [
  ['pocketbase', [is('=', "a'b")], { filter: "Name?='a\\'b'" }],
  ['pocketbase', [is('=', 'a\\')], { filter: "Name?~'a_%'" }],
  ['pocketbase', [is('=', 5)], { filter: "(Name?=5||Name?='5')" }],
  ['pocketbase', [is('contains', '50% é')], { filter: "Name?~'%50_ _%'" }],
  ['pocketbase', [is('<', 1e-7), is('is_empty', false)], { filter: "Name?<0.0000001&&(Name!=''&&Name!=null)" }],
  [
    'pocketbase',
    [is('>', '2026-01-01T10:00:00+01:00')],
    { filter: "(Name?>'2026-01-01T10:00:00+01:00'||Name?>'2026-01-01 09:00:00.000Z')" },
  ],
  ['nocodb', [is('=', 'a"b')], { where: `("Name",eq,'a"b')` }],
  ['nocodb', [is('=', `a"b'c`)], { where: '("Name",like,"a_b_c")' }],
  ['nocodb', [is('in', ['a', 'b\\'])], { where: '(("Name",eq,"a")~or("Name",like,"b_"))' }],
  ['nocodb', [is('<', 'a\\')], 422],
  ['directus', [is('=', '$NOW')], { filter: '{"_and":[{"_or":[{"Name":{"_contains":"_NOW"}}]}]}' }],
  [
    'directus',
    [is('in', ['a', 'null'])],
    { filter: '{"_and":[{"_or":[{"Name":{"_in":["a"]}},{"Name":{"_contains":"_ull"}}]}]}' },
  ],
  ['directus', [is('!=', 'a')], { filter: '{"_and":[{"_or":[{"Name":{"_neq":"a"}},{"Name":{"_null":true}}]}]}' }],
  ['directus', [is('<', 'true')], 422],
  ['baserow', [is('=', 'Ada')], { filters: baserowFilter(group({ field: 'Name', type: 'equal', value: 'Ada' })) }],
  ['baserow', [is('!=', ' a')], { filters: baserowFilter() }],
  [
    'baserow',
    [is('>=', '9.50')],
    { filters: baserowFilter(group({ field: 'Name', type: 'higher_than_or_equal', value: '9.50' })) },
  ],
  [
    'baserow',
    [is('contains', 'Çelik & Co')],
    { filters: baserowFilter(group({ field: 'Name', type: 'contains', value: 'elik' })) },
  ],
  ['baserow', [is('=', true)], { filters: baserowFilter(group({ field: 'Name', type: 'boolean', value: 'true' })) }],
  ['baserow', [is('<', '2026-01-01')], 422],
  ['grist', [is('in', ['a', 5, '07'])], { filter: '{"Name":["a","5",5,"07",7]}' }],
  ['grist', [is('=', '1970-01-02')], { filter: '{"Name":["1970-01-02",86400]}' }],
  ['grist', [is('is_empty', true)], { filter: '{"Name":[null,""]}' }],
  ['grist', [is('>', 5)], { filter: '{}', limit: '10001' }],
  ['grist', [is('>', '2026-01-01')], 422],
  ['postgrest', [is('=', 'a,b)"')], { '"Name"': 'eq.a,b)"' }],
  ['postgrest', [is('in', ['a"', 'b\\', 7])], { '"Name"': 'in.("a\\"","b\\\\","7")' }],
  ['postgrest', [is('!=', 'x"')], { or: '("Name".neq."x\\"","Name".is.null)' }],
  ['postgrest', [is('contains', 'a*b%')], { '"Name"': 'ilike.*a_b_*' }],
  ['postgrest', [is('is_empty', false)], { '"Name"': 'not.is.null' }],
];

describe('A search of a server', () => {
  for (const [name, where, expected] of REQUESTS) {
    const what = where.map(({ op, value }) => `${op} ${JSON.stringify(value)}`).join(' and ');
    it(`in ${name} by ${what} is ${expected === 422 ? 'refused' : 'written as documented'}`, async () => {
      const work = () => listed(SERVERS[name], { where }, { items: [], records: [], data: [], results: [] });
      if (typeof expected === 'number') expect((await serviceErrorOf(work)).status).to.equal(expected);
      else {
        const request = SERVERS[name].search?.page(
          TABLE,
          { where, sort: [], limit: 10 },
          { cursor: undefined, read: 0, size: 10 },
        );
        const parameters = Object.fromEntries(new URL(request?.path ?? '', 'http://x').searchParams);
        expect(parameters).to.deep.include(expected);
      }
    });
  }

  it('finds empty fields of types that have no empty text, which the server rejects', async () => {
    const asked: string[] = [];
    const ask = (async ({ path, read, given = '' }) => {
      asked.push(new URL(path, 'http://x').searchParams.get('filter') ?? '');
      if (asked.length === 1) throw new ServiceError('invalid_parameter', 'no such operator for this type');
      return read.read({ data: [{ id: 1, Name: null }] }, given);
    }) as Ask;
    const query = { where: [is('is_empty', true)], sort: [], limit: 2 };
    expect(directus.search && (await searched(directus.search, TABLE, query, ask))).to.have.length(1);
    expect(asked).to.deep.equal(['{"_and":[{"Name":{"_empty":true}}]}', '{"_and":[{"Name":{"_null":true}}]}']);
  });

  it('compares fields of dates in NocoDB by another form, and checks the moments', async () => {
    const asked: string[] = [];
    const times = ['2026-01-01 00:00:00+00:00', '2026-01-01 10:00:00+00:00'];
    const ask = (async ({ path, read, given = '' }) => {
      asked.push(new URL(path, 'http://x').searchParams.get('where') ?? '');
      if (asked.length === 1) throw new ServiceError('invalid_parameter', 'Invalid filter');
      return read.read({ records: times.map((Name, at) => ({ id: at + 1, fields: { Name } })) }, given);
    }) as Ask;
    const query = { where: [is('=', '2026-01-01T10:00:00Z')], sort: [], limit: 5 };
    const found = nocodb.search && (await searched(nocodb.search, TABLE, query, ask));
    expect(found?.map(({ id }) => id)).to.deep.equal(['2']);
    expect(asked[1]).to.equal('("Name",eq,exactDate,"2026-01-01T10:00:00.000Z")');
  });

  it('leaves out what a server returns beyond the conditions', async () => {
    const rows = ['ada', 'Ada', null].map((Name, at) => ({ id: at + 1, Name }));
    expect((await listed(directus, { where: [is('=', 'Ada')] }, { data: rows })).ids).to.deep.equal(['2']);
  });

  it('refuses a field that the returned records do not have', async () => {
    const work = () => listed(directus, { where: [is('=', 'Ada', 'year(date)x')] }, { data: [{ id: 1, Name: 'Ada' }] });
    expect((await serviceErrorOf(work)).code).to.equal('invalid_parameter');
    const other = () => listed(directus, { where: [is('=', 'Ada', 'nom')] }, { data: [{ id: 1, Name: 'Ada' }] });
    expect((await serviceErrorOf(other)).message).to.include('the records have no field `nom`');
  });

  it('leaves out texts that only begin with a date', async () => {
    const rows = ['2026-01-01$NOW', '$NOW'].map((Name, at) => ({ id: at + 1, Name }));
    const where = [is('in', ['$NOW', '10:30'])];
    expect((await listed(directus, { where }, { data: rows })).ids).to.deep.equal(['2']);
  });

  it('refuses numbers in the order of texts, and rows with the same key', async () => {
    const sort: SortKey[] = [{ field: 'n', direction: 'asc' }];
    const text = () =>
      listed(
        directus,
        { sort },
        {
          data: [
            { id: 1, n: 10 },
            { id: 2, n: 9 },
          ],
        },
      );
    expect((await serviceErrorOf(text)).message).to.include('an order of `n` by number');
    const twice = () => listed(postgrest, {}, [{ id: 1 }, { id: 1 }]);
    expect((await serviceErrorOf(twice)).code).to.equal('provider_cannot');
  });

  it('in Baserow begins again when the list changes between pages', async () => {
    const page = (count: number, ...ids: number[]): Json => ({ count, results: ids.map((id) => ({ id, n: id })) });
    const answers = [page(4, 1, 2), page(3, 4), page(3, 1, 3), page(3, 4)];
    const { ids, asked } = await listed(baserow, {}, ...answers);
    expect(ids).to.deep.equal(['1', '3', '4']);
    expect(asked.map(({ page: number }) => number)).to.deep.equal(['1', '2', '1', '2']);
    const again = () => listed(baserow, {}, page(4, 1, 2), page(3, 4), page(3, 1, 3), page(4, 4));
    expect((await serviceErrorOf(again)).code).to.equal('unavailable');
  });

  it('reads large pages once records of a small one do not meet the conditions', async () => {
    const page = (...names: string[]): Json => ({ count: 3, results: names.map((Name, at) => ({ id: at + 1, Name })) });
    const where = [is('!=', ' a')];
    const { ids, asked } = await listed(baserow, { where, limit: 2 }, page(' a', 'b'), page(' a', 'b', 'c'));
    expect(ids).to.deep.equal(['2', '3']);
    expect(asked.map(({ size }) => size)).to.deep.equal(['2', '200']);
  });

  it('in PostgREST continues after the last key where the server returns fewer records than asked for', async () => {
    const rows = (from: number, count: number): Json => Array.from({ length: count }, (_, at) => ({ id: from + at }));
    const { ids, asked } = await listed(postgrest, { limit: 1_000 }, rows(1, 20), rows(21, 20), []);
    expect([ids.length, asked[1]]).to.deep.equal([40, { order: 'id.asc', id: 'gt.20', limit: '1000' }]);
  });

  const many = (count: number, length = 3) =>
    Array.from({ length: count }, (_, at) => `${String(at).padStart(5, '0')}${'x'.repeat(length)}`);

  it('divides the longest list of values only, and has the other conditions in each request', async () => {
    const where = [is('in', many(20), 'a'), is('in', many(1_000), 'b'), is('!=', 'x', 'c')];
    const empty = { results: [], count: 0 };
    const { asked } = await listed(baserow, { where }, ...Array.from({ length: 100 }, () => empty));
    const groups = asked.map(({ filters = '' }) =>
      JSON.parse(filters).groups.map(({ filters }: { filters: { value: string }[] }) => filters),
    );
    for (const each of groups) expect([each[0].length, each[2].length]).to.deep.equal([20, 1]);
    expect(groups.flatMap(([, divided]) => divided).map(({ value }) => value)).to.deep.equal(many(1_000));
  });

  it('refuses several long lists of values, and too many requests, before the first one and quickly', async () => {
    const started = performance.now();
    for (const server of Object.values(SERVERS)) {
      const lists = () => listed(server, { where: ['a', 'b', 'c', 'd'].map((field) => is('in', many(2_000), field)) });
      expect((await serviceErrorOf(lists)).code).to.equal('provider_cannot');
      const long = () => listed(server, { where: [is('in', many(2_000, 1_000))] });
      expect((await serviceErrorOf(long)).message).to.include('longer than this provider takes');
    }
    expect(performance.now() - started).to.be.below(10_000);
  });

  it('keeps the order of keys, and the first records, over several requests', async () => {
    const page = (...ids: number[]): Json => ({ count: ids.length, results: ids.map((id) => ({ id, b: [1] })) });
    const where = [is('in', many(165), 'b')];
    const { ids, asked } = await listed(baserow, { where, limit: 3 }, page(2, 10, 30), page(1, 9), page(4));
    expect([ids, asked.length]).to.deep.equal([['1', '2', '4'], 3]);
  });

  it('keeps values of several types that have the same text', async () => {
    const { asked } = await listed(directus, { where: [is('in', [5, '5', true, 5, 'x', 'x'])] }, { data: [] });
    expect(asked[0]?.['filter']).to.equal('{"_and":[{"_or":[{"Name":{"_in":[5,"5",true,"x"]}}]}]}');
  });

  it('in PocketBase reads on where the server has smaller pages than asked for', async () => {
    const page = (number: number, ...ids: number[]): Json => ({
      ...{ page: number, perPage: 2, totalItems: 3 },
      items: ids.map((id) => ({ id: `r${id}`, n: id })),
    });
    const keyed = await listed(pocketbase, {}, page(1, 1, 2), page(1, 3));
    expect([keyed.ids, keyed.asked[1]?.['filter']]).to.deep.equal([['r1', 'r2', 'r3'], "id?>'r2'"]);
    const sort: SortKey[] = [{ field: 'n', direction: 'asc' }];
    const { ids, asked } = await listed(pocketbase, { sort }, page(1, 1, 2), page(2, 3));
    expect([ids, asked.map((each) => each['page'])]).to.deep.equal([
      ['r1', 'r2', 'r3'],
      ['1', '2'],
    ]);
  });

  it('begins again when a page does not exist any more', async () => {
    const pages = [
      { count: 3, results: [{ id: 1 }, { id: 2 }] },
      undefined,
      { count: 2, results: [{ id: 1 }, { id: 3 }] },
    ];
    let count = 0;
    const ask = (async ({ read, given = '' }) => {
      const page = pages[count++];
      if (page === undefined) throw new ServiceError('invalid_parameter', 'The requested page does not exist.');
      return read.read(page, given);
    }) as Ask;
    const query = { where: [], sort: [], limit: 10 };
    const found = baserow.search && (await searched(baserow.search, TABLE, query, ask));
    expect(found?.map(({ id }) => id)).to.deep.equal(['1', '3']);
    count = 1;
    const first = async () => baserow.search && searched(baserow.search, TABLE, query, ask);
    expect((await serviceErrorOf(first)).code).to.equal('invalid_parameter');
  });

  it('checks several conditions for empty fields itself, where the server rejects the empty text', async () => {
    const rows = ([{}, { n: 1 }, { t: 'x' }] as const).map((row, at) => ({ id: at + 1, n: null, t: '', ...row }));
    for (const [server, rejected] of [
      [postgrest, '.eq.""'],
      [directus, '_empty'],
    ] as const) {
      const asked: string[] = [];
      const ask = (async ({ path, read, given = '' }) => {
        asked.push(decodeURIComponent(path));
        if (asked.at(-1)?.includes(rejected)) throw new ServiceError('invalid_parameter', 'not for this type');
        return read.read(server === directus ? { data: rows } : path.includes('id=gt') ? [] : rows, given);
      }) as Ask;
      const query = { where: [is('is_empty', true, 'n'), is('is_empty', true, 't')], sort: [], limit: 5 };
      const found = server.search && (await searched(server.search, TABLE, query, ask));
      expect(found?.map(({ id }) => id)).to.deep.equal(['1']);
    }
  });

  it('checks the items of lists, and the names of objects', async () => {
    const part = async (server: RestServer, member: string, value: string, ...cells: Json[]) => {
      const rows = cells.map((Tag, at) => ({ id: at + 1, Tag }));
      const records =
        server === grist || server === nocodb ? rows.map(({ id, Tag }) => ({ id, fields: { Tag } })) : rows;
      const answer = { count: rows.length, perPage: 100, [member]: records };
      return (await listed(server, { where: [is('contains', value, 'Tag')] }, answer, answer)).ids;
    };
    expect(await part(grist, 'records', 'l', ['L', 'blue'], ['L', 'red', 'green'], ['L'])).to.deep.equal(['1']);
    const options = [{ id: 1, value: 'Richmond' }, { id: 2, value: 'Zürich' }, [{ id: 2, value: 'Zürich' }]];
    expect(await part(baserow, 'results', 'Zürich', ...options)).to.deep.equal(['2', '3']);
    expect(await part(pocketbase, 'items', 'c#', ['c+'], ['a', 'C#'])).to.deep.equal(['2']);
    const links = [[{ id: 5, fields: { Title: 'c+' } }]];
    expect(await part(nocodb, 'records', 'c', ...links)).to.deep.equal(['1']);
    expect((await serviceErrorOf(() => part(nocodb, 'records', 'c#', ...links))).message).to.include(
      'this condition for the lists or objects that `Tag` holds',
    );
  });

  it('compares the numbers in lists of Grist, and refuses other lists', async () => {
    const answer = (...cells: Json[]) => ({ records: cells.map((Name, at) => ({ id: at + 1, fields: { Name } })) });
    const where = [is('>', 5)];
    expect((await listed(grist, { where }, answer(['L', 4], ['L', 6], 9))).ids).to.deep.equal(['2', '3']);
    const texts = () => listed(grist, { where }, answer(['L', 'red']));
    expect((await serviceErrorOf(texts)).code).to.equal('provider_cannot');
  });

  it('refuses values for links and lists, which NocoDB and Grist do not find', async () => {
    const row = (Name: Json) => ({ records: [{ id: 1, fields: { Name } }] });
    const [where, none] = [[is('in', [7, 8])], { records: [] }];
    const links = [{ id: 7, fields: { Title: '7' } }];
    for (const [server, value, sample] of [
      [nocodb, links, { pageSize: '1', where: '("Name",notblank)' }],
      [nocodb, links[0] ?? null, {}],
      [grist, ['L', 7] as Json, { limit: '1', filter: '{}', sort: '-Name,id' }],
    ] as const) {
      for (const answers of [[none, row(value)], [row(value)]])
        expect((await serviceErrorOf(() => listed(server, { where }, ...answers))).message).to.include(
          'this condition for the lists or objects that `Name` holds',
        );
      const { asked, ids } = await listed(server, { where }, none, row(7));
      expect(ids).to.deep.equal([]);
      expect(asked[1]).to.deep.include(sample);
      expect((await listed(server, { where }, row(7))).asked).to.have.length(1);
    }
  });
});
