/** Specification 4.1: what the HTTP request tool takes, and 2.2: what it answers. */
import Joi from 'joi';
import { anyJson, type Infer, integer, listOf, mapOf, oneOf, shape, text, timestamp } from '../schema/schema.js';
import { refusingTags } from '../schema/tags.js';
import { BODY_FIELDS, bodyFault, HTTP_BODIES } from './http-bodies.js';
import { Pages, Paginate, Retry, repetitionFault } from './http-pages.js';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

const MAX_HEADERS = 100;

type HeaderValue = string | number | boolean;

const headerFault = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? undefined
    : 'must be a text, a number, `true` or `false`';

const NO_TAGS = 'send the value itself; in `url`, write `%5B%5B` for brackets that are text';

const fields = shape(
  {
    method: oneOf(...HTTP_METHODS)
      .description('HTTP method to use.')
      .example('GET'),
    url: text()
      .description(
        'Full URL, `https://` or `http://`, at a public address. With `_connections`, it may be a path below the connection’s `url`.',
      )
      .example('https://example.com/'),
  },
  {
    headers: mapOf<HeaderValue>(MAX_HEADERS, headerFault, {
      additionalProperties: {
        anyOf: [{ type: 'string', pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$' }, { type: 'number' }, { type: 'boolean' }],
      },
      propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" },
    })
      .description('Headers by name, except those that frame the connection.')
      .example({ accept: 'application/json' }),
    ...BODY_FIELDS,
    response: oneOf('store')
      // Generators of Go would name it as the answer of the operation.
      .meta({ jsonSchema: { 'x-go-type-name': 'HttpRequestStore' } })
      .description('`store`: the body of a 2xx answer becomes a file of the account, up to 100 MiB. See `file`.')
      .example('store'),
    paginate: Paginate,
    retry: Retry,
    _connections: shape({ http: text().max(200).description('Slug of a connection of the provider `http`.') })
      .description('The connection whose secret is sent, to addresses below its `url` only.')
      .example({ http: 'shop' }),
  },
);

const ruled = fields
  .custom((request: Infer<typeof fields>, helpers) => {
    const fault = bodyFault(request) ?? repetitionFault(request);
    return fault === undefined ? request : helpers.error('http', { fault });
  })
  .messages({ http: '{{#fault}}' })
  .example({ method: 'GET', url: 'https://example.com/', headers: { accept: 'application/json' } }) as typeof fields;

/** Bodies are the target's, of any content. */
export const HttpRequest = refusingTags(ruled, NO_TAGS, HTTP_BODIES);
export type HttpRequest = Infer<typeof HttpRequest>;

/** The largest answer in bytes that is stored. */
export const MAX_STORED_ANSWER = 100 * 1024 * 1024;

const StoredAnswer = shape({
  id: text().description('Use it as `file` in a body, or in `files` of a document.'),
  download_url: text().description('Download link; the link is the permission.'),
  signed_url: text().description('Signed link that expires earlier.'),
  signed_url_expires_at: timestamp().description('When `signed_url` expires.'),
  expires_at: timestamp().description('When the file is deleted.'),
  size_bytes: integer().min(0).description('Size after decompression.').example(48_211),
  content_type: text().description('Media type that the target names.').example('image/png'),
  sha256: text().description('SHA-256 of the content, hexadecimal.'),
});
export type StoredAnswer = Infer<typeof StoredAnswer>;

/** The table of this tool's warnings: differences between what the target sent and what is answered. */
export const HTTP_WARNINGS = {
  secret_replaced: 'The target sent the secret of the connection back; it is replaced by `***`.',
} as const satisfies Readonly<Record<string, string>>;
export type HttpWarningCode = keyof typeof HTTP_WARNINGS;

export const HttpWarning = shape({
  code: oneOf(...(Object.keys(HTTP_WARNINGS) as HttpWarningCode[])).description('The kind of warning.'),
  message: text().description('What differs.'),
});
export type HttpWarning = Infer<typeof HttpWarning>;

export const HttpResult = shape(
  {
    status: integer().description('Status of the target’s answer; any status is a success.').example(200),
    headers: Joi.object<Record<string, string | string[]>>()
      .unknown(true)
      .description('Headers of the answer. Repeated headers are joined; `set-cookie` is a list.')
      .example({ 'content-type': 'application/json' }),
    body: anyJson()
      .description('Parsed JSON, else text, else base64; null without a body.')
      .example({ id: 4711, state: 'shipped' }),
  },
  {
    body_encoding: oneOf('base64').description('Present if `body` is base64.'),
    file: StoredAnswer.description('With `"response": "store"`: the body of a 2xx answer. `body` is null then.'),
    pages: Pages.description('With `paginate`: how far it came.'),
    attempts: integer().min(1).description('With `retry`: the requests sent, for all pages together.').example(2),
    warnings: listOf(HttpWarning).description('What differs from the answer of the target. Absent without any.'),
  },
);
export type HttpResult = Infer<typeof HttpResult>;

/** Parses a URL. @param base the base of relative URLs. @returns undefined for invalid URLs. */
export const parseUrl = (text: string, base?: URL): URL | undefined => URL.parse(text, base?.href) ?? undefined;
