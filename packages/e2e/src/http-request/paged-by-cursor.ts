/** Servers with a cursor in the query. */
import { cursorAfter, fromCursor, hasMore, numberOf, type PagedApi, rows, SIZE, unless } from './paged-api.js';

interface CursorShape {
  query: string;
  next: string;
  more?: string;
  last?: string;
  total?: string;
  items?: string;
  answer(from: number, next: string | null): unknown;
}
const byCursor = (name: string, { query, next, answer, ...optional }: CursorShape): PagedApi => ({
  name,
  request: {
    path: '/list?limit=10',
    paginate: { by: 'cursor', next, query, ...optional },
  },
  answer: ({ query: given }) => {
    const from = fromCursor(given.get(query));
    return { body: answer(from, cursorAfter(from)) };
  },
});

export const CURSORS: PagedApi[] = [
  {
    name: 'Stripe',
    request: {
      path: '/v1/charges?limit=10',
      paginate: { by: 'cursor', items: 'data', next: 'data[-1].id', query: 'starting_after', more: 'has_more' },
    },
    answer: ({ query }) => {
      const from = numberOf(query.get('starting_after'));
      return { body: { object: 'list', data: rows(from), has_more: hasMore(from) } };
    },
  },
  ...[10, 0, -1].map((total) =>
    byCursor(`a total of ${total} beside a cursor`, {
      ...{ query: 'cursor', items: 'items', next: 'next', total: 'total' },
      answer: (from, next) => ({ items: rows(from), next, total }),
    }),
  ),
  byCursor('Slack', {
    ...{ query: 'cursor', items: 'members', next: 'response_metadata.next_cursor' },
    answer: (from, next) => ({ ok: true, members: rows(from), response_metadata: { next_cursor: next ?? '' } }),
  }),
  byCursor('Airtable', {
    ...{ query: 'offset', items: 'records', next: 'offset' },
    answer: (from, offset) => ({ records: rows(from), ...unless(offset === null, { offset }) }),
  }),
  byCursor('HubSpot', {
    ...{ query: 'after', items: 'results', next: 'paging.next.after' },
    answer: (from, after) => ({
      results: rows(from),
      ...unless(after === null, { paging: { next: { after, link: '?' } } }),
    }),
  }),
  byCursor('Google', {
    ...{ query: 'pageToken', items: 'items', next: 'nextPageToken' },
    answer: (from, nextPageToken) => ({
      items: rows(from),
      ...(nextPageToken === null ? { nextSyncToken: 's' } : { nextPageToken }),
    }),
  }),
  byCursor('Zendesk', {
    ...{ query: 'page[after]', items: 'users', next: 'meta.after_cursor', more: 'meta.has_more' },
    answer: (from, next) => ({ users: rows(from), meta: { has_more: hasMore(from), after_cursor: next ?? 'c99' } }),
  }),
  byCursor('X', {
    ...{ query: 'pagination_token', items: 'data', next: 'meta.next_token' },
    answer: (from, next_token) => ({ data: rows(from), meta: { ...unless(next_token === null, { next_token }) } }),
  }),
  byCursor('Intercom', {
    ...{ query: 'starting_after', items: 'data', next: 'pages.next.starting_after' },
    answer: (from, starting_after) => ({
      data: rows(from),
      pages: { type: 'pages', next: starting_after === null ? null : { starting_after } },
    }),
  }),
  byCursor('Asana', {
    ...{ query: 'offset', items: 'data', next: 'next_page.offset' },
    answer: (from, offset) => ({ data: rows(from), next_page: offset === null ? null : { offset } }),
  }),
  byCursor('Jira Cloud', {
    ...{ query: 'nextPageToken', items: 'issues', next: 'nextPageToken', last: 'isLast' },
    answer: (from, next) => ({ issues: rows(from), isLast: next === null, nextPageToken: next ?? 'c99' }),
  }),
  byCursor('Bitbucket Data Center', {
    ...{ query: 'start', items: 'values', next: 'nextPageStart', last: 'isLastPage' },
    answer: (from, next) => ({ values: rows(from), isLastPage: next === null, nextPageStart: next && from + SIZE }),
  }),
  byCursor('Pipedrive', {
    ...{ query: 'start', items: 'data', next: 'additional_data.pagination.next_start' },
    ...{ more: 'additional_data.pagination.more_items_in_collection' },
    answer: (from, next) => ({
      data: rows(from),
      additional_data: { pagination: { more_items_in_collection: next !== null, next_start: from + SIZE } },
    }),
  }),
  byCursor('Webflow, with a cursor that needs escapes', {
    ...{ query: 'cursor', items: 'items', next: 'next' },
    answer: (from, next) => ({ items: rows(from), next: next && `${next.slice(1)}.0e0` }),
  }),
];
