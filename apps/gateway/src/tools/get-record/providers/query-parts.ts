/** Divides queries that are longer than a server takes in one request. */
import { type Condition, ServiceError } from '@toolpress/contract';
import { valuesOf } from './conditions.js';
import type { RecordQuery, Search } from './provider.js';

/** The longest path and query in characters. Servers and proxies take 8,000, and the hosted provider 16,000. */
const LONGEST_PATH = 7_000;

/** The largest number of parts. Each takes one request or more. */
const MAX_PARTS = 100;

/** The largest number of characters of values whose load is computed. Encoded values are longer, and no server takes twice the path. */
const MAX_CHARACTERS = 2 * LONGEST_PATH * MAX_PARTS;

/** Returns how much of a request's length a query needs, see `Search.load`. */
export const lengthOf = (query: string): number => query.length / LONGEST_PATH;

/**
 * Returns queries that the server takes in one request each, and that together find the records of the query. The longest list of values is
 * divided, all other conditions are in each part.
 *
 * @throws ServiceError `provider_cannot` if the other conditions alone are too long, or the parts too many.
 */
export function partsOf(search: Search, query: RecordQuery): RecordQuery[] {
  const where = query.where.map(withoutRepeats);
  const characters = where
    .flatMap(({ value }) => valuesOf(value))
    .reduce<number>((sum, value) => sum + String(value).length, 0);
  if (characters > MAX_CHARACTERS) throw tooLong();
  const load = search.load({ ...query, where });
  if (load <= 1) return [{ ...query, where }];
  const [longest] = where
    .filter(({ op }) => op === 'in')
    .map((condition) => ({ condition, load: search.load({ ...query, where: [condition] }) }))
    .sort((one, other) => other.load - one.load);
  // Each part has at most a load of 1, also of the other conditions.
  if (longest === undefined || load > MAX_PARTS) throw tooLong();
  const withValues = (value: Values): RecordQuery => ({
    ...query,
    where: where.map((each) => (each === longest.condition ? { ...each, value } : each)),
  });
  const [first = ''] = valuesOf(longest.condition.value);
  if (search.load(withValues([first])) > 1) throw tooLong();
  const parts = divided(valuesOf(longest.condition.value), (values) => search.load(withValues(values)));
  if (parts.length > MAX_PARTS) throw tooLong();
  return parts.map(withValues);
}

type Values = ReturnType<typeof valuesOf>;

/** Divides a list of values until each part has at most a load of 1. */
function divided(values: Values, loadOf: (values: Values) => number): Values[] {
  const load = loadOf(values);
  if (load <= 1) return [values];
  if (values.length === 1) throw tooLong();
  const size = Math.max(1, Math.floor(values.length / Math.min(Math.ceil(load), values.length)));
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size)).flatMap((part) =>
    divided(part, loadOf),
  );
}

const tooLong = (): ServiceError =>
  new ServiceError(
    'provider_cannot',
    'The conditions are longer than this provider takes; only the longest list of `in` is divided among several requests. Use fewer conditions, or fewer or shorter values.',
  );

/** Numbers and texts with the same digits differ for servers. */
const withoutRepeats = (condition: Condition): Condition =>
  condition.op === 'in'
    ? {
        ...condition,
        value: [...new Map(valuesOf(condition.value).map((value) => [`${typeof value} ${value}`, value])).values()],
      }
    : condition;
