/** What servers of pages have in common: 25 rows, 10 a page. */

export interface Asked {
  /** The base URL of the server. */
  base: string;
  /** The path below it, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
  /** The number of this request, from 1. */
  number: number;
}

export interface Answered {
  status?: number;
  headers?: Record<string, string | string[]>;
  /** A string or bytes are sent unchanged, anything else as JSON. Absent: nothing. */
  body?: unknown;
  /** Ends the connection in the middle of the body. */
  isCut?: boolean;
}

export interface PagedApi {
  name: string;
  /** Fields of the request besides `url`, or with a path below the base. */
  request: { path?: string; paginate: object; [field: string]: unknown };
  answer(asked: Asked): Answered;
  /** The requests that the server receives. The default is 3. */
  requests?: number;
  /** The expected fields of `pages`. The default is `complete`, stopped at the `end`. */
  pages?: object;
  /** The ids of the expected rows. The default is all. */
  ids?: readonly number[];
}

export const SIZE = 10;
export const ROWS = Array.from({ length: 25 }, (_, index) => ({ id: index + 1 }));
export const IDS = ROWS.map(({ id }) => id);

/** The rows from a position on, and whether more follow. */
export const rows = (from: number) => ROWS.slice(from, from + SIZE);
export const hasMore = (from: number): boolean => from + SIZE < ROWS.length;

export const numberOf = (value: unknown, otherwise = 0): number =>
  value === null || value === undefined || value === '' ? otherwise : Number(value);
/** The position of a page of this number. */
export const fromPage = (query: URLSearchParams, name = 'page', first = 1): number =>
  (numberOf(query.get(name), first) - first) * SIZE;
/** The position that a text cursor such as `c10` means. */
export const fromCursor = (cursor: unknown): number => numberOf(String(cursor ?? '').replace(/^c/, ''));
export const cursorAfter = (from: number): string | null => (hasMore(from) ? `c${from + SIZE}` : null);
export const unless = <Value>(isAbsent: boolean, value: Value) => (isAbsent ? {} : value);

/** The end of servers that name no end. */
export const EMPTY = { requests: 4, pages: { complete: true, stopped: 'empty' } };
