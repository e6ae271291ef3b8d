import type { Condition, Operator } from '@toolpress/contract';
import { tagIn } from '@toolpress/contract';
import { caseCount } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { noPostgres, type OrdinarySchema, startOrdinarySchema } from './ordinary-schema.js';

/** The number of lists that are compared with a scan of the rows. They have two conditions on average. */
const LISTS = caseCount(60, 1_000);
const AT_ONCE = 8;
const ROWS = 300;

interface Row {
  id: number;
  t: string | null;
  n: number | null;
}

const PIECES = [
  ...[
    "'",
    "''",
    '"',
    '\\',
    '\\\\',
    "\\'",
    '%',
    '_',
    '%%',
    '\\%',
    '--',
    ';',
    '$1',
    '$$',
    '/*',
    '*/',
    '{',
    '}',
    '{}',
    ',',
  ],
  ...[
    'NULL',
    'null',
    '::text',
    "' OR '1'='1",
    '") OR ("',
    'a',
    'A',
    'Ab',
    '0',
    '1',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '🦊',
    '東京',
    '٣',
    '\u200b',
  ],
  ...[
    '(',
    ')',
    '[',
    ']]',
    '=',
    '!=',
    '<',
    '>',
    '~',
    '&&',
    '||',
    '*',
    '?',
    ':x',
    '@',
    '#',
    '`',
    '|',
    '^',
    '\ufeff',
    '\u0301',
    '.',
  ],
];

/** A generator of numbers from a seed, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns whether a row meets a condition. */
function meets(row: Row, { field, op, value }: Condition): boolean {
  const own = row[field as 'n' | 't'];
  if (op === 'is_empty') return (own === null || own === '') === value;
  if (op === '!=') return own !== value;
  if (own === null) return false;
  if (op === 'in') return (value as unknown[]).includes(own);
  if (op === 'contains') return asciiLower(String(own)).includes(asciiLower(String(value)));
  if (op === '=') return own === value;
  const [left, right] = [Number(own), Number(value)];
  return op === '<' ? left < right : op === '<=' ? left <= right : op === '>' ? left > right : left >= right;
}

describe(`Hostile conditions of lists (${noPostgres === undefined ? 'PostgreSQL' : `skipped: ${noPostgres}`})`, () => {
  const random = randomFrom(58);
  const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const text = (): string => Array.from({ length: 1 + random(4) }, () => oneOf(PIECES)).join('');
  const rows: Row[] = Array.from({ length: ROWS }, (_, index) => ({
    id: index,
    t: oneOf([null, '', text(), text(), text(), text()]),
    n: oneOf([null, random(20) - 10, (random(400) - 200) / 8]),
  }));
  let schema: OrdinarySchema;
  before(async function () {
    if (noPostgres !== undefined) return this.skip();
    this.timeout(120_000);
    schema = await startOrdinarySchema();
    const quoted = (value: string | null) => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`);
    const values = rows.map(({ id, t, n }) => `(${id}, ${quoted(t)}, ${n ?? 'NULL'})`);
    schema.sql(`CREATE TABLE hostile (id int PRIMARY KEY, t text, n numeric);
      INSERT INTO hostile VALUES ${values.join(',')}; GRANT SELECT ON hostile TO reader;`);
  });
  after(() => schema?.stop());

  const value = (): string => {
    const wanted = oneOf([() => oneOf(rows).t || 'a', text])();
    return tagIn(wanted) === undefined ? wanted : 'a';
  };
  function condition(): Condition {
    if (random(3) === 0) {
      const op = oneOf<Operator>(['=', '!=', '<', '<=', '>', '>=', 'in', 'is_empty']);
      const number = () => oneOf(rows).n ?? random(9);
      return {
        field: 'n',
        op,
        value: op === 'in' ? [number(), number()] : op === 'is_empty' ? oneOf([true, false]) : number(),
      };
    }
    const op = oneOf<Operator>(['=', '!=', 'in', 'contains', 'contains', 'is_empty']);
    return {
      field: 't',
      op,
      value: op === 'in' ? [value(), value(), value()] : op === 'is_empty' ? oneOf([true, false]) : value(),
    };
  }

  it(`return the asked records alone, in ${LISTS} lists of a fixed seed`, async function () {
    this.timeout(30_000 + LISTS * 1_000);
    const lists = Array.from({ length: LISTS }, () => Array.from({ length: 1 + random(3) }, condition));
    let found = 0;
    const check = async (where: Condition[]): Promise<void> => {
      const { status, body } = await schema.list('hostile', { where, fields: ['id'] });
      expect(status, `${JSON.stringify(where)}: ${body.error}`).to.equal(200);
      const ids = body.data.records.map(({ fields }: { fields: { id: number } }) => fields.id);
      const expected = rows.filter((row) => where.every((each) => meets(row, each))).map(({ id }) => id);
      expect(ids, JSON.stringify(where)).to.deep.equal(expected);
      found += ids.length > 0 ? 1 : 0;
    };
    for (let first = 0; first < lists.length; first += AT_ONCE)
      await Promise.all(lists.slice(first, first + AT_ONCE).map(check));
    expect(found, 'lists with records').to.be.above(LISTS / 4);
  });

  it('with a null byte or half of a character are refused, and the next list is whole', async () => {
    for (const op of ['=', '!=', 'contains', 'in'] as const)
      for (const wrong of ["a\0' OR ''='", '\ud800']) {
        const where = [{ field: 't', op, value: op === 'in' ? ['a', wrong] : wrong }];
        expect((await schema.list('hostile', { where })).status).to.equal(400);
      }
    expect((await schema.list('hostile')).body.data.records).to.have.length(ROWS);
  });

  for (const field of ['id" OR "id', 'id; DROP TABLE hostile', "t'--", 'ctid', 't::text', '*', '$1', 'T'])
    it(`refuse the field ${JSON.stringify(field)} in each place`, async () => {
      for (const more of [
        { where: [{ field, op: 'is_empty' }] },
        { sort: [{ field }] },
        { children: { items: { table_id: 'hostile', by: field } } },
      ]) {
        const { status, body } = await schema.list('hostile', more);
        expect([status, body.error?.includes('has no field')]).to.deep.equal([400, true]);
      }
    });
});
