/** Specification 4.1: what the HTTP request tool takes, and 2.2: what it answers. */
import Joi from 'joi';
import { passedOn } from '../schema/raw-json.js';
import { anyJson, type Infer, integer, jsonObjectOrList, listOf, mapOf, oneOf, shape, text } from '../schema/schema.js';
import { refusingTags } from '../schema/tags.js';

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
    body: passedOn(jsonObjectOrList().description('An object or a list, sent as JSON; not with GET.')),
    _connections: shape({ http: text().max(200).description('Slug of a connection of the provider `http`.') })
      .description('The connection whose secret is sent, to addresses below its `url` only.')
      .example({ http: 'shop' }),
  },
);
/** `body` is the target's, of any content. */
export const HttpRequest = refusingTags(fields, NO_TAGS, ['body']);
export type HttpRequest = Infer<typeof HttpRequest>;

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
    warnings: listOf(HttpWarning).description('What differs from the answer of the target. Absent without any.'),
  },
);
export type HttpResult = Infer<typeof HttpResult>;

/** Parses a URL. @param base the base of relative URLs. @returns undefined for invalid URLs. */
export const parseUrl = (text: string, base?: URL): URL | undefined => URL.parse(text, base?.href) ?? undefined;
