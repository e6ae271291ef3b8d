/** Servers that answer in pages as well-known APIs do, each with a request that reads all of its 25 rows. */
import {
  type Answered,
  type Asked,
  EMPTY,
  fromPage,
  hasMore,
  IDS,
  numberOf,
  type PagedApi,
  ROWS,
  rows,
  SIZE,
} from './paged-api.js';
import { BODIES, URLS } from './paged-by-body.js';
import { CURSORS } from './paged-by-cursor.js';

const byLink = (name: string, linkOf: (asked: Asked, page: number) => string | string[]): PagedApi => ({
  name,
  request: { path: '/items?per_page=10', paginate: { by: 'link' } },
  answer: (asked) => {
    const from = fromPage(asked.query);
    const link = linkOf(asked, from / SIZE + 1);
    return { headers: link.length === 0 ? {} : { link }, body: rows(from) };
  },
});
const nextOf = (page: number): boolean => page < 3;

const LINKS: PagedApi[] = [
  byLink('GitHub', ({ base }, page) =>
    nextOf(page)
      ? `<${base}/items?per_page=10&page=${page + 1}>; rel="next", <${base}/items?per_page=10&page=3>; rel="last"`
      : `<${base}/items?per_page=10&page=1>; rel="first"`,
  ),
  byLink('a relative link', (_, page) => (nextOf(page) ? `<?per_page=10&page=${page + 1}>; rel=next` : '')),
  byLink('GitLab, with commas and quotes', ({ base }, page) =>
    nextOf(page)
      ? `<${base}/items?sort=a,b>; rel="self"; title="a, <b>; rel=\\"next\\"", <${base}/items?sort=a,b&page=${page + 1}>; title="x"; rel="next"`
      : '',
  ),
  byLink('Shopify', ({ base }, page) => {
    const previous = `<${base}/items?page_info=p&page=${page - 1}>; rel="previous"`;
    return nextOf(page) ? `${previous}, <${base}/items?page_info=n&page=${page + 1}>; rel="next"` : previous;
  }),
  byLink('Okta, with two headers', ({ base }, page) => [
    `<${base}/items>; rel="self"`,
    ...(nextOf(page) ? [`<${base}/items?page=${page + 1}>; rel="next"`] : []),
  ]),
  byLink('Canvas, with several relations', ({ base }, page) =>
    nextOf(page) ? `<${base}/items?page=${page + 1}>;REL="Current NEXT"` : '',
  ),
  byLink(
    'Sentry, with a link after the last page',
    ({ base }, page) => `<${base}/items?page=${page + 1}>; rel="next"; results="${nextOf(page)}"; cursor="0:0:0"`,
  ),
  {
    ...byLink('a link of another resource', ({ base }) => `<${base}/items?page=2>; rel="next"; anchor="/other"`),
    ...{ requests: 1, ids: IDS.slice(0, 10) },
  },
];

const byNumber = (
  name: string,
  paginate: { by: 'page' | 'offset'; [field: string]: unknown },
  answer: (from: number, asked: Asked) => Answered,
  more: Partial<PagedApi> & { path?: string } = {},
): PagedApi => {
  const { path = '/things', ...others } = more;
  const { by, query = by, first = by === 'page' ? 1 : 0 } = paginate;
  return {
    ...{ name, request: { path, paginate } },
    answer: (asked) => {
      const given = asked.query.get(String(query));
      const from = by === 'page' ? fromPage(asked.query, String(query), Number(first)) : numberOf(given);
      return given === null ? { status: 400 } : answer(from, asked);
    },
    ...others,
  };
};

const NUMBERS: PagedApi[] = [
  byNumber('page numbers until an empty page', { by: 'page' }, (from) => ({ body: rows(from) }), EMPTY),
  byNumber(
    'page numbers until nothing',
    { by: 'page' },
    (from) => (from < 25 ? { body: rows(from) } : { status: 204 }),
    EMPTY,
  ),
  byNumber('Spring, from 0', { by: 'page', first: 0, items: 'content', last: 'last' }, (from) => ({
    body: { content: rows(from), last: !hasMore(from), totalElements: 25 },
  })),
  byNumber('Harvest', { by: 'page', items: 'projects', total: 'total_entries' }, (from) => ({
    body: { projects: rows(from), total_entries: 25, per_page: 10 },
  })),
  byNumber(
    'JSON:API with page[number]',
    { by: 'page', query: 'page[number]', items: 'data', total: 'meta.total' },
    (from) => ({
      body: { data: rows(from), meta: { total: '25' } },
    }),
  ),
  byNumber(
    'WooCommerce, with an error after the last page',
    { by: 'page' },
    (from) => (from < 25 ? { body: rows(from) } : { status: 400, body: { code: 'rest_post_invalid_page_number' } }),
    {
      requests: 4,
      pages: { complete: false, stopped: 'status', last_body: { code: 'rest_post_invalid_page_number' } },
    },
  ),
  byNumber('a page number in the URL', { by: 'page' }, (from) => ({ body: rows(from) }), {
    ...{
      path: '/things?a=b%20c&page=2&d',
      requests: 3,
      ids: IDS.slice(10),
      pages: { complete: true, stopped: 'empty' },
    },
  }),
  byNumber('an offset of ten digits in the URL', { by: 'offset' }, (from) => ({ body: rows(from - 1_000_000_000) }), {
    ...{ ...EMPTY, path: '/things?offset=1000000000' },
  }),
  byNumber('Jira Data Center', { by: 'offset', query: 'startAt', items: 'issues', total: 'total' }, (from) => ({
    body: { startAt: from, maxResults: 10, total: 25, issues: rows(from) },
  })),
  byNumber('Contentful', { by: 'offset', query: 'skip', items: 'items', total: 'total' }, (from) => ({
    body: { sys: { type: 'Array' }, total: 25, skip: from, limit: 10, items: rows(from) },
  })),
  byNumber('Mailchimp', { by: 'offset', items: 'lists', total: 'total_items' }, (from) => ({
    body: { lists: rows(from), total_items: 25 },
  })),
  byNumber('PostgREST', { by: 'offset' }, (from) => ({ body: rows(from) }), EMPTY),
  byNumber(
    'pages that are smaller than asked for',
    { by: 'offset' },
    (from) => ({ body: ROWS.slice(from, from + 7) }),
    {
      ...{ requests: 5, pages: { complete: true, stopped: 'empty' } },
    },
  ),
  byNumber('a total that grows', { by: 'offset', items: 'items', total: 'total' }, (from, { number }) => ({
    body: { items: rows(from), total: number === 1 ? 20 : 25 },
  })),
  byNumber('a total that shrinks', { by: 'offset', items: 'items', total: 'total' }, (from, { number }) => ({
    body: { items: rows(from), total: number === 1 ? 900 : 25 },
  })),
  byNumber(
    'a total that is limited beside more pages',
    { by: 'offset', items: 'items', total: 'total', more: 'more' },
    (from) => ({ body: { items: rows(from), total: 10, more: hasMore(from) } }),
  ),
  byNumber(
    'a total of none',
    { by: 'offset', items: 'items', total: 'total' },
    (from) => ({ body: { items: rows(from), total: -1 } }),
    EMPTY,
  ),
  byNumber(
    'a total that no page reaches',
    { by: 'offset', items: 'items', total: 'total' },
    (from) => ({
      body: { items: rows(from), total: 30 },
    }),
    { requests: 4, pages: { complete: false, stopped: 'empty' } },
  ),
];

export const PAGED_APIS: readonly PagedApi[] = [...LINKS, ...CURSORS, ...BODIES, ...URLS, ...NUMBERS];
