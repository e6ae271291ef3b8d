/** Where a page is requested: the request of the first page, and how those of others differ from it. */
import { type HttpRequest, type Paginate, parseUrl, RawJson, ServiceError } from '@toolpress/contract';
import { cursorText, type PageAnswer, valueAt, withValueAt } from './page-answer.js';
import type { WithBody } from './request-body.js';

/** The place of a page: its URL, its cursor as JSON, or its number or offset. The first page of links and cursors has none. */
export type Place = { url?: string; cursor?: string; number?: number };

/** A request with the parts that its body is made of. */
export type PagedRequest = WithBody & Pick<HttpRequest, 'method' | 'url'>;

const DEFAULT_QUERY: Partial<Record<Paginate['by'], string>> = { page: 'page', offset: 'offset' };

/** Returns the query parameter of a place; undefined if it is in the body or a URL. */
const queryOf = ({ by, query, body }: Paginate): string | undefined =>
  query ?? (body === undefined ? DEFAULT_QUERY[by] : undefined);

/** The largest number from which pages are counted. */
const MAX_FIRST = 1_000_000_000;

/** Returns the place of the first page. @throws ServiceError `invalid_parameter` for a number in the request that pages can't be counted from. */
export function firstPlace(paginate: Paginate, request: PagedRequest): Place {
  const { by, first } = paginate;
  if (by !== 'page' && by !== 'offset') return {};
  return { number: first ?? givenNumber(request, paginate) ?? (by === 'page' ? 1 : 0) };
}

/** Returns the page number or offset that the request has itself. */
function givenNumber({ url, body, form }: PagedRequest, paginate: Paginate): number | undefined {
  const query = queryOf(paginate);
  const path = paginate.body ?? '';
  const values = form === undefined ? body : Object.hasOwn(form, path) ? form[path] : undefined;
  const given =
    query !== undefined ? parseUrl(url)?.searchParams.get(query) : form === undefined ? valueAt(values, path) : values;
  if (given === undefined || given === null || given === '') return undefined;
  const number = /^\d{1,10}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (number <= MAX_FIRST) return number;
  const field = query === undefined ? `\`${form === undefined ? 'body' : 'form'}\`` : '`url`';
  throw new ServiceError(
    'invalid_parameter',
    `${field}: \`${query ?? path}\` must be a whole number from 0 to ${MAX_FIRST}, from which \`paginate\` counts. Correct it, or set \`paginate.first\`.`,
  );
}

/**
 * Returns the place after a page; undefined if the answer names none.
 *
 * @param items the number of items of the page.
 * @throws ServiceError `response_invalid` for a next page that is no URL.
 */
export function nextPlace(
  paginate: Paginate,
  { number = 0 }: Place,
  page: Pick<PageAnswer, 'next' | 'count'>,
  { headers, url }: { headers: Readonly<Record<string, string | string[]>>; url: string },
): Place | undefined {
  const { by, query, body } = paginate;
  if (by === 'page') return { number: number + 1 };
  if (by === 'offset') return { number: number + page.count };
  if (by === 'cursor' && (query ?? body) !== undefined)
    return page.next === undefined ? undefined : { cursor: page.next };
  const link = by === 'link' ? nextLink(headers['link']) : page.next === undefined ? undefined : linkIn(page.next);
  if (link === undefined) return undefined;
  const next = parseUrl(link, new URL(url));
  if (next === undefined) throw new ServiceError('response_invalid', 'it names a next page that is not a URL.');
  return { url: next.href };
}

/** A link is a text, or an object with it, as JSON:API has it. */
function linkIn(json: string): string {
  const link = JSON.parse(json) as unknown;
  if (typeof link === 'string') return link;
  const { href } = (link ?? {}) as { href?: unknown };
  return typeof href === 'string' ? href : json;
}

/** Returns the request of a page. @throws ServiceError `invalid_parameter` for a path that is not in the body. */
export function requestAt(request: PagedRequest, paginate: Paginate, place: Place): PagedRequest {
  if (place.url !== undefined) return { ...request, url: place.url };
  const json = place.cursor ?? (place.number === undefined ? undefined : String(place.number));
  if (json === undefined) return request;
  const query = queryOf(paginate);
  if (query !== undefined) return { ...request, url: withQuery(request.url, query, cursorText(json)) };
  const { body: path = '' } = paginate;
  if (request.form !== undefined) return { ...request, form: { ...request.form, [path]: cursorText(json) } };
  if (request.body instanceof RawJson)
    throw new ServiceError('invalid_parameter', '`paginate.body` is only for a `body` of less than 256 KiB.');
  try {
    return { ...request, body: withValueAt(request.body as Record<string, unknown>, path, json) as never };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ServiceError('invalid_parameter', '`paginate.body` leads through a value of `body` that is no object.');
  }
}

/** Sets a parameter of a URL. The others keep their spelling, which `URLSearchParams` would change. */
export function withQuery(url: string, name: string, value: string): string {
  const [beforeFragment = '', fragment] = url.split('#', 2);
  const start = beforeFragment.indexOf('?');
  const path = start === -1 ? beforeFragment : beforeFragment.slice(0, start);
  const others = (start === -1 ? '' : beforeFragment.slice(start + 1))
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has(name));
  const query = [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
  return `${path}?${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

const PARAMETER = /\s*;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/** Finds the next page in the header `Link` (RFC 8288). @param header the value; several headers are joined by commas. @returns the URL, possibly relative; undefined without one. */
export function nextLink(header: string | string[] | undefined): string | undefined {
  const text = typeof header === 'string' ? header : (header ?? []).join(', ');
  for (let start = text.indexOf('<'); start !== -1; ) {
    const end = text.indexOf('>', start);
    if (end === -1) return undefined;
    const { given, after } = parametersAt(text, end + 1);
    const relations = (given.get('rel') ?? '').toLowerCase().split(/\s+/);
    // With `anchor`, the link is of another resource. With `results="false"`, which Sentry sends, it leads to nothing.
    const isOfNothing = given.has('anchor') || given.get('results') === 'false';
    if (relations.includes('next') && !isOfNothing) return text.slice(start + 1, end);
    start = text.indexOf('<', after);
  }
  return undefined;
}

/** Reads the parameters of a link. The first of two with one name counts. @returns them, and the position after them. */
function parametersAt(text: string, from: number): { given: Map<string, string>; after: number } {
  const given = new Map<string, string>();
  PARAMETER.lastIndex = from;
  let after = from;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const [, name = '', quoted, plain = ''] = match;
    const key = name.toLowerCase();
    if (!given.has(key)) given.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain);
    after = PARAMETER.lastIndex;
  }
  return { given, after };
}
