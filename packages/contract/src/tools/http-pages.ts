/** Pages and repeated attempts of the HTTP request tool. */
import type Joi from 'joi';
import { anyJson, flag, type Infer, integer, listOf, oneOf, shape, text } from '../schema/schema.js';

const MAX_PATH = 500;
const MOST_PAGES = 1_000;
const MOST_ITEMS = 100_000;
const MOST_ATTEMPTS = 10;
const MAX_STATUSES = 20;

export const DEFAULT_PAGES = { max_pages: 100, max_items: 10_000 };
export const DEFAULT_RETRY_ON: readonly number[] = [429, 502, 503, 504];

const PATH = 'a path such as `data.items`, `meta.next` or `hits.hits[-1].sort`';

const path = (): Joi.StringSchema<string> =>
  text()
    .max(MAX_PATH)
    .pattern(/^\P{Cc}+$/u)
    .message(`{{#label}} must be ${PATH}`);

const Fields = shape(
  {
    by: oneOf('link', 'cursor', 'page', 'offset')
      .description(
        'How the next page is found: the `Link` header, a cursor or URL in the answer, a page number, or the number of items so far.',
      )
      .example('cursor'),
  },
  {
    items: path()
      .description('Path of the list of items in an answer. Default: the answer is the list.')
      .example('data'),
    next: path()
      .description('With `cursor`: path of the next cursor, or of the next URL without `query` and `body`.')
      .example('meta.next_cursor'),
    query: text()
      .max(MAX_PATH)
      .description('Query parameter of the cursor, page number or offset. Default: `page`, `offset`.')
      .example('cursor'),
    body: path().description('Path of the cursor, page number or offset in `body` or `form`, instead of `query`.'),
    first: integer()
      .min(0)
      .max(1_000_000_000)
      .description('First page number or offset. Default: that of the request, else 1 for `page` and 0 for `offset`.'),
    more: path().description('Path of a boolean that is false on the last page.').example('has_more'),
    last: path().description('Path of a boolean that is true on the last page.').example('isLast'),
    total: path().description('Path of the number of all items.').example('total'),
    max_pages: integer()
      .min(1)
      .max(MOST_PAGES)
      .description(`Largest number of pages; default ${DEFAULT_PAGES.max_pages}.`),
    max_items: integer()
      .min(1)
      .max(MOST_ITEMS)
      .description(`Largest number of items; default ${DEFAULT_PAGES.max_items}.`),
  },
);
export type Paginate = Infer<typeof Fields>;

export const Paginate = Fields.custom((given: Paginate, helpers) => {
  const fault = pagingFault(given);
  return fault === undefined ? given : helpers.error('paginate', { fault });
})
  .messages({ paginate: '{{#label}}: {{#fault}}' })
  .description(
    'Follows pages and joins their items into the list `body`. 1 action per page, within the time limit of one request.',
  ) as Joi.ObjectSchema<Paginate>;

function pagingFault({ by, next, query, body, first }: Paginate): string | undefined {
  if (query !== undefined && body !== undefined) return '`query` and `body` are not allowed together';
  if (by === 'cursor' && next === undefined) return '`next` is required with `cursor`';
  if (by !== 'cursor' && next !== undefined) return '`next` is only for `cursor`';
  if (by === 'link' && (query ?? body) !== undefined) return '`query` and `body` are not for `link`';
  if (first !== undefined && by !== 'page' && by !== 'offset') return '`first` is only for `page` and `offset`';
  return undefined;
}

export const Retry = shape(
  {
    attempts: integer()
      .min(1)
      .max(MOST_ATTEMPTS)
      .description('Largest number of attempts for one request, including the first.')
      .example(3),
  },
  {
    on: listOf(integer().min(400).max(599))
      .min(1)
      .max(MAX_STATUSES)
      .description(`Statuses after which the request is sent again; default ${DEFAULT_RETRY_ON.join(', ')}.`)
      .example([429, 503]),
  },
).description(
  'Sends a failed request again, also if the target is unreachable or its answer is cut off. `Retry-After` is kept. POST and PATCH need a header `Idempotency-Key`.',
);
export type Retry = Infer<typeof Retry>;

const IDEMPOTENT: readonly string[] = ['GET', 'PUT', 'DELETE'];
const KEY_HEADERS: readonly string[] = ['idempotency-key', 'x-idempotency-key'];

/** What the rules of pages and attempts read of a request. */
interface Repeated {
  method: string;
  headers?: Record<string, unknown> | undefined;
  paginate?: Paginate | undefined;
  retry?: Retry | undefined;
  response?: string | undefined;
  body?: unknown;
  form?: unknown;
}

/** Returns the fault of pages and attempts together with other fields, as a sentence without a full stop; undefined if there is none. */
export function repetitionFault({ method, headers = {}, paginate, retry, response, body, form }: Repeated) {
  const hasKey = Object.keys(headers).some((name) => KEY_HEADERS.includes(name.toLowerCase()));
  if (retry !== undefined && !IDEMPOTENT.includes(method) && !hasKey)
    return `\`retry\` with ${method} needs a header \`Idempotency-Key\`: the target may have done the work although its answer failed`;
  if (paginate === undefined) return undefined;
  if (response === 'store') return '`paginate` and `"response": "store"` are not allowed together';
  if (paginate.body !== undefined && (body ?? form) === undefined) return '`paginate.body` needs a `body` or `form`';
  if (paginate.body !== undefined && Array.isArray(body)) return '`paginate.body` needs a `body` that is an object';
  return undefined;
}

/** Why no further page was requested. */
export const STOPPED = [
  'end',
  'empty',
  'repeated',
  'max_pages',
  'max_items',
  'max_bytes',
  'deadline',
  'status',
  'no_items',
  'no_next',
] as const;
export type Stopped = (typeof STOPPED)[number];

export const Pages = shape(
  {
    count: integer().min(1).description('Pages that were requested.').example(3),
    items: integer().min(0).description('Items in `body`.').example(250),
    complete: flag().description('Whether all pages were read: `stopped` is `end` or `empty`.').example(true),
    stopped: oneOf(...STOPPED)
      .description(
        'Why it stopped: `end` (the answer names no next page), `empty` (a page without items), `repeated` (a page or cursor came twice), `max_pages`, `max_items`, `max_bytes` or `deadline` (a limit), `status` (no success; see `status`), `no_items` (no list at the path), `no_next` (there is more, but no cursor).',
      )
      .example('end'),
  },
  {
    next: anyJson().description('Where to continue after a limit: a URL, cursor, page number or offset.'),
    last_body: anyJson().description('With `status` and `no_items`: the body that was no page, if it is JSON or text.'),
  },
);
export type Pages = Infer<typeof Pages>;
