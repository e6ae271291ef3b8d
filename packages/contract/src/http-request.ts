/** Specification 4.1: what the HTTP request tool takes, and 2.2: what it answers. */
import Joi from 'joi';
import { passedOn } from './raw-json.js';
import { anyJson, type Infer, integer, jsonObjectOrList, mapOf, oneOf, shape, text } from './schema.js';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

const MAX_HEADERS = 100;

type HeaderValue = string | number | boolean;

const headerFault = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? undefined
    : 'must be a text, a number, `true` or `false`';

export const HttpRequest = shape(
  {
    method: oneOf(...HTTP_METHODS)
      .description('HTTP method to use.')
      .example('GET'),
    url: text()
      .description('Full URL to request, `https://` or `http://`; public addresses only.')
      .example('https://example.com/'),
  },
  {
    headers: mapOf<HeaderValue>(MAX_HEADERS, headerFault, {
      additionalProperties: {
        anyOf: [{ type: 'string', pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$' }, { type: 'number' }, { type: 'boolean' }],
      },
      propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" },
    })
      .description('Headers to send, name to value; all but those that frame the connection.')
      .example({ accept: 'application/json' }),
    body: passedOn(jsonObjectOrList().description('An object or a list, sent as JSON; not with GET.')),
  },
);
export type HttpRequest = Infer<typeof HttpRequest>;

export const HttpResult = shape(
  {
    status: integer().description('Status that the target answered, whatever it is.').example(200),
    headers: Joi.object<Record<string, string | string[]>>()
      .unknown(true)
      .description('Headers of the answer; repeated ones joined, `set-cookie` a list.')
      .example({ 'content-type': 'application/json' }),
    body: anyJson()
      .description('Parsed when the answer is JSON; else its text; base64 when it is neither; null when there is none.')
      .example({ id: 4711, state: 'shipped' }),
  },
  { body_encoding: oneOf('base64').description('There when `body` is base64.') },
);
export type HttpResult = Infer<typeof HttpResult>;

/**
 * Parses a URL; `URL.parse` of newer Node.js. `URL.canParse` is no way to ask beforehand: once Node.js 20 has compiled its caller, it
 * says no to every URL with letters beyond ASCII.
 *
 * @param base what a relative one is relative to.
 * @returns undefined for what is no URL.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
