/** Servers with a cursor in the body, and with the URL of the next page in the answer. */
import {
  cursorAfter,
  EMPTY,
  fromCursor,
  fromPage,
  hasMore,
  IDS,
  numberOf,
  type PagedApi,
  rows,
  SIZE,
  unless,
} from './paged-api.js';

const byBody = <Body>(
  name: string,
  request: PagedApi['request'],
  fromOf: (body: Body) => number,
  answer: (from: number, next: string | null) => unknown,
  more: Partial<PagedApi> = {},
): PagedApi => ({
  ...{ name, request: { method: 'POST', ...request } },
  answer: ({ body }) => {
    const from = fromOf(body as Body);
    return { body: answer(from, cursorAfter(from)) };
  },
  ...more,
});

const FROM_PAGE_2 = { requests: 2, ids: IDS.slice(SIZE) };

export const BODIES: PagedApi[] = [
  byBody(
    'a page number in the body',
    { body: { of: { page: 2 } }, paginate: { by: 'page', items: 'items', body: 'of.page', more: 'more' } },
    ({ of }: { of: { page: number } }) => (of.page - 1) * SIZE,
    (from) => ({ items: rows(from), more: hasMore(from) }),
    FROM_PAGE_2,
  ),
  byBody(
    'an offset in a form',
    { form: { skip: '10' }, paginate: { by: 'offset', items: 'items', body: 'skip', more: 'more' } },
    (form: string) => Number(new URLSearchParams(form).get('skip')),
    (from) => ({ items: rows(from), more: hasMore(from) }),
    FROM_PAGE_2,
  ),
  byBody(
    'Notion',
    {
      ...{ path: '/v1/databases/d/query', body: { page_size: 10, filter: { property: 'a' } } },
      paginate: { by: 'cursor', items: 'results', next: 'next_cursor', body: 'start_cursor', more: 'has_more' },
    },
    ({ start_cursor, page_size, filter }: Record<string, unknown>) =>
      page_size === 10 && filter ? fromCursor(start_cursor) : Number.NaN,
    (from, next_cursor) => ({ results: rows(from), next_cursor, has_more: hasMore(from) }),
  ),
  byBody(
    'Square',
    { body: {}, paginate: { by: 'cursor', items: 'orders', next: 'cursor', body: 'cursor' } },
    ({ cursor }: { cursor?: string }) => fromCursor(cursor),
    (from, cursor) => ({ orders: rows(from), ...unless(cursor === null, { cursor }) }),
  ),
  byBody(
    'Elasticsearch with search_after',
    {
      path: '/index/_search',
      body: { size: 10, sort: [{ id: 'asc' }] },
      paginate: { by: 'cursor', items: 'hits.hits', next: 'hits.hits[-1].sort', body: 'search_after' },
    },
    ({ search_after }: { search_after?: unknown[] }) =>
      search_after === undefined ? 0 : Number(String(search_after[0]).replace('9007199254740', '')),
    (from) => ({
      took: 1,
      hits: {
        total: { value: 25 },
        hits: rows(from).map((row) => ({ ...row, sort: [`9007199254740${row.id}`, null] })),
      },
    }),
    EMPTY,
  ),
  byBody(
    'GitHub GraphQL',
    {
      ...{ path: '/graphql', body: { query: 'query($after: String)', variables: { first: 10 } } },
      paginate: {
        ...{ by: 'cursor', items: 'data.repository.issues.nodes', next: 'data.repository.issues.pageInfo.endCursor' },
        ...{ body: 'variables.after', more: 'data.repository.issues.pageInfo.hasNextPage' },
      },
    },
    ({ variables }: { variables: { first: number; after?: string } }) =>
      variables.first === 10 ? fromCursor(variables.after) : Number.NaN,
    (from, next) => ({
      data: {
        repository: {
          issues: { nodes: rows(from), pageInfo: { hasNextPage: hasMore(from), endCursor: next ?? 'c25' } },
        },
      },
    }),
  ),
  byBody(
    'Monday, with variables that the request lacks',
    {
      body: { query: '…' },
      paginate: { by: 'cursor', items: 'data.items', next: 'data.cursor', body: 'variables.cursor' },
    },
    ({ variables }: { variables?: { cursor: string } }) => fromCursor(variables?.cursor),
    (from, cursor) => ({ data: { items: rows(from), cursor } }),
  ),
  byBody(
    'DynamoDB',
    {
      headers: { 'x-amz-target': 'DynamoDB_20120810.Scan', 'content-type': 'application/x-amz-json-1.0' },
      body: { TableName: 't', Limit: 10 },
      paginate: { by: 'cursor', items: 'Items', next: 'LastEvaluatedKey', body: 'ExclusiveStartKey' },
    },
    ({ ExclusiveStartKey: key }: { ExclusiveStartKey?: { id: { N: string } } }) => numberOf(key?.id.N),
    (from, next) => ({
      Items: rows(from),
      ...unless(next === null, { LastEvaluatedKey: { id: { N: String(from + SIZE) } } }),
    }),
  ),
  byBody(
    'Elasticsearch with from',
    {
      path: '/_search',
      body: { size: 10 },
      paginate: { by: 'offset', items: 'hits.hits', body: 'from', total: 'hits.total.value' },
    },
    ({ from }: { from?: number }) => numberOf(from),
    (from) => ({ hits: { total: { value: 25, relation: 'eq' }, hits: rows(from) } }),
  ),
  byBody(
    'a form',
    { form: { token: 'x' }, paginate: { by: 'page', items: 'items', body: 'page', last: 'done' } },
    (body: string) =>
      new URLSearchParams(body).get('token') === 'x' ? fromPage(new URLSearchParams(body)) : Number.NaN,
    (from) => ({ items: rows(from), done: !hasMore(from) }),
  ),
];

const byUrl = (
  name: string,
  paths: { items?: string; next: string; last?: string },
  answer: (from: number, next: string | null, base: string) => unknown,
): PagedApi => ({
  name,
  request: { path: "/data?$filter=name eq 'a'&$top=10".replaceAll(' ', '%20'), paginate: { by: 'cursor', ...paths } },
  answer: ({ base, query }) => {
    const from = fromCursor(query.get('skiptoken'));
    return { body: answer(from, hasMore(from) ? `/data?skiptoken=c${from + SIZE}` : null, base) };
  },
});

export const URLS: PagedApi[] = [
  byUrl('OData', { items: 'value', next: '@odata.nextLink' }, (from, next, base) => ({
    ...{ '@odata.context': 'c', value: rows(from) },
    ...(next && { '@odata.nextLink': base + next }),
  })),
  byUrl('OData with a relative link', { items: 'value', next: '@odata.nextLink' }, (from, next) => ({
    ...{ value: rows(from) },
    ...(next && { '@odata.nextLink': next.slice('/'.length) }),
  })),
  byUrl('Microsoft Graph', { items: 'value', next: '@odata.nextLink' }, (from, next, base) => ({
    ...{ value: rows(from) },
    ...(next ? { '@odata.nextLink': base + next } : { '@odata.deltaLink': `${base}/delta` }),
  })),
  byUrl('SAP, OData 2', { items: 'd.results', next: 'd.__next' }, (from, next, base) => ({
    d: { results: rows(from), ...(next && { __next: base + next }) },
  })),
  byUrl('Salesforce', { items: 'records', next: 'nextRecordsUrl' }, (from, next, base) => ({
    ...{ totalSize: 25, done: next === null, records: rows(from) },
    ...(next && { nextRecordsUrl: new URL(base).pathname + next }),
  })),
  byUrl('Zendesk with next_page', { items: 'tickets', next: 'next_page' }, (from, next, base) => ({
    ...{ count: 25, tickets: rows(from), next_page: next && base + next },
  })),
  byUrl('JSON:API', { items: 'data', next: 'links.next' }, (from, next, base) => ({
    data: rows(from),
    links: { self: '/', next: next && base + next },
  })),
  byUrl('JSON:API with link objects', { items: 'data', next: 'links.next' }, (from, next, base) => ({
    data: rows(from),
    links: { ...(next && { next: { href: base + next, meta: {} } }) },
  })),
  byUrl('HAL', { items: '_embedded.orders', next: '_links.next.href' }, (from, next, base) => ({
    _embedded: { orders: rows(from) },
    _links: { self: { href: '/' }, ...(next && { next: { href: base + next } }) },
  })),
  byUrl('Django REST', { items: 'results', next: 'next' }, (from, next, base) => ({
    ...{ count: 25, next: next && base + next, previous: null, results: rows(from) },
  })),
  byUrl('Facebook Graph', { items: 'data', next: 'paging.next' }, (from, next, base) => ({
    data: rows(from),
    paging: { cursors: { before: 'a', after: 'b' }, ...(next && { next: base + next }) },
  })),
  byUrl('Laravel', { items: 'data', next: 'next_page_url' }, (from, next, base) => ({
    ...{ current_page: 1, data: rows(from), next_page_url: next && base + next, total: 25 },
  })),
  byUrl('Confluence', { items: 'results', next: '_links.next' }, (from, next, base) => ({
    results: rows(from),
    _links: { base, ...(next && { next: new URL(base).pathname + next }) },
  })),
];
