/** A table of hostile rows that all servers have in tests of lists, and what lists of it must be: by a scan of the rows. */
import type { Condition, SortKey } from '@toolpress/contract';

export interface Row {
  /** The number of the row, which is unique. */
  n: number;
  name: string | null;
  amount: number;
  day: string | null;
}

/** Parts of texts that end a value, or mean more than themselves, in the languages of the servers. */
const PARTS = [
  ...[
    "'",
    '"',
    '\\',
    "\\'",
    '\\"',
    '`',
    '%',
    '_',
    '*',
    '?',
    '(',
    ')',
    ',',
    ';',
    '~or',
    '~and',
    '~not',
    '&&',
    '||',
    '//',
    '--',
  ],
  ...[
    'null',
    'NULL',
    'true',
    'false',
    '$NOW',
    '$CURRENT_USER',
    '@request.auth.id',
    '@now',
    '{}',
    '[]',
    '{Name}',
    'in.(',
    'eq.',
  ],
  ...[
    '"),(n,gt,0',
    "' || 1=1 || '",
    '")),OR(1=1',
    '🦊',
    'é',
    'É',
    'ß',
    '東京',
    'İ',
    ' ',
    '\n',
    '\t',
    '\r',
    '\u00a0',
    '\u2028',
  ],
  ...['a', 'A', 'b', 'Ab', '1', '1.0', '01', '-5', '1e3', '0x10', '<', '>=', '=', '!=', '~', '2026-01-01', '10:30'],
];

/** Returns random numbers from 0 to 1, the same for each start. */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

const hostileText = (random: () => number): string =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, PARTS)).join('');

const dayOf = (n: number): string => new Date(Date.UTC(2026, 0, 1 + (n % 90))).toISOString().slice(0, 10);

/** Each part alone, random joins of them, and some rows without values. White space at the ends is left out, because servers may trim. */
export const ROWS: readonly Row[] = Array.from({ length: 300 }, (_, index) => {
  const random = randomFrom(index + 1);
  const name = (PARTS[index] ?? hostileText(random)).trim();
  return {
    n: index + 1,
    name: index % 29 === 7 || name === '' ? null : name,
    amount: index % 11 === 0 ? 10 : Math.round((random() - 0.3) * 20_000) / 100,
    day: index % 13 === 5 ? null : dayOf(index),
  };
});

/** Returns whether a row meets a condition, by the meaning that all servers must have. */
function meets(row: Row, { field, op, value }: Condition): boolean {
  const own = row[field as keyof Row];
  if (op === 'is_empty') return (own === null) === value;
  if (op === '!=') return own === null || String(own) !== String(value);
  if (own === null) return false;
  const values = [value].flat();
  if (op === '=' || op === 'in') return values.some((each) => String(each) === String(own));
  if (op === 'contains') return String(own).toLowerCase().includes(String(value).toLowerCase());
  const [one, other] = typeof own === 'number' ? [own, Number(value)] : [own, String(value)];
  if (op === '<') return one < other;
  if (op === '<=') return one <= other;
  return op === '>' ? one > other : one >= other;
}

/** Returns the numbers of the rows that meet the conditions, in order; without `sort` in ascending order. */
export function scan(where: readonly Condition[], sort: readonly SortKey[] = []): number[] {
  const found = ROWS.filter((row) => where.every((condition) => meets(row, condition)));
  const order = (one: Row, other: Row): number => {
    for (const { field, direction } of sort) {
      const [a, b] = [one[field as keyof Row], other[field as keyof Row]];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return one.n - other.n;
  };
  return found.sort(order).map(({ n }) => n);
}

/** Returns one or two random conditions. */
export function randomConditions(random: () => number): Condition[] {
  const text = (): string => (random() < 0.5 ? hostileText(random) : (pick(random, ROWS).name ?? 'a'));
  const one = (): Condition => {
    switch (pick(random, ['=', '=', '!=', 'in', 'contains', '<', 'amount', 'day'] as const)) {
      case '=':
        return { field: 'name', op: '=', value: text() };
      case '!=':
        return { field: 'name', op: '!=', value: text() };
      case 'in':
        return { field: 'name', op: 'in', value: Array.from({ length: 1 + Math.floor(random() * 5) }, text) };
      case 'contains': {
        const letters = [...text()];
        return { field: 'name', op: 'contains', value: letters.slice(Math.floor(random() * letters.length)).join('') };
      }
      case '<':
        return { field: 'n', op: pick(random, ['<', '<=', '>', '>='] as const), value: Math.floor(random() * 300) };
      case 'amount':
        return { field: 'amount', op: pick(random, ['<', '>', '=', '!='] as const), value: pick(random, ROWS).amount };
      default:
        return {
          field: 'day',
          op: pick(random, ['<', '<=', '>', '>=', '='] as const),
          value: pick(random, ROWS).day ?? dayOf(3),
        };
    }
  };
  return random() < 0.6 ? [one()] : [one(), one()];
}
