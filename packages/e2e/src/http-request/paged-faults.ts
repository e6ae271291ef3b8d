/** Servers that fail in the middle of their pages, or never end. */
import { type Answered, type Asked, hasMore, IDS, type PagedApi, ROWS, rows, SIZE } from './paged-api.js';

/** Pages by a cursor that is the position. */
const positions = (asked: Asked): { from: number; page: Answered } => {
  const from = Number(asked.query.get('cursor') ?? 0);
  return { from, page: { body: { items: rows(from), next: hasMore(from) ? from + SIZE : null } } };
};
const PAGINATE = { by: 'cursor', items: 'items', next: 'next', query: 'cursor' };

/** @param inMiddle the answer to the second request. */
const failing = (
  name: string,
  inMiddle: Answered | ((asked: Asked, page: Answered) => Answered),
  more: Partial<PagedApi> & { fields?: object } = {},
): PagedApi => {
  const { fields = {}, ...others } = more;
  return {
    ...{ name, request: { paginate: PAGINATE, ...fields } },
    answer: (asked) => {
      const { page } = positions(asked);
      if (asked.number !== 2) return page;
      return typeof inMiddle === 'function' ? inMiddle(asked, page) : inMiddle;
    },
    ...others,
  };
};

const FIRST_PAGE = IDS.slice(0, SIZE);
const RETRY = { retry: { attempts: 3 } };
const ENDS_AT_2 = { requests: 2, ids: FIRST_PAGE };

export const FAULTS: readonly PagedApi[] = [
  failing(
    '429 with Retry-After, and attempts',
    { status: 429, headers: { 'retry-after': '0' }, body: {} },
    {
      ...{ fields: RETRY, requests: 4 },
    },
  ),
  failing(
    '429 without attempts',
    { status: 429, headers: { 'retry-after': '0' }, body: { error: 'slow down' } },
    {
      ...ENDS_AT_2,
      pages: { complete: false, stopped: 'status', last_body: { error: 'slow down' } },
    },
  ),
  failing(
    '429 for longer than the deadline',
    { status: 429, headers: { 'retry-after': '3600' }, body: 'later' },
    {
      ...{ ...ENDS_AT_2, fields: RETRY },
      pages: { complete: false, stopped: 'status', last_body: 'later' },
    },
  ),
  failing(
    'a status that is named',
    { status: 418, headers: { 'retry-after': '0' } },
    {
      ...{ fields: { retry: { attempts: 2, on: [418] } }, requests: 4 },
    },
  ),
  failing(
    'a status that is not named',
    { status: 500, headers: { 'retry-after': '0' } },
    {
      ...{ ...ENDS_AT_2, fields: RETRY },
      pages: { complete: false, stopped: 'status', last_body: null },
    },
  ),
  {
    name: '503 for ever',
    request: { paginate: PAGINATE, ...RETRY },
    answer: (asked) =>
      asked.number === 1 ? positions(asked).page : { status: 503, headers: { 'retry-after': '0' }, body: 'no' },
    ...{ requests: 4, ids: FIRST_PAGE },
    pages: { complete: false, stopped: 'status', last_body: 'no' },
  },
  failing(
    'a token that expires',
    { status: 401, body: { error: 'expired' } },
    {
      ...ENDS_AT_2,
      pages: { complete: false, stopped: 'status', last_body: { error: 'expired' } },
    },
  ),
  failing('a body that is cut off, and attempts', (_, page) => ({ ...page, isCut: true }), {
    ...{ fields: RETRY, requests: 4 },
  }),
  failing(
    'a page of login',
    { headers: { 'content-type': 'text/html' }, body: '<html>sign in' },
    {
      ...ENDS_AT_2,
      pages: { complete: false, stopped: 'no_items', last_body: '<html>sign in' },
    },
  ),
  failing(
    'an error with 200',
    { body: { ok: false, error: 'ratelimited' } },
    {
      ...ENDS_AT_2,
      pages: { complete: false, stopped: 'no_items', last_body: { ok: false, error: 'ratelimited' } },
    },
  ),
  failing(
    'an empty page that names another',
    { body: { items: [], next: 20 } },
    {
      ...ENDS_AT_2,
      pages: { complete: false, stopped: 'empty', next: 20 },
    },
  ),
  failing(
    'an empty body with 200',
    {},
    { ...ENDS_AT_2, pages: { complete: false, stopped: 'no_items', last_body: null } },
  ),
  failing(
    'an empty page that says there are more, without a cursor',
    { body: { items: [], next: null, more: true } },
    {
      ...{ ...ENDS_AT_2, fields: { paginate: { ...PAGINATE, more: 'more' } } },
      pages: { complete: false, stopped: 'no_next' },
    },
  ),
  failing(
    'an empty page that names another, but says it is the last',
    { body: { items: [], next: 20, last: true } },
    {
      ...{ ...ENDS_AT_2, fields: { paginate: { ...PAGINATE, last: 'last' } } },
      pages: { complete: true, stopped: 'empty' },
    },
  ),
  {
    name: 'an empty page by offset that says there are more',
    request: { paginate: { by: 'offset', items: 'items', more: 'more' } },
    answer: ({ number }) => ({ body: { items: number === 1 ? rows(0) : [], more: true } }),
    ...{ ...ENDS_AT_2, pages: { complete: false, stopped: 'empty', next: 10 } },
  },
  {
    name: 'empty pages that say there are more for ever',
    request: { paginate: { by: 'page', items: 'items', last: 'last', max_pages: 4 } },
    answer: ({ number }) => ({ body: { items: number === 1 ? rows(0) : [], last: false } }),
    ...{ requests: 4, ids: FIRST_PAGE, pages: { complete: false, stopped: 'max_pages', next: 5 } },
  },
  {
    name: 'an empty page in the middle',
    request: { paginate: { by: 'page', items: 'items', more: 'more' } },
    answer: ({ number }) => ({ body: { items: number === 2 ? [] : rows(number === 1 ? 0 : 10), more: number < 3 } }),
    ...{ requests: 3, ids: IDS.slice(0, 20) },
  },
  {
    name: 'SOAP',
    request: { method: 'POST', text: '<Envelope/>', content_type: 'text/xml', paginate: { by: 'link' } },
    answer: () => ({ headers: { 'content-type': 'text/xml' }, body: '<Envelope><a/></Envelope>' }),
    ...{ requests: 1, ids: [] },
    pages: { complete: false, stopped: 'no_items', last_body: '<Envelope><a/></Envelope>' },
  },
  {
    name: 'more without a cursor',
    request: { paginate: { ...PAGINATE, more: 'more' } },
    answer: () => ({ body: { items: rows(0), more: true } }),
    ...{ requests: 1, ids: FIRST_PAGE, pages: { complete: false, stopped: 'no_next' } },
  },
  {
    name: 'a cursor that comes again',
    request: { paginate: PAGINATE },
    answer: ({ query, number }) => ({
      body: { items: [{ id: number }], next: query.get('cursor') === 'a' ? 'b' : 'a' },
    }),
    ...{ requests: 3, ids: [1, 2, 3], pages: { complete: false, stopped: 'repeated' } },
  },
  {
    name: 'a link to itself',
    request: { path: '/a', paginate: { by: 'link' } },
    answer: ({ base }) => ({ headers: { link: `<${base}/a>; rel="next"` }, body: rows(0) }),
    ...{ requests: 1, ids: FIRST_PAGE, pages: { complete: false, stopped: 'repeated' } },
  },
  {
    name: 'a page number that is ignored',
    request: { paginate: { by: 'page' } },
    answer: () => ({ body: rows(0) }),
    ...{ requests: 2, ids: FIRST_PAGE, pages: { complete: false, stopped: 'repeated' } },
  },
  {
    name: 'cursors without end',
    request: { paginate: { ...PAGINATE, max_pages: 5 } },
    answer: ({ number }) => ({ body: { items: [{ id: number }], next: `c${number}` } }),
    ...{ requests: 5, ids: [1, 2, 3, 4, 5], pages: { complete: false, stopped: 'max_pages', next: 'c5' } },
  },
  {
    name: 'more items than wanted',
    request: { paginate: { ...PAGINATE, max_items: 15 } },
    answer: (asked) => positions(asked).page,
    ...{ requests: 2, ids: IDS.slice(0, 15), pages: { complete: false, stopped: 'max_items' } },
  },
  {
    name: 'as many items as wanted',
    request: { paginate: { ...PAGINATE, max_items: 20 } },
    answer: (asked) => positions(asked).page,
    ...{ requests: 2, ids: IDS.slice(0, 20), pages: { complete: false, stopped: 'max_items', next: 20 } },
  },
  {
    name: 'a single page of all',
    request: { paginate: { by: 'link' } },
    answer: () => ({ body: ROWS }),
    requests: 1,
  },
];
